import { Document } from 'yaml';
import { readSources } from './documents';
import { readTexts, SourceError } from './files';
import { STANDARD_INPUT, StandardInput } from './io';
import { createLineIndex } from './line-index';
import { mustBeRead } from './relevance';
import { AliasTargets, aliasTargets, marksIn, valueOf } from './yaml-aliases';
import { yamlDocuments } from './yaml-edits';
import { offsetOf } from './yaml-node-places';
import { MOST_EDITED_MARKS, notEditable, tooManyMarks } from './yaml-problems';
import { splitDocuments, TextPart } from './yaml-split';

/** A file that may be changed. */
export interface FixFile {
  readonly source: string;
  readonly text: string;
  readonly documents: readonly FixDocument[];
}

/** A document that can hold a pod or a configuration; what it shall stand for is put into `after`. */
export interface FixDocument {
  readonly part: TextPart;
  readonly document: Document.Parsed;
  readonly before: unknown;
  after: unknown;
  readonly lineOf: (pointer: string) => number;
}

/** Whether there is something in a document to mend, or to tell. */
export type Concerns = (value: unknown) => boolean;

/** What was read. */
export interface FixInput {
  readonly files: readonly FixFile[];
  readonly errors: readonly SourceError[];
}

/** The files, and what in them cannot be read: of that nothing is changed. */
export function readFixFiles(paths: readonly string[], standardInput: StandardInput, concerns: Concerns): FixInput {
  const files: FixFile[] = [];
  const errors: SourceError[] = [];
  for (const item of readTexts(paths, standardInput)) {
    if (item.kind === 'error') {
      errors.push(item);
      continue;
    }
    const { source, text } = item;
    const found = [...documentsIn(source, text, concerns)];
    errors.push(...found.flatMap((part) => ('message' in part ? [part] : [])));
    files.push({ source, text, documents: found.flatMap((part) => ('message' in part ? [] : [part])) });
  }
  return { files, errors };
}

/**
 * A document that the linter could not read is not changed either. The parser that keeps the places of everything is
 * slow, and most documents are good: they are not read by it.
 */
function* documentsIn(source: string, text: string, concerns: Concerns): Generator<FixDocument | SourceError> {
  const lineAt = createLineIndex(text);
  for (const part of splitDocuments(text)) {
    const items = mustBeRead(part.text) ? [...readSources([STANDARD_INPUT], () => part.text)] : [];
    const errors = items.flatMap((item) => (item.kind === 'error' ? [item] : []));
    for (const error of errors) yield { ...error, source, line: lineAt(part.start) + (error.line ?? 1) - 1 };
    const isConcerned = items.some((item) => item.kind === 'document' && concerns(item.value)) || mayConfigure(part.text);
    if (errors.length > 0 || !isConcerned) continue;
    const documents = [...yamlDocuments(part.text)];
    if (documents.filter(({ contents }) => contents !== null).length !== items.length && items.length > 0) {
      yield { kind: 'error', source, line: lineAt(part.start), message: notEditable(new Error('its editor reads other documents in it')).message };
      continue;
    }
    for (const document of documents) {
      const marks = marksIn(document);
      if (marks <= MOST_EDITED_MARKS) yield* readable(source, part, document, lineAt);
      else yield { kind: 'error', source, line: lineAt(part.start + document.range[0]), message: tooManyMarks(marks).message };
    }
  }
}

/** A ConfigMap with something like a configuration of Envoy. */
function mayConfigure(text: string): boolean {
  return text.includes('ConfigMap') && /static_?resources|dynamic_?resources/i.test(text);
}

/** What the other reader took, this one takes too; if not, the document stays as it is. */
function readable(
  source: string, part: TextPart, document: Document.Parsed, lineAt: (offset: number) => number,
): (FixDocument | SourceError)[] {
  const [error] = document.errors;
  if (error) return [{ kind: 'error', source, line: lineAt(part.start + error.pos[0]), message: notEditable(error).message }];
  const before: unknown = valueOf(document);
  let targets: AliasTargets | undefined;
  return [{
    part, document, before, after: before,
    lineOf: (pointer) => {
      targets ??= aliasTargets(document);
      return lineAt(part.start + offsetOf(document, targets, pointer.split('/').slice(1)));
    },
  }];
}
