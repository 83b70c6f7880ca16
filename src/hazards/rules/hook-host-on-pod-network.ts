import { isNode } from '../http-target';
import { at, HazardRule } from '../rule';

export const hookHostOnPodNetwork: HazardRule = {
  id: 'hook-host-on-pod-network',
  severity: 'error',
  title: 'The HTTP hook calls the node',
  why: 'The kubelet makes the call, from the node: 127.0.0.1 is the node itself, where nothing of the pod listens. The hook is refused '
    + 'and the container is stopped at once.',
  remedy: 'Remove host from the hook: the kubelet then asks the pod\'s own address.',
  sources: ['https://github.com/envoyproxy/gateway/issues/9861'],
  anyPod: true,
  check: ({ pod, containers }) => (pod.hostNetwork ? [] : containers.flatMap(({ lifecycle }) => {
    const { preStop: hook, name } = lifecycle;
    return hook?.kind === 'httpGet' && isNode(hook.host) ? [at(lifecycle,
      `the hook of ${name} names ${hook.host}, which is the node for the kubelet that calls it: it is refused, and ${name} gets SIGTERM after 0 s`,
      { pointer: hook.pointer })] : [];
  })),
};
