import { EnvoyGatewayPod, envoyGatewayTemplate } from './envoy-gateway-pod';
import {
  choiceAt, countAt, isLeftOut, Place, placeAt, placesAt, refusedField, textAt, textMapAt, textsAt, wrongField,
} from './fields';
import { isObject, Manifest } from './manifest';
import { jsonMerge, mergeKeyOf, strategicMerge } from './strategic-merge';
import { durationMillis } from '../upstream/arguments';
import { ENVOY_GATEWAY } from '../upstream/envoy-gateway';
import { checkedRelease } from '../values/images';

/** The workload that Envoy Gateway makes of an EnvoyProxy resource. */
export interface EnvoyProxyWorkload {
  /** A Deployment or DaemonSet, with the resource's patch applied. */
  readonly workload: Manifest;
  /** Where the resource says what stands at a pointer of the workload, as near as it gets. */
  readonly pointerOf: (pointer: string) => string;
}

export function isEnvoyProxy({ apiVersion, kind }: Manifest): boolean {
  return kind === 'EnvoyProxy' && /^gateway\.envoyproxy\.io\//.test(String(apiVersion));
}

/** Undefined where Envoy Gateway runs its proxies on hosts. */
export function envoyProxyWorkload(resource: Place, version?: string): EnvoyProxyWorkload | undefined {
  const spec = placeAt(resource, 'spec') ?? { value: {}, pointer: resource.pointer };
  const provider = placeAt(spec, 'provider');
  if (provider && choiceAt(provider, 'type', ['Kubernetes', 'Host']) === 'Host') return undefined;
  const kubernetes = provider && placeAt(provider, 'kubernetes');
  const place = kubernetes && workloadPlace(kubernetes);
  const release = checkedRelease('Envoy Gateway', version ?? ENVOY_GATEWAY.defaultVersion, ENVOY_GATEWAY.firstVersion);
  const template = envoyGatewayTemplate(settingsOf(spec, place, release));
  const daemonSet = place !== undefined && place.pointer.endsWith('/envoyDaemonSet');
  return patchedWorkload(workloadOf(template, place?.value ?? {}, daemonSet), place ?? spec);
}

/** Envoy Gateway makes one of them. */
function workloadPlace(kubernetes: Place): Place | undefined {
  const daemonSet = placeAt(kubernetes, 'envoyDaemonSet');
  const deployment = placeAt(kubernetes, 'envoyDeployment');
  if (!daemonSet || !deployment) return daemonSet ?? deployment;
  throw wrongField('envoyDaemonSet', daemonSet.value, kubernetes.pointer,
    'be left out beside envoyDeployment', 'remove one of them');
}

function workloadOf(template: Manifest, { strategy, replicas }: Manifest, daemonSet: boolean): Manifest {
  return daemonSet
    ? { apiVersion: 'apps/v1', kind: 'DaemonSet', spec: { updateStrategy: strategy, template } }
    : { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas, strategy, template } };
}

function patchedWorkload(workload: Manifest, place: Place): EnvoyProxyWorkload {
  const patch = placeAt(place, 'patch');
  const patched = patch ? applied(workload, patch) : workload;
  if (patch) checkPatched(patched, workload, patch);
  return { workload: patched, pointerOf: (pointer) => nearest(pointer, patched, patch) ?? place.pointer };
}

/** Envoy Gateway cannot apply a workload of another kind, and without its Envoy there is nothing to simulate. */
function checkPatched(patched: Manifest, { kind }: Manifest, patch: Place): void {
  const value = `${patch.pointer}/value`;
  if (patched.kind !== kind) {
    throw refusedField('kind', patched.kind, value, `must stay ${kind}: Envoy Gateway makes no other; remove it from the patch`);
  }
  const spec: unknown = patched.spec?.template?.spec;
  if (!isObject(spec)) return;
  const containers = [spec.containers, spec.initContainers].filter(Array.isArray).flat();
  if (containers.some((container: unknown) => isObject(container) && container.name === 'envoy')) return;
  const at = `${value}/spec/template/spec`;
  throw refusedField('containers', spec.containers, at,
    'must have the container envoy: without it there is no proxy to drain; leave it in the patch\'s list, or patch other containers only');
}

