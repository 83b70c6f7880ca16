import { PlacedDocument, readSources, SourceDocument } from './documents';
import { CommandIo } from './io';
import { LintError, LintResult, LocatedFinding } from './lint-result';
import { createProgress } from './progress';
import type { HazardFinding } from '../hazard-finding';
import type { Declared } from '../hazards/declared';
import { createJudge, JudgeOptions } from '../hazards/judge';
import { FieldError } from '../pod/fields';

/** What is linted, and what is known beside it. */
export interface LintInput {
  readonly paths: readonly string[];
  readonly declared: Declared;
  readonly options: JudgeOptions;
}

/** Judges all documents, one after the other; of those, nothing is kept but lines that may be told of at the end. */
export function lint({ paths, declared, options }: LintInput, io: CommandIo): LintResult {
  const judge = createJudge(declared, options);
  const awaited = new Map<number, PlacedDocument>();
  const found: [HazardFinding, LocatedFinding][] = [];
  const errors: LintError[] = [];
  let documents = 0;
  let skipped = 0;
  const progress = createProgress(io);

  const keep = (finding: HazardFinding, document: PlacedDocument): void => {
    found.push([finding, located(finding, document)]);
  };
  const add = (document: SourceDocument): void => {
    const podsBefore = judge.pods;
    try {
      for (const finding of judge.add(document.value)) keep(finding, document);
    } catch (error) {
      const { pointer } = error instanceof FieldError ? error : { pointer: '' };
      errors.push({ file: document.source, line: document.lineOf(pointer), message: (error as Error).message });
      return;
    }
    documents += 1;
    if (judge.pods === podsBefore) skipped += 1;
    const pointers = judge.awaited();
    if (pointers.length > 0) awaited.set(judge.documents - 1, withLinesOf(pointers, document));
  };
  const skip = (): void => {
    documents += 1;
    skipped += 1;
  };
  for (const item of readSources(paths, io.standardInput)) {
    if (item.kind === 'document') add(item);
    else if (item.kind === 'skipped') skip();
    else errors.push({ file: item.source, line: item.line, message: item.message });
    progress.passed(found.length);
  }
  for (const finding of judge.finish()) keep(finding, awaited.get(finding.document)!);
  progress.end();
  found.sort(([one, at], [other, otherAt]) => one.document - other.document || at.line - otherAt.line);
  return {
    findings: found.map(([, finding]) => finding), undeclared: judge.undeclared(),
    documents, pods: judge.pods, proxied: judge.proxied, unclear: judge.unclear, skipped, errors,
  };
}

/** Lines found early, because a document takes much memory, and is not read again. */
function withLinesOf(pointers: readonly string[], { source, lineOf }: PlacedDocument): PlacedDocument {
  const lines = new Map(pointers.map((pointer) => [pointer, lineOf(pointer)]));
  return { source, lineOf: (pointer) => lines.get(pointer)! };
}

/** Field by field, because there may be very many. */
function located(finding: HazardFinding, { source, lineOf }: PlacedDocument): LocatedFinding {
  const { rule, severity, message, remedy, object, container, pointer } = finding;
  return { rule, severity, message, remedy, object, container, pointer, file: source, line: lineOf(pointer) };
}
