import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { isObject, Manifest, templatePathOf } from '../pod/manifest';
import { refusal, shown } from '../values/errors';

/**
 * Changes what an API object renders to, after cdk8s-plus has filtered it by its schema, so that
 * fields newer than the schema survive, and containers added later are seen.
 *
 * It replaces the public method `toJson` of this one object: a trick, and the only place for it.
 */
export function onRender(apiObject: ApiObject, change: (manifest: Manifest) => Manifest): void {
  const render = apiObject.toJson.bind(apiObject);
  apiObject.toJson = () => change(render());
}

/** The one API object behind a construct, with an error that names the candidates where there is not one. */
export function apiObjectOf(prop: string, construct: IConstruct): ApiObject {
  if (!isConstruct(construct)) {
    throw refusal({
      prop, got: shown(construct), must: 'be a construct with a pod template',
      because: 'there is nothing to weave into', fix: 'pass the workload itself',
    });
  }
  try {
    return ApiObject.of(construct);
  } catch {
    throw refusal({
      prop, got: construct.node.path || 'the app', must: 'be one workload',
      because: 'it stands for no single API object', fix: `pass one of ${apiObjectsBelow(construct)}`,
    });
  }
}

function isConstruct(value: unknown): value is IConstruct {
  return typeof value === 'object' && value !== null && 'node' in value;
}

function apiObjectsBelow(construct: IConstruct): string {
  const objects = construct.node.findAll().filter((child) => ApiObject.isApiObject(child)) as ApiObject[];
  return objects.slice(0, 10).map((object) => `${object.kind} ${object.name}`).join(', ') || 'its API objects (it has none)';
}

const WOVEN = new WeakMap<ApiObject, string>();

/** Marks an object as woven; a second weaving would put two managers into one pod. */
export function claim(apiObject: ApiObject, path: string): void {
  const other = WOVEN.get(apiObject);
  if (other !== undefined) {
    throw refusal({
      prop: 'workload', got: apiObject.node.path, must: `not be woven twice (it has '${other}')`,
      because: 'a pod has one shutdown manager', fix: 'remove one of the two',
    });
  }
  WOVEN.set(apiObject, path);
}

/**
 * What an object renders to, for reading only. cdk8s-plus adds to a workload's scheduling at every
 * render where `spread` is on; that is left out here, so that synthesis gives what it would have given.
 */
export function renderForReading(apiObject: ApiObject, workload: IConstruct): Manifest {
  const owner = workload as unknown as { spread?: boolean };
  const { spread } = owner;
  if (spread !== true) return apiObject.toJson();
  try {
    owner.spread = false;
    return apiObject.toJson();
  } finally {
    owner.spread = spread;
  }
}

/** The grace period that the object was created with, as far as it is plain data; rendering would have effects. */
export function graceBeforeRender(apiObject: ApiObject): unknown {
  const { props } = apiObject as unknown as { readonly props?: unknown };
  const path = [...templatePathOf(apiObject.kind), 'spec'];
  const spec = path.reduce<unknown>((object, field) => (isObject(object) ? object[field] : undefined), props);
  return isObject(spec) ? spec.terminationGracePeriodSeconds : undefined;
}
