import { listed, shown } from '../values/errors';

/** What a user's manifest holds is known only at run time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- manifests are whatever YAML holds
export type Manifest = { readonly [field: string]: any };

/** Where a manifest keeps its pod template. */
const TEMPLATE_PATHS: { [kind: string]: readonly string[] } = {
  Pod: [],
  PodTemplate: ['template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

/** Deployments, DaemonSets and everything made after them, also kinds of custom resources. */
const USUAL_TEMPLATE_PATH = ['spec', 'template'];

/** Replaces the pod template of a manifest, copying only what lies on the way to it. */
export function mapPodTemplate(manifest: Manifest, change: (template: Manifest) => Manifest): Manifest {
  const path = templatePath(manifest);
  return mapAt(manifest, path, change);
}

/** The pod template of a manifest; a Pod is its own. Throws where there is none. */
export function podTemplateOf(manifest: Manifest): Manifest {
  const path = templatePath(manifest);
  return path.reduce<Manifest>((object, field) => object[field], manifest);
}

function templatePath(manifest: Manifest): readonly string[] {
  const path = templatePathOf(manifest.kind);
  let object: unknown = manifest;
  for (const field of path) object = isObject(object) ? object[field] : undefined;
  if (!isObject(object) || !isObject(object.spec)) {
    throw new Error(`'workload' (kind ${shown(manifest.kind)}) must have a pod template at '/${[...path, 'spec'].join('/')}': `
      + 'there is no pod to weave a shutdown manager into; pass a Deployment, DaemonSet, StatefulSet, Pod or the like');
  }
  return path;
}

/** Where a kind keeps its pod template. */
export function templatePathOf(kind: string): readonly string[] {
  return Object.hasOwn(TEMPLATE_PATHS, kind) ? TEMPLATE_PATHS[kind] : USUAL_TEMPLATE_PATH;
}

function mapAt(object: Manifest, path: readonly string[], change: (template: Manifest) => Manifest): Manifest {
  if (path.length === 0) return change(object);
  const [field, ...rest] = path;
  return { ...object, [field]: mapAt(object[field], rest, change) };
}

/** A list of objects of a manifest, empty where it is left out. */
export function objectsAt(owner: Manifest, field: string, place: string): readonly Manifest[] {
  const list: unknown = owner[field];
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list) || !list.every(isObject)) {
    throw new Error(`'${field}' (${shown(list)}) of ${place} must be a list of objects: `
      + 'the API server would refuse the pod; write it as in the Kubernetes API');
  }
  return list;
}

/** An object of a manifest, empty where it is left out. */
export function objectAt(owner: Manifest, field: string, place: string): Manifest {
  const value: unknown = owner[field];
  if (value === undefined || value === null) return {};
  if (!isObject(value)) {
    throw new Error(`'${field}' (${shown(value)}) of ${place} must be an object: `
      + 'the API server would refuse the pod; write it as in the Kubernetes API');
  }
  return value;
}

export function isObject(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object without its undefined fields, keys in the order in which cdk8s writes them. */
export function sorted(object: Manifest): Manifest {
  const result: { [field: string]: unknown } = {};
  for (const field of Object.keys(object).sort()) {
    if (object[field] !== undefined) result[field] = object[field];
  }
  return result;
}

/** Names of containers or volumes, for errors. */
export function namesOf(objects: readonly Manifest[]): string {
  return listed(objects.map((object) => String(object.name)));
}
