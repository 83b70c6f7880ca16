import { Document, isAlias, isMap, isSeq, Node } from 'yaml';
import { readSources } from './documents';
import { readTexts, SourceError } from './files';
import { STANDARD_INPUT, StandardInput } from './io';
import { createLineIndex } from './line-index';
import { mustBeRead } from './relevance';
import { AliasTargets, aliasTargets, marksIn, valueOf } from './yaml-aliases';
import { yamlDocuments } from './yaml-edits';
import { keyText } from './yaml-edits-places';
import { MOST_EDITED_MARKS, tooManyMarks } from './yaml-problems';
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
    for (const document of yamlDocuments(part.text)) {
      const marks = marksIn(document);
      if (marks <= MOST_EDITED_MARKS) yield* readable(part, document, lineAt);
      else yield { kind: 'error', source, line: lineAt(part.start + document.range[0]), message: tooManyMarks(marks).message };
    }
  }
}

/** A ConfigMap with something like a configuration of Envoy. */
function mayConfigure(text: string): boolean {
  return text.includes('ConfigMap') && /static_?resources|dynamic_?resources/i.test(text);
}

/** What the other reader took, this one takes too; if not, the document stays as it is. */
function readable(part: TextPart, document: Document.Parsed, lineAt: (offset: number) => number): FixDocument[] {
  if (document.errors.length > 0) return [];
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

/** Where the last step that is found begins. */
function offsetOf(document: Document.Parsed, targets: AliasTargets, steps: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? document.range[0];
  for (const step of steps.map((text) => text.replace(/~1/g, '/').replace(/~0/g, '~'))) {
    const found = stepInto(isAlias(node) ? targets.get(node) : node, step);
    if (!found?.start?.range) break;
    offset = found.start.range[0];
    node = found.node;
  }
  return offset;
}

interface Step {
  readonly start?: Node | null;
  readonly node: unknown;
}

function stepInto(node: unknown, step: string): Step | undefined {
  if (isMap(node)) {
    const pair = node.items.find((candidate) => keyText(candidate) === step);
    return pair && { start: pair.key as Node, node: pair.value };
  }
  const item: unknown = isSeq(node) ? node.items[Number(step)] : undefined;
  return item === undefined ? undefined : { start: item as Node, node: item };
}
