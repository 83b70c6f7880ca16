import { HookStory } from './hook-story';
import { ContainerLifecycle } from '../pod/pod-lifecycle';
import { ProgramBehaviour } from '../upstream/behaviour';

/** A container, what runs in it, and what its hook does. */
export interface ContainerStory {
  readonly lifecycle: ContainerLifecycle;
  readonly program: ProgramBehaviour;
  readonly hook?: HookStory;
  /** When its hook has ended and what its program does on SIGTERM is over, at the least. */
  readonly endsAtLeastMillis: number;
}

export function containerStory(
  lifecycle: ContainerLifecycle, program: ProgramBehaviour, hook: HookStory | undefined,
): ContainerStory {
  const hookMillis = hook?.leastMillis ?? 0;
  return { lifecycle, program, hook, endsAtLeastMillis: hookMillis + ownDrainMillis(program).min };
}

/** How long a program goes on serving after SIGTERM by itself. */
export function ownDrainMillis({ onSigterm }: ProgramBehaviour): { readonly min: number; readonly max: number } {
  if (onSigterm.kind === 'ignores') return { min: Infinity, max: Infinity };
  return onSigterm.drains ? onSigterm.after : { min: 0, max: 0 };
}
