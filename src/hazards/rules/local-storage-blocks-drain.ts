import { HazardRule } from '../rule';
import { joined } from '../words';
import { workloadKind } from '../workload-kind';

export const localStorageBlocksDrain: HazardRule = {
  id: 'local-storage-blocks-drain',
  severity: 'info',
  title: 'An emptyDir holds up node drains',
  why: 'A node drain (kubectl drain) refuses pods with an emptyDir unless it is told to delete its data, and the cluster autoscaler keeps their node.',
  remedy: 'Annotate the pods with cluster-autoscaler.kubernetes.io/safe-to-evict: "true", and drain with --delete-emptydir-data.',
  sources: [
    'https://github.com/projectcontour/contour/issues/4322',
    'https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/FAQ.md#what-types-of-pods-can-prevent-ca-from-removing-a-node',
  ],
  check: ({ pod, isJob }) => {
    if (isJob || workloadKind(pod) === 'DaemonSet' || pod.annotations[SAFE] === 'true') return [];
    const released = (pod.annotations[SAFE_VOLUMES] ?? '').split(',');
    const blocking = pod.volumes.filter(({ kind, medium, name }) => kind === 'emptyDir' && medium !== 'Memory' && !released.includes(name));
    return blocking.length === 0 ? [] : [{
      pointer: blocking[0].pointer,
      message: `${blocking.length === 1 ? 'the emptyDir' : 'each of the emptyDirs'} ${joined(blocking.map(({ name }) => name))} makes kubectl drain and the autoscaler refuse to move the pod`,
    }];
  },
};

const SAFE = 'cluster-autoscaler.kubernetes.io/safe-to-evict';
const SAFE_VOLUMES = 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes';
