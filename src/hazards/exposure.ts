import type { Finding } from './rule';
import { PodLifecycle } from '../pod/pod-lifecycle';
import { selects, ServiceLifecycle } from '../pod/services';

/** As much of a pod as is kept until all Services are known. */
export interface ReachablePod extends Pick<PodLifecycle, 'object' | 'labels' | 'annotations' | 'pointer'> {
  readonly document: number;
}

/** Services of type LoadBalancer, found by one of the labels that they select by: there may be as many as pods. */
export interface LoadBalancers {
  add(services: readonly ServiceLifecycle[]): void;
  /** Whether a pod is behind one of them. */
  before(pod: ReachablePod): readonly Finding[];
}

export function createLoadBalancers(): LoadBalancers {
  const byLabel = new Map<string, ServiceLifecycle[]>();
  const keyOf = (namespace = 'default', label = '', value: unknown = ''): string => JSON.stringify([namespace, label, value]);
  return {
    add: (services) => {
      for (const service of services.filter(({ type }) => type === 'LoadBalancer')) {
        const [label, value] = Object.entries(service.selector)[0];
        const key = keyOf(service.namespace, label, value);
        const others = byLabel.get(key);
        if (others) others.push(service);
        else byLabel.set(key, [service]);
      }
    },
    before: ({ object: { namespace }, labels, pointer }) => {
      if (byLabel.size === 0) return [];
      const candidates = Object.entries(labels)
        .flatMap(([label, value]) => byLabel.get(keyOf(namespace, label, value)) ?? []);
      const service = candidates.find((candidate) => selects(candidate, labels, namespace));
      return service ? [{ pointer, message: messageOf(service) }] : [];
    },
  };
}

function messageOf({ name = 'of type LoadBalancer' }: ServiceLifecycle): string {
  return `the Service ${name} sends a load balancer's traffic here: whether Envoy is held long enough cannot be said without the `
    + 'time that it takes to notice';
}
