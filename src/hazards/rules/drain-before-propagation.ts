import type { EnvoyStory } from '../envoy-story';
import { at, HazardRule } from '../rule';

/** Less is no delay. */
const AT_ONCE_MILLIS = 1_000;

export const drainBeforePropagation: HazardRule = {
  id: 'drain-before-propagation',
  severity: 'info',
  title: 'The drain begins before anybody knows that the pod goes',
  why: 'Clients that are told to leave at 0 s come back through endpoints and load balancers that still name this pod. And one that fails '
    + 'readiness at once is no fallback for the last endpoint of a node.',
  remedy: 'Begin with a delay: --health-check-failure-delay (Envoy Gateway 1.9), --drain-delay (Contour), or a sleep before the call.',
  sources: ['https://github.com/envoyproxy/gateway/issues/4156', 'https://github.com/istio/istio/issues/60649'],
  check: ({ envoys, isJob }) => (isJob ? [] : envoys.filter(beginsAtOnce)).map(({ lifecycle, triggers, hook }) => at(
    lifecycle,
    `the drain of ${lifecycle.name} begins ${triggers.length > 0 ? 'with the hook, at 0 s' : 'when it gets SIGTERM, at 0 s'}: clients that are told to leave come back `
    + 'to it until endpoints and load balancers know', { pointer: (triggers[0]?.by.hook ?? hook)?.lifecycle.pointer ?? lifecycle.pointer })),
};

/** A manager that delays failing health checks is gentle enough, though it tells clients at once. */
function beginsAtOnce({ triggers, program, sigterm, hook }: EnvoyStory): boolean {
  const delayed = triggers.some(({ by }) => (by.hook?.connections?.healthCheckFailureDelayMillis ?? 0) > 0);
  const first = Math.min(...triggers.filter(({ kind }) => kind !== 'quit-envoy').map(({ atMillis }) => atMillis));
  if (first !== Infinity) return !delayed && first < AT_ONCE_MILLIS;
  return program.onSigterm.drains && sigterm.leastMillis < AT_ONCE_MILLIS && hook?.known !== false;
}
