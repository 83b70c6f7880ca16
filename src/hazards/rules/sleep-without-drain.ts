import { ContainerStory, ownDrainMillis } from '../container-story';
import type { EnvoyStory } from '../envoy-story';
import { PROPAGATION_MILLIS } from '../propagation';
import { at, HazardRule } from '../rule';
import { isPause } from '../told';
import { time } from '../words';

/** A wrapper that drains this long after SIGTERM reaches every client that is not idle. */
const LONG_OWN_DRAIN_MILLIS = 10_000;

export const sleepWithoutDrain: HazardRule = {
  id: 'sleep-without-drain',
  severity: 'warning',
  title: 'Envoy\'s hook only sleeps',
  why: 'While the hook sleeps, endpoints go and no new connection comes, but clients with a keep-alive connection are never '
    + 'told to leave: they are cut when the sleep is over.',
  remedy: 'Start a drain in the hook as well, by POST /healthcheck/fail, and let the strategy be immediate.',
  sources: [
    'https://github.com/istio/istio/issues/20027',
    'https://www.envoyproxy.io/docs/envoy/latest/intro/arch_overview/operations/draining',
  ],
  check: ({ envoys, containers, isJob }) => (isJob ? [] : [
    ...envoys.filter(isNeverToldInTime).map(({ lifecycle, hook, program: { onSigterm } }) => at(lifecycle,
      `the hook of ${lifecycle.name} only waits ${time(hook!.leastMillis)} and tells no client to leave: keep-alive connections are `
      + `${onSigterm.drains ? `told in the last ${time(onSigterm.after.min)} only` : 'cut when Envoy ends'}`,
      { pointer: hook!.lifecycle.pointer })),
    ...envoys.filter((envoy) => isToldTooLate(envoy, containers)).map(({ lifecycle, hook, triggers, ends }) => at(
      lifecycle,
      `clients of ${lifecycle.name} ${toldAt(triggers) === Infinity ? 'are never told to leave, its listeners are only closed'
        : `are told to leave ${time(toldAt(triggers))} after the deletion`}, and it ends after ${time(ends.leastMillis)}: `
      + 'keep-alive connections are cut', { pointer: (hook ?? triggers[0].by.hook)!.lifecycle.pointer })),
  ]),
};

/** Shorter than most requests. */
const TOO_LATE_MILLIS = 2_000;

/** It drains, but nobody has the time to go, or is told. */
function isToldTooLate(envoy: EnvoyStory, containers: readonly ContainerStory[]): boolean {
  const { triggers, ends, holdMillis, holdIsKnown, program, hook } = envoy;
  // a shorter hold is a finding of its own
  if (holdMillis < PROPAGATION_MILLIS) return false;
  if (triggers.length === 0 || !holdIsKnown || program.onSigterm.drains) return false;
  if (hook === undefined || hook.fails) return false;
  if (containers.some((other) => other.hook?.connections !== undefined) || hook.waits.length > 0) return false;
  const first = Math.min(...triggers.map(({ atMillis }) => atMillis));
  const told = program.envoy!.plainDrainTells ? first : toldAt(triggers);
  return ends.leastMillis - told < TOO_LATE_MILLIS;
}

/** Plain `drain_listeners` closes them, and tells nobody. */
function toldAt(triggers: EnvoyStory['triggers']): number {
  const telling = triggers.filter(({ kind, graceful }) =>
    kind === 'fail-health-checks' || (kind === 'drain-listeners' && graceful));
  return Math.min(...telling.map(({ atMillis }) => atMillis));
}

function isNeverToldInTime({ hook, triggers, drainIsDoubtful, program }: EnvoyStory): boolean {
  return isPause({ hook }) && triggers.length === 0 && !drainIsDoubtful
    && program.onSigterm.kind !== 'unknown'
    && (program.onSigterm.kind === 'ignores' || ownDrainMillis(program).max < LONG_OWN_DRAIN_MILLIS);
}
