import { adminCall } from './admin-calls';
import { missingIn } from './image-tools';
import { socketOutcome } from './script-sockets';
import { Outcome, Run, ScriptState } from './script-state';
import { resolved } from './sleeps';
import { simpleSteps, withoutEnvironment } from './tools';
import { baseName } from '../../values/paths';
import { HookStep } from '../behaviour';
import { ShellCommand, ShellRedirection, simpleCommandOf } from '../shell';
import { ShellNode, substitutedScripts } from '../shell-syntax';

export function runCommand(node: ShellNode, state: ScriptState, run: Run): Outcome {
  const command = simpleCommandOf(node, state.source);
  const substituted = substitutedScripts(node).map((script) =>
    run(script, { ...state, env: { ...state.env }, source: script.source ?? state.source }));
  const before = substituted.flatMap(({ steps }) => steps);
  const bySocket = socketOutcome(command, state);
  if (bySocket) return bySocket;
  const own = redirected(ownOutcome(command, state), command.redirections);
  const isAssignment = command.argv.length === 0 && substituted.length > 0;
  // `x=$(command)` is as successful as the command
  const outcome = isAssignment ? { ...own, status: substituted[substituted.length - 1].status } : own;
  const after = written(command.redirections, state, command.argv.join(' '));
  const steps = [...before, ...outcome.steps];
  return after.length + before.length === 0 ? outcome : { ...outcome, steps: [...steps, ...onlyNew(after, steps)] };
}

/** A file that cannot be opened makes a command fail. */
function redirected(outcome: Outcome, redirections: readonly ShellRedirection[]): Outcome {
  const opensFile = redirections.some(({ operator, target }) =>
    !operator.endsWith('&') && !operator.startsWith('<<') && target !== '/dev/null');
  return opensFile && outcome.status === 'succeeds' ? { ...outcome, status: 'unsure' } : outcome;
}

/** One unknown step is enough for a command. */
function onlyNew(after: readonly HookStep[], steps: readonly HookStep[]): readonly HookStep[] {
  return steps.length > 0 && after.some(({ step }) => step === 'unknown') ? [] : after;
}

function ownOutcome(command: ShellCommand, state: ScriptState): Outcome {
  const { argv } = command;
  const name = argv[0];
  if (name === undefined || ASSIGNING.includes(name)) return assign(command, state);
  if (REST_OF_QUERY.includes(name)) return { steps: [], status: 'unsure' };
  if (state.functions.has(name)) return unknown(argv);
  const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined;
  return special ? special(argv, state) : plain(argv, state, false);
}

/** `.../drain_listeners?graceful&skip_exit` without quotes: the shell takes what follows `&` for a command. */
const REST_OF_QUERY = ['graceful', 'inboundonly', 'skip_exit'];

const ASSIGNING = ['export', 'local', 'readonly', 'declare', 'typeset'];

function unknown(argv: readonly string[]): Outcome {
  return { steps: [{ step: 'unknown', command: argv.join(' ') }], status: 'unsure' };
}

/** A program, or a builtin that is like one. In doubt, nothing is known of what acts. */
function plain(words: readonly string[], state: ScriptState, replaces: boolean): Outcome {
  const argv = withoutEnvironment(words);
  if (argv.length === 0) return { steps: [], status: 'succeeds' };
  const around = { ...state.around, env: state.env };
  const steps = adminCall(argv) ?? simpleSteps(argv, around) ?? otherSteps(argv, state);
  if (isMissing(argv[0], steps !== undefined, state)) return { steps: [], status: 'fails' };
  if (!steps || (state.doubt && steps.length > 0)) return unknown(words);
  return replaces ? { steps, status: 'succeeds' } : ofChild(steps, argv);
}

/** Whether a command cannot start at all; one that may be missing is remembered. */
function isMissing(program: string, isKnown: boolean, { around, doubt, missing }: ScriptState): boolean {
  const lacking = missingIn(around.image, program);
  if (lacking && !doubt && (lacking.certain || isKnown)) missing.push(lacking);
  return lacking?.certain === true;
}

function otherSteps(argv: readonly string[], state: ScriptState): readonly HookStep[] | undefined {
  const program = state.hookOf(argv, { ...state.around, env: state.env });
  if (program?.missing && !state.doubt) state.missing.push(program.missing);
  return program?.steps;
}

