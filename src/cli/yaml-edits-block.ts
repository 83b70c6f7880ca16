import { isCollection, isMap, Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { Alignment } from './yaml-edits-align';
import { predecessorOf } from './yaml-edits-order';
import {
  columnOf, contentEnd, dashOf, isMergePair, itemEnd, keyText, lineEnd, pairEnd, pairStart, startsLine, wholeLines,
} from './yaml-edits-places';
import { CannotEdit, EditSession, insertAfterLine } from './yaml-edits-session';

/** Something that stands on lines of its own, the first of which may begin with somebody else's dash. */
interface Entry {
  readonly start: number;
  readonly end: number;
}

/** The column of the keys of a map, or of the dashes of a list. */
export function indentOf(text: string, node: YAMLMap | YAMLSeq): number {
  const dash = isMap(node) ? undefined : dashOf(node, 0);
  if (dash === undefined && !isMap(node)) throw new CannotEdit('a list without dashes');
  return columnOf(text, dash ?? pairStart((node as YAMLMap).items[0]));
}

/** Takes pairs out of a block map, and puts new ones where people usually write them. */
export function changeBlockPairs(
  session: EditSession, map: YAMLMap, removed: ReadonlySet<Pair>,
  added: readonly (readonly [string, readonly string[]])[],
): void {
  const { text } = session;
  const entries = map.items.map((pair) => ({ start: pairStart(pair), end: pairEnd(text, pair) }));
  if (removed.size > 0) removeEntries(session, entries, map.items.map((pair) => removed.has(pair)));
  const kept = map.items.filter((pair) => !removed.has(pair));
  for (const [key, lines] of added) {
    const at = predecessorOf(key, kept.map((pair) => (isMergePair(pair) ? '' : keyText(pair))));
    if (at >= 0) insertAfterLine(session, pairEnd(text, kept[at]), lines);
    else insertBefore(session, pairStart(kept[0]), lines);
  }
}

/** Takes items out of a block list, and puts others in. */
export function changeBlockItems(
  session: EditSession, seq: YAMLSeq, { kept, removed }: Alignment, length: number,
  linesOf: (index: number) => readonly string[],
): void {
  const { text } = session;
  const entries = seq.items.map((_, index): Entry => ({ start: dashAt(seq, index), end: itemEnd(text, seq, index) }));
  removeEntries(session, entries, entries.map((_, index) => removed.has(index)));
  const first = [...kept.values()].sort((one, other) => one - other)[0];
  let previous: number | undefined;
  for (let index = 0; index < length; index++) {
    const old = kept.get(index);
    if (old !== undefined) previous = old;
    else if (previous === undefined) insertBefore(session, entries[first].start, linesOf(index));
    else insertAfterLine(session, entries[previous].end, linesOf(index));
  }
}

function dashAt(seq: YAMLSeq, index: number): number {
  const dash = dashOf(seq, index);
  if (dash === undefined) throw new CannotEdit('an item without a dash');
  return dash;
}

/** The first entry may share its line with a dash, to which the first one that stays then moves up. */
function removeEntries(
  { text, splices }: EditSession, entries: readonly Entry[], removed: readonly boolean[],
): void {
  const firstKept = removed.indexOf(false);
  if (firstKept < 0) throw new CannotEdit('nothing would be left');
  let index = 0;
  if (removed[0] && !startsLine(text, entries[0].start)) {
    splices.push({ start: entries[0].start, end: entries[firstKept].start, text: '' });
    index = firstKept;
  }
  for (; index < entries.length; index++) {
    if (removed[index]) splices.push({ ...wholeLines(text, entries[index].start, entries[index].end), text: '' });
  }
}

function insertBefore({ text, style, splices }: EditSession, offset: number, lines: readonly string[]): void {
  const indent = ' '.repeat(columnOf(text, offset));
  const [first, ...rest] = lines;
  splices.push({
    start: offset, end: offset, text: [first.trimStart(), ...rest].join(style.lineBreak) + style.lineBreak + indent,
  });
}

/** The text of an item that moves: from its first key or scalar to the end of its last line. */
export function movedSlice(text: string, node: Node): Entry {
  const start = isCollection(node) && !node.flow && isMap(node) ? pairStart(node.items[0]) : node.range![0];
  return { start, end: lineEnd(text, contentEnd(text, node) ?? node.range![1]) };
}

/** Lines that stood at one column, at another one; what stands further out is taken along as far as it goes. */
export function shifted(slice: string, from: number, to: number): string[] {
  return slice.split(/\r?\n/).map((line, index) => {
    if (index === 0 || line.trim() === '') return line.trimEnd() === '' ? '' : line;
    const own = line.length - line.trimStart().length;
    return ' '.repeat(Math.max(0, to + Math.max(own, from) - from)) + line.trimStart();
  });
}
