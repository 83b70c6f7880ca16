import { at, HazardRule } from '../rule';
import { mountOf } from '../../pod/mounted-files';

export const imageVolumeUnsupported: HazardRule = {
  id: 'image-volume-unsupported',
  severity: 'error',
  title: 'The cluster drops the volume that holds the hook\'s program',
  why: 'Below 1.35 the API server drops volumes of type image, and their mounts, without a word. The pod runs, and its first deletion '
    + 'finds no program for its hook: nothing drains.',
  remedy: 'Use an image that holds the program, or move to Kubernetes 1.35 with containerd 2.1 or later.',
  sources: ['https://kubernetes.io/docs/concepts/storage/volumes/#image', 'https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/'],
  check: ({ pod, containers }, { kubernetesVersion: version }) => (version?.imageVolumePossible ? [] : containers.flatMap(({ lifecycle }) => {
    const { preStop: hook, name } = lifecycle;
    const mount = hook?.kind === 'exec' ? mountOf(lifecycle, hook.command[0] ?? '') : undefined;
    if (!mount || !pod.volumes.some((volume) => volume.name === mount.volume && volume.kind === 'image')) return [];
    return [at(lifecycle, `the hook of ${name} runs ${(hook as { command: readonly string[] }).command[0]} from the image volume ${mount.volume}, which ${version
      ? `Kubernetes ${version.toString()} drops without a word: the hook fails, and nothing drains`
      : 'Kubernetes below 1.35 drops without a word; the version is not declared'}`, { pointer: hook!.pointer, severity: version ? undefined : 'info' })];
  })),
};
