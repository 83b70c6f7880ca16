import { at, HazardRule } from '../rule';

export const siblingManager: HazardRule = {
  id: 'sibling-manager',
  severity: 'warning',
  title: 'The manager could be a native sidecar, and is not',
  why: 'Two ordinary containers are stopped at the same time. If the manager\'s hook fails, or Envoy\'s hook starts late, the manager is '
    + 'gone before Envoy asks it, and Envoy is stopped without a drain. A native sidecar ends after Envoy.',
  remedy: 'Move the manager to initContainers with restartPolicy: Always, and give it a startup probe.',
  sources: [
    'https://github.com/envoyproxy/gateway/issues/9484', 'https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/',
  ],
  needs: 'kubernetesVersion',
  concerns: ({ managers }) => managers.some(({ lifecycle }) => lifecycle.kind === 'regular'),
  check: ({ envoys, managers }, { kubernetesVersion: version }) => {
    if (!version!.nativeSidecarsPossible) return [];
    const awaited = envoys.flatMap(({ hook }) => (hook?.waits ?? []).flatMap(({ manager }) => manager ?? []));
    return managers.filter(({ lifecycle }) => lifecycle.kind === 'regular' && awaited.includes(lifecycle.name)).map(({ lifecycle }) =>
      at(lifecycle, `Envoy's hook waits for ${lifecycle.name}, an ordinary container that is stopped at the same time as Envoy, though `
        + `Kubernetes ${version!.toString()} can run it as a native sidecar: if its hook fails or Envoy's starts late, nothing drains`,
      { severity: version!.nativeSidecarsGeneral ? undefined : 'info' }));
  },
};
