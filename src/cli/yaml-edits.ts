import { Composer, Document, Parser } from 'yaml';
import { valueOf } from './yaml-aliases';
import { isSame } from './yaml-edits-align';
import { spliced } from './yaml-edits-places';
import { AnchorValues, CannotEdit, EditSession } from './yaml-edits-session';
import { styleOf } from './yaml-edits-style';
import { edit } from './yaml-edits-walk';

/** A document of a text, and what it shall stand for. */
export interface YamlEdit {
  readonly document: Document.Parsed;
  readonly before: unknown;
  readonly after: unknown;
}

/** Reads the documents of a text with the places of everything in them. */
export function yamlDocuments(text: string): Iterable<Document.Parsed> {
  // The parser's own search for duplicate keys takes time that grows with the square of their number.
  const composer = new Composer({ uniqueKeys: false, merge: true, keepSourceTokens: true });
  return composer.compose(new Parser().parse(text)) as Iterable<Document.Parsed>;
}

/**
 * The text with some of its documents changed: comments, order, quotes and all other lines stay as they
 * are. What comes out is read again, and stands for exactly what was asked for.
 */
export function editedYaml(text: string, edits: readonly YamlEdit[]): string {
  // From the last to the first, so that the places of those before stay right.
  return [...edits].reverse().reduce((edited, change) => editedDocument(text, edited, change), text);
}

function editedDocument(original: string, text: string, change: YamlEdit): string {
  if (isSame(change.before, change.after)) return text;
  for (const way of WAYS) {
    const [start, end] = [change.document.range[0], change.document.range[2]];
    const part = attempt(original, change, way);
    if (part !== undefined) return text.slice(0, start) + part + text.slice(end);
  }
  throw new Error('\'document\' (of unusual YAML) must be one that can be edited in place: nothing was changed; '
    + 'write it in the usual block style');
}

/** From the smallest edit to the document written anew. */
const WAYS: readonly ((session: EditSession, change: YamlEdit) => void)[] = [
  (session, { document, before, after }) => edit(session, document.contents, before, after, { kind: 'root' }),
  (session, { document, before, after }) =>
    edit({ ...session, moves: false }, document.contents, before, after, { kind: 'root' }),
  (session, { document, after }) => edit(session, document.contents, undefined, after, { kind: 'root' }),
];

/** The document's new text, undefined where it would not stand for the value. */
function attempt(text: string, change: YamlEdit, way: typeof WAYS[number]): string | undefined {
  const { document, after } = change;
  const splices: EditSession['splices'] = [];
  try {
    const [style, anchors] = [styleOf(text, document), new AnchorValues(document)];
    way({ text, document, splices, style, anchors, donors: new Map(), moves: true }, change);
  } catch (error) {
    if (error instanceof CannotEdit) return undefined;
    throw error;
  }
  const part = spliced(text, splices, document.range[0], document.range[2]);
  return standsFor(part, after) ? part : undefined;
}

/** Comments before the document's own start are not part of it. */
function standsFor(part: string, value: unknown): boolean {
  try {
    const [document, ...others] = [...yamlDocuments(part)];
    const isAlone = others.every(({ contents }) => contents === null);
    return document.errors.length === 0 && isAlone && isSame(valueOf(document), value);
  } catch {
    return false;
  }
}
