import { adminCall } from './admin-calls';
import { baseName, hasNoTools, hook, HookRecogniser, notFound } from './recogniser';
import { HookStep, HookSurroundings } from '../behaviour';
import { ShellCommand, shellScriptOf, simpleCommands } from '../shell';
import { simpleSteps, sleepMillis } from './tools';

const SHELL = 'a shell script';

/** A script behind `sh -c`. `hookOf` recognises programs that the script starts. */
export function recogniseShellHook(hookOf: HookRecogniser): HookRecogniser {
  return (command, around) => {
    const script = shellScriptOf(command);
    if (script === undefined) return undefined;
    if (hasNoTools(around.image)) return notFound(SHELL);
    const commands = simpleCommands(script);
    return commands ? hook(SHELL, ...scriptSteps(commands, around, hookOf)) : hook(SHELL, { step: 'exit', code: 2 });
  };
}

/** Steps of a script from its first command on; what one of them does not know, the script does not. */
function scriptSteps(
  commands: readonly ShellCommand[], around: HookSurroundings, hookOf: HookRecogniser,
): readonly HookStep[] {
  const steps: HookStep[] = [];
  for (let index = 0; index < commands.length; index++) {
    const command = commands[index];
    if (command.loop) {
      const length = commands.slice(index).findIndex(({ loop }) => !loop);
      const loop = commands.slice(index, length < 0 ? undefined : index + length);
      steps.push(...loopSteps(loop, around));
      index += loop.length - 1;
    } else if (command.functionName === undefined && !isAlternative(command, commands[index - 1])) {
      steps.push(...commandSteps(command, around, hookOf));
    }
    if (command.argv[0] === 'exec' && !command.conditional) break;
  }
  return steps;
}

/** `... || true` runs only where the command before has failed; a pipe only filters. */
function isAlternative({ joinedBy }: ShellCommand, before: ShellCommand | undefined): boolean {
  return before !== undefined && (joinedBy === '||' || joinedBy === '|');
}

function commandSteps(command: ShellCommand, around: HookSurroundings, hookOf: HookRecogniser): readonly HookStep[] {
  const argv = command.argv[0] === 'exec' ? command.argv.slice(1) : command.argv;
  const own = written(command);
  if (argv.length === 0 || REST_OF_QUERY.includes(argv[0])) return own;
  const steps = adminCall(argv) ?? simpleSteps(argv, around) ?? hookOf(argv, around)?.steps;
  return steps && isCertain(command, steps) ? [...steps, ...own] : [{ step: 'unknown', command: argv.join(' ') }];
}

/** `.../drain_listeners?graceful&skip_exit` without quotes: the shell takes what follows `&` for a command. */
const REST_OF_QUERY = ['graceful', 'inboundonly', 'skip_exit'];

/** Nothing is known of what may not run, or goes on while the script does; a call of the admin takes no time. */
function isCertain({ background, conditional }: ShellCommand, steps: readonly HookStep[]): boolean {
  if (conditional) return steps.length === 0;
  return !background || !steps.some(({ step }) => TAKES_TIME.includes(step));
}

const TAKES_TIME: readonly HookStep['step'][] = ['wait', 'hang', 'wait-for-file', 'await-connections'];

/** Files that redirections write; those below /dev and /proc are none. */
function written({ redirections }: ShellCommand): HookStep[] {
  return redirections
    .filter(({ operator, target }) => operator.startsWith('>') && /^\/(?!dev\/|proc\/)/.test(target))
    .map(({ target }) => ({ step: 'write-file', file: target, failure: 'ignored' }));
}

/** `while [ ! -f FILE ]; do sleep 1; done`, or with `until` and `test`. */
function loopSteps(commands: readonly ShellCommand[], { env }: HookSurroundings): HookStep[] {
  const [condition, body] = commands;
  const file = awaitedFile(condition.argv);
  const pollMillis = body && !body.condition ? sleepMillis(body.argv, env) : undefined;
  if (commands.length === 2 && file !== undefined && pollMillis !== undefined && Number.isFinite(pollMillis)) {
    return [{ step: 'wait-for-file', file, pollMillis }];
  }
  if (condition.argv.join(' ') === 'true' || condition.argv[0] === ':') return [{ step: 'hang' }];
  return [{ step: 'unknown', command: commands.map(({ argv }) => argv.join(' ')).join('; ') }];
}

/** Whether it is `while` or `until` does not show; a loop that waits for a file to go is not seen in hooks. */
function awaitedFile(argv: readonly string[]): string | undefined {
  const words = argv.filter((word) => !['test', '[', ']', '[[', ']]', '!'].includes(word));
  const isTest = ['test', '[', '[[', '!'].includes(baseName(argv[0]));
  return isTest && words.length === 2 && ['-f', '-e', '-s'].includes(words[0]) ? words[1] : undefined;
}
