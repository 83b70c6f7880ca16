import { fileKey } from '../../pod/mounted-files';
import { isHelper } from '../apps';
import type { ContainerStory } from '../container-story';
import type { FileWait } from '../hook-story';
import { at, HazardRule } from '../rule';
import { time } from '../words';

export const readyFileNeverWritten: HazardRule = {
  id: 'ready-file-never-written',
  severity: 'error',
  title: 'Nobody writes the file that a hook waits for',
  why: 'The hook waits until it gives up or the grace period is over, and nothing was drained meanwhile.',
  remedy: 'Give the manager its exec hook (envoy-gateway envoy shutdown, contour envoy shutdown), which drains and then writes the file.',
  sources: ['https://github.com/kubernetes/kubernetes/issues/53727', 'https://github.com/envoyproxy/gateway/blob/v1.9.0/internal/cmd/envoy/shutdown_manager.go'],
  check: ({ pod, containers }) => containers.flatMap(({ lifecycle, hook }) => (hook?.waits ?? []).flatMap((wait) => {
    const doubtful = containers.some((other) => other.hook?.known === false || other.hook?.fails
      || (wait.manager === undefined && !other.program.known && mayReach(other, wait)));
    if (wait.writers.length > 0 || doubtful || mayWrite(containers, wait)) return [];
    const untilMillis = Math.min(wait.giveUpMillis ?? Infinity, pod.graceSeconds * 1000);
    return [at(lifecycle, `the hook of ${lifecycle.name} waits for ${wait.file}${wait.manager ? ` of ${wait.manager}` : ''}, and no hook of the pod writes it: `
      + `it waits ${time(untilMillis)} in vain`, { pointer: hook!.lifecycle.pointer })];
  })),
};

/** A program that nobody knows, where the file is; log shippers and the like only read. */
function mayReach(container: ContainerStory, { key }: FileWait): boolean {
  const { kind, mounts, name } = container.lifecycle;
  if (kind === 'init' || isHelper(container)) return false;
  return key.startsWith('volume:') ? mounts.some(({ volume }) => key.startsWith(`volume:${volume}:`)) : key.startsWith(`container:${name}:`);
}

/** It has a hook that writes it, and only may not. */
function mayWrite(containers: readonly ContainerStory[], { key }: FileWait): boolean {
  return containers.some(({ lifecycle, hook }) => hook?.writes.some(({ file }) => fileKey(lifecycle, file) === key));
}
