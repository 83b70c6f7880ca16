import { Outcome, Run, ScriptState } from './script-state';
import { sleepMillis } from './sleeps';
import { baseName } from '../../values/paths';
import { HookStep } from '../behaviour';
import { commandsIn, describeCommands, ShellCommand } from '../shell';
import { ShellNode } from '../shell-syntax';

/** Loops that wait for a file or for ever, or do nothing; how often any other runs is not known. */
export function loopSteps(node: ShellNode, state: ScriptState, run: Run): Outcome {
  const known = state.doubt ? undefined
    : waitSteps(node, state) ?? connectionSteps(node, state) ?? countedSteps(node, state, run)
      ?? endlessSteps(node, state, run);
  const commands = commandsIn(node, state.source);
  forgetVariables(commands, node, state);
  if (known) return { steps: known, status: 'succeeds' };
  const acts = jumps(commands) || node.type === 'While' || run(node.body as ShellNode, state).steps.length > 0;
  return { steps: acts ? [{ step: 'unknown', command: describeCommands(node, state.source) }] : [], status: 'unsure' };
}

/** `while [ ! -f FILE ]; do sleep 1; done`, or with `until` and `test`. */
function waitSteps({ type, kind, clause, body }: ShellNode, state: ScriptState): readonly HookStep[] | undefined {
  if (type !== 'While' || !clause) return undefined;
  const condition = onlyCommand(clause, state);
  const sleep = onlyCommand(body as ShellNode, state);
  if (!condition || !sleep) return undefined;
  const isNegated = countNegations(clause, condition) % 2 === 1;
  const file = isNegated === (kind === 'while') ? awaitedFile(condition.argv) : undefined;
  const pollMillis = sleepMillis(sleep.argv, state.env);
  if (file === undefined || pollMillis === undefined || !Number.isFinite(pollMillis)) return undefined;
  return [{ step: 'wait-for-file', file, pollMillis }];
}

/** If it is a program's own, and nobody goes on without it. */
function onlyCommand(part: ShellNode, { source, functions }: ScriptState): ShellCommand | undefined {
  const [command, ...others] = commandsIn(part, source);
  return others.length > 0 || !command || command.background || functions.has(command.argv[0]) ? undefined : command;
}

/** `[ ! -f FILE ]` and `! [ -f FILE ]`. */
function countNegations(clause: ShellNode, { argv }: ShellCommand): number {
  const pipelines = (clause.commands ?? []).map(({ command }) => command?.prefixes ?? []);
  return argv.filter((word) => word === '!').length
    + pipelines.flat().filter(({ type }) => type === 'Negation').length;
}

function awaitedFile(argv: readonly string[]): string | undefined {
  const words = argv.filter((word) => !['test', '[', ']', '[[', ']]', '!'].includes(word));
  const isTest = ['test', '[', '[['].includes(baseName(argv[0]));
  return isTest && words.length === 2 && ['-f', '-e', '-s'].includes(words[0]) ? words[1] : undefined;
}

/** `until curl .../stats | grep ...active: 0; do sleep 1; done`: a wait for connections that nothing bounds. */
function connectionSteps({ type, clause, body }: ShellNode, state: ScriptState): readonly HookStep[] | undefined {
  if (type !== 'While' || !clause) return undefined;
  const asked = commandsIn(clause, state.source);
  const sleep = onlyCommand(body as ShellNode, state);
  const pollMillis = sleep && sleepMillis(sleep.argv, state.env);
  const asksAdmin = asked.some(({ argv }) => ['curl', 'wget'].includes(baseName(argv[0])) && argv.some((word) => /\/stats\b/.test(word)));
  if (!asksAdmin || pollMillis === undefined || !Number.isFinite(pollMillis)) return undefined;
  if (!asked.some(({ argv }) => argv.some((word) => COUNTS_CONNECTIONS.test(word)))) return undefined;
  return [{ step: 'await-connections', wait: { pollMillis, minMillis: 0, exitAt: 0, counts: 'all' } }];
}

/** Gauges of Envoy's that come to 0 when everybody has left. */
const COUNTS_CONNECTIONS = /downstream_(cx|rq)_active|total_connections/;

/** `for i in $(seq 20); do sleep 1; done`: as often as there are words. */
function countedSteps(node: ShellNode, state: ScriptState, run: Run): readonly HookStep[] | undefined {
  const times = node.type === 'For' ? countWords(node) : undefined;
  if (times === undefined || times > MOST_ROUNDS || jumps(commandsIn(node, state.source))) return undefined;
  const { steps } = run(node.body as ShellNode, { ...state, errexit: false });
  const millis = steps.reduce((sum, step) => (step.step === 'wait' ? sum + step.millis : NaN), 0);
  if (Number.isNaN(millis)) return undefined;
  return millis * times === 0 ? [] : [{ step: 'wait', millis: times * millis }];
}

const MOST_ROUNDS = 100_000;

/** Undefined where a word may stand for several. */
function countWords({ wordlist = [] }: ShellNode): number | undefined {
  const texts = wordlist.map(({ text = '' }) => text);
  if (texts.length !== 1) return texts.some((text) => /[$`*?{]/.test(text)) ? undefined : texts.length;
  const [, from = '1', to] = /^(?:\$\(|`)seq (?:(\d+) )?(\d+)(?:\)|`)$/.exec(texts[0]) ?? /^\{(\d+)\.\.(\d+)\}$/.exec(texts[0]) ?? [];
  return to === undefined ? (/[$`*?{]/.test(texts[0]) ? undefined : 1) : Math.max(0, Number(to) - Number(from) + 1);
}

/** `while true` without a way out; `while false` is none at all. */
function endlessSteps(node: ShellNode, state: ScriptState, run: Run): readonly HookStep[] | undefined {
  if (node.type !== 'While' || jumps(commandsIn(node, state.source))) return undefined;
  const condition = run(node.clause, { ...state, errexit: false });
  if (condition.steps.length > 0 || condition.status === 'unsure') return undefined;
  if ((condition.status === 'succeeds') !== (node.kind === 'while')) return [];
  const { steps } = run(node.body as ShellNode, state);
  if (state.errexit || steps.some(({ step }) => step === 'unknown')) return undefined;
  return [...steps.every(({ step }) => step === 'wait') ? [] : steps, { step: 'hang' }];
}

/** Ways out of a loop. */
function jumps(commands: readonly ShellCommand[]): boolean {
  return commands.some(({ argv }) => ['break', 'continue', 'exit', 'return', 'exec', 'eval', '.', 'source'].includes(argv[0]));
}

/** What a loop assigns, if it runs at all. */
function forgetVariables(commands: readonly ShellCommand[], { name }: ShellNode, { env }: ScriptState): void {
  const loopVariable = typeof name === 'object' ? [String(name.value ?? name.text)] : [];
  const assigned = commands.flatMap(({ assignments }) => Object.keys(assignments));
  for (const variable of [...loopVariable, ...assigned]) env[variable] = `$${variable}`;
}
