import type { ContainerStory } from './container-story';
import { mountOf } from '../pod/mounted-files';
import { MountLifecycle } from '../pod/pod-lifecycle';

/** A ready file that somebody waits for. */
export interface ReadyFile {
  readonly container: ContainerStory;
  readonly file: string;
  /** The mount that it lies on; none in the container's own filesystem. */
  readonly mount?: MountLifecycle;
  /** Its program fails where it cannot write. */
  readonly required: boolean;
}

/** Ready files of the pod, by the containers whose hooks write them. */
export function managerWrites(containers: readonly ContainerStory[]): ReadyFile[] {
  const awaited = containers.flatMap(({ hook }) => (hook?.waits ?? []).map(({ file }) => file));
  return containers.flatMap((container) => (container.hook?.writes ?? [])
    .filter(({ file }) => awaited.some((other) => baseName(other) === baseName(file)))
    .map(({ file, required }) => ({ container, file, required, mount: mountOf(container.lifecycle, file) })));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
