import { hook, HookRecogniser } from './recogniser';
import { partMillis } from './sleeps';
import { baseName } from '../../values/paths';
import { HookStep } from '../behaviour';

/** `timeout 10 COMMAND`: the command, cut after a time. `hookOf` recognises it. */
export function recogniseTimeout(hookOf: HookRecogniser): HookRecogniser {
  return (command, around) => {
    if (baseName(command[0]) !== 'timeout') return undefined;
    const start = firstWord(command);
    const limitMillis = partMillis(command[start] ?? '');
    const inner = limitMillis === undefined ? undefined : hookOf(command.slice(start + 1), around);
    const steps = inner && cut(inner.steps, limitMillis!);
    return steps && { ...hook(inner.program, ...steps), missing: inner.missing };
  };
}

/** Of its options only these have a value apart. */
function firstWord(command: readonly string[]): number {
  let index = 1;
  while (index < command.length && command[index].startsWith('-')) {
    index += /^(-k|-s|--signal|--kill-after)$/.test(command[index]) ? 2 : 1;
  }
  return index;
}

/** https://www.gnu.org/software/coreutils/manual/html_node/timeout-invocation.html */
const TIMED_OUT = 124;

/** What waits for something else takes no longer; whether it is over before is not known. */
function cut(steps: readonly HookStep[], limitMillis: number): readonly HookStep[] | undefined {
  let left = limitMillis;
  const kept: HookStep[] = [];
  for (const step of steps) {
    if (step.step === 'unknown' || step.step === 'await-connections' || step.step === 'wait-for-file') return undefined;
    const millis = step.step === 'hang' ? Infinity : step.step === 'wait' ? step.millis : 0;
    if (millis > left) return [...kept, { step: 'wait', millis: left }, { step: 'exit', code: TIMED_OUT }];
    left -= millis;
    kept.push(step);
  }
  return kept;
}
