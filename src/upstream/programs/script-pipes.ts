import { Outcome } from './script-state';
import { HookStep } from '../behaviour';

/**
 * All commands of a pipe run at once: it lasts as long as the longest, and ends as the last one does. `request` is
 * what a call of an admin interface does that the pipe makes, if its program is there.
 */
export function joinedPipe(
  outcomes: readonly Outcome[], describe: () => string, request: Outcome | undefined,
): Outcome {
  // `!` without a command
  if (outcomes.length === 0) return { steps: [], status: 'succeeds' };
  const acting = outcomes.map(({ steps }) => steps).filter((steps) => steps.length > 0);
  const { status } = outcomes[outcomes.length - 1];
  if (request && status !== 'fails') return request;
  if (acting.length < 2) return { steps: acting[0] ?? [], status };
  const lengths = acting.map(millisOf);
  if (lengths.includes(undefined)) return { steps: [{ step: 'unknown', command: describe() }], status: 'unsure' };
  return { steps: [{ step: 'wait', millis: Math.max(...lengths.map(Number)) }], status };
}

/** Of what only waits. */
function millisOf(steps: readonly HookStep[]): number | undefined {
  let sum = 0;
  for (const step of steps) {
    if (step.step !== 'wait') return undefined;
    sum += step.millis;
  }
  return sum;
}
