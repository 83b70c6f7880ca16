import { createPaint, Paint } from './paint';
import { place } from '../io';
import { LintResult, LocatedFinding, objectName, optionOf, SEVERITIES, SeverityName } from '../lint-result';
import { printableLine } from '../printable';

const COLOURS = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** For people: findings by file, what was looked at, and what could be declared. */
export function textOf(result: LintResult, hasColour: boolean): string {
  const paint = createPaint(hasColour);
  const files = [...byFile(result.findings).values()].map((findings) =>
    findings.map((finding) => findingText(finding, paint)).join(''));
  return [...files, [summary(result), ...undeclaredLines(result)].map((line) => `${line}\n`).join('')].join('\n');
}

function byFile(findings: readonly LocatedFinding[]): Map<string, LocatedFinding[]> {
  const files = new Map<string, LocatedFinding[]>();
  for (const finding of findings) {
    const others = files.get(finding.file);
    if (others) others.push(finding);
    else files.set(finding.file, [finding]);
  }
  return files;
}

function findingText(finding: LocatedFinding, paint: Paint): string {
  const { file, line, severity, rule, container, message, remedy } = finding;
  const about = `[${objectName(finding)}${container === undefined ? '' : ` ${container}`}]`;
  const [where, what, whom, why] = [place(file, line), rule, about, message].map(printableLine);
  return `${paint('bold', where)} ${paint(COLOURS[severity], severity)} ${paint('bold', what)} ${whom} ${why}\n`
    + `    ${paint('dim', printableLine(remedy))}\n`;
}

function summary(result: LintResult): string {
  const { documents, pods, skipped, errors, findings } = result;
  const read = [
    counted(documents, 'document'), `${counted(pods, 'pod')}${remarks(result)}`, `${skipped} skipped`,
    ...errors.length > 0 ? [`${errors.length} not readable`] : [],
  ].join(', ');
  if (findings.length === 0) return documents === 0 ? read : `${read}: nothing found`;
  const bySeverity = SEVERITIES.map((severity) => severityCount(severity, findings)).join(', ');
  return `${read}: ${bySeverity}`;
}

/** A proxy that nobody knows is judged as an app, and a hook that nobody knows may do anything. */
function remarks({ pods, proxied, unclear }: LintResult): string {
  const others = pods - proxied;
  const remark = [
    ...others > 0 && others === pods ? ['no Envoy or other proxy was recognised'] : [],
    ...others > 0 && others < pods ? [`${others} without an Envoy or another proxy that is known`] : [],
    ...unclear === 0 ? [] : [`${unclear} with an Envoy whose hook is not understood`],
  ].join(', ');
  return remark === '' ? '' : ` (${remark})`;
}

function severityCount(severity: SeverityName, findings: readonly LocatedFinding[]): string {
  const count = findings.filter((finding) => finding.severity === severity).length;
  return severity === 'info' ? `${count} info` : counted(count, severity);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function undeclaredLines({ undeclared }: LintResult): string[] {
  if (undeclared.length === 0) return [];
  const options = undeclared.map((fact) => `${optionOf(fact)} (${fact.rules.join(', ')})`);
  return [`more could be said with ${options.join(', ')}`];
}
