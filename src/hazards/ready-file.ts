import type { ContainerStory } from './container-story';
import { mountOf } from '../pod/mounted-files';
import { MountLifecycle } from '../pod/pod-lifecycle';
import { baseName } from '../values/paths';

/** A ready file that somebody waits for. */
export interface ReadyFile {
  readonly container: ContainerStory;
  readonly file: string;
  /** The mount that it lies on; none in the container's own filesystem. */
  readonly mount?: MountLifecycle;
}

/** Ready files of the pod, by the containers whose hooks write them. */
export function managerWrites(containers: readonly ContainerStory[]): ReadyFile[] {
  const awaited = containers.flatMap(({ hook }) => (hook?.waits ?? []).map(({ file }) => file));
  return containers.flatMap((container) => (container.hook?.writes ?? [])
    .filter(({ file }) => awaited.some((other) => baseName(other) === baseName(file)))
    .map(({ file }) => ({ container, file, mount: mountOf(container.lifecycle, file) })));
}
