import { at, HazardRule } from '../rule';
import { patchOf, sidecarDefectOf } from '../sidecar-defects';

export const nativeSidecarOnBuggyKubelet: HazardRule = {
  id: 'native-sidecar-on-buggy-kubelet',
  severity: 'warning',
  title: 'This kubelet has a known defect with native sidecars',
  why: 'Early patches of 1.29 to 1.31 make a sidecar wait for another that is not running until the grace period is over. 1.35.0 to '
    + '1.35.5 leave a crashed container of a pod with a sidecar down after the kubelet was restarted.',
  remedy: 'Move to a patch with the fix: 1.29.9, 1.30.5, 1.31.1, 1.35.6, or later.',
  sources: [
    'https://github.com/kubernetes/kubernetes/issues/125880', 'https://github.com/kubernetes/kubernetes/issues/136910',
  ],
  anyPod: true,
  needs: 'kubernetesVersion',
  concerns: ({ containers }) => containers.some(({ lifecycle }) => lifecycle.kind === 'sidecar'),
  check: ({ containers }, { kubernetesVersion: version }) => {
    const defect = sidecarDefectOf(version!);
    if (!defect) return [];
    const patch = patchOf(version!);
    const sidecar = containers.find(({ lifecycle }) => lifecycle.kind === 'sidecar');
    if (!sidecar || (patch !== undefined && patch >= defect.fixedInPatch)) return [];
    const known = patch === undefined ? `some patches of Kubernetes ${version!.toString()}, of which the patch is not declared,` : `Kubernetes ${version!.toString()}`;
    return [at(sidecar.lifecycle, `${known} ${patch === undefined ? 'have' : 'has'} a defect with native sidecars like ${sidecar.lifecycle.name}: ${defect.what}`,
      { severity: patch === undefined ? 'info' : undefined })];
  },
};
