import type { HazardFinding, HazardSeverity, UndeclaredFact } from '../hazard-finding';

/** A finding, and where it stands. */
export interface LocatedFinding extends Omit<HazardFinding, 'document' | 'severity'> {
  readonly severity: `${HazardSeverity}`;
  readonly file: string;
  readonly line: number;
}

/** What could not be read. */
export interface LintError {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** What linting comes to, before it is written in one format or another. */
export interface LintResult {
  /** By file, and within one by line. */
  readonly findings: readonly LocatedFinding[];
  readonly undeclared: readonly UndeclaredFact[];
  /** All that could be read, without those that are empty. */
  readonly documents: number;
  readonly pods: number;
  /** Of these pods, those in which an Envoy or another proxy was recognised. */
  readonly proxied: number;
  /** Those with an Envoy whose hook is not understood: of them, less can be said. */
  readonly unclear: number;
  /** Those that make no pod. */
  readonly skipped: number;
  readonly errors: readonly LintError[];
}

/** From the worst. */
export const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly `${HazardSeverity}`[];

export type SeverityName = typeof SEVERITIES[number];

/** Whether something is found that is at least as bad. */
export function hasAtLeast(findings: readonly LocatedFinding[], level: SeverityName): boolean {
  return findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(level));
}

/** The option that declares a fact. */
export function optionOf({ fact }: UndeclaredFact): string {
  return `--${fact.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `Deployment edge/envoy`, with what of it is known. */
export function objectName({ object: { kind, namespace, name = '(no name)' } }: Pick<LocatedFinding, 'object'>): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}
