import { at, HazardRule } from '../rule';

export const hookHostMissingOnHostNetwork: HazardRule = {
  id: 'hook-host-missing-on-host-network',
  severity: 'error',
  title: 'The HTTP hook of a pod on the host network names no host',
  why: 'On the host network a pod has no address of its own. The kubelet does not know whom to ask, and the hook fails at once.',
  remedy: 'Write host: 127.0.0.1 into the hook.',
  sources: ['https://github.com/envoyproxy/gateway/issues/9861', 'https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/kubelet/lifecycle/handlers.go'],
  check: ({ pod, containers }) => (!pod.hostNetwork ? [] : containers.flatMap(({ lifecycle }) => {
    const { preStop: hook, name } = lifecycle;
    return hook?.kind === 'httpGet' && hook.host === undefined ? [at(lifecycle,
      `the hook of ${name} names no host, and on the host network there is no other address: it fails, and ${name} gets SIGTERM after 0 s`,
      { pointer: hook.pointer })] : [];
  })),
};