function settingsOf(spec: Place, place: Place | undefined, version: string): EnvoyGatewayPod {
  const at = (field: string): Place | undefined => place && placeAt(place, field);
  checkEach([[place, (workload) => textAt(workload, 'name')]]);
  const [container, pod] = [at('container'), at('pod')];
  const [shutdown, logging] = [placeAt(spec, 'shutdown'), placeAt(spec, 'logging')];
  checkEach([[container, checkContainer], [pod, checkPod], [shutdown, checkShutdown],
    [at('strategy'), (strategy) => textAt(strategy, 'type')]]);
  return {
    version,
    container: container?.value ?? {},
    pod: pod ? { ...pod.value, annotations: textMapAt(pod, 'annotations') } : {},
    initContainers: place && initContainersOf(place),
    concurrency: countAt(spec, 'concurrency'),
    scraped: spec.value.telemetry?.metrics?.prometheus?.disable !== true,
    logLevels: logging ? textMapAt(logging, 'level') : {},
    extraArgs: textsAt(spec, 'extraArgs'),
    drainTimeoutMillis: shutdown && millisAt(shutdown, 'drainTimeout'),
    minDrainMillis: shutdown && millisAt(shutdown, 'minDrainDuration'),
    healthCheckFailureDelayMillis: shutdown && millisAt(shutdown, 'healthCheckFailureDelay'),
  };
}

/** A DaemonSet of proxies has no field for them. */
function initContainersOf(workload: Place): Manifest[] | undefined {
  if (!workload.pointer.endsWith('/envoyDeployment')) return undefined;
  return placesAt(workload, 'initContainers').map(({ value }) => value);
}

function checkEach(checks: readonly (readonly [Place | undefined, (place: Place) => unknown])[]): void {
  for (const [place, check] of checks) if (place) check(place);
}

/** Here an error still has the place of the resource, which is lost in the workload. */
function checkContainer(container: Place): void {
  placesAt(container, 'env');
  placesAt(container, 'volumeMounts');
  textAt(container, 'image');
  textAt(container, 'imageRepository');
  placeAt(container, 'securityContext');
  const resources = placeAt(container, 'resources');
  for (const list of ['limits', 'requests']) if (resources) placeAt(resources, list);
}

function checkPod(pod: Place): void {
  placesAt(pod, 'volumes');
  textMapAt(pod, 'labels');
  placeAt(pod, 'securityContext');
}

const SHUTDOWN_FIELDS = ['drainTimeout', 'minDrainDuration', 'healthCheckFailureDelay'];

/** Its fields decide the drain, so that one that is misspelt must not go unnoticed. */
function checkShutdown(shutdown: Place): void {
  for (const field of Object.keys(shutdown.value)) {
    if (SHUTDOWN_FIELDS.includes(field)) continue;
    throw refusedField(field, shutdown.value[field], shutdown.pointer,
      `must be one of ${SHUTDOWN_FIELDS.join(', ')}: Envoy Gateway would ignore it; correct the name`);
  }
}

function millisAt(place: Place, field: string): number | undefined {
  const text = textAt(place, field);
  if (text === undefined) return undefined;
  const millis = durationMillis(text);
  if (millis === undefined) throw wrongField(field, text, place.pointer, 'be a duration', 'write for example 60s');
  return millis;
}

/** The last thing that Envoy Gateway does. */
function applied(workload: Manifest, patch: Place): Manifest {
  const type = choiceAt(patch, 'type', ['StrategicMerge', 'JSONMerge']);
  const value = placeAt(patch, 'value');
  if (!value) return workload;
  return type === 'StrategicMerge'
    ? strategicMerge(workload, value.value)
    : jsonMerge(workload, value.value) as Manifest;
}

/** Walks into the patch as far as it goes along; items of lists are found by their merge keys. */
function nearest(pointer: string, workload: Manifest, patch: Place | undefined): string | undefined {
  let [here, there]: unknown[] = [workload, patch?.value.value];
  let found = `${patch?.pointer}/value`;
  let field = '';
  for (const step of pointer.split('/').slice(1)) {
    here = child(here, step);
    const inPatch = Array.isArray(there) ? indexOf(there, here, step, mergeKeyOf(field)) : step;
    if (inPatch === '-1') return undefined;
    there = child(there, inPatch);
    if (isLeftOut(there)) break;
    found += `/${inPatch}`;
    field = step;
  }
  return found.includes('/spec/template/spec') ? found : undefined;
}

function child(value: unknown, step: string): unknown {
  return isObject(value) || Array.isArray(value) ? (value as Manifest)[step] : undefined;
}

function indexOf(list: readonly unknown[], item: unknown, step: string, key: string | undefined): string {
  if (key === undefined || !isObject(item)) return step;
  return String(list.findIndex((candidate) => isObject(candidate) && candidate[key] === item[key]));
}
