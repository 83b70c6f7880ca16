import { at, HazardRule } from '../rule';

export const nativeSidecarUnsupported: HazardRule = {
  id: 'native-sidecar-unsupported',
  severity: 'error',
  title: 'The cluster does not know native sidecars',
  why: 'Below 1.29 the API server drops restartPolicy of an init container, or refuses the pod: the container is then waited for to '
    + 'end, which it never does, and the pod does not start.',
  remedy: 'Make it an ordinary container, or move to Kubernetes 1.29 or later.',
  sources: [
    'https://github.com/kubernetes/website/issues/42762', 'https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/',
  ],
  anyPod: true,
  needs: 'kubernetesVersion',
  concerns: ({ containers }) => containers.some(({ lifecycle }) => lifecycle.kind === 'sidecar'),
  check: ({ containers }, { kubernetesVersion: version }) => (version!.nativeSidecarsPossible ? [] : containers
    .filter(({ lifecycle }) => lifecycle.kind === 'sidecar')
    .map(({ lifecycle }) => at(lifecycle, `${lifecycle.name} is a native sidecar, which Kubernetes ${version!.toString()} does not know: `
      + 'the pod is refused, or waits for ever for it to end'))),
};
