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
  const byNamespace = new Map<string, Map<string, ServiceLifecycle[]>>();
  return {
    add: (services) => {
      for (const service of services.filter(({ type }) => type === 'LoadBalancer')) {
        const [label, value] = Object.entries(service.selector)[0];
        const { namespace = DEFAULT_NAMESPACE } = service;
        const byLabel = byNamespace.get(namespace) ?? new Map<string, ServiceLifecycle[]>();
        byNamespace.set(namespace, byLabel);
        const key = labelKey(label, value);
        const others = byLabel.get(key);
        if (others) others.push(service);
        else byLabel.set(key, [service]);
      }
    },
    before: ({ object: { namespace }, labels, pointer }) => {
      const byLabel = byNamespace.get(namespace ?? DEFAULT_NAMESPACE);
      if (!byLabel) return [];
      for (const label of Object.keys(labels)) {
        const service = byLabel.get(labelKey(label, labels[label]))?.find((each) => selects(each, labels, namespace));
        if (service) return [{ pointer, message: messageOf(service) }];
      }
      return [];
    },
  };
}

const DEFAULT_NAMESPACE = 'default';

/** No label has a line feed. */
function labelKey(label: string, value: unknown): string {
  return `${label}\n${String(value)}`;
}

function messageOf({ name = 'of type LoadBalancer' }: ServiceLifecycle): string {
  return `the Service ${name} sends a load balancer's traffic here: whether Envoy is held long enough cannot be said without the `
    + 'time that it takes to notice';
}
