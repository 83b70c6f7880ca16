import type { ContainerStory } from './container-story';
import type { FileWait, HookStory } from './hook-story';

/** A container's hook that waits for a file. */
export interface WaitingHook {
  readonly lifecycle: ContainerStory['lifecycle'];
  readonly hook: HookStory;
  readonly wait: FileWait;
}

/** What hooks wait for, one by one. */
export function waitsOf(containers: readonly ContainerStory[]): WaitingHook[] {
  return containers.flatMap(({ lifecycle, hook }) =>
    (hook ? hook.waits.map((wait) => ({ lifecycle, hook, wait })) : []));
}
