import { isObject, Manifest, sorted } from './manifest';
import { mergeKeyOf } from './strategic-merge';

/**
 * The strategic merge patch that makes one object of another; empty where they are the same.
 *
 * Lists whose items have names are merged item by item, all others replaced as a whole, and so are objects of which
 * nothing stays. What else goes away becomes `null`, which cdk8s leaves out of a manifest; in items that are known as a
 * whole, `$retainKeys` says what stays instead.
 *
 * @param whole names of such items
 * @see https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
 */
export function strategicDiff(original: Manifest, wanted: Manifest, whole: readonly string[] = []): Manifest {
  const patch: { [field: string]: unknown } = {};
  for (const field of fieldsOf(wanted)) {
    const difference = valueDiff(field, original[field], wanted[field], whole);
    if (difference !== undefined) patch[field] = difference;
  }
  const fields = fieldsOf(original);
  const gone = fields.filter((field) => isLeftOut(wanted[field]));
  if (gone.length === 0) return sorted(patch);
  if (gone.length === fields.length && fieldsOf(wanted).length > 0) return { $patch: 'replace', ...wanted };
  if (whole.includes(original.name)) return sorted({ ...patch, $retainKeys: fieldsOf(wanted).sort() });
  return sorted({ ...patch, ...Object.fromEntries(gone.map((field) => [field, null])) });
}

/** Undefined where nothing changes. */
function valueDiff(field: string, original: unknown, wanted: unknown, whole: readonly string[]): unknown {
  if (isObject(wanted) && isObject(original)) {
    const patch = strategicDiff(original, wanted, whole);
    return Object.keys(patch).length > 0 ? patch : undefined;
  }
  if (isSame(original, wanted)) return undefined;
  const key = mergeKeyOf(field);
  if (key === undefined || !isKeyed(original, key) || !isKeyed(wanted, key)) return replaced(key, original, wanted);
  return listDiff(original, wanted, key, whole);
}

/** Items that the patch names come in its order: all are named where one is new. */
function listDiff(
  original: readonly Manifest[], wanted: readonly Manifest[], key: string, whole: readonly string[],
): Manifest[] {
  const find = (list: readonly Manifest[], item: Manifest): Manifest | undefined =>
    list.find((candidate) => candidate[key] === item[key]);
  const isNew = (item: Manifest): boolean => find(original, item) === undefined;
  const isGrown = wanted.some(isNew);
  const changed = wanted.flatMap((item) => {
    const patch = isNew(item) ? item : strategicDiff(find(original, item)!, item, whole);
    return isGrown || Object.keys(patch).length > 0 ? [named(item, patch, key)] : [];
  });
  const gone = original.filter((item) => find(wanted, item) === undefined);
  return [...changed, ...gone.map((item) => ({ $patch: 'delete', [key]: item[key] }))];
}

/** Its key comes first, as people write it. */
function named(item: Manifest, patch: Manifest, key: string): Manifest {
  return { [key]: item[key], ...patch };
}

/** A list whose items have names would be merged with the old one. */
function replaced(key: string | undefined, original: unknown, wanted: unknown): unknown {
  if (key === undefined || !Array.isArray(wanted) || isLeftOut(original)) return wanted;
  return [...wanted, { $patch: 'replace' }];
}

function isKeyed(list: unknown, key: string): list is readonly Manifest[] {
  if (!Array.isArray(list) || !list.every((item) => isObject(item) && item[key] !== undefined)) return false;
  return new Set(list.map((item: Manifest) => item[key])).size === list.length;
}

function fieldsOf(object: Manifest): string[] {
  return Object.keys(object).filter((field) => !isLeftOut(object[field]));
}

/** An empty list is none. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Undefined fields are none. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
