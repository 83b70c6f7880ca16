import { compare } from 'fast-json-patch';
import { stringify } from 'yaml';
import { UsageError } from './io';
import { isObject, Manifest } from '../pod/manifest';
import { strategicDiff } from '../pod/strategic-diff';
import { withoutUndefined } from '../values/objects';

/** What a patch can be printed as. */
export const PATCH_FORMS = ['kustomize', 'strategic', 'json'] as const;

/** An object before and after. */
export interface Change {
  readonly before: Manifest;
  readonly after: Manifest;
}

/** What changed in a document; the items of a List one by one. */
export function changesOf(before: unknown, after: unknown): Change[] {
  if (before === after || !isObject(before) || !isObject(after)) return [];
  if (typeof before.kind === 'string' && before.kind.endsWith('List') && Array.isArray(before.items)) {
    return before.items.flatMap((item: unknown, index) => changesOf(item, after.items[index]));
  }
  return [{ before, after }];
}

/** The patches as text. */
export function patchText(form: typeof PATCH_FORMS[number], changes: readonly Change[]): string {
  return WRITERS[form](changes);
}

const WRITERS: { readonly [Form in typeof PATCH_FORMS[number]]: (changes: readonly Change[]) => string } = {
  strategic: (changes) => changes.map((change) => stringify(strategicPatch(change), { lineWidth: 0 })).join('---\n'),
  kustomize: (changes) => stringify({ patches: changes.map(kustomizePatch) }, { lineWidth: 0 }),
  json: ([change, ...others]) => {
    if (others.length > 0) {
      throw new UsageError('--output json: a JSON patch is of one object, and several have something to patch; give a file with one');
    }
    return `${JSON.stringify(compare(change.before, change.after), undefined, 2)}\n`;
  },
};

/** With the object's identity, by which it is found. */
function strategicPatch({ before, after }: Change): Manifest {
  const { apiVersion, kind, metadata: { name, namespace } = {} as Manifest } = before;
  const { metadata, ...patch } = strategicDiff(before, after);
  return { apiVersion, kind, metadata: withoutUndefined({ name, namespace, ...metadata }), ...patch };
}

/** Kustomize knows the lists of Kubernetes' own kinds only; others get a JSON patch. */
function kustomizePatch(change: Change): Manifest {
  const { apiVersion, kind, metadata: { name, namespace } = {} as Manifest } = change.before;
  const [version, group] = String(apiVersion).split('/').reverse();
  const target = withoutUndefined({ group, version, kind, name, namespace });
  const isOwn = group === undefined || /^(apps|batch|extensions)$/.test(group);
  const patch = isOwn ? strategicPatch(change) : compare(change.before, change.after);
  return { target, patch: stringify(patch, { lineWidth: 0 }) };
}
