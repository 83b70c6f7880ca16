import { binaryTag, CORE_SCHEMA, NOT_RESOLVED, ScalarTagDefinition, TagDefinition } from 'js-yaml';

const SCALAR_TAGS = [...CORE_SCHEMA.tags, binaryTag].filter(isOfScalars);

/** What a plain text may be instead of a text, by its first character; most begin with none of these. */
const IMPLICIT = byFirstCharacter(SCALAR_TAGS.filter(({ implicit }) => implicit));

const EXPLICIT = new Map(SCALAR_TAGS.map((tag) => [tag.tagName, tag]));

/** What kubectl still takes for booleans: https://github.com/kubernetes-sigs/yaml/blob/v1.6.0/goyaml.v2/resolve.go */
const OLD_BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
]);

/** And for octal numbers. */
const OLD_OCTAL = /^[-+]?0[0-7]+$/;

/** The value of a scalar without quotes and tag, as kubectl reads it. */
export function plainValue(source: string): unknown {
  if (source.length <= 3 && OLD_BOOLEANS.has(source)) return OLD_BOOLEANS.get(source);
  if (OLD_OCTAL.test(source)) return parseInt(source, 8);
  const tags = IMPLICIT.get(source.charAt(0));
  if (tags === undefined) return source;
  for (const tag of tags) {
    const value: unknown = tag.resolve(source, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value;
  }
  return source;
}

/** The value of a scalar with a tag; undefined where the tag is unknown or does not fit. */
export function taggedValue(source: string, tag: string): unknown {
  if (tag === '!') return source;
  const name = fullName(tag);
  const value: unknown = EXPLICIT.get(name)?.resolve(source, true, name);
  return value === NOT_RESOLVED ? undefined : value;
}

/** Whether a tag says of an object or a list what it is anyway. */
export function isOwnTag(tag: string, kind: 'map' | 'seq'): boolean {
  return tag === '!' || fullName(tag) === `tag:yaml.org,2002:${kind}`;
}

function fullName(tag: string): string {
  if (tag.startsWith('!<')) return tag.slice(2, -1);
  return tag.startsWith('!!') ? `tag:yaml.org,2002:${tag.slice(2)}` : tag;
}

function isOfScalars(tag: TagDefinition): tag is ScalarTagDefinition {
  return tag.nodeKind === 'scalar';
}

function byFirstCharacter(tags: readonly ScalarTagDefinition[]): ReadonlyMap<string, readonly ScalarTagDefinition[]> {
  const characters = new Set(tags.flatMap(({ implicitFirstChars }) => implicitFirstChars ?? []));
  return new Map([...characters].map((character) => [
    character, tags.filter(({ implicitFirstChars }) => implicitFirstChars?.includes(character) ?? true),
  ]));
}
