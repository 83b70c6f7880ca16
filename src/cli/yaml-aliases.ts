import { Alias, Document, isAlias, Node, visit } from 'yaml';

/** For each alias of a document: the value that it stands for, which is the last one before it with that anchor. */
export type AliasTargets = ReadonlyMap<Alias, Node | undefined>;

/** In one pass, because the library's own search looks through the whole document for each alias. */
export function aliasTargets(document: Document.Parsed): AliasTargets {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node | undefined>();
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) targets.set(node, anchors.get(node.source));
      else if (node.anchor) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

/** The value of a document. Bombs of aliases were refused by the reader, which is also the linter's. */
export function valueOf(document: Document.Parsed): unknown {
  return document.toJS({ maxAliasCount: -1 });
}

/** How many aliases and anchors a document has. */
export function marksIn(document: Document.Parsed): number {
  let marks = 0;
  visit(document, { Node: (_, node) => { marks += isAlias(node) || node.anchor ? 1 : 0; } });
  return marks;
}
