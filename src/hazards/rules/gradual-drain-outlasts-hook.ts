import { at, HazardRule } from '../rule';
import { time } from '../words';

export const gradualDrainOutlastsHook: HazardRule = {
  id: 'gradual-drain-outlasts-hook',
  severity: 'warning',
  title: 'The drain is slower than the hook holds',
  why: 'With the gradual strategy, the chance that a reply tells its client to leave grows over the whole drain time (600 s by default). '
    + 'If Envoy is stopped before, most busy connections were never told, and are cut.',
  remedy: 'Start Envoy with --drain-strategy immediate, or post /healthcheck/fail too, or set --drain-time-s to what the hook holds.',
  sources: [
    'https://github.com/projectcontour/contour/issues/4852',
    'https://www.envoyproxy.io/docs/envoy/latest/operations/cli#cmdoption-drain-strategy',
  ],
  check: ({ envoys }) => envoys.flatMap((envoy) => {
    const { lifecycle, triggers, program, holdIsKnown, sigterm, healthChecksFailAtMillis, hook } = envoy;
    const { drainStrategy, drainTimeMillis } = program.envoy!;
    const drain = triggers.find(({ kind, graceful }) => kind === 'drain-listeners' && graceful);
    if (!drain || drainStrategy !== 'gradual' || healthChecksFailAtMillis !== undefined || !holdIsKnown) return [];
    const holdsMillis = sigterm.leastMillis - drain.atMillis;
    return drainTimeMillis <= holdsMillis ? [] : [at(lifecycle,
      `the gradual drain of ${lifecycle.name} takes ${time(drainTimeMillis)} and Envoy is stopped ${time(holdsMillis)} after it begins: only `
      + `${Math.round(Math.max(0, holdsMillis) / drainTimeMillis * 100)} % of the replies tell their client to leave by then`, { pointer: (drain.by.hook ?? hook)!.lifecycle.pointer })];
  }),
};
