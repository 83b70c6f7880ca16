import { Document, isAlias, isMap, isSeq, Node } from 'yaml';
import { AliasTargets } from './yaml-aliases';
import { keyText } from './yaml-edits-places';

/** Where the last step that is found begins. */
export function offsetOf(document: Document.Parsed, targets: AliasTargets, steps: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? document.range[0];
  for (const step of steps.map((text) => text.replace(/~1/g, '/').replace(/~0/g, '~'))) {
    const found = stepInto(isAlias(node) ? targets.get(node) : node, step);
    if (!found?.start?.range) break;
    offset = found.start.range[0];
    node = found.node;
  }
  return offset;
}

interface Step {
  readonly start?: Node | null;
  readonly node: unknown;
}

function stepInto(node: unknown, step: string): Step | undefined {
  if (isMap(node)) {
    const pair = node.items.find((candidate) => keyText(candidate) === step);
    return pair && { start: pair.key as Node, node: pair.value };
  }
  const item: unknown = isSeq(node) ? node.items[Number(step)] : undefined;
  return item === undefined ? undefined : { start: item as Node, node: item };
}
