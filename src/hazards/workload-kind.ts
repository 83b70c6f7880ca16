import { PodLifecycle } from '../pod/pod-lifecycle';

/** What rolls a pod out: Envoy Gateway makes an EnvoyProxy a Deployment, or a DaemonSet, which has no replicas. */
export function workloadKind({ object: { kind }, rollout }: PodLifecycle): string {
  if (kind !== 'EnvoyProxy') return kind;
  return rollout.replicas === undefined ? 'DaemonSet' : 'Deployment';
}
