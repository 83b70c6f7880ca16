import { differences, shownDifference } from './compare';
import { isAboutHostPortsOnly, isNotAboutTheManager, Level, levelNeeded, namespaceOf } from './pod-security';
import { Tally } from './tally';
import { Answer, ApiClient, Manifest } from '../server/client';

/** An object as it is sent, and where. */
export interface Submission {
  readonly what: string;
  readonly manifest: Manifest;
  readonly level: Level;
  readonly foreignPod: boolean;
}

/**
 * Every object of a chart, and the pod of every template: for workload controllers Pod Security only
 * warns, and a StatefulSet's template is validated less than a pod.
 */
export function submissionsOf(manifests: readonly Manifest[], foreignPod = false): Submission[] {
  return manifests.flatMap((manifest) => {
    const template = podTemplateOf(manifest);
    const level = levelNeeded(template?.spec);
    const what = `${manifest.kind} ${manifest.metadata?.name}`;
    const own = { what, manifest: withoutNamespace(manifest), level, foreignPod };
    if (!template || manifest.kind === 'Pod') return [own];
    return [own, { what: `pod of ${what}`, manifest: podOf(template), level, foreignPod }];
  });
}

/** Creates it by dry run: accepted, no warning, and no field dropped or changed. */
export async function checkAccepted(
  client: ApiClient, tally: Tally, variant: string, submission: Submission,
): Promise<void> {
  const { what, manifest, level } = submission;
  const name = `${variant}: ${what}`;
  if (!await client.isServed(manifest)) {
    tally.count('skipped');
    console.log(`skipped ${name}: the server has no ${manifest.apiVersion} ${manifest.kind}`);
    return;
  }
  const answer = await client.create(manifest, namespaceOf(level), { dryRun: true });
  tally.count('objects');
  if (answer.status === 201) tally.count('accepted');
  tally.check(name, faultsOf(submission, answer, tally));
}

function faultsOf({ manifest, level, foreignPod }: Submission, answer: Answer, tally: Tally): string[] {
  const warnings = answer.warnings.filter((warning) => !isToBeExpected(warning, level, foreignPod));
  tally.count('warnings', warnings.length);
  const faults = warnings.map((warning) => `warning: ${warning}`);
  if (answer.status !== 201) return [`${answer.status}: ${answer.body.message}`, ...faults];
  const changed = differences(manifest, answer.body);
  tally.count('dropped', changed.length);
  return [...faults, ...changed.map(shownDifference)];
}

function isToBeExpected(warning: string, level: Level, foreignPod: boolean): boolean {
  if (level !== 'privileged') return false;
  return isAboutHostPortsOnly(warning) || (foreignPod && isNotAboutTheManager(warning));
}

/** Where a kind keeps its pod; a Pod is its own. */
export function podTemplateOf(manifest: Manifest): Manifest | undefined {
  if (manifest.kind === 'Pod') return manifest;
  const owner = manifest.kind === 'CronJob' ? manifest.spec.jobTemplate : manifest;
  return owner.spec?.template;
}

export function podOf(template: Manifest): Manifest {
  const { labels, annotations } = template.metadata ?? {};
  return {
    apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'pod-', labels, annotations }, spec: template.spec,
  };
}

/** The namespace decides about Pod Security here, so the checks choose it. */
function withoutNamespace(manifest: Manifest): Manifest {
  const { namespace, ...metadata } = manifest.metadata;
  return { ...manifest, metadata };
}
