import { Alias, Document, isAlias, isNode, Node, Pair, visit, YAMLMap, YAMLSeq } from 'yaml';
import { AliasTargets, aliasTargets } from './yaml-aliases';
import { isSame } from './yaml-edits-align';
import { lineEnd, Splice } from './yaml-edits-places';
import { blockLines, YamlStyle } from './yaml-edits-style';

/** Where a value stands, as far as it can be replaced there. */
export type Spot =
  | { readonly kind: 'root' }
  /** What is moved elsewhere with its text, and cannot be replaced as a whole. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'flow' }
  | { readonly kind: 'pair'; readonly pair: Pair; readonly indent: number }
  | { readonly kind: 'item'; readonly seq: YAMLSeq; readonly index: number; readonly indent: number };

/** An item that goes from one list and comes in another one, with its comments. */
export interface Donor {
  readonly node: Node;
  readonly value: unknown;
}

/** One document that is being edited. */
export interface EditSession {
  readonly text: string;
  readonly document: Document.Parsed;
  readonly style: YamlStyle;
  readonly splices: Splice[];
  /** Items by name that may move. */
  readonly donors: ReadonlyMap<string, Donor>;
  /** Whether a list's items may bring their old text along. */
  readonly moves: boolean;
  readonly anchors: AnchorValues;
}

/** What is to be replaced cannot be: the edit has to be made in another way. */
export class CannotEdit extends Error {}

/** What anchors stand for after the edit, so that aliases of those that change are written out. */
export class AnchorValues {
  /** Whether the document has aliases at all. */
  public readonly present: boolean;
  private readonly after = new Map<Node, unknown>();
  private readonly targets: AliasTargets;

  public constructor(private readonly document: Document.Parsed) {
    this.targets = aliasTargets(document);
    this.present = this.targets.size > 0;
  }

  public becomes(node: unknown, value: unknown): void {
    if (this.present && isNode(node) && !isAlias(node) && node.anchor) this.after.set(node, value);
  }

  /** Everything below goes, or is written anew without anchors. */
  public vanish(node: unknown): void {
    if (!this.present || !isNode(node)) return;
    visit(node, { Node: (_, inner) => this.becomes(inner, VANISHED) });
  }

  /** Whether an alias still stands for a value. */
  public standsFor(alias: Alias, before: unknown, value: unknown): boolean {
    const source = this.targets.get(alias);
    return isSame(source !== undefined && this.after.has(source) ? this.after.get(source) : before, value);
  }

  /** Whether anything below what an alias of a merge key names becomes something else. */
  public changes(node: unknown): boolean {
    if (!isNode(node)) return false;
    const source = isAlias(node) ? this.targets.get(node) : node;
    return source !== undefined && this.after.has(source)
      && !isSame(this.after.get(source), (source as YAMLMap).toJS(this.document));
  }
}

const VANISHED = Symbol('vanished');

/** Lines put after the line of an offset; a block scalar that keeps its end has none to put them after. */
export function insertAfterLine(session: EditSession, offset: number, lines: readonly string[]): void {
  const { text, style, splices } = session;
  const at = lineEnd(text, offset);
  splices.push({ start: at, end: at, text: lines.map((line) => style.lineBreak + line).join('') });
}

/** A new pair in block style. */
export function pairLines(session: EditSession, key: string, value: unknown, indent: number): string[] {
  return indented(blockLines({ [key]: value }, session.style), indent);
}

/** A new item in block style, dash and all. */
export function itemLines(session: EditSession, value: unknown, indent: number): string[] {
  return indented(blockLines([value], { ...session.style, step: Math.max(2, session.style.step) }), indent);
}

/** Blank lines stay blank. */
export function indented(lines: readonly string[], indent: number): string[] {
  const space = ' '.repeat(indent);
  return lines.map((line) => (line === '' ? '' : space + line));
}
