import { YAMLMap, YAMLSeq } from 'yaml';
import { Alignment } from './yaml-edits-align';
import { predecessorOf } from './yaml-edits-order';
import { columnOf, flowItemStart, itemEnd, keyText, lineStart, pairEnd, pairStart } from './yaml-edits-places';
import { EditSession } from './yaml-edits-session';
import { flowText, jsonLines } from './yaml-edits-style';

interface Entry {
  readonly start: number;
  readonly end: number;
}

/** How the items of a flow collection stand. */
interface FlowLayout {
  /** Column of the items where each has a line of its own. */
  readonly indent?: number;
  readonly step: number;
  readonly padded: boolean;
  readonly spaced: boolean;
}

function layoutOf({ text }: EditSession, node: YAMLMap | YAMLSeq, entries: readonly Entry[]): FlowLayout {
  const [start] = node.range!;
  const between = text.slice(start + 1, entries[0].start);
  const indent = between.includes('\n') ? columnOf(text, entries[0].start) : undefined;
  const outer = text.slice(lineStart(text, start)).search(/\S/);
  return {
    indent, step: indent === undefined ? 2 : Math.max(1, indent - outer),
    padded: between === ' ', spaced: /[:,]\s/.test(text),
  };
}

/** Takes pairs out of a map in braces, and puts others in. */
export function changeFlowPairs(
  session: EditSession, map: YAMLMap, removed: ReadonlySet<unknown>, added: readonly (readonly [string, unknown])[],
): void {
  const entries = map.items.map((pair) => ({ start: pairStart(pair), end: pairEnd(session.text, pair) }));
  const layout = layoutOf(session, map, entries);
  const keeps = map.items.map((pair) => !removed.has(pair));
  removeEntries(session, entries, keeps);
  const present = map.items.filter((_, index) => keeps[index]);
  const keptEntries = entries.filter((_, index) => keeps[index]);
  for (const [key, value] of added) {
    const at = predecessorOf(key, present.map(keyText));
    insert(session, layout, keptEntries, at, newPair(session, layout, key, value));
  }
}

/** Takes items out of a list in brackets, and puts others in. */
export function changeFlowItems(
  session: EditSession, seq: YAMLSeq, { kept, removed }: Alignment, after: readonly unknown[],
): void {
  const entries = seq.items.map((_, index): Entry =>
    ({ start: flowItemStart(seq, index), end: itemEnd(session.text, seq, index) }));
  const layout = layoutOf(session, seq, entries);
  removeEntries(session, entries, entries.map((_, index) => !removed.has(index)));
  const keptEntries = entries.filter((_, index) => !removed.has(index));
  let previous = -1;
  after.forEach((value, index) => {
    if (kept.has(index)) previous += 1;
    else insert(session, layout, keptEntries, previous, newValue(session, layout, value));
  });
}

/** With the commas between them. */
function removeEntries({ splices }: EditSession, entries: readonly Entry[], keeps: readonly boolean[]): void {
  const firstKept = keeps.indexOf(true);
  if (firstKept > 0) splices.push({ start: entries[0].start, end: entries[firstKept].start, text: '' });
  let previousEnd = entries[firstKept].end;
  for (let index = firstKept + 1; index < entries.length; index++) {
    if (keeps[index]) previousEnd = entries[index].end;
    else splices.push({ start: previousEnd, end: entries[index].end, text: '' });
    previousEnd = entries[index].end;
  }
}

function insert(
  { style, splices }: EditSession, { indent, spaced }: FlowLayout, kept: readonly Entry[], predecessor: number,
  text: string,
): void {
  const separator = indent === undefined ? `,${spaced || !style.json ? ' ' : ''}` : `,${style.lineBreak}${' '.repeat(indent)}`;
  if (predecessor >= 0) {
    const { end } = kept[predecessor];
    splices.push({ start: end, end, text: separator + text });
  } else {
    const { start } = kept[0];
    splices.push({ start, end: start, text: text + separator });
  }
}

function newPair(session: EditSession, layout: FlowLayout, key: string, value: unknown): string {
  const { style } = session;
  const name = style.json ? JSON.stringify(key) : flowText(key, style);
  return `${name}:${layout.spaced || !style.json ? ' ' : ''}${newValue(session, layout, value)}`;
}

function newValue({ style }: EditSession, { indent, step, padded, spaced }: FlowLayout, value: unknown): string {
  if (style.json && indent !== undefined) return jsonLines(value, indent, step).replace(/\n/g, style.lineBreak);
  return flowText(value, style, padded, spaced);
}
