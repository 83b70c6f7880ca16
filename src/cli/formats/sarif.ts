import { isAbsolute, relative, resolve, sep } from 'path';
import { pathToFileURL } from 'url';
import { packageVersion } from './package-version';
import type { HazardRule } from '../../hazards/rule';
import { STANDARD_INPUT_NAME } from '../io';
import { LintError, LintResult, LocatedFinding } from '../lint-result';
import { printable } from '../printable';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

const HOME = 'https://github.com/cdk8s-envoy-proxy/cdk8s-envoy-proxy';

/** @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function sarifOf({ findings, errors }: LintResult, rules: readonly HazardRule[]): string {
  return `${printable(JSON.stringify({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: { driver: driver(rules) },
      invocations: [{ executionSuccessful: errors.length === 0, toolExecutionNotifications: errors.map(notification) }],
      results: findings.map((finding) => result(finding, rules)),
    }],
  }, null, 2))}\n`;
}

function driver(rules: readonly HazardRule[]): object {
  return { name: 'envoy-drain', version: packageVersion(), informationUri: HOME, rules: rules.map(descriptor) };
}

function descriptor({ id, severity, title, why, remedy }: HazardRule): object {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: remedy },
    helpUri: `${HOME}/blob/main/HAZARDS.md#${id}`,
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function result(finding: LocatedFinding, rules: readonly HazardRule[]): object {
  const { rule, severity, message, remedy, file, line } = finding;
  const ruleIndex = rules.findIndex(({ id }) => id === rule);
  return {
    ruleId: rule,
    ...ruleIndex >= 0 ? { ruleIndex } : {},
    level: LEVELS[severity],
    message: { text: `${message}\n${remedy}` },
    locations: [{ physicalLocation: physical(file, line), logicalLocations: logical(finding) }],
  };
}

/** The object, and the container in it. */
function logical({ object: { kind, namespace, name }, container }: LocatedFinding): object[] {
  const object = [kind, namespace, name].filter((part) => part !== undefined).join('/');
  return [
    { name: name ?? kind, kind: 'object', fullyQualifiedName: object },
    ...container === undefined ? []
      : [{ name: container, kind: 'container', fullyQualifiedName: `${object}/${container}` }],
  ];
}

function notification({ file, line, message }: LintError): object {
  return { level: 'error', message: { text: message }, locations: [{ physicalLocation: physical(file, line) }] };
}

function physical(file: string, line: number | undefined): object {
  return { artifactLocation: { uri: uriOf(file) }, ...line === undefined ? {} : { region: { startLine: line } } };
}

/** From the folder in which the command runs, where that holds the file. */
function uriOf(file: string): string {
  if (file === STANDARD_INPUT_NAME) return 'standard-input';
  const path = relative('', file);
  if (path === '' || isAbsolute(path) || path.split(sep)[0] === '..') return pathToFileURL(resolve(file)).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}
