import type { Finding } from './rule';
import { PodLifecycle } from '../pod/pod-lifecycle';
import { selects, ServiceLifecycle } from '../pod/services';

/** As much of a pod as is kept until all Services are known. */
export interface ReachablePod extends Pick<PodLifecycle, 'object' | 'labels' | 'annotations' | 'pointer'> {
  readonly document: number;
}

/** Whether a pod is behind a Service of type LoadBalancer that the input holds. */
export function behindLoadBalancer(
  { object, labels, pointer }: ReachablePod, services: readonly ServiceLifecycle[],
): readonly Finding[] {
  const service = services.find((candidate) =>
    candidate.type === 'LoadBalancer' && selects(candidate, labels, object.namespace));
  if (!service) return [];
  return [{
    pointer,
    message: `the Service ${service.name ?? 'of type LoadBalancer'} sends a load balancer's traffic here: `
      + 'whether Envoy is held long enough cannot be said without the time that it takes to notice',
  }];
}
