import { existsSync, readFileSync } from 'fs';
import { dirname, join } from 'path';
import { run } from '../../src/cli/run';

export const ROOT = join(__dirname, '..', '..');

/** A fenced block of a document: ```` ```ts examples/edge/edge.ts ```` is an excerpt of that file. */
export interface Block {
  readonly language: string;
  readonly source: string;
  readonly lines: readonly string[];
}

/** A command line of a document, and what the document says that it does. */
export interface DocumentedCommand {
  readonly line: string;
  readonly exitCode: number;
  /** What it prints, in `console` blocks; a line of three dots stands for others. */
  readonly output?: readonly string[];
}

export function readDocument(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function blocksIn(document: string): readonly Block[] {
  return [...document.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, language, source, text]) =>
    ({ language, source, lines: text.split('\n').slice(0, -1) }));
}

/** Commands of this package; `# exit 1` behind one is its exit code, else it is 0. */
export function commandsIn(document: string): readonly DocumentedCommand[] {
  return blocksIn(document).flatMap(({ language, lines }) => lines.flatMap((text, index) => {
    const [, line, code = '0'] = COMMAND.exec(text) ?? [];
    if (line === undefined) return [];
    const next = lines.slice(index + 1);
    const end = next.findIndex((each) => each.startsWith('$ '));
    const output = language === 'console' ? next.slice(0, end < 0 ? undefined : end) : undefined;
    return [{ line, exitCode: Number(code), output }];
  }));
}

const COMMAND = /^(?:\$ )?npx envoy-drain (.*?)(?: +#(?:.*exit (\d))?.*)?$/;

/** What a command did. */
export interface CommandResult {
  readonly code: number;
  readonly printed: readonly string[];
}

/** Runs it in the root of the project, where its paths are. */
export function runDocumented({ line }: DocumentedCommand): CommandResult {
  if (/["'|<>$`]/.test(line)) throw new Error(`${line}: only plain words can be run here`);
  const words = line.split(/ +/).map((word) => (existsSync(join(ROOT, word)) ? join(ROOT, word) : word));
  let text = '';
  const keep = (part: string): void => { text += part; };
  const code = run(words, { out: keep, error: keep, standardInput: () => '' });
  return { code, printed: text.replaceAll(`${ROOT}/`, '').trimEnd().split('\n') };
}

/** The part of what is shown that does not stand in the text; undefined where everything does, in this order. */
export function missing(shown: readonly string[], text: readonly string[]): string | undefined {
  let from = 0;
  for (const [index, part] of partsOf(shown).entries()) {
    if (part.length === 0) continue;
    const canStartAt = (at: number): boolean => at >= from && (index > 0 || at === 0);
    const found = text.findIndex((_, at) => canStartAt(at) && startsAt(part, text, at));
    if (found < 0) return part.join('\n');
    from = found + part.length;
  }
  const isComplete = isOpen(shown[shown.length - 1]) || from === text.length;
  return isComplete ? undefined : text.slice(from).join('\n');
}

/** The same for an excerpt, which may stand anywhere in its file, and further in. */
export function missingInFile({ lines, source }: Block): string | undefined {
  return missing(['...', ...lines, '...'], readDocument(source).split('\n'));
}

function partsOf(shown: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const line of shown) {
    if (isOpen(line)) parts.push([]);
    else parts[parts.length - 1].push(line);
  }
  return parts;
}

function isOpen(line: string): boolean {
  return /^\s*(\/\/ |# )?\.\.\.$/.test(line);
}

function startsAt(part: readonly string[], text: readonly string[], at: number): boolean {
  const indentation = /^ */.exec(text[at])![0].length - /^ */.exec(part[0] ?? '')![0].length;
  const indented = (line: string): string => (line === '' || indentation < 0 ? line : `${' '.repeat(indentation)}${line}`);
  return part.every((line, index) => text[at + index]?.trimEnd() === indented(line));
}

/** Files that a document refers to and that are not there. */
export function brokenLinks(path: string): readonly string[] {
  const links = [...readDocument(path).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
  return links.filter((link) => !existsSync(join(ROOT, dirname(path), link)));
}
