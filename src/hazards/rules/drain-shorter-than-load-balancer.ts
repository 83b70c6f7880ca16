import { START_MILLIS } from '../propagation';
import { at, HazardRule } from '../rule';
import { time } from '../words';

export const drainShorterThanLoadBalancer: HazardRule = {
  id: 'drain-shorter-than-load-balancer',
  severity: 'error',
  title: 'The load balancer notices too late',
  why: 'The load balancer goes on sending new connections until its health checks have failed often enough. Envoy has stopped '
    + 'taking them by then, and clients see refused connections or 5xx.',
  remedy: 'Hold Envoy longer than the load balancer takes to notice, counted from the moment health checks begin to fail.',
  sources: ['https://github.com/projectcontour/contour/issues/3897', 'https://github.com/projectcontour/contour/issues/145'],
  needs: 'loadBalancerDetectionMillis',
  concerns: ({ envoys, isJob }) => envoys.length > 0 && !isJob,
  check: ({ envoys, isJob }, { loadBalancerDetectionMillis = 0 }) => (isJob ? [] : envoys.flatMap((envoy) => {
    const { lifecycle, holdMillis, holdIsKnown, noticeableAtMillis: failAt, hook, triggers } = envoy;
    // another container's hook that fails health checks may start late, and Envoy's wait does not start later for that
    const fails = triggers.find(({ kind, atMillis }) => kind === 'fail-health-checks' && atMillis === failAt);
    const leftMillis = Math.max(0, Math.min(holdMillis, fails?.by.hook?.leastMillis ?? Infinity) - failAt);
    if (!holdIsKnown || leftMillis + START_MILLIS >= loadBalancerDetectionMillis) return [];
    return [at(lifecycle, `the load balancer takes ${time(loadBalancerDetectionMillis)} to notice, and ${lifecycle.name} takes new connections for `
      + `only ${time(leftMillis)} after ${failAt > 0 ? 'its health checks begin to fail' : 'the pod was deleted'}: those that it still sends are refused`,
    { pointer: hook?.lifecycle.pointer ?? lifecycle.pointer })];
  })),
};
