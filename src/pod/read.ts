import { envoyProxyWorkload, isEnvoyProxy } from './envoy-proxy';
import {
  escaped, FieldError, isLeftOut, Place, placeAt, placesAt, requiredPlace, textAt, textMapAt, wrongField,
} from './fields';
import { isObject, Manifest } from './manifest';
import { PodLifecycle, RolloutLifecycle } from './pod-lifecycle';
import { readPodSpec } from './read-spec';
import { readReplicas, readRollout } from './rollout';
import { shown } from '../values/errors';
import { ownField, withoutUndefined } from '../values/objects';

/** What a manifest alone does not say. */
export interface ReadPodsOptions {
  /** The Envoy Gateway that makes a pod of an EnvoyProxy resource; the newest one known where it is left out. */
  readonly envoyGatewayVersion?: string;
}

/** The pods of a manifest of any kind, with the API's defaults; none where it makes none. Throws for wrong types. */
export function readPods(document: Manifest, options: ReadPodsOptions = {}): PodLifecycle[] {
  return podsOf({ value: document, pointer: '' }, options);
}

function podsOf(document: Place, options: ReadPodsOptions): PodLifecycle[] {
  const { value } = document;
  if (isLeftOut(value)) return [];
  if (!isObject(value)) {
    throw new FieldError(document.pointer, document.pointer, () =>
      `'document' (${shown(value)}) must be an object: nothing else is a manifest; remove it, or write kind and spec`);
  }
  const kind = textAt(document, 'kind') ?? '';
  textAt(document, 'apiVersion');
  if (isList(value, kind)) return itemsOf(document, kind, options);
  if (isEnvoyProxy(value)) return envoyProxyPods(document, options);
  const workload = isOfKubernetes(value) ? ownField(WORKLOADS, kind) : undefined;
  if (workload) return [podAt(document, workload.template, workload.rollout)];
  if (!hasUsualTemplate(value)) return [];
  return [podAt({ ...document, value: withNames(value) }, USUAL_TEMPLATE, customRollout)];
}

/** Custom kinds may end in List too, without being one. */
function isList(value: Manifest, kind: string): boolean {
  if (!/List$/.test(kind)) return false;
  const ofKubernetes = kind === 'List' || Object.hasOwn(WORKLOADS, kind.replace(/List$/, ''));
  return Array.isArray(value.items) || (isOfKubernetes(value) && ofKubernetes);
}

/** The items of a PodList do not say that each is a Pod. */
function itemsOf(list: Place, kind: string, options: ReadPodsOptions): PodLifecycle[] {
  if (list.value.items === undefined) throw wrongField('items', undefined, list.pointer, 'be a list');
  const inherited = { apiVersion: list.value.apiVersion, kind: kind.replace(/List$/, '') };
  return placesAt(list, 'items').flatMap(({ value, pointer }) =>
    podsOf({ value: value.kind ? value : { ...value, ...inherited }, pointer }, options));
}

/** The pod that Envoy Gateway makes, as if the resource held it. */
function envoyProxyPods(resource: Place, options: ReadPodsOptions): PodLifecycle[] {
  const made = envoyProxyWorkload(resource, options.envoyGatewayVersion);
  if (!made) return [];
  const { workload, pointerOf } = made;
  const { rollout } = WORKLOADS[workload.kind];
  try {
    const pod = podAt({ value: workload, pointer: '' }, USUAL_TEMPLATE, rollout);
    const { annotations } = annotationsOf(placeAt(resource, 'metadata'));
    return [{
      ...moved(pod, pointerOf), object: objectOf(resource),
      annotations: { ...annotations, ...pod.annotations }, annotationPointers: {},
    }];
  } catch (error) {
    throw error instanceof FieldError ? error.moved(pointerOf) : error;
  }
}

/** Every pointer in a value replaced. */
function moved<Value>(value: Value, pointerOf: (pointer: string) => string): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => moved(item, pointerOf)) as Value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) =>
    [field, field === 'pointer' ? pointerOf(inner) : moved(inner, pointerOf)])) as Value;
}

/** A kind of Kubernetes itself: others have Jobs and Pods that look otherwise. */
function isOfKubernetes({ apiVersion }: Manifest): boolean {
  return !apiVersion || /^((apps|batch|extensions)\/)?v\d+((alpha|beta)\d+)?$/.test(String(apiVersion));
}

interface Workload {
  /** Where the template is; nothing for what is a pod itself. */
  readonly template: readonly string[];
  readonly rollout: (spec: Place, kind: string) => RolloutLifecycle;
}

