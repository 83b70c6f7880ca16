import { envoyProxyWorkload } from './envoy-proxy';
import { resolveGrace, ResolvedGrace } from './grace';
import { isObject, Manifest, mapPodTemplate, objectAt, sorted } from './manifest';
import { strategicDiff } from './strategic-diff';
import { strategicMerge } from './strategic-merge';
import { weave } from './weave';
import { shutdownManagerContainerName } from '../container-names';
import { DrainTiming } from '../drain-timing';
import { KubernetesVersion } from '../kubernetes-version';
import { IShutdownManager } from '../shutdown-manager-parts';
import { SidecarPlacement } from '../sidecar-placement';
import { TerminationCeiling } from '../termination-ceiling';
import { ENVOY_GATEWAY } from '../upstream/envoy-gateway';
import { goDuration } from '../values/durations';
import { isReleaseFrom } from '../values/images';
import { ENVOY_GATEWAY_VERSION_ANNOTATION, IGNORE_PREFIX } from '../values/names';
import { decidePlacement, PlacementDecision } from '../values/placement-decision';

/** What is asked of the proxies that an Envoy Gateway makes. */
export interface EnvoyGatewayProxies {
  /** Release of Envoy Gateway, whose defaults the patch is made for. */
  readonly version: string;
  readonly kubernetesVersion: KubernetesVersion;
  readonly placement: SidecarPlacement;
  readonly manager: IShutdownManager;
  readonly drainTiming?: DrainTiming;
  readonly ceilings: readonly TerminationCeiling[];
  /** The spec of an EnvoyProxy without `shutdown`; a patch in it counts as Envoy Gateway would apply it. */
  readonly spec: Manifest;
  /** What must be in the pod's spec beside it, and has no field in an EnvoyProxy. */
  readonly podSpec: Manifest;
}

/** The kinds of workload, by the field of `spec.provider.kubernetes` that says how they look. */
const WORKLOADS = ['envoyDeployment', 'envoyDaemonSet'] as const;

/**
 * The spec of the EnvoyProxy by which Envoy Gateway makes pods that drain: times in its own fields, and everything
 * that it has no field for as a strategic merge patch of what this version would make otherwise.
 */
export function envoyProxySpec(asked: EnvoyGatewayProxies): Manifest {
  const resolved = resolveGrace(asked, undefined);
  const spec = { ...asked.spec, shutdown: shutdownOf(resolved.drainTiming) };
  const without = withPatch(spec, undefined);
  const made = workloadOf(without, asked.version);
  const own = strategicMerge(workloadOf(spec, asked.version), { spec: { template: { spec: asked.podSpec } } });
  const meant = mapPodTemplate(own, (template) => drained(template, asked, resolved, graceOf(own) !== graceOf(made)));
  const value = strategicDiff(made, meant, [shutdownManagerContainerName]);
  return sorted(withPatch(spec, { type: 'StrategicMerge', value }));
}

/** Where the manager goes: of a release that is not known yet, nobody can say what its own layout has. */
export function decideLayout(
  version: string, kubernetes: KubernetesVersion, requested: SidecarPlacement,
): PlacementDecision {
  const [major, minor] = ENVOY_GATEWAY.defaultVersion.split('.').map(Number);
  const isNewer = isReleaseFrom(version, `${major}.${minor + 1}.0`);
  if (requested !== SidecarPlacement.AUTO || !isNewer) return decidePlacement(kubernetes, requested);
  return {
    placement: SidecarPlacement.SIBLING,
    reason: `Envoy Gateway ${version} is newer than what is known of it (${major}.${minor}), so that its layout stays`,
  };
}

/** The workload that Envoy Gateway makes of a spec, as far as termination is concerned. */
function workloadOf(spec: Manifest, version: string): Manifest {
  return envoyProxyWorkload({ value: { spec }, pointer: '' }, version)!.workload;
}

/** Envoy Gateway's own grace period is its drain and 300 s more, which fits no notice of a spot node. */
function drained(
  template: Manifest, asked: EnvoyGatewayProxies, { drainTiming }: ResolvedGrace, graceIsOwn: boolean,
): Manifest {
  const { terminationGracePeriodSeconds, ...rest } = template.spec;
  const spec = graceIsOwn ? template.spec : rest;
  const containers = spec.containers.map((container: Manifest) => withPatience(container, drainTiming));
  const woven = weave({ ...template, spec: { ...spec, containers } }, {
    ...asked, drainTiming, envoyContainer: ENVOY_GATEWAY.envoyContainer,
  });
  const metadata = objectAt(woven, 'metadata', 'the pod');
  const annotations = {
    ...metadata.annotations, [ENVOY_GATEWAY_VERSION_ANNOTATION]: asked.version,
    ...imageOf(template) === imageOf(workloadOf({}, asked.version).spec.template) ? {} : OWN_IMAGE,
  };
  return { ...woven, metadata: { ...metadata, annotations: sorted(annotations) } };
}

/** An image of one's own tells nothing about the release. */
const OWN_IMAGE = { [`${IGNORE_PREFIX}envoy-gateway-patch-outdated`]: 'the image of Envoy is set in the EnvoyProxy' };

function imageOf({ spec }: Manifest): unknown {
  return spec.containers.find(({ name }: Manifest) => name === ENVOY_GATEWAY.envoyContainer)?.image;
}

/** A drain that something else than the pod's end started shall heal by a restart, and not be killed in the middle. */
function withPatience(container: Manifest, { drainTimeout }: DrainTiming): Manifest {
  const { livenessProbe } = container;
  if (container.name !== ENVOY_GATEWAY.envoyContainer || !isObject(livenessProbe)) return container;
  const { periodSeconds = 10, failureThreshold = 3 } = livenessProbe;
  const failures = Math.max(failureThreshold, Math.floor(drainTimeout.toSeconds() / periodSeconds) + 1);
  return { ...container, livenessProbe: { ...livenessProbe, failureThreshold: failures } };
}

function graceOf({ spec }: Manifest): unknown {
  return spec.template.spec.terminationGracePeriodSeconds;
}

/** As the resource has them; the delay is left out where there is none, since older releases have no such field. */
function shutdownOf({ drainTimeout, minDrainDuration, healthCheckFailureDelay }: DrainTiming): Manifest {
  const delayMillis = healthCheckFailureDelay.toMilliseconds();
  return {
    drainTimeout: `${drainTimeout.toSeconds()}s`,
    minDrainDuration: `${minDrainDuration.toSeconds()}s`,
    ...delayMillis > 0 ? { healthCheckFailureDelay: goDuration(delayMillis) } : {},
  };
}

/** A spec with another patch, in the workload that it has already, or in a Deployment. */
function withPatch(spec: Manifest, patch: Manifest | undefined): Manifest {
  const provider = objectAt(spec, 'provider', 'the EnvoyProxy');
  const kubernetes = objectAt(provider, 'kubernetes', 'the EnvoyProxy');
  const field = WORKLOADS.find((name) => isObject(kubernetes[name])) ?? WORKLOADS[0];
  const { patch: _, ...workload } = objectAt(kubernetes, field, 'the EnvoyProxy');
  const patched = sorted({ ...workload, patch });
  return { ...spec, provider: { type: 'Kubernetes', ...provider, kubernetes: sorted({ ...kubernetes, [field]: patched }) } };
}
