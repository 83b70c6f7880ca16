import { at, HazardRule } from '../rule';
import { time } from '../words';

export const envoyRestartWaitsForManager: HazardRule = {
  id: 'envoy-restart-waits-for-manager',
  severity: 'warning',
  title: 'A restart of Envoy waits for a drain that nobody began',
  why: 'If Envoy\'s liveness probe fails, its hook runs before the restart and asks the manager whether the drain is over. Nobody '
    + 'asked the manager to drain: a hanging Envoy serves nothing until the wait gives up.',
  remedy: 'Set terminationGracePeriodSeconds (5 s) on Envoy\'s liveness probe, or remove the probe.',
  sources: ['https://github.com/envoyproxy/gateway/issues/5297'],
  check: ({ pod, envoys }) => envoys.flatMap(({ lifecycle, hook }) => {
    const { livenessProbe: probe } = lifecycle;
    const wait = hook?.waits[0];
    if (!probe || !wait || probe.terminationGracePeriodSeconds !== undefined) return [];
    const waitsMillis = Math.min(wait.giveUpMillis ?? Infinity, pod.graceSeconds * 1000);
    return [at(lifecycle, `when the liveness probe of ${lifecycle.name} fails, its hook waits ${time(waitsMillis)} for `
      + `${wait.manager ?? wait.file}, which nobody asked to drain, before Envoy is restarted: meanwhile the pod serves nothing`, { pointer: probe.pointer })];
  }),
};
