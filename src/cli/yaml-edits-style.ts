import { Document, isCollection, isMap, isScalar, isSeq, Node, Pair, Scalar, stringify, visit } from 'yaml';
import { inUsualOrder } from './yaml-edits-order';
import { columnOf, keyText } from './yaml-edits-places';

/** How a document is written, as far as new parts of it follow that. */
export interface YamlStyle {
  readonly json: boolean;
  readonly lineBreak: string;
  /** Spaces from a key to the keys of its object. */
  readonly step: number;
  /** Whether the dashes of a list stand further in than its key. */
  readonly indentsLists: boolean;
}

export function styleOf(text: string, document: Document.Parsed): YamlStyle {
  const root = document.contents;
  let step: number | undefined;
  let indentsLists: boolean | undefined;
  visit(document, {
    Pair: (_, pair) => {
      const further = furtherIn(text, pair);
      if (further === undefined) return undefined;
      if (isMap(pair.value)) step ??= further;
      else indentsLists ??= further > 0;
      return step !== undefined && indentsLists !== undefined ? visit.BREAK : undefined;
    },
  });
  return {
    json: (isMap(root) || isSeq(root)) && root.flow === true && isJson(root),
    lineBreak: /\r\n/.test(text) ? '\r\n' : '\n',
    step: Math.max(1, step ?? 2),
    indentsLists: indentsLists ?? true,
  };
}

/** By how much a value in block style stands further in than its key. */
function furtherIn(text: string, { key, value }: Pair): number | undefined {
  if (!isCollection(value) || value.flow || !value.range || !isScalar(key) || !key.range) return undefined;
  return columnOf(text, value.range[0]) - columnOf(text, key.range[0]);
}

/** JSON quotes its keys; YAML in braces hardly ever does. */
function isJson(root: Node): boolean {
  const pair = isMap(root) ? root.items[0] : undefined;
  return pair === undefined || (isScalar(pair.key) && pair.key.type === Scalar.QUOTE_DOUBLE && keyText(pair) !== '');
}

/** Kubernetes reads YAML 1.1, in which also `on` and `0o7` need quotes. */
const WRITING = { lineWidth: 0, compat: 'yaml-1.1', aliasDuplicateObjects: false } as const;

/** Lines of a value in block style, without indentation of their own. */
export function blockLines(value: unknown, { step, indentsLists }: YamlStyle): string[] {
  const text = stringify(inUsualOrder(value), { ...WRITING, indent: step, indentSeq: indentsLists });
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** A value on one line. */
export function flowText(value: unknown, { json }: YamlStyle, padded = false, spaced = true): string {
  if (json) return jsonText(inUsualOrder(value), spaced);
  const text = stringify([inUsualOrder(value)], { ...WRITING, collectionStyle: 'flow', flowCollectionPadding: padded });
  return text.trim().slice(1, -1).trim();
}

/** Line breaks are never part of a text in JSON. */
export function jsonText(value: unknown, spaced: boolean): string {
  if (!spaced) return JSON.stringify(value);
  return JSON.stringify(value, null, 1).replace(/([[{])\n\s*/g, '$1').replace(/\n\s*([\]}])/g, '$1').replace(/\n\s*/g, ' ');
}

/** A value of JSON over several lines, the first without indentation. */
export function jsonLines(value: unknown, indent: number, step: number): string {
  return JSON.stringify(inUsualOrder(value), null, step).replace(/\n/g, `\n${' '.repeat(indent)}`);
}

/** A scalar in the quotes that the one before it had. */
export function scalarText(value: unknown, before: Scalar, style: YamlStyle): string {
  const quoted = before.type === Scalar.QUOTE_DOUBLE || before.type === Scalar.QUOTE_SINGLE;
  if (typeof value !== 'string' || !quoted || style.json) return flowText(value, style);
  const list = stringify([value], {
    ...WRITING, collectionStyle: 'flow', flowCollectionPadding: false, defaultStringType: before.type,
  });
  return list.trim().slice(1, -1);
}
