import { at, HazardRule } from '../rule';
import { joined } from '../words';

export const initContainerWithHooks: HazardRule = {
  id: 'init-container-with-hooks',
  severity: 'error',
  title: 'An init container has hooks or probes',
  why: 'The API server refuses them without restartPolicy: Always. It is also what is left of a native sidecar when an old client or '
    + 'webhook strips that field.',
  remedy: 'Add restartPolicy: Always if it is meant as a sidecar, else remove its hooks and probes.',
  sources: ['https://kubernetes.io/docs/concepts/workloads/pods/init-containers/', 'https://github.com/kubernetes/website/issues/42762'],
  anyPod: true,
  check: ({ containers }) => containers.filter(({ lifecycle }) => lifecycle.kind === 'init').flatMap(({ lifecycle }) => {
    const { preStop, postStart, livenessProbe, readinessProbe, startupProbe } = lifecycle;
    const parts = Object.entries({ preStop, postStart, livenessProbe, readinessProbe, startupProbe })
      .filter(([, part]) => part !== undefined);
    return parts.length === 0 ? [] : [at(lifecycle,
      `the init container ${lifecycle.name} has ${joined(parts.map(([name]) => name))} and no restartPolicy: Always: the API server refuses the pod`,
      { pointer: parts[0][1]!.pointer })];
  }),
};
