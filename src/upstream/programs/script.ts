import { runCommand, written } from './script-command';
import { loopSteps } from './script-loops';
import { joinedPipe } from './script-pipes';
import { netcatOutcome } from './script-sockets';
import { Outcome, Run, ScriptState } from './script-state';
import { HookStep } from '../behaviour';
import { describeCommands, redirection } from '../shell';
import { parseShell, ShellNode } from '../shell-syntax';

/** Steps of a whole script, with what its EXIT trap does. */
export function scriptSteps(root: ShellNode, state: ScriptState): readonly HookStep[] {
  const outcome = run(root, state);
  // a script is as successful as its last command
  const code = outcome.code ?? (outcome.status === 'fails' ? 1 : undefined);
  const end: HookStep[] = code === undefined ? [] : [{ step: 'exit', code }];
  return [...outcome.steps, ...trapOf(outcome, state), ...end];
}

function trapOf({ replaced }: Outcome, state: ScriptState): readonly HookStep[] {
  const body = state.exitTrap;
  if (replaced || body === undefined) return [];
  const root = parseShell(body);
  return root ? run(root, { ...state, errexit: false, background: true }).steps : [{ step: 'unknown', command: body }];
}

/** Acts a part of a script out: its steps, and how sure it is that it succeeds. */
const run: Run = (node, state) => {
  const visit = node && VISITORS[node.type];
  if (!node) return NOTHING;
  return visit ? visit(node, state) : runCommand(node, state, run);
};

type Visitor = (node: ShellNode, state: ScriptState) => Outcome;

const NOTHING: Outcome = { steps: [], status: 'succeeds' };

const inOrder: Visitor = ({ commands = [] }, state) => {
  const steps: HookStep[] = [];
  let last: Outcome = NOTHING;
  for (const part of commands) {
    last = run(part, state);
    for (const step of last.steps) steps.push(step);
    if (last.ended) break;
    const status = last.decisive ?? last.status;
    if (!state.errexit || status === 'succeeds') continue;
    if (status === 'fails' && !state.doubt) return { steps, status: 'fails', ended: true, code: 1 };
    state.doubt = true;
    state.mayHaveEnded = true;
  }
  return { ...last, steps };
};

/** What runs in a process of its own changes nothing of the script, and ends only itself. */
const apart: Visitor = (node, state) => {
  const own = { ...state, env: { ...state.env }, functions: new Set(state.functions), exitTrap: undefined };
  const outcome = run(node, own);
  const { status, code } = outcome;
  const steps = [...outcome.steps, ...trapOf(outcome, own)];
  if (code === undefined) return { steps, status };
  return { steps, status: code === 0 ? 'succeeds' : 'fails' };
};

/** What may not run: whatever in it acts is not known, and if it may end the script, neither is the rest. */
const inDoubt = (node: ShellNode | undefined, state: ScriptState): Outcome => {
  const before = state.doubt;
  state.doubt = true;
  const { steps, status, ended } = run(node, state);
  state.mayHaveEnded ||= ended === true;
  state.doubt = before || state.mayHaveEnded;
  return { steps, status };
};

/** Only the last command of a list ends a script with `set -e`. */
const list: Visitor = ({ commands = [], operators = [] }, state) => {
  const steps: HookStep[] = [];
  let joint: Outcome = NOTHING;
  for (const [index, part] of commands.entries()) {
    const operator = index === 0 ? '&&' : operators[index - 1];
    const before = joint.status;
    joint = { ...joint, decisive: 'succeeds' };
    if (before === (operator === '&&' ? 'fails' : 'succeeds')) continue;
    const isLast = index === commands.length - 1;
    const outcome = joinedPart(part, before, isLast, state);
    for (const step of outcome.steps) steps.push(step);
    if (outcome.ended) return { ...outcome, steps };
    joint = {
      steps, status: joinedStatus(before, operator, outcome.status), decisive: isLast ? outcome.status : 'succeeds',
    };
  }
  return { ...joint, steps };
};

function joinedPart(part: ShellNode, before: Outcome['status'], isLast: boolean, state: ScriptState): Outcome {
  const act = before === 'unsure' ? inDoubt : run;
  return isLast ? act(part, state) : conditionOf(part, state, act);
}

