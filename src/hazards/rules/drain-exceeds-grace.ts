import { fitOf } from '../grace-fit';
import { at, HazardRule } from '../rule';

export const drainExceedsGrace: HazardRule = {
  id: 'drain-exceeds-grace',
  severity: 'error',
  title: 'The drain is longer than the grace period',
  why: 'When the grace period is over, the kubelet stops waiting for the hook, and kills what still runs: connections that the '
    + 'drain would have let go are cut in the middle of it.',
  remedy: 'Raise terminationGracePeriodSeconds above hook and drain together, or shorten them.',
  sources: [
    'https://github.com/istio/istio/issues/25575', 'https://github.com/openshift/router/pull/28',
    'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination',
  ],
  anyPod: true,
  check: ({ pod, containers, around }) => containers.flatMap((container) => {
    const fit = fitOf(container, around);
    if (!fit || fit.slackMillis >= 0) return [];
    const { lifecycle } = container;
    return [at(lifecycle, `${fit.what}, and the grace period is over after ${pod.graceSeconds} s: `
      + `it is cut in the middle${fit.ownMillis > 0 ? ', and the container is killed' : ''}`, { pointer: fit.pointer })];
  }),
};
