import type { Declared } from './declared';
import { PodLifecycle } from '../pod/pod-lifecycle';
import { durationMillis } from '../upstream/arguments';
import { ANNOTATION_PREFIX } from '../values/names';
import { ownField } from '../values/objects';

/** Annotations by which an object declares a time of its own; they win over the option. */
export const DECLARING: { readonly [name: string]: keyof Declared } = {
  [`${ANNOTATION_PREFIX}load-balancer-detection`]: 'loadBalancerDetectionMillis',
  [`${ANNOTATION_PREFIX}grace-ceiling`]: 'graceCeilingMillis',
  [`${ANNOTATION_PREFIX}longest-request`]: 'longestRequestMillis',
};

/** What is known of an object; an annotation that is no duration is a finding, and counts for nothing. */
export function declaredOn({ annotations }: PodLifecycle, declared: Declared): Declared {
  if (!Object.keys(annotations).some((name) => name.startsWith(ANNOTATION_PREFIX))) return declared;
  const own = Object.entries(DECLARING).flatMap(([name, fact]) => {
    const millis = durationMillis(ownField(annotations, name) ?? '');
    return millis === undefined ? [] : [[fact, millis]];
  });
  return { ...declared, ...Object.fromEntries(own) };
}
