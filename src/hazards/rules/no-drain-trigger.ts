import type { ContainerStory } from '../container-story';
import { at, HazardRule } from '../rule';
import { isNeverTold } from '../told';
import { time } from '../words';

export const noDrainTrigger: HazardRule = {
  id: 'no-drain-trigger',
  severity: 'error',
  title: 'Nothing tells Envoy to drain',
  why: 'Envoy ends at once on SIGTERM and never drains by itself: requests in flight are cut, and clients learn only by a '
    + 'reset that their connection is gone.',
  remedy: 'Let a preStop hook start the drain and hold Envoy until connections are gone: weave a shutdown manager in (envoy-drain fix).',
  sources: [
    'https://github.com/kgateway-dev/kgateway/issues/5494', 'https://github.com/projectcontour/contour/issues/145',
    'https://github.com/emissary-ingress/emissary/issues/4112', 'https://github.com/wso2/api-platform/issues/2121',
  ],
  check: ({ pod, envoys, containers, apps, isJob }) => (isJob ? [] : envoys
    // a native sidecar ends after the app, which nobody asks for anything any more
    .filter((envoy) => isNeverTold(envoy) && !(envoy.lifecycle.kind === 'sidecar' && apps.length > 0))
    .map(({ lifecycle, ends, hook }) => at(lifecycle,
      `nothing tells the Envoy in ${lifecycle.name} to drain${becauseOf(containers, hook)}: it ends ${time(ends.leastMillis)} after the deletion and cuts `
      + `every connection at once${pod.graceSeconds > 1 ? `, whatever is left of the ${pod.graceSeconds} s grace period` : ''}`))),
};

/** A hook whose program refuses its flags, or that ends in failure otherwise. */
function becauseOf(containers: readonly ContainerStory[], own: ContainerStory['hook']): string {
  const failing = containers.find(({ hook }) => hook?.fails);
  if (!failing) return '';
  const isLate = failing.hook === own && own !== undefined && own.leastMillis > 0;
  return `, since the hook of ${failing.lifecycle.name} fails${isLate ? '' : ' at once'}`;
}
