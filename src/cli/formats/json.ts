import { STANDARD_INPUT, STANDARD_INPUT_NAME } from '../io';
import { LintResult, LocatedFinding, optionOf } from '../lint-result';
import { printable } from '../printable';

/** For programs, a contract: every field is always there, `null` where there is nothing to say. */
export function jsonOf({ findings, documents, pods, skipped, errors, undeclared }: LintResult): string {
  return `${printable(JSON.stringify({
    findings: findings.map(findingJson),
    summary: {
      documents, pods, skipped,
      errors: errors.map(({ file, line, message }) => ({ file: fileJson(file), line: line ?? null, message })),
    },
    undeclared: undeclared.map((fact) => ({ fact: fact.fact, option: optionOf(fact), rules: fact.rules })),
  }, null, 2))}\n`;
}

function findingJson(finding: LocatedFinding): object {
  const { rule, severity, message, remedy, container, pointer, file, line } = finding;
  const { kind, namespace, name } = finding.object;
  return {
    rule, severity, message, remedy, object: { kind, namespace: namespace ?? null, name: name ?? null },
    container: container ?? null, pointer, file: fileJson(file), line,
  };
}

/** As it was named in the command line. */
function fileJson(file: string): string {
  return file === STANDARD_INPUT_NAME ? STANDARD_INPUT : file;
}
