import { isAlias, isCollection, isPair, isScalar, Node, Pair, YAMLMap, YAMLSeq } from 'yaml';

/** Where a stretch of a text is replaced. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all splices done; two at one place keep their order. */
export function spliced(text: string, splices: readonly Splice[], from = 0, to = text.length): string {
  const inOrder = splices.map((splice, index) => ({ ...splice, index }))
    .sort((one, other) => one.start - other.start || one.end - other.end || one.index - other.index);
  let result = '';
  let position = from;
  for (const { start, end, text: inserted } of inOrder) {
    const gone = start < position && text[position - 1] === '\n';
    result += text.slice(position, Math.max(position, start)) + (gone ? withBreakBehind(inserted) : inserted);
    position = Math.max(position, end);
  }
  return result + text.slice(position, to);
}

/** Lines that were to follow one that goes: the break before them goes with it. */
function withBreakBehind(lines: string): string {
  const [lineBreak] = /^\r?\n/.exec(lines) ?? [''];
  return lines.slice(lineBreak.length) + lineBreak;
}

/** Tokens of the parser, as far as places are read from them. */
interface SourceToken {
  readonly type: string;
  readonly offset: number;
  readonly source: string;
}

interface ItemToken {
  readonly start?: readonly SourceToken[];
  readonly key?: { readonly offset: number } | null;
  readonly sep?: readonly SourceToken[];
  readonly value?: { readonly offset: number } | null;
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Before the line break, whichever it is. */
export function lineEnd(text: string, offset: number): number {
  const next = text.indexOf('\n', offset);
  if (next < 0) return text.length;
  return next > offset && text[next - 1] === '\r' ? next - 1 : next;
}

/** Whether only white space stands before it on its line. */
export function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Whole lines, with the break after them, or the one before them where they are the last. */
export function wholeLines(text: string, start: number, end: number): Pick<Splice, 'start' | 'end'> {
  const from = lineStart(text, start);
  const next = text.indexOf('\n', lineEnd(text, end));
  if (next >= 0) return { start: from, end: next + 1 };
  const before = from > 0 && text[from - 2] === '\r' ? from - 2 : from - 1;
  return { start: Math.max(0, before), end: text.length };
}

/** Where the text of a value ends, before comments and blank lines that follow it. */
export function contentEnd(text: string, node: unknown): number | undefined {
  if (isCollection(node) && !node.flow) return blockEnd(text, node as YAMLMap | YAMLSeq);
  if (!isScalar(node) && !isAlias(node) && !isCollection(node)) return undefined;
  if (!node.range || node.range[0] === node.range[1]) return undefined;
  return isScalar(node) && /^BLOCK/.test(node.type ?? '') ? blockScalarEnd(text, node) : node.range[1];
}

function blockEnd(text: string, node: YAMLMap | YAMLSeq): number | undefined {
  const last: unknown = node.items[node.items.length - 1];
  if (last === undefined) return node.range?.[0];
  return isPair(last) ? pairEnd(text, last) : itemEnd(text, node as YAMLSeq, node.items.length - 1);
}

/** Blank lines after a block scalar are part of it only where it keeps them. */
function blockScalarEnd(text: string, node: Node): number {
  const [start, end] = node.range!;
  if (/^[|>]\d?\+/.test(text.slice(start, start + 3))) return text[end - 1] === '\n' ? end - 1 : end;
  return start + text.slice(start, end).trimEnd().length;
}

function tokenOf(owner: Pair | YAMLSeq | YAMLMap, index?: number): ItemToken | undefined {
  const token = (owner as { srcToken?: unknown }).srcToken as (ItemToken & { items?: ItemToken[] }) | undefined;
  return index === undefined ? token : token?.items?.[index];
}

/** Behind the colon of a pair, where its value may begin. */
export function colonEnd(pair: Pair): number | undefined {
  const colon = tokenOf(pair)?.sep?.find(({ type }) => type === 'map-value-ind');
  return colon && colon.offset + 1;
}

export function pairEnd(text: string, pair: Pair): number {
  return contentEnd(text, pair.value) ?? colonEnd(pair) ?? (pair.key as Node).range![1];
}

export function pairStart(pair: Pair): number {
  const properties = tokenOf(pair)?.start?.find(({ type }) => PROPERTIES.includes(type));
  return properties?.offset ?? (pair.key as Node).range![0];
}

const PROPERTIES = ['anchor', 'tag', 'explicit-key-ind'];

/** The dash of an item of a block sequence. */
export function dashOf(seq: YAMLSeq, index: number): number | undefined {
  return tokenOf(seq, index)?.start?.find(({ type }) => type === 'seq-item-ind')?.offset;
}

export function itemEnd(text: string, seq: YAMLSeq, index: number): number {
  const item: unknown = seq.items[index];
  if (isPair(item)) return pairEnd(text, item);
  return contentEnd(text, item) ?? (dashOf(seq, index) ?? (item as Node).range![0]) + 1;
}

/** Where an item of a flow sequence begins, with its anchor and tag. */
export function flowItemStart(seq: YAMLSeq, index: number): number {
  const item: unknown = seq.items[index];
  const properties = tokenOf(seq, index)?.start?.find(({ type }) => PROPERTIES.includes(type));
  if (properties) return properties.offset;
  return isPair(item) ? pairStart(item) : (item as Node).range![0];
}

/** The key as the object that the document stands for has it. */
export function keyText({ key }: Pair): string {
  const value: unknown = isScalar(key) ? key.value : key;
  return typeof value === 'symbol' ? value.description ?? '' : String(value);
}

export function isMergePair(pair: Pair): boolean {
  return keyText(pair) === '<<' && !(isScalar(pair.key) && /^QUOTE/.test(pair.key.type ?? ''));
}

