import { PodLifecycle } from '../pod/pod-lifecycle';
import { ownField } from '../values/objects';

/** Annotations of this tool. */
export const ANNOTATION_PREFIX = 'envoy-drain/';
export const IGNORE_PREFIX = `${ANNOTATION_PREFIX}ignore-`;

/** Whether somebody gave a reason to pass a rule over, for this object or for all. */
export function isSuppressed(
  id: string, { annotations }: Pick<PodLifecycle, 'annotations'>, ignore: { readonly [rule: string]: string },
): boolean {
  return [ownField(annotations, `${IGNORE_PREFIX}${id}`), ownField(ignore, id)].some((reason) => !!reason?.trim());
}
