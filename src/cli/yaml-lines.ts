import { Document, isAlias, isMap, isSeq, Pair, YAMLMap } from 'yaml';

/** A way to find the line of what a JSON pointer names, through aliases and merge keys. */
export function lineFinder(document: Document.Parsed, lineAt: (offset: number) => number): (pointer: string) => number {
  return (pointer) => lineAt(offsetOf(document, pointer.split('/').slice(1).map(unescaped)));
}

function unescaped(step: string): string {
  return step.replace(/~1/g, '/').replace(/~0/g, '~');
}

/** Where the last step that is found begins: a field at its key, an item at its value. */
function offsetOf(document: Document.Parsed, steps: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? document.range[0];
  for (const step of steps) {
    const found = stepInto(document, node, step);
    if (!found) break;
    offset = (found.start as Ranged | null)?.range?.[0] ?? offset;
    node = found.node;
  }
  return offset;
}

interface Ranged {
  readonly range?: readonly number[] | null;
}

interface Step {
  readonly start: unknown;
  readonly node: unknown;
}

function stepInto(document: Document.Parsed, from: unknown, step: string): Step | undefined {
  const node = resolved(document, from);
  if (isMap(node)) return stepIntoMap(document, node, step);
  const item: unknown = isSeq(node) ? node.items[Number(step)] : undefined;
  return item === undefined ? undefined : { start: item, node: item };
}

/** A field of the map itself counts before those that are merged into it. */
function stepIntoMap(document: Document.Parsed, map: YAMLMap, step: string): Step | undefined {
  const own = map.items.find((pair) => keyOf(pair) === step);
  if (own) return { start: own.key, node: own.value };
  for (const pair of map.items.filter((candidate) => keyOf(candidate) === '<<')) {
    for (const merged of mergedMaps(document, pair.value)) {
      const found = stepInto(document, merged, step);
      if (found) return found;
    }
  }
  return undefined;
}

function mergedMaps(document: Document.Parsed, value: unknown): readonly unknown[] {
  const node = resolved(document, value);
  return isSeq(node) ? node.items : [node];
}

function resolved(document: Document.Parsed, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function keyOf({ key }: Pair): string {
  const value: unknown = (key as { value?: unknown } | null)?.value;
  return typeof value === 'symbol' ? value.description ?? '' : String(value);
}
