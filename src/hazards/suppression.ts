import { PodLifecycle } from '../pod/pod-lifecycle';
import { IGNORE_PREFIX } from '../values/names';

/** Whether somebody gave a reason to pass a rule over, for this object or for all. */
export function isSuppressed(
  id: string, { annotations }: Pick<PodLifecycle, 'annotations'>, ignore: { readonly [rule: string]: string },
): boolean {
  return suppressedRules({ annotations }, ignore).includes(id);
}

/** Their ids: few, if any. */
export function suppressedRules(
  { annotations }: Pick<PodLifecycle, 'annotations'>, ignore: { readonly [rule: string]: string },
): readonly string[] {
  const annotated = Object.keys(annotations)
    .filter((name) => name.startsWith(IGNORE_PREFIX) && annotations[name].trim() !== '')
    .map((name) => name.slice(IGNORE_PREFIX.length));
  return [...annotated, ...Object.keys(ignore).filter((id) => ignore[id].trim() !== '')];
}
