import { START_MILLIS } from '../propagation';
import { at, HazardRule } from '../rule';
import { time } from '../words';

export const probeGraceCutsHook: HazardRule = {
  id: 'probe-grace-cuts-hook',
  severity: 'warning',
  title: 'A restart cuts the drain',
  why: 'A probe\'s own terminationGracePeriodSeconds bounds the hook when the probe restarts the container. Where the hook drains by '
    + 'itself, a shorter one cuts connections that the drain would have let go.',
  remedy: 'Set the probe\'s terminationGracePeriodSeconds above the minimum drain of the hook.',
  sources: ['https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#probe-level-terminationgraceperiodseconds'],
  check: ({ envoys }) => envoys.flatMap(({ lifecycle, hook }) => {
    if (!hook || hook.waits.length > 0 || hook.fails || hook.effects.length === 0) return [];
    return [lifecycle.livenessProbe, lifecycle.startupProbe].flatMap((probe) => {
      const seconds = probe?.terminationGracePeriodSeconds;
      return seconds === undefined || seconds * 1000 + START_MILLIS >= hook.leastMillis ? [] : [at(lifecycle,
        `a probe of ${lifecycle.name} gives a restart ${seconds} s, and its hook drains for ${time(hook.leastMillis)} at the least: the restart cuts the drain`,
        { pointer: probe!.pointer })];
    });
  }),
};