/** A program that ends itself does not end the script. */
function ofChild(steps: readonly HookStep[], argv: readonly string[]): Outcome {
  const end = steps.findIndex(({ step }) => step === 'exit');
  const exit = steps[end];
  if (exit?.step === 'exit') return { steps: steps.slice(0, end), status: exit.code === 0 ? 'succeeds' : 'fails' };
  const name = baseName(argv[0]);
  if (steps.length === 0) return { steps, status: name === 'false' ? 'fails' : isSure(argv) ? 'succeeds' : 'unsure' };
  return { steps, status: steps.every(({ step }) => SURE_STEPS.includes(step)) ? 'succeeds' : 'unsure' };
}

/** Commands that cannot fail. */
const SURE = ['true', ':', 'echo', 'printf', 'date', 'set', 'unset', 'trap', 'wait', 'sync'];

/** A call that is refused is one that `curl` made without `-f`: it does not mind. */
const SURE_STEPS: readonly HookStep['step'][] = [
  'wait', 'hang', 'fail-health-checks', 'drain-listeners', 'quit-envoy', 'quit-proxy', 'refused-admin-call',
];

/** The first process of a container is always there. */
function isSure(argv: readonly string[]): boolean {
  return SURE.includes(baseName(argv[0])) || (argv[0] === 'kill' && argv[argv.length - 1] === '1');
}

type Special = (argv: readonly string[], state: ScriptState) => Outcome;

const SPECIAL: { readonly [name: string]: Special } = {
  exit: (argv, { doubt }) => (doubt
    ? { ...unknown(argv), ended: true }
    : { steps: [], status: 'succeeds', ended: true, code: Number(argv[1] ?? 0) || 0 }),
  exec: (argv, state) => (argv.length === 1
    ? { steps: [], status: 'succeeds' }
    : { ...plain(argv.slice(1), state, true), ended: true, replaced: true }),
  set: (argv, state) => {
    const isErrexit = (word: string, index: number): boolean =>
      /^[-+][a-zA-Z]*e/.test(word) || (word === 'errexit' && /o$/.test(argv[index - 1]));
    const index = argv.findIndex(isErrexit);
    if (index > 0) state.errexit = !(argv[index] === 'errexit' ? argv[index - 1] : argv[index]).startsWith('+');
    return { steps: [], status: 'succeeds' };
  },
  unset: (argv, { env }) => {
    argv.slice(1).forEach((name) => { env[name] = `$${name}`; });
    return { steps: [], status: 'succeeds' };
  },
  trap: trapped,
  wait: (argv, { background }) => (background ? unknown(argv) : { steps: [], status: 'succeeds' }),
};

/** What signals do is of no matter to a hook, its own end is. */
function trapped(argv: readonly string[], state: ScriptState): Outcome {
  const [body = '', ...signals] = argv.slice(argv[1] === '--' ? 2 : 1);
  if (signals.some((signal) => ['ERR', 'DEBUG', 'RETURN'].includes(signal))) return unknown(argv);
  if (!signals.some((signal) => ['EXIT', '0'].includes(signal))) return { steps: [], status: 'succeeds' };
  if (state.doubt) return unknown(argv);
  state.exitTrap = body === '-' || body === '' ? undefined : body;
  return { steps: [], status: 'succeeds' };
}

/** `A=1`, `export A=1`: what the script sets wins over the container; in doubt it may be anything. */
function assign({ argv, assignments }: ShellCommand, { env, doubt }: ScriptState): Outcome {
  const exported = argv.slice(1).flatMap((word) => {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  for (const [name, value] of [...Object.entries(assignments), ...exported]) {
    env[name.replace(/\+$/, '')] = doubt || name.endsWith('+') ? `$${name}` : resolved(value, env);
  }
  return { steps: [], status: 'succeeds' };
}

/** Files that redirections write; those below /dev and /proc are none. */
export function written(
  redirections: readonly ShellRedirection[], { doubt }: ScriptState, command: string,
): readonly HookStep[] {
  if (redirections.some(isDevice)) return [{ step: 'unknown', command }];
  const files = redirections
    .filter(({ operator, target }) => operator.startsWith('>') && /^\/(?!dev\/|proc\/)/.test(target));
  if (doubt && files.length > 0) return [{ step: 'unknown', command }];
  return files.map(({ target }) => ({ step: 'write-file', file: target, failure: 'ignored' }));
}

/** Bash speaks TCP through these, with it perhaps to Envoy's admin interface; to read others may take for ever. */
function isDevice({ operator, target }: ShellRedirection): boolean {
  return /^\/dev\/(tcp|udp)\//.test(target) || (operator.startsWith('<') && /^\/dev\/(?!null$)/.test(target));
}
