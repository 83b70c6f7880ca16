import { HazardRule } from '../rule';
import { workloadKind } from '../workload-kind';

export const recreateDropsTraffic: HazardRule = {
  id: 'recreate-drops-traffic',
  severity: 'warning',
  title: 'A rollout takes all pods down first',
  why: 'With strategy Recreate, or one replica that may be unavailable, no pod serves from the moment the old one drains until the new '
    + 'one is ready, however well each of them drains.',
  remedy: 'Use RollingUpdate with maxUnavailable: 0, and two replicas or more.',
  sources: ['https://github.com/kgateway-dev/kgateway/issues/12247'],
  check: ({ pod, envoys }) => {
    const { strategy, replicas = 1, maxUnavailable = 0, pointer = pod.pointer } = pod.rollout;
    if (workloadKind(pod) !== 'Deployment' || envoys.length === 0 || replicas === 0) return [];
    if (strategy === 'Recreate') {
      return [{ pointer, message: `a rollout stops all ${replicas === 1 ? 'pods' : `${replicas} pods`} before the first new one starts: nobody answers meanwhile` }];
    }
    return replicas === 1 && maxUnavailable >= 1
      ? [{ pointer, message: 'a rollout stops the only pod before the new one is ready (maxUnavailable comes to 1): nobody answers meanwhile' }] : [];
  },
};
