import { isAlias, isMap, isPair, isScalar, isSeq, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { aligned, identityOf, isSame } from './yaml-edits-align';
import { changeBlockItems, changeBlockPairs, indentOf, movedSlice, shifted } from './yaml-edits-block';
import { changeFlowItems, changeFlowPairs } from './yaml-edits-flow';
import { columnOf, contentEnd, isMergePair, keyText, spliced } from './yaml-edits-places';
import { replace } from './yaml-edits-replace';
import { CannotEdit, Donor, EditSession, itemLines, pairLines, Spot } from './yaml-edits-session';
import { scalarText } from './yaml-edits-style';
import { isObject, Manifest } from '../pod/manifest';

/** Edits the text of a node so that it stands for another value; as little of it as possible. */
export function edit(session: EditSession, node: unknown, before: unknown, after: unknown, spot: Spot): void {
  // Where anchors are, an alias in what stays may stand for something that changes.
  if (isSame(before, after) && !session.anchors.present) return;
  session.anchors.becomes(node, after);
  if (isAlias(node)) {
    if (!session.anchors.standsFor(node, before, after)) replace(session, node, after, spot);
  } else if (isMap(node) && isObject(after) && isObject(before)) {
    editMap(session, node, before, after, spot);
  } else if (isSeq(node) && Array.isArray(after) && Array.isArray(before)) {
    editSeq(session, node, before, after, spot);
  } else if (!isSame(before, after)) {
    editScalar(session, node, after, spot);
  }
}

function editScalar(session: EditSession, node: unknown, after: unknown, spot: Spot): void {
  const { text, style, splices } = session;
  const end = contentEnd(text, node);
  const isPlain = isScalar(node) && !/^BLOCK/.test(node.type ?? '') && node.tag === undefined && end !== undefined;
  const multiLine = typeof after === 'string' && after.includes('\n');
  if (!isPlain || (multiLine && spot.kind !== 'flow') || (typeof after === 'object' && after !== null)) {
    replace(session, node, after, spot);
    session.anchors.becomes(node, undefined);
    return;
  }
  splices.push({ start: (node as Scalar).range![0], end, text: scalarText(after, node as Scalar, style) });
}

function editMap(session: EditSession, map: YAMLMap, before: Manifest, after: Manifest, spot: Spot): void {
  const own = new Map(map.items.filter((pair) => !isMergePair(pair)).map((pair) => [keyText(pair), pair]));
  const added = Object.keys(after).filter((key) => !own.has(key) && !hasSame(before, key, after[key]));
  const removed = new Set([...own].filter(([key]) => !Object.hasOwn(after, key)).map(([, pair]) => pair));
  const kept = map.items.filter((pair) => !removed.has(pair));
  const lost = Object.keys(before).some((key) => !own.has(key) && !Object.hasOwn(after, key));
  const isEmptied = kept.length === 0 && removed.size + added.length > 0;
  if (lost || isEmptied || mergesChange(session, map)) return replace(session, map, after, spot);
  const inner = withDonors(session, map, before, after);
  for (const pair of removed) vanish(inner, pair);
  for (const [key, pair] of own) {
    if (!removed.has(pair)) edit(inner, pair.value, before[key], after[key], spotOf(inner, map, pair));
  }
  if (removed.size + added.length === 0) return;
  if (map.flow) {
    changeFlowPairs(inner, map, removed, added.map((key) => [key, after[key]]));
  } else {
    const indent = indentOf(inner.text, map);
    changeBlockPairs(inner, map, removed, added.map((key) => [key, newPairLines(inner, key, after[key], indent)]));
  }
}

function hasSame(fields: Manifest, key: string, value: unknown): boolean {
  return Object.hasOwn(fields, key) && isSame(fields[key], value);
}

/** What is merged into a map comes from elsewhere, and may become something else there. */
function mergesChange({ anchors }: EditSession, map: YAMLMap): boolean {
  return map.items.filter(isMergePair).some(({ value }) =>
    (isSeq(value) ? value.items : [value]).some((source) => anchors.changes(source)));
}

function spotOf({ text }: EditSession, map: YAMLMap, pair: Pair): Spot {
  return map.flow ? { kind: 'flow' } : { kind: 'pair', pair, indent: indentOf(text, map) };
}

function editSeq(
  session: EditSession, seq: YAMLSeq, before: readonly unknown[], after: readonly unknown[], spot: Spot,
): void {
  const alignment = aligned(before, after);
  const { kept, removed } = alignment;
  if (kept.size === 0 && before.length + after.length > 0) return replace(session, seq, after, spot);
  for (const index of removed) session.anchors.vanish(seq.items[index]);
  for (const [young, old] of kept) {
    const item: unknown = seq.items[old];
    // A pair in brackets is a map without braces.
    if (isPair(item) && !isSame(before[old], after[young])) throw new CannotEdit('a pair as an item');
    if (!isPair(item)) edit(session, item, before[old], after[young], itemSpot(session, seq, old));
  }
  if (removed.size === 0 && kept.size === after.length) return;
  if (seq.flow) {changeFlowItems(session, seq, alignment, after);} else {
    const indent = indentOf(session.text, seq);
    changeBlockItems(session, seq, alignment, after.length, (index) => newItemLines(session, after[index], indent));
  }
}

function itemSpot({ text }: EditSession, seq: YAMLSeq, index: number): Spot {
  return seq.flow ? { kind: 'flow' } : { kind: 'item', seq, index, indent: indentOf(text, seq) };
}

function vanish({ anchors }: EditSession, pair: Pair): void {
  anchors.vanish(pair.key);
  anchors.vanish(pair.value);
}

/** Lists of containers between which one may move with its text. */
const MOVING = ['containers', 'initContainers'];

function withDonors(session: EditSession, map: YAMLMap, before: Manifest, after: Manifest): EditSession {
  if (!session.moves || map.flow || !MOVING.some((field) => Array.isArray(before[field]))) return session;
  const donors = new Map<string, Donor>();
  for (const field of MOVING) {
    const node = map.items.find((pair) => keyText(pair) === field)?.value;
    const [olds, news] = [before[field], after[field]].map((list): unknown[] => (Array.isArray(list) ? list : []));
    const staying = new Set(news.map(identityOf));
    if (!isSeq(node) || node.flow) continue;
    olds.forEach((value, index) => {
      if (!staying.has(identityOf(value))) donors.set(identityOf(value), { node: node.items[index] as Node, value });
    });
  }
  return { ...session, donors };
}

/** The lines of a new list of containers keep the text of those that moved into it. */
function newPairLines(session: EditSession, key: string, value: unknown, indent: number): readonly string[] {
  const moved = (item: unknown): boolean => session.donors.has(identityOf(item));
  const isMoved = MOVING.includes(key) && Array.isArray(value) && value.some(moved);
  if (!isMoved) return pairLines(session, key, value, indent);
  const inner = indent + (session.style.indentsLists ? session.style.step : 0);
  const items: unknown[] = value;
  return [`${' '.repeat(indent)}${key}:`, ...items.flatMap((item) => newItemLines(session, item, inner))];
}

function newItemLines(session: EditSession, value: unknown, indent: number): readonly string[] {
  const donor = session.donors.get(identityOf(value));
  if (!donor || !isMap(donor.node) || donor.node.flow) return itemLines(session, value, indent);
  const { text } = session;
  const splices: EditSession['splices'] = [];
  try {
    edit({ ...session, splices, donors: new Map() }, donor.node, donor.value, value, { kind: 'moved' });
  } catch (error) {
    if (error instanceof CannotEdit) return itemLines(session, value, indent);
    throw error;
  }
  const { start, end } = movedSlice(text, donor.node);
  const [first, ...rest] = shifted(spliced(text, splices, start, end), columnOf(text, start), indent + 2);
  return [`${' '.repeat(indent)}- ${first}`, ...rest];
}
