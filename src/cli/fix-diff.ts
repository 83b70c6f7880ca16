import { diffArrays } from 'diff';
import { printable } from './printable';

/** A stretch of a text, whole lines, that becomes another one. */
export interface ChangedPart {
  /** Offset in the text before. */
  readonly start: number;
  readonly before: string;
  readonly after: string;
}

/** Lines around a change that are shown. */
const CONTEXT_LINES = 3;

/** Lines that go, from a number on that counts from 0, and those that come in their place. */
interface Edit {
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * A unified diff of a file as `git apply` and `patch -p1` take it; with colours only what a terminal shows. Documents
 * are compared one by one: comparing a large file as a whole takes time that grows with the square of its changes.
 */
export function diffOf(source: string, text: string, parts: readonly ChangedPart[], hasColour: boolean): string {
  const edits: Edit[] = [];
  let [offset, line] = [0, 0];
  for (const { start, before, after } of parts) {
    line += linesOf(text.slice(offset, start)).length;
    offset = start;
    edits.push(...editsIn(line, linesOf(before), linesOf(after)));
  }
  const name = source.replace(/^\.?\/+/, '').replace(/\s/g, '-');
  const diff = [`--- a/${name}\n`, `+++ b/${name}\n`, ...hunks(linesOf(text), edits)];
  return (hasColour ? diff.map(coloured) : diff).join('');
}

/** With their line breaks. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function editsIn(firstLine: number, before: readonly string[], after: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let at = firstLine;
  for (const { added, removed, value } of diffArrays([...before], [...after])) {
    const last = edits[edits.length - 1];
    if (removed) edits.push({ at, removed: value, added: [] });
    else if (added && last?.added.length === 0 && endOf(last) === at) edits.push({ ...edits.pop()!, added: value });
    else if (added) edits.push({ at, removed: [], added: value });
    if (!added) at += value.length;
  }
  return edits;
}

function endOf({ at, removed }: Edit): number {
  return at + removed.length;
}

/** Changes whose surroundings touch go together. */
function* hunks(lines: readonly string[], edits: readonly Edit[]): Generator<string> {
  let shift = 0;
  for (let first = 0; first < edits.length;) {
    let last = first;
    while (edits[last + 1] && edits[last + 1].at - endOf(edits[last]) <= 2 * CONTEXT_LINES) last += 1;
    const start = Math.max(0, edits[first].at - CONTEXT_LINES);
    const end = Math.min(lines.length, endOf(edits[last]) + CONTEXT_LINES);
    const together = edits.slice(first, last + 1);
    const more = together.reduce((sum, { added, removed }) => sum + added.length - removed.length, 0);
    yield `@@ -${range(start, end - start)} +${range(start + shift, end - start + more)} @@\n`;
    yield* bodyOf(lines, together, start, end);
    shift += more;
    first = last + 1;
  }
}

/** Lines count from 1; an empty range stands behind its line. */
function range(start: number, length: number): string {
  return `${length === 0 ? start : start + 1},${length}`;
}

function bodyOf(lines: readonly string[], edits: readonly Edit[], start: number, end: number): string[] {
  const body: string[] = [];
  const write = (mark: string, some: readonly string[]): void => {
    for (const line of some) body.push(mark + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`));
  };
  let position = start;
  for (const { at, removed, added } of edits) {
    write(' ', lines.slice(position, at));
    write('-', removed);
    write('+', added);
    position = at + removed.length;
  }
  write(' ', lines.slice(position, end));
  return body;
}

const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/^(---|\+\+\+) /, '\x1b[1m'], [/^@@/, '\x1b[36m'], [/^\+/, '\x1b[32m'], [/^-/, '\x1b[31m'],
];

function coloured(line: string): string {
  const colour = COLOURS.find(([pattern]) => pattern.test(line))?.[1];
  const shown = printable(line.replace(/\r?\n$/, ''));
  return `${colour === undefined ? shown : `${colour}${shown}\x1b[0m`}\n`;
}