function joinedStatus(before: Outcome['status'], operator: string, own: Outcome['status']): Outcome['status'] {
  if (before !== 'unsure') return own;
  return own === (operator === '||' ? 'succeeds' : 'fails') ? own : 'unsure';
}

/** `! command`, and pipes. */
const pipeline: Visitor = (node, state) => {
  const { commands = [], prefixes = [] } = node;
  const outcome = commands.length === 1
    ? run(commands[0], state)
    : joinedPipe(commands.map((part) => apart(part, state)), () => describeCommands(node, state.source),
      netcatOutcome(commands, state));
  if (!prefixes.some(({ type }) => type === 'Negation')) return outcome;
  const status = { succeeds: 'fails', fails: 'succeeds', unsure: 'unsure' } as const;
  return { ...outcome, status: status[outcome.status], decisive: 'succeeds' };
};

const statement: Visitor = ({ command, background, redirects = [] }, state) => {
  if (background !== true || !command) return withRedirections(command, redirects, state);
  const { steps } = apart(command, state);
  const isKnown = steps.every(({ step }) => AT_ONCE.includes(step));
  if (isKnown) return { steps, status: 'succeeds' };
  state.background = true;
  return { steps: [{ step: 'unknown', command: describeCommands(command, state.source) }], status: 'succeeds' };
};

/** The script does not wait for a call in the background, which takes no time anyway. */
const AT_ONCE: readonly HookStep['step'][] = ['fail-health-checks', 'drain-listeners', 'quit-envoy', 'quit-proxy', 'write-file'];

const branches: Visitor = (node, state) => {
  const arms = [node, ...node.elif ?? []];
  const steps: HookStep[] = [];
  const statuses: Outcome['status'][] = [];
  let doubt = false;
  for (const { clause, then } of arms) {
    const condition: Outcome = doubt ? conditionOf(clause, state, inDoubt) : conditionOf(clause, state);
    steps.push(...condition.steps);
    if (condition.ended || condition.status === 'fails') {
      if (condition.ended) return { ...condition, steps };
      continue;
    }
    doubt ||= condition.status === 'unsure';
    const outcome = doubt ? inDoubt(then, state) : run(then, state);
    steps.push(...outcome.steps);
    statuses.push(outcome.status);
    if (!doubt) return { ...outcome, steps };
  }
  const otherwise = doubt ? inDoubt(node.else, state) : run(node.else, state);
  const isSure = statuses.every((status) => status === otherwise.status);
  return { ...otherwise, steps: [...steps, ...otherwise.steps], status: isSure ? otherwise.status : 'unsure' };
};

/** `set -e` does not end a script at a condition. */
function conditionOf(clause: ShellNode | undefined, state: ScriptState, act: Run = run): Outcome {
  const { errexit } = state;
  state.errexit = false;
  const outcome = act(clause, state);
  state.errexit ||= errexit;
  return outcome;
}

const cases: Visitor = ({ items = [] }, state) => ({
  steps: items.flatMap(({ body }) => inDoubt(body as ShellNode, state).steps), status: 'unsure',
});

const loop: Visitor = (node, state) => loopSteps(node, state, (part, within) => apart(part as ShellNode, within));

function withRedirections(
  command: ShellNode | undefined, redirects: readonly ShellNode[], state: ScriptState,
): Outcome {
  const outcome = run(command, state);
  if (redirects.length === 0) return outcome;
  const own = written(redirects.map(redirection), state, command ? describeCommands(command, state.source) : '');
  return own.length > 0 ? { ...outcome, steps: [...outcome.steps, ...own] } : outcome;
}

const VISITORS: { readonly [type: string]: Visitor } = {
  Script: inOrder,
  CompoundList: inOrder,
  AndOr: list,
  Pipeline: pipeline,
  Statement: statement,
  If: branches,
  Case: cases,
  While: loop,
  For: loop,
  ArithmeticFor: loop,
  Select: loop,
  Subshell: ({ body }, state) => apart(body as ShellNode, state),
  BraceGroup: ({ body }, state) => run(body as ShellNode, state),
  Function: ({ name }, state) => {
    state.functions.add(typeof name === 'object' ? String(name.value ?? name.text) : String(name));
    return NOTHING;
  },
  Coproc: (node, state) =>
    ({ steps: [{ step: 'unknown', command: describeCommands(node, state.source) }], status: 'unsure' }),
  Redirected: ({ command, redirects = [] }, state) => withRedirections(command, redirects, state),
};
