import type { ContainerStory } from '../container-story';
import type { EnvoyStory } from '../envoy-story';
import { at, HazardRule } from '../rule';
import { time } from '../words';

export const companionDiesBeforeEnvoy: HazardRule = {
  id: 'companion-dies-before-envoy',
  severity: 'error',
  title: 'A service that Envoy needs ends before Envoy',
  why: 'While Envoy drains it still serves, and requests that need the other container (ext_proc, rate limit, access log) fail once '
    + 'that one has been stopped, at 0 s.',
  remedy: 'Make the companion a native sidecar before Envoy, or give it a hook that waits as long as Envoy\'s.',
  sources: ['https://github.com/envoyproxy/ai-gateway/issues/629'],
  check: ({ pod, envoys, companions, containers }) => companions.flatMap((companion) => {
    const { lifecycle, hook, endsAtLeastMillis } = companion;
    if (lifecycle.kind !== 'regular' || hook?.known === false) return [];
    const others = containers.filter((other) => other !== companion);
    const [{ envoy, millis }] = envoys.map((one) => ({ envoy: one, millis: servesUntil(one, others) }))
      .sort((one, other) => other.millis - one.millis);
    const untilMillis = Math.min(millis, pod.graceSeconds * 1000);
    const waitsToo = hook?.waits.some(({ key }) => envoy.hook?.waits.some((wait) => wait.key === key));
    if (waitsToo || endsAtLeastMillis >= untilMillis) return [];
    return [at(lifecycle, `${lifecycle.name}, which ${envoy.lifecycle.name} calls, gets SIGTERM after ${time(hook?.leastMillis ?? 0)}, and `
      + `${envoy.lifecycle.name} may serve until ${time(untilMillis)}: requests that need it fail meanwhile`)];
  }),
};

/** A native sidecar ends when the ordinary containers have: it outlasts one only where another one does. */
function servesUntil({ lifecycle, sigterm }: EnvoyStory, others: readonly ContainerStory[]): number {
  if (lifecycle.kind !== 'sidecar') return sigterm.mostMillis;
  return Math.max(0, ...others.filter((other) => other.lifecycle.kind === 'regular').map((other) => other.endsAtLeastMillis));
}
