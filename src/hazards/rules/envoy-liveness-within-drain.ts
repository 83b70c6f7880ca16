import { asksReadiness } from '../../upstream/envoy';
import { at, HazardRule } from '../rule';
import { time } from '../words';

export const envoyLivenessWithinDrain: HazardRule = {
  id: 'envoy-liveness-within-drain',
  severity: 'info',
  title: 'Envoy\'s liveness probe fails while it drains',
  why: 'A drain that no deletion started, such as after a restart of the manager, makes the readiness endpoint fail. A liveness probe '
    + 'on it then kills Envoy in the middle of the drain; it also heals an Envoy that was left draining.',
  remedy: 'Make period and failures of the liveness probe longer than the drain, or than the grace period where nothing else bounds it.',
  sources: ['https://github.com/envoyproxy/gateway/issues/5297'],
  check: ({ pod, envoys }) => envoys.flatMap(({ lifecycle, triggers, drainBoundMillis }) => {
    const { livenessProbe: probe } = lifecycle;
    // its own hook runs only when it ends anyway
    const byOthers = triggers.some(({ kind, by }) => kind === 'fail-health-checks' && by.lifecycle !== lifecycle);
    if (!probe || !byOthers || probe.action.kind !== 'httpGet') return [];
    if (!asksReadiness(probe.action.path)) return [];
    const windowMillis = probe.periodSeconds * probe.failureThreshold * 1000;
    // the kubelet ends the manager's hook then; Envoy drains on, and only its liveness probe heals it
    const hookMillis = Math.min(drainBoundMillis, pod.graceSeconds * 1000);
    return windowMillis >= hookMillis ? [] : [at(lifecycle,
      `the liveness probe of ${lifecycle.name} fails ${time(windowMillis)} after health checks do, and a drain may take `
      + `${drainBoundMillis === Infinity ? 'as long as the grace period' : time(drainBoundMillis)}: one that the manager's restart began ends in a kill`,
      { pointer: probe.pointer })];
  }),
};
