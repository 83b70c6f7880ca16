import { HazardFinding, HazardSeverity, UndeclaredFact } from './hazard-finding';
import { HazardOptions, HazardReport } from './hazard-report';
import type { ValidationProperties, ValidationSettings } from './hazards/validation-properties';
import { isObject } from './pod/manifest';
import { printableLine } from './render/printable';
import { grouped } from './values/objects';

/**
 * Validation plugin of cdk8s-cli: `cdk8s synth` fails with what will cut requests or hang when pods end.
 *
 * It is named in cdk8s.yaml. No program makes one: cdk8s-cli does, which runs in Node for apps in any language, so that
 * jsii has nothing to translate.
 *
 * @internal
 */
export class HazardValidation {
  private readonly settings: ValidationSettings;

  /** Throws for a property that is wrong or that nobody knows, before anything is judged. */
  public constructor(properties: ValidationProperties) {
    try {
      this.settings = readers().settingsOf(properties);
      HazardReport.of([], this.settings.options);
    } catch (error) {
      // an app may have several validations
      throw new Error(`[${HazardValidation.name}] ${(error as Error).message}`);
    }
  }

  /** Judges all manifests together, since a Service may be in another file than its pods. */
  public async validate(context: ValidationContext): Promise<void> {
    const { options, failOn } = this.settings;
    const documents = context.manifests.flatMap((path) =>
      context.parseManifest(path).map((value): SynthesizedDocument => ({ path, value })));
    const { report, readable, unreadable } = judged(documents, options);
    const violations = [
      ...unreadable.map(({ document, message }) => unreadableViolation(document, message)),
      ...findingViolations(report.findings, readable, namesOfSeveral(documents)),
    ];
    violations.forEach((violation) => context.report.addViolation(violation));
    const passes = unreadable.length === 0 && report.isFreeOf(failOn);
    context.report.submit(passes ? 'success' : 'failure', summaryOf(report, failOn));
  }
}

/** As much as is used of what cdk8s-cli 2.207 hands over. */
interface ValidationContext {
  readonly manifests: readonly string[];
  readonly report: {
    addViolation(violation: Violation): void;
    submit(status: 'success' | 'failure', metadata: { readonly [name: string]: string }): void;
  };
  parseManifest(path: string): unknown[];
}

/** cdk8s-cli looks up the construct by the name of the resource, and shows `recommendation` before `fix`. */
interface Violation {
  readonly ruleName: string;
  readonly recommendation: string;
  readonly fix: string;
  readonly violatingResources: readonly ViolatingResource[];
}

interface ViolatingResource {
  readonly resourceName: string;
  readonly manifestPath: string;
  readonly locations: readonly string[];
}

interface SynthesizedDocument {
  readonly path: string;
  readonly value: unknown;
}

interface Judged {
  readonly report: HazardReport;
  readonly readable: readonly SynthesizedDocument[];
  readonly unreadable: readonly UnreadableDocument[];
}

interface UnreadableDocument {
  readonly document: SynthesizedDocument;
  readonly message: string;
}

/** One field of a wrong type must not hide what is found elsewhere; a second look is needed only then. */
function judged(documents: readonly SynthesizedDocument[], options: HazardOptions): Judged {
  const report = (some: readonly SynthesizedDocument[]): HazardReport =>
    HazardReport.of(some.map(({ value }) => value), options);
  const problemOf = (document: SynthesizedDocument): string | undefined => {
    try {
      report([document]);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  try {
    return { report: report(documents), readable: documents, unreadable: [] };
  } catch {
    const looked = documents.map((document) => ({ document, message: problemOf(document) }));
    const readable = looked.filter(({ message }) => message === undefined).map(({ document }) => document);
    return { report: report(readable), readable, unreadable: looked.filter(isUnreadable) };
  }
}

function isUnreadable(looked: { readonly message?: string }): looked is UnreadableDocument {
  return looked.message !== undefined;
}

function unreadableViolation({ path, value }: SynthesizedDocument, message: string): Violation {
  return {
    ruleName: 'unreadable-manifest',
    recommendation: `error: ${printableLine(message)}`,
    fix: 'Give the field the type that the Kubernetes API has for it.',
    violatingResources: [{ resourceName: printableLine(nameOf(value) ?? 'without a name'), manifestPath: path, locations: ['/'] }],
  };
}

/** What is the same for several resources is told once. */
function findingViolations(
  findings: readonly HazardFinding[], documents: readonly SynthesizedDocument[], ambiguous: ReadonlySet<string>,
): Violation[] {
  const alike = grouped(findings, ({ rule, severity, message }) => JSON.stringify([rule, severity, message]));
  return [...alike.values()].map((group): Violation => {
    const [{ rule, severity, message, remedy }] = group;
    return {
      ruleName: rule,
      recommendation: `${severity}: ${printableLine(message)}`,
      fix: remedy,
      violatingResources: group.map((finding) => resourceOf(finding, documents[finding.document].path, ambiguous)),
    };
  });
}

function resourceOf(
  { object, pointer }: HazardFinding, manifestPath: string, ambiguous: ReadonlySet<string>,
): ViolatingResource {
  const name = object.name ?? 'without a name';
  const place = `${object.kind} ${pointer || '/'}`;
  const locations = [ambiguous.has(name) ? `${place} (cdk8s records one construct path a name, and others have this one too)` : place];
  return { resourceName: printableLine(name), manifestPath, locations: locations.map(printableLine) };
}

/** cdk8s records construct paths by name alone: of a Deployment and a Service of one name, the last one's. */
function namesOfSeveral(documents: readonly SynthesizedDocument[]): ReadonlySet<string> {
  const names = documents.map(({ value }) => nameOf(value)).filter((name) => name !== undefined);
  return new Set([...grouped(names, (name) => name)].flatMap(([name, alike]) => (alike.length > 1 ? [name] : [])));
}

function nameOf(manifest: unknown): string | undefined {
  const metadata = isObject(manifest) ? manifest.metadata : undefined;
  return isObject(metadata) && typeof metadata.name === 'string' ? metadata.name : undefined;
}

/** Rows of the table that cdk8s-cli shows before the violations. */
function summaryOf(report: HazardReport, failOn: HazardSeverity): { [name: string]: string } {
  const count = (counted: HazardSeverity): number =>
    report.findings.filter(({ severity }) => severity === counted).length;
  return {
    'Findings': Object.values(HazardSeverity).map((severity) => `${severity}: ${count(severity)}`).join(', '),
    'Fails on': failOn,
    ...Object.fromEntries(report.undeclared.map(undeclaredRow)),
  };
}

function undeclaredRow({ fact, rules }: UndeclaredFact): readonly [string, string] {
  return [`Silent without ${fact}`, rules.join('\n')];
}

/** Only cdk8s-cli makes a validation: nobody else has to load what reads its properties. */
function readers(): typeof import('./hazards/validation-properties') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./hazards/validation-properties');
}
