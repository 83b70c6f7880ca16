import { HookStory } from './hook-story';
import { ContainerLifecycle } from '../pod/pod-lifecycle';
import { HookStep, ProgramBehaviour, Span } from '../upstream/behaviour';

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
export function ownDrainMillis({ onSigterm }: ProgramBehaviour): Span {
  if (onSigterm.kind === 'ignores') return { min: Infinity, max: Infinity };
  if (!onSigterm.drains) return { min: 0, max: 0 };
  return (onSigterm.steps ?? []).map(spanOf)
    .reduce((sum, { min, max }) => ({ min: sum.min + min, max: sum.max + max }), onSigterm.after);
}

/** The time of it that is set, without the moment that the program takes to end; who ignores SIGTERM drains nothing. */
export function nominalDrainMillis(program: ProgramBehaviour): number {
  const { min } = ownDrainMillis(program);
  return min === Infinity ? 0 : Math.floor(min / 100) * 100;
}

/** How long a step takes; one that waits for connections may have nobody to wait for. */
function spanOf(step: HookStep): Span {
  if (step.step === 'wait') return { min: step.millis, max: step.millis };
  if (step.step !== 'await-connections') return { min: 0, max: 0 };
  const { minMillis, timeoutMillis = Infinity } = step.wait;
  return { min: minMillis, max: timeoutMillis };
}
