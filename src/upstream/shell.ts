import { parseShell, ShellNode, substitutedScripts } from './shell-syntax';
import { withoutUndefined } from '../values/objects';

/** A simple command of a script, and under which circumstances it runs. */
export interface ShellCommand {
  /** Without quotes; variables and substitutions stay as they are written. */
  readonly argv: readonly string[];
  readonly assignments: { readonly [name: string]: string };
  readonly redirections: readonly ShellRedirection[];
  /** What joins it to the command before it; undefined for a new statement. */
  readonly joinedBy?: '&&' | '||' | '|';
  /** It runs only if a condition holds: a branch of `if` or `case`. */
  readonly conditional: boolean;
  /** It may run again and again: condition or body of `while`, `until` or `for`. */
  readonly loop: boolean;
  /** It decides about a branch or a loop. */
  readonly condition: boolean;
  /** The script does not wait for it. */
  readonly background: boolean;
  /** It stands in a function, and runs when somebody calls that. */
  readonly functionName?: string;
  /** Commands of `$(...)` in its words, which run before it. */
  readonly substitutions: readonly ShellCommand[];
}

export interface ShellRedirection {
  readonly descriptor?: number;
  /** `>`, `>>`, `<`, `<>`, `>&`, `<<`, ... */
  readonly operator: string;
  readonly target: string;
}

/** The simple commands of a POSIX or bash script, in order; undefined for what is no valid script. */
export function simpleCommands(script: string): ShellCommand[] | undefined {
  const root = parseShell(script);
  return root && commandsOf(root, STARTS_ALONE, script);
}

/** The script that a command line gives to a shell: `sh -c`, `/bin/bash -ec`, `busybox sh -c`, ... */
export function shellScriptOf(argv: readonly string[]): string | undefined {
  const start = ['busybox', 'env'].includes(baseName(argv[0])) ? 1 : 0;
  if (!SHELLS.includes(baseName(argv[start]))) return undefined;
  let given = false;
  for (let index = start + 1; index < argv.length; index++) {
    const word = argv[index];
    if (!/^[-+]./.test(word) || word === '--') return given ? argv[word === '--' ? index + 1 : index] : undefined;
    if (word.startsWith('--')) continue;
    given ||= word.startsWith('-') && word.includes('c');
    // `-o pipefail`: an option with a name of its own
    if (/[oO]$/.test(word)) index++;
  }
  return undefined;
}

const SHELLS = ['sh', 'bash', 'ash', 'dash', 'ksh', 'zsh'];

function baseName(path = ''): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What holds for a command by where it stands; redirections are those of compound commands around it. */
type Circumstances = Omit<ShellCommand, 'argv' | 'assignments' | 'substitutions'>;

const STARTS_ALONE: Circumstances = {
  conditional: false, loop: false, condition: false, background: false, redirections: [],
};

/** What stands in a node, each part under its own circumstances. */
function commandsOf(node: ShellNode, around: Circumstances, script: string): ShellCommand[] {
  const source = node.source ?? script;
  const into: Into = (part, change = {}) => (part ? commandsOf(part, { ...around, ...change }, source) : []);
  const visit = VISITORS[node.type];
  return visit ? visit(node, into, around) : [simpleCommand(node, around, source)];
}

type Into = (part: ShellNode | undefined, change?: Partial<Circumstances>) => ShellCommand[];

type Visitor = (node: ShellNode, into: Into, around: Circumstances) => ShellCommand[];

/** The first of them takes the place of the whole. */
const inOrder: Visitor = ({ commands = [] }, into) =>
  commands.flatMap((part, index) => into(part, index > 0 ? { joinedBy: undefined } : {}));

const joined: Visitor = ({ commands = [], operators = [] }, into) =>
  commands.flatMap((part, index) => into(part, index > 0 ? { joinedBy: joinOf(operators[index - 1]) } : {}));

const loop: Visitor = ({ clause, body }, into) => [
  ...into(clause, { loop: true, condition: true }),
  ...into(body as ShellNode, { loop: true, condition: false, joinedBy: undefined }),
];

const bodyOnly: Visitor = ({ body }, into) => into(body as ShellNode);

const VISITORS: { readonly [type: string]: Visitor } = {
  Script: inOrder,
  CompoundList: inOrder,
  AndOr: joined,
  Pipeline: joined,
  Statement: ({ command, background }, into, around) =>
    into(command, { background: around.background || background === true }),
  If: (node, into) => [
    ...into(node.clause, { condition: true }),
    ...branch(node.then, into),
    ...(node.elif ?? []).flatMap(({ clause, then }) => [
      ...into(clause, { conditional: true, condition: true, joinedBy: undefined }), ...branch(then, into),
    ]),
    ...branch(node.else, into),
  ],
  Case: ({ items = [] }, into) => items.flatMap(({ body }) => branch(body as ShellNode, into)),
  While: loop,
  For: loop,
  ArithmeticFor: loop,
  Select: loop,
  Subshell: bodyOnly,
  BraceGroup: bodyOnly,
  Function: ({ name, body }, into) => into(body as ShellNode, { functionName: textOf(name), joinedBy: undefined }),
  Coproc: ({ body }, into) => into(body as ShellNode, { background: true }),
  Redirected: ({ command, redirects = [] }, into, around) =>
    into(command, { redirections: [...around.redirections, ...redirects.map(redirection)] }),
};

function branch(part: ShellNode | undefined, into: Into): ShellCommand[] {
  return into(part, { conditional: true, condition: false, joinedBy: undefined });
}

function joinOf(operator: string): ShellCommand['joinedBy'] {
  return operator === '&&' || operator === '||' ? operator : '|';
}

/** A command with its words; a test like `[[ ... ]]` or `(( ... ))` with those of its source. */
function simpleCommand(node: ShellNode, around: Circumstances, source: string): ShellCommand {
  const { prefix = [], suffix = [] } = node;
  const words = [node.name, ...suffix.filter((part) => !isRedirection(part))];
  const assignments = prefix.filter(({ type }) => type === 'Assignment');
  return withoutUndefined<ShellCommand>({
    ...around,
    argv: node.type === 'Command'
      ? words.flatMap((word) => (word === undefined ? [] : [textOf(word)]))
      : source.slice(node.pos, node.end).split(/\s+/),
    assignments: Object.fromEntries(assignments.map(({ name, value }) => [textOf(name), textOf(value)])),
    redirections: [...around.redirections, ...[...prefix, ...suffix].filter(isRedirection).map(redirection)],
    substitutions: substitutedScripts(node).flatMap((script) =>
      commandsOf(script, { ...around, joinedBy: undefined, redirections: [] }, source)),
  });
}

function isRedirection({ type }: ShellNode): boolean {
  return ['Redirect', 'HereDoc', 'HereString'].includes(type);
}

function redirection({ operator = '', descriptor, target, delimiter }: ShellNode): ShellRedirection {
  const number = descriptor?.value;
  return withoutUndefined<ShellRedirection>({
    descriptor: typeof number === 'number' ? number : undefined, operator, target: textOf(target ?? delimiter),
  });
}

/** A word without its quotes, or as it is written. */
function textOf(word: ShellNode[keyof ShellNode]): string {
  if (typeof word !== 'object' || Array.isArray(word)) return String(word ?? '');
  const { value, text } = word as ShellNode;
  return typeof value === 'string' ? value : text ?? '';
}
