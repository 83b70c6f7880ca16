import { fileKey } from '../../pod/mounted-files';
import type { ContainerStory } from '../container-story';
import type { FileWait } from '../hook-story';
import type { PodStory } from '../pod-story';
import { at, Finding, HazardRule } from '../rule';

export const hookWaitsOnSiblingHook: HazardRule = {
  id: 'hook-waits-on-sibling-hook',
  severity: 'info',
  title: 'One hook waits for what another one does',
  why: 'Hooks of ordinary containers run at the same time, in no order, and only in containers that run. If the other one does not '
    + 'run or fails, this one waits for what never comes, or is refused at once.',
  remedy: 'Make the one that is waited for a native sidecar with a startup probe, so that it is up before and ends after.',
  sources: ['https://github.com/kubernetes/kubernetes/issues/53727', 'https://github.com/projectcontour/contour/issues/5536'],
  anyPod: true,
  check: (story) => story.containers.flatMap((container) => awaited(container, story)
    .filter((other) => other.lifecycle.kind !== 'sidecar' || !other.lifecycle.startupProbe)
    .slice(0, 1).map((other): Finding => at(container.lifecycle,
      `the hook of ${container.lifecycle.name} waits for what the hook of ${other.lifecycle.name} does, and nothing orders the two: `
      + `if ${other.lifecycle.name} does not run or its hook fails, the wait is in vain`, { pointer: container.hook!.lifecycle.pointer }))),
};

/** Who writes what a hook waits for, also where what writes it is only named in a script that is not understood. */
function awaited(container: ContainerStory, { containers }: PodStory): ContainerStory[] {
  return (container.hook?.waits ?? []).flatMap((wait) => containers.filter((other) =>
    other !== container && (wait.writers.includes(other.lifecycle.name) || names(other, wait))));
}

function names({ lifecycle, hook }: ContainerStory, { key, file }: FileWait): boolean {
  if (hook?.known !== false || lifecycle.preStop?.kind !== 'exec') return false;
  const name = file.slice(file.lastIndexOf('/') + 1);
  const paths = lifecycle.preStop.command.join(' ').match(/\/[\w./-]+/g) ?? [];
  return paths.some((path) => path.endsWith(`/${name}`) && fileKey(lifecycle, path) === key);
}
