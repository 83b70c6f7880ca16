import type { EnvoyStory } from '../envoy-story';
import { at, HazardRule } from '../rule';

/** Behind a Service it is told when all documents are known, see `exposure.ts`. */
export const loadBalancerUndeclared: HazardRule = {
  id: 'load-balancer-undeclared',
  severity: 'info',
  title: 'Nobody said how long the load balancer takes to notice',
  why: 'A load balancer goes on sending until its health checks have failed a few times. Whether Envoy is held that long '
    + 'cannot be told from manifests.',
  remedy: 'Declare the time with --load-balancer-detection, or the annotation envoy-drain/load-balancer-detection.',
  sources: ['https://github.com/projectcontour/contour/issues/3897', 'https://github.com/projectcontour/contour/issues/145'],
  check: ({ envoys }, { loadBalancerDetectionMillis }) => {
    if (loadBalancerDetectionMillis !== undefined) return [];
    return envoys.filter(isOnNodePorts).map(({ lifecycle }) =>
      at(lifecycle, `${lifecycle.name} is reached on ports of its node, and how long a load balancer in front of them `
        + 'goes on sending is not declared: whether Envoy is held long enough cannot be said'));
  },
};

export function isOnNodePorts({ lifecycle: { ports } }: EnvoyStory): boolean {
  return ports.some(({ hostPort }) => hostPort !== undefined);
}
