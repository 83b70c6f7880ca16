import { PodLifecycle } from '../../pod/pod-lifecycle';
import { durationMillis } from '../../upstream/arguments';
import { ANNOTATION_PREFIX, BOOTSTRAP_CHECKSUM_ANNOTATION, ENVOY_GATEWAY_VERSION_ANNOTATION, IGNORE_PREFIX } from '../../values/names';
import { DECLARING } from '../declarations';
import { HazardRule } from '../rule';

/** `ids` are those of all other rules. */
export function unknownAnnotation(ids: readonly string[]): HazardRule {
  return {
    id: 'unknown-annotation',
    severity: 'warning',
    title: 'An annotation of this tool that it does not know',
    why: 'A misspelt rule or fact changes nothing, and nobody notices.',
    remedy: 'Correct the name (envoy-drain rules lists them), or the duration, such as 90s.',
    sources: ['https://github.com/cdk8s-envoy-proxy/cdk8s-envoy-proxy/blob/main/HAZARDS.md#passing-a-rule-over'],
    anyPod: true,
    check: ({ pod }) => Object.entries(pod.annotations).flatMap(([name, value]) => {
      const problem = name.startsWith(ANNOTATION_PREFIX) ? problemOf(name, value, ids) : undefined;
      return problem === undefined ? [] : [{ pointer: pod.annotationPointers?.[name] ?? pod.pointer, message: `the annotation ${name} ${problem}, and does nothing` }];
    }),
  };
}

function problemOf(name: string, value: PodLifecycle['annotations'][string], ids: readonly string[]): string | undefined {
  if (name.startsWith(IGNORE_PREFIX)) {
    const id = name.slice(IGNORE_PREFIX.length);
    return ids.includes(id) ? undefined : `names no rule (${id})`;
  }
  if (name === BOOTSTRAP_CHECKSUM_ANNOTATION) return undefined;
  if (name === ENVOY_GATEWAY_VERSION_ANNOTATION) return /^\d+\.\d+\.\d+$/.test(value) ? undefined : `is no release of Envoy Gateway (${value})`;
  if (!Object.hasOwn(DECLARING, name)) return 'is none that this tool reads';
  return durationMillis(value) === undefined ? `is no duration (${value})` : undefined;
}
