import { parseShell, ShellNode, substitutedScripts } from './shell-syntax';
import { baseName } from '../values/paths';

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

/** The simple commands of a part of a script. */
export function commandsIn(node: ShellNode, source: string): ShellCommand[] {
  return commandsOf(node, STARTS_ALONE, source);
}

/** A part of a script as a line, for findings. */
export function describeCommands(node: ShellNode, source: string): string {
  return commandsIn(node, source).map(({ argv }) => argv.join(' ')).join('; ');
}

/** A node that is a simple command or a test, wherever it stands. */
export function simpleCommandOf(node: ShellNode, source: string): ShellCommand {
  return simpleCommand(node, STARTS_ALONE, source);
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
  const { prefix = NONE, suffix = NONE } = node;
  const redirections = redirectionsOf(prefix, suffix);
  const scripts = substitutedScripts(node);
  return {
    ...around,
    argv: node.type === 'Command' ? argvOf(node, suffix) : source.slice(node.pos, node.end).split(/\s+/),
    assignments: assignmentsOf(prefix),
    redirections: redirections.length > 0 ? [...around.redirections, ...redirections] : around.redirections,
    substitutions: scripts.flatMap((script) =>
      commandsOf(script, { ...around, joinedBy: undefined, redirections: [] }, source)),
  };
}

const NONE: readonly ShellNode[] = [];

function argvOf({ name }: ShellNode, suffix: readonly ShellNode[]): string[] {
  const argv = name === undefined ? [] : [textOf(name)];
  for (const part of suffix) if (!isRedirection(part)) argv.push(textOf(part));
  return argv;
}

function assignmentsOf(prefix: readonly ShellNode[]): ShellCommand['assignments'] {
  const assignments: { [name: string]: string } = {};
  for (const { type, name, value } of prefix) if (type === 'Assignment') assignments[textOf(name)] = textOf(value);
  return assignments;
}

function redirectionsOf(...parts: readonly (readonly ShellNode[])[]): ShellRedirection[] {
  return parts.flatMap((nodes) => nodes.filter(isRedirection).map(redirection));
}

const REDIRECTIONS = new Set(['Redirect', 'HereDoc', 'HereString']);

function isRedirection({ type }: ShellNode): boolean {
  return REDIRECTIONS.has(type);
}

export function redirection({ operator = '', descriptor, target, delimiter }: ShellNode): ShellRedirection {
  const number = descriptor?.value;
  return {
    ...typeof number === 'number' ? { descriptor: number } : {}, operator, target: textOf(target ?? delimiter),
  };
}

/** A word without its quotes, or as it is written. */
function textOf(word: ShellNode[keyof ShellNode]): string {
  if (typeof word !== 'object' || Array.isArray(word)) return String(word ?? '');
  const { value, text } = word as ShellNode;
  return typeof value === 'string' ? value : text ?? '';
}
