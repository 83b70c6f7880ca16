import { IGNORE_PREFIX } from '../../values/names';
import { HazardRule } from '../rule';

export const suppressionWithoutReason: HazardRule = {
  id: 'suppression-without-reason',
  severity: 'warning',
  title: 'A rule is to be passed over without a reason',
  why: 'Whoever reads it later cannot tell whether the danger is known or was only silenced; so the annotation does nothing.',
  remedy: 'Write the reason as the value of the annotation.',
  sources: ['https://github.com/cdk8s-envoy-proxy/cdk8s-envoy-proxy/blob/main/HAZARDS.md#passing-a-rule-over'],
  anyPod: true,
  check: ({ pod }) => Object.entries(pod.annotations).filter(([name, reason]) => name.startsWith(IGNORE_PREFIX) && reason.trim() === '')
    .map(([name]) => ({ pointer: pod.annotationPointers?.[name] ?? pod.pointer, message: `the annotation ${name} gives no reason, and does nothing` })),
};
