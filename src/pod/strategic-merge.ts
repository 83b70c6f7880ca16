import { isObject, Manifest } from './manifest';

/** The fields of a workload whose lists are merged item by item, and what tells their items apart. */
const MERGE_KEYS: { readonly [field: string]: string } = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  env: 'name',
  ports: 'containerPort',
  imagePullSecrets: 'name',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
};

/** Instructions of a patch, which are no fields of the object. */
const DIRECTIVE = /^\$(patch|retainKeys|setElementOrder\/.*|deleteFromPrimitiveList\/.*)$/;

/**
 * A strategic merge patch applied to a workload, with `$patch: delete` and `replace` and `$retainKeys`.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.34.0/staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go
 */
export function strategicMerge(original: Manifest, patch: Manifest): Manifest {
  if (patch.$patch === 'replace') return withoutDirectives(patch);
  if (patch.$patch === 'delete') return {};
  const kept = Array.isArray(patch.$retainKeys)
    ? Object.fromEntries(Object.entries(original).filter(([field]) => patch.$retainKeys.includes(field)))
    : original;
  const result: { [field: string]: unknown } = { ...kept };
  for (const [field, value] of Object.entries(withoutDirectives(patch))) {
    if (value === null) delete result[field];
    else result[field] = mergedValue(field, result[field], value);
  }
  return result;
}

/** A JSON merge patch: objects are merged, lists replaced, `null` deletes. @see https://www.rfc-editor.org/rfc/rfc7386 */
export function jsonMerge(original: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: { [field: string]: unknown } = isObject(original) ? { ...original } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete result[field];
    else result[field] = jsonMerge(result[field], value);
  }
  return result;
}

/** How a patch tells the items of a list apart; undefined for lists that it replaces as a whole. */
export function mergeKeyOf(field: string): string | undefined {
  return Object.hasOwn(MERGE_KEYS, field) ? MERGE_KEYS[field] : undefined;
}

function mergedValue(field: string, original: unknown, value: unknown): unknown {
  if (isObject(value)) return strategicMerge(isObject(original) ? original : {}, value);
  const key = mergeKeyOf(field);
  if (key === undefined || !Array.isArray(value) || !value.every(isObject)) return value;
  const inList: readonly Manifest[] = Array.isArray(original) ? original.filter(isObject) : [];
  return mergedList(inList, value, key);
}

function mergedList(original: readonly Manifest[], patch: readonly Manifest[], key: string): readonly Manifest[] {
  const isWhole = (item: Manifest): boolean => item.$patch === 'replace' && item[key] === undefined;
  const given = patch.filter((item) => item.$patch !== 'delete' && !isWhole(item));
  if (patch.some(isWhole)) return given.map(withoutDirectives);
  const find = (list: readonly Manifest[], item: Manifest): Manifest | undefined =>
    list.find((candidate) => candidate[key] === item[key]);
  const merged = given.map((item) => strategicMerge(find(original, item) ?? {}, item));
  const untouched = original.filter((item) => find(patch, item) === undefined);
  return interleaved(untouched, merged, (item) => original.findIndex((candidate) => candidate[key] === item[key]));
}

/** Items of the patch come as early as the old order allows: new ones before those it does not name. */
function interleaved(
  untouched: readonly Manifest[], merged: readonly Manifest[], oldIndex: (item: Manifest) => number,
): Manifest[] {
  const result: Manifest[] = [];
  const waiting = [...untouched];
  for (const item of merged) {
    const index = oldIndex(item);
    while (index >= 0 && waiting.length > 0 && oldIndex(waiting[0]) < index) result.push(waiting.shift()!);
    result.push(item);
  }
  return [...result, ...waiting];
}

function withoutDirectives(patch: Manifest): Manifest {
  return Object.fromEntries(Object.entries(patch).filter(([field]) => !DIRECTIVE.test(field)));
}
