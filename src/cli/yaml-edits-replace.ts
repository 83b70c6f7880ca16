import { Node } from 'yaml';
import { colonEnd, contentEnd, dashOf, itemEnd, lineEnd, pairEnd } from './yaml-edits-places';
import { CannotEdit, EditSession, itemLines, pairLines, Spot } from './yaml-edits-session';
import { blockLines, flowText } from './yaml-edits-style';

/** Writes a value anew where another one stands. */
export function replace(session: EditSession, node: unknown, after: unknown, spot: Spot): void {
  session.anchors.vanish(node);
  switch (spot.kind) {
    case 'moved': throw new CannotEdit('what moves is another value');
    case 'root': return replaceRoot(session, after);
    case 'flow': return replaceInFlow(session, node as Node, after);
    case 'pair': return replaceLines(session, spot, {
      start: colonEnd(spot.pair), end: pairEnd(session.text, spot.pair),
      // A key of one letter, which is not written again.
      lines: pairLines(session, 'k', after, spot.indent), width: 'k:'.length,
    });
    case 'item': return replaceLines(session, spot, {
      start: behindDash(dashOf(spot.seq, spot.index)), end: itemEnd(session.text, spot.seq, spot.index),
      lines: itemLines(session, after, spot.indent), width: '-'.length,
    });
  }
}

function behindDash(dash: number | undefined): number | undefined {
  return dash === undefined ? undefined : dash + 1;
}

function replaceRoot({ text, document, style, splices }: EditSession, after: unknown): void {
  const root = document.contents!;
  const [start] = root.range;
  const lines = style.json ? JSON.stringify(after, null, 2).split('\n') : blockLines(after, style);
  splices.push({ start, end: contentEnd(text, root) ?? start, text: lines.join(style.lineBreak) });
}

function replaceInFlow({ text, style, splices }: EditSession, node: Node, after: unknown): void {
  const [start] = node.range!;
  const end = contentEnd(text, node);
  splices.push({ start, end: end ?? start, text: `${end === undefined ? ' ' : ''}${flowText(after, style)}` });
}

interface Written {
  readonly start: number | undefined;
  readonly end: number;
  /** With the key or dash, and all indented. */
  readonly lines: readonly string[];
  /** Of the key with its colon, or the dash. */
  readonly width: number;
}

function replaceLines(
  { text, style, splices }: EditSession, { indent }: { readonly indent: number }, { start, end, lines, width }: Written,
): void {
  if (start === undefined) throw new CannotEdit('a key without a colon, or an item without a dash');
  const [first, ...rest] = [lines[0].slice(indent + width), ...lines.slice(1)];
  // A comment behind a block scalar's header would be part of its text.
  const until = rest.length > 0 && / [|>][-+\d]*$/.test(first) ? lineEnd(text, end) : end;
  splices.push({ start, end: Math.max(start, until), text: [first, ...rest].join(style.lineBreak) });
}
