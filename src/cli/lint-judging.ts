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

/** Judges all documents, one after the other; of one that was judged only its place is kept. */
export function lint({ paths, declared, options }: LintInput, io: CommandIo): LintResult {
  const judge = createJudge(declared, options);
  const judged: PlacedDocument[] = [];
  const found: [HazardFinding, LocatedFinding][] = [];
  const errors: LintError[] = [];
  let documents = 0;
  let skipped = 0;
  const progress = createProgress(io);

  const keep = (findings: readonly HazardFinding[]): void => {
    for (const finding of findings) found.push([finding, located(finding, judged[finding.document])]);
  };
  const add = (document: SourceDocument): void => {
    judged.push({ source: document.source, lineOf: document.lineOf });
    const podsBefore = judge.pods;
    try {
      keep(judge.add(document.value));
    } catch (error) {
      const { pointer } = error instanceof FieldError ? error : { pointer: '' };
      errors.push({ file: document.source, line: document.lineOf(pointer), message: (error as Error).message });
      return;
    }
    documents += 1;
    if (judge.pods === podsBefore) skipped += 1;
    else judged[judged.length - 1] = remembered(document);
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
  keep(judge.finish());
  progress.end();
  found.sort(([one, at], [other, otherAt]) => one.document - other.document || at.line - otherAt.line);
  return {
    findings: found.map(([, finding]) => finding), undeclared: judge.undeclared(),
    documents, pods: judge.pods, proxied: judge.proxied, skipped, errors,
  };
}

/** Where pods are. What is told of them at the end is told there, and the document is not read again for it. */
const PLACES_OF_PODS = ['/spec', '/spec/template/spec'];

function remembered({ source, lineOf }: PlacedDocument): PlacedDocument {
  const lines = new Map(PLACES_OF_PODS.map((pointer) => [pointer, lineOf(pointer)]));
  return { source, lineOf: (pointer) => lines.get(pointer) ?? lineOf(pointer) };
}

/** Field by field, because there may be very many. */
function located(finding: HazardFinding, { source, lineOf }: PlacedDocument): LocatedFinding {
  const { rule, severity, message, remedy, object, container, pointer } = finding;
  return { rule, severity, message, remedy, object, container, pointer, file: source, line: lineOf(pointer) };
}
