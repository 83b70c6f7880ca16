import type { HazardFinding } from '../hazard-finding';
import { KubernetesVersion } from '../kubernetes-version';
import { isObject, Manifest, sorted } from '../pod/manifest';
import { ENVOY, withoutIdentity } from '../upstream/envoy';
import { IGNORE_PREFIX } from '../values/names';

/** Reasons to pass a rule over, by its id. */
export type IgnoredHazards = { readonly [rule: string]: string };

/**
 * Fails for what would cut requests, on the manifest that is just being rendered. Nothing is remembered of a
 * construct or a synthesis: what was broken and mended in between is judged as it stands. Only manifests that are
 * the same in all that rules look at are judged once.
 */
export function checkSelf(
  manifest: Manifest, version: KubernetesVersion, ignore: IgnoredHazards = {}, envoyGatewayVersion?: string,
): Manifest {
  const key = JSON.stringify([version.toString(), ignore, envoyGatewayVersion, withoutNames(manifest)]);
  if (WITHOUT_ERRORS.has(key)) return manifest;
  const declared = version.isKnown ? { kubernetesVersion: version } : {};
  const judge = judges().createJudge(declared, { ignore, envoyGatewayVersion });
  const errors = judge.add(manifest).filter(({ severity }) => String(severity) === 'error');
  if (errors.length > 0) throw new Error(errors.map(textOf).join('\n'));
  if (WITHOUT_ERRORS.size >= MOST_KNOWN) WITHOUT_ERRORS.clear();
  WITHOUT_ERRORS.add(key);
  return manifest;
}

/** What is accepted here is accepted by whoever lints the manifest later. */
export function withReasons(manifest: Manifest, ignore: IgnoredHazards = {}): Manifest {
  const reasons = Object.entries(ignore).map(([rule, reason]) => [`${IGNORE_PREFIX}${rule}`, reason]);
  if (reasons.length === 0) return manifest;
  const { metadata = {} } = manifest;
  const annotations = sorted({ ...metadata.annotations, ...Object.fromEntries(reasons) });
  return { ...manifest, metadata: sorted({ ...metadata, annotations }) };
}

/** Manifests as texts; the proxies of one app are often alike. */
const WITHOUT_ERRORS = new Set<string>();
const MOST_KNOWN = 100;

/**
 * What `pod/read.ts` reads of a workload; names, labels and scheduling, in which workloads that are alike differ,
 * are none of it. Other kinds count as a whole.
 */
function withoutNames(manifest: Manifest): unknown {
  const { apiVersion, kind, metadata, spec } = manifest;
  const template: unknown = isObject(spec) ? spec.template : undefined;
  if (!isObject(template) || !isObject(template.spec)) return manifest;
  const { replicas, strategy, updateStrategy, volumeClaimTemplates } = spec;
  return [
    apiVersion, kind, metadata?.annotations, replicas, strategy, updateStrategy, volumeClaimTemplates,
    template.metadata?.annotations, READ_OF_POD.map((field) => template.spec[field]),
    containers(template.spec.containers),
  ];
}

/** Envoy is told the name of its workload. */
function containers(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((container: unknown) => (isObject(container) && isPlainEnvoy(container)
    ? { ...container, args: withoutIdentity(container.args) } : container));
}

function isPlainEnvoy({ command, args }: Manifest): boolean {
  return Array.isArray(command) && command.length === 1 && command[0] === ENVOY.programName
    && Array.isArray(args) && args.every((arg) => typeof arg === 'string');
}

const READ_OF_POD = [
  'initContainers', 'volumes', 'terminationGracePeriodSeconds', 'restartPolicy', 'hostNetwork', 'hostPID',
  'shareProcessNamespace', 'securityContext',
];

function textOf({ rule, message, remedy }: HazardFinding): string {
  return `${rule}: ${message}. ${remedy} Or give a reason in 'ignoreHazards'.`;
}

/** Rules are many: they are loaded when something is rendered. */
function judges(): typeof import('../hazards/judge') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('../hazards/judge');
}
