import { refusal, shown } from './errors';

/** An object without its undefined fields: spread over defaults, they would erase them. */
export function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  const rest = {} as Fields;
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    if (fields[name] !== undefined) rest[name] = fields[name];
  }
  return rest;
}

/**
 * What was given of a struct: null means left out, as undefined does, for the struct and for its
 * fields. Objects of a class stay as they are, since their fields may be getters.
 */
export function given<Fields extends object>(options: Fields | null | undefined): Fields {
  if (options === undefined || options === null) return {} as Fields;
  const fields = checkedFields('options', options);
  if (![Object.prototype, null].includes(Object.getPrototypeOf(fields))) return fields;
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as Fields;
}

/** Refuses what has no fields: texts, numbers, lists. */
export function checkedFields<Fields extends object>(prop: string, fields: Fields): Fields {
  if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields;
  throw refusal({
    prop, got: shown(fields), must: 'be an object', because: 'each of its values has a name',
    fix: 'write { name: value }, or leave it out',
  });
}

/** Refuses fields that nobody knows: a misspelt one would silently change nothing. */
export function checkedNames<Fields extends object>(prop: string, fields: Fields, names: readonly string[]): Fields {
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown === undefined) return fields;
  throw refusal({
    prop, got: shown(unknown), must: `have no fields but ${names.join(', ')}`,
    because: 'it would change nothing', fix: 'correct the name',
  });
}

/** Items by what they have in common, in the order of the first of each. */
export function grouped<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** A field that the object has itself: plain objects also know `toString` and `constructor`. */
export function ownField<Value>(fields: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.prototype.hasOwnProperty.call(fields, name) ? fields[name] : undefined;
}
