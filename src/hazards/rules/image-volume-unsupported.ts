import { mountOf } from '../../pod/mounted-files';
import { at, HazardRule } from '../rule';

export const imageVolumeUnsupported: HazardRule = {
  id: 'image-volume-unsupported',
  severity: 'error',
  title: 'The cluster drops the volume that holds the hook\'s program',
  why: 'Below 1.35 the API server drops volumes of type image, and their mounts, without a word. The pod runs, and its first deletion '
    + 'finds no program for its hook: nothing drains.',
  remedy: 'Use an image that holds the program, or move to Kubernetes 1.35 with containerd 2.1 or later.',
  sources: ['https://kubernetes.io/docs/concepts/storage/volumes/#image', 'https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/'],
  check: ({ pod, containers }, { kubernetesVersion: version }) => containers.flatMap(({ lifecycle }) => {
    const { preStop: hook, name, kind } = lifecycle;
    if (hook?.kind !== 'exec' || kind === 'init' || version?.imageVolumePossible) return [];
    const isOnImage = (path: string): boolean => pod.volumes.some(({ name: volume, kind: source }) =>
      source === 'image' && mountOf(lifecycle, path)?.volume === volume);
    const program = pathsIn(hook.command).find(isOnImage);
    return program === undefined ? [] : [at(lifecycle,
      `the hook of ${name} runs ${program} from the image volume ${mountOf(lifecycle, program)!.volume}, which ${version
        ? `Kubernetes ${version.toString()} drops without a word: the hook fails, and nothing drains`
        : 'Kubernetes below 1.35 drops without a word; the version is not declared'}`,
      { pointer: hook.pointer, severity: version ? undefined : 'info' })];
  }),
};

/** Also those that a script calls. */
function pathsIn(command: readonly string[]): readonly string[] {
  return command.join(' ').match(/(?<![\w/.-])\/[\w./-]+/g) ?? [];
}
