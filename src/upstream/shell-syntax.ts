/** What is used of a node of unbash's syntax tree; which fields there are depends on the type. */
export interface ShellNode {
  readonly type: string;
  readonly pos: number;
  readonly end: number;
  /** Of a script. */
  readonly errors?: readonly { readonly message: string }[];
  readonly source?: string;
  /** Of lists, pipelines and statements. */
  readonly commands?: readonly ShellNode[];
  readonly operators?: readonly string[];
  readonly command?: ShellNode;
  readonly background?: boolean;
  /** `!` and `time` before a pipeline. */
  readonly prefixes?: readonly ShellNode[];
  /** `while` or `until`. */
  readonly kind?: string;
  /** Of compound commands. */
  readonly clause?: ShellNode;
  readonly then?: ShellNode;
  readonly elif?: readonly ShellNode[];
  readonly else?: ShellNode;
  readonly items?: readonly ShellNode[];
  /** Of `for`. */
  readonly wordlist?: readonly ShellNode[];
  readonly body?: ShellNode | string;
  readonly redirects?: readonly ShellNode[];
  /** Of simple commands and assignments. */
  readonly name?: ShellNode | string;
  readonly prefix?: readonly ShellNode[];
  readonly suffix?: readonly ShellNode[];
  /** Of words and redirections. */
  readonly value?: ShellNode | string | number;
  readonly text?: string;
  readonly operator?: string;
  readonly descriptor?: ShellNode;
  readonly target?: ShellNode;
  readonly delimiter?: ShellNode;
}

interface Unbash {
  parse(source: string): ShellNode;
  forEachChild(node: ShellNode, visit: (child: ShellNode) => void): void;
}

/** The syntax tree of a script; undefined where it, or a substitution in it, is no valid shell. */
export function parseShell(script: string): ShellNode | undefined {
  const root = unbash().parse(script);
  return isValid(root) ? root : undefined;
}

/** Whether a script that was refused is one that only this parser cannot read. */
export function isNestedTooDeep(script: string): boolean {
  const { errors = [] } = unbash().parse(script);
  return errors.some(({ message }) => /nesting depth exceeded/.test(message));
}

/** The scripts of `$(...)`, backticks and `<(...)` in a node. */
export function substitutedScripts(node: ShellNode): ShellNode[] {
  const scripts: ShellNode[] = [];
  unbash().forEachChild(node, (child) => {
    scripts.push(...child.type === 'Script' ? [child] : substitutedScripts(child));
  });
  return scripts;
}

function isValid(node: ShellNode): boolean {
  let valid = node.errors === undefined || node.errors.length === 0;
  unbash().forEachChild(node, (child) => {
    valid &&= isValid(child);
  });
  return valid;
}

let loaded: Unbash | undefined;

/** Loaded when the first script is read, so that importing the library costs nothing. */
function unbash(): Unbash {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it at once
  loaded ??= require('../../vendor/unbash.cjs') as Unbash;
  return loaded;
}
