import { Document, isAlias, isMap, isNode, isScalar, isSeq, Node, Pair, Scalar, YAMLMap } from 'yaml';
import { shown } from '../values/errors';

/** What is wrong in a YAML document, and where in the text. */
export interface YamlProblem {
  readonly offset: number;
  readonly message: string;
}

/** The first thing for which a document cannot be taken at its word. */
export function problemIn(document: Document.Parsed): YamlProblem | undefined {
  // The parser only warns of tags that it does not know, and reads another value than the one that was meant.
  const [found] = [...document.errors, ...document.warnings];
  if (found) return { offset: found.pos[0], message: parserFailure(found) };
  return problemBelow(document.contents, new Set());
}

/** A parser that calls itself for every level runs out of stack. */
export function parserFailure({ name, message, code }: Error & { readonly code?: string }): string {
  if (name !== 'RangeError' && code !== 'RESOURCE_EXHAUSTION') return message;
  return "'document' (nested too deep) must have fewer levels: it cannot be read; "
    + 'no manifest needs as many, so look for brackets that are never closed';
}

/** Walks in the order of the text, in which an anchor must come before its aliases. */
function problemBelow(node: unknown, anchors: Set<string>): YamlProblem | undefined {
  if (!isNode(node)) return undefined;
  if (isAlias(node)) return anchors.has(node.source) ? undefined : unknownAnchor(node, node.source);
  if (node.anchor) anchors.add(node.anchor);
  if (isMap(node)) return problemInMap(node, anchors);
  return isSeq(node) ? firstProblem(node.items, (item) => problemBelow(item, anchors)) : undefined;
}

function problemInMap(map: YAMLMap, anchors: Set<string>): YamlProblem | undefined {
  const keys = new Set<string>();
  return firstProblem(map.items, ({ key, value }) =>
    problemOfKey(key, keys) ?? problemBelow(key, anchors) ?? problemBelow(value, anchors));
}

function problemOfKey(key: Pair['key'], keys: Set<string>): YamlProblem | undefined {
  const offset = (key as Node | null)?.range?.[0] ?? 0;
  if (key !== null && !isScalar(key)) {
    return { offset, message: "'key' (a list, an object or an alias) must be a text: Kubernetes has no other keys; write a text" };
  }
  const name = nameOf(key);
  if (keys.has(name)) {
    return { offset, message: `'key' (${shown(name)}) must be unique in its object: only one value could count; remove the others` };
  }
  keys.add(name);
  return undefined;
}

/** A merge key is a symbol. */
function nameOf(key: Scalar | null): string {
  return typeof key?.value === 'symbol' ? key.value.description ?? '' : String(key?.value);
}

function unknownAnchor(alias: Node, name: string): YamlProblem {
  return {
    offset: alias.range?.[0] ?? 0,
    message: `'alias' (${shown(name)}) must name an anchor before it: it stands for nothing; `
      + `write &${name} before the value that is meant`,
  };
}

function firstProblem<Item>(
  items: readonly Item[], of: (item: Item) => YamlProblem | undefined,
): YamlProblem | undefined {
  for (const item of items) {
    const problem = of(item);
    if (problem) return problem;
  }
  return undefined;
}
