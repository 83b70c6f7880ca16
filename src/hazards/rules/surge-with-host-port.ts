import { at, HazardRule } from '../rule';
import { joined } from '../words';
import { workloadKind } from '../workload-kind';

export const surgeWithHostPort: HazardRule = {
  id: 'surge-with-host-port',
  severity: 'error',
  title: 'A rollout needs ports that the old pod holds',
  why: 'A port of the node can be held by one pod. The new pod of a surge waits for a free node, and the old one is not stopped '
    + 'before the new one is ready: the rollout hangs.',
  remedy: 'Set maxSurge: 0 and maxUnavailable: 1.',
  sources: ['https://github.com/projectcontour/contour/issues/6148'],
  check: ({ pod, containers }) => {
    const { strategy, maxSurge = 0, maxUnavailable = 0, pointer } = pod.rollout;
    const kind = workloadKind(pod);
    if (strategy !== 'RollingUpdate' || maxSurge === 0 || !['Deployment', 'DaemonSet'].includes(kind)) return [];
    if (kind === 'Deployment' && maxUnavailable > 0) return [];
    return containers.filter(({ lifecycle }) => lifecycle.kind !== 'init' && lifecycle.ports.some(({ hostPort }) => hostPort !== undefined)).slice(0, 1).map(({ lifecycle }) => {
      const ports = lifecycle.ports.flatMap(({ hostPort }) => hostPort ?? []);
      return at(lifecycle, `${lifecycle.name} holds ${ports.length === 1 ? 'port' : 'ports'} ${joined(ports.map(String))} of its node, and the ${kind} surges by ${maxSurge}`
        + `${kind === 'Deployment' ? ' without letting a pod go first (maxUnavailable comes to 0)' : ''}: where every node has a pod, the new one never starts`,
      { pointer: pointer ?? pod.pointer });
    });
  },
};
