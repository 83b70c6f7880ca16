import { STANDARD_INPUT_NAME } from '../io';
import { LintResult, LocatedFinding, objectName } from '../lint-result';
import { printable } from '../printable';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/**
 * Annotations of GitHub Actions.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function githubOf({ findings, errors }: LintResult): string {
  const unreadable = errors.map(({ file, line, message }) => command('error', { ...placeOf(file, line), title: 'envoy-drain' }, message));
  return [...findings.map(annotation), ...unreadable].join('');
}

function annotation(finding: LocatedFinding): string {
  const { rule, severity, message, remedy, container, file, line } = finding;
  const about = container === undefined ? objectName(finding) : `${objectName(finding)} ${container}`;
  return command(COMMANDS[severity], { ...placeOf(file, line), title: `${rule}: ${about}` }, `${message}\n${remedy}`);
}

/** What was piped in is no file that GitHub could show. */
function placeOf(file: string, line: number | undefined): { readonly file?: string; readonly line?: number } {
  return file === STANDARD_INPUT_NAME ? {} : { file, line };
}

interface Properties {
  readonly [property: string]: string | number | undefined;
}

function command(name: string, properties: Properties, message: string): string {
  const written = Object.entries(properties).flatMap(([property, value]) =>
    (value === undefined ? [] : [`${property}=${escapedProperty(printable(String(value)))}`]));
  return `::${name} ${written.join(',')}::${escaped(printable(message))}\n`;
}

function escaped(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