const USUAL_TEMPLATE = ['spec', 'template'];

const rolling = (spec: Place, kind: string): RolloutLifecycle => readRollout(kind, spec);
const replicated = (spec: Place): RolloutLifecycle => readReplicas(spec);
const single = (): RolloutLifecycle => ({});

const WORKLOADS: { readonly [kind: string]: Workload } = {
  Deployment: { template: USUAL_TEMPLATE, rollout: rolling },
  DaemonSet: { template: USUAL_TEMPLATE, rollout: rolling },
  StatefulSet: { template: USUAL_TEMPLATE, rollout: rolling },
  ReplicaSet: { template: USUAL_TEMPLATE, rollout: replicated },
  ReplicationController: { template: USUAL_TEMPLATE, rollout: replicated },
  Job: { template: USUAL_TEMPLATE, rollout: single },
  CronJob: { template: ['spec', 'jobTemplate', 'spec', 'template'], rollout: single },
  Pod: { template: [], rollout: single },
  PodTemplate: { template: ['template'], rollout: single },
};

/** A custom resource like Argo's Rollout, or Knative's Service. */
function hasUsualTemplate({ spec }: Manifest): boolean {
  const containers: unknown = isObject(spec) && isObject(spec.template) && isObject(spec.template.spec)
    ? spec.template.spec.containers : undefined;
  return Array.isArray(containers) && containers.length > 0 && containers.every(isObject);
}

/** Some custom kinds name the containers themselves. */
function withNames(document: Manifest): Manifest {
  const { template } = document.spec;
  const containers = template.spec.containers.map((container: Manifest, index: number) =>
    ({ ...container, name: container.name ?? `container-${index}` }));
  return {
    ...document,
    spec: { ...document.spec, template: { ...template, spec: { ...template.spec, containers } } },
  };
}

/** How a custom kind rolls is its own affair. */
function customRollout({ value }: Place): RolloutLifecycle {
  return withoutUndefined({ replicas: typeof value.replicas === 'number' ? value.replicas : undefined });
}

function podAt(document: Place, path: readonly string[], rollout: Workload['rollout']): PodLifecycle {
  const template = path.reduce(requiredPlace, document);
  const spec = requiredPlace(template, 'spec');
  if (placesAt(spec, 'containers').length === 0) {
    throw wrongField('containers', spec.value.containers, spec.pointer, 'have at least one container');
  }
  const kind = String(document.value.kind ?? '');
  const metadata = placeAt(document, 'metadata');
  const ofTemplate = placeAt(template, 'metadata');
  return {
    object: objectOf(document),
    ...readPodSpec(spec, claimedVolumes(document)),
    ...annotationsOf(metadata, ofTemplate),
    labels: ofTemplate ? textMapAt(ofTemplate, 'labels') : {},
    rollout: rollout(placeAt(document, 'spec') ?? document, kind),
  };
}

/** Those of the template win. */
function annotationsOf(...metadata: readonly (Place | undefined)[]): Pick<PodLifecycle, 'annotations' | 'annotationPointers'> {
  const annotations: { [name: string]: string } = {};
  const pointers: { [name: string]: string } = {};
  for (const place of metadata) {
    if (!place) continue;
    const texts = textMapAt(place, 'annotations');
    Object.assign(annotations, texts);
    for (const name of Object.keys(texts).filter((each) => TOLD_OF.test(each))) {
      pointers[name] = `${place.pointer}/annotations/${escaped(name)}`;
    }
  }
  return Object.keys(pointers).length === 0 ? { annotations } : { annotations, annotationPointers: pointers };
}

/** Of this tool, and of meshes about their sidecars. */
const TOLD_OF = /^envoy-drain\/|sidecar/i;

function objectOf(document: Place): PodLifecycle['object'] {
  const metadata = placeAt(document, 'metadata');
  return {
    kind: String(document.value.kind ?? ''),
    namespace: metadata && textAt(metadata, 'namespace'),
    name: metadata && textAt(metadata, 'name'),
  };
}

/** A StatefulSet gives each pod a volume for every claim. */
function claimedVolumes(document: Place): readonly Place[] {
  const spec = document.value.kind === 'StatefulSet' ? placeAt(document, 'spec') : undefined;
  return spec ? placesAt(spec, 'volumeClaimTemplates').flatMap((claim) => placeAt(claim, 'metadata') ?? []) : [];
}
