import { HazardRule } from '../rule';

export const gracePeriodZero: HazardRule = {
  id: 'grace-period-zero',
  severity: 'error',
  title: 'There is no grace period',
  why: 'With a grace period of 0 or 1 s there is no time for a drain: hooks are skipped or cut, and every connection with them.',
  remedy: 'Set terminationGracePeriodSeconds above the longest drain.',
  sources: ['https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination', 'https://github.com/cilium/cilium/pull/40391'],
  check: ({ pod, envoys }) => (envoys.length === 0 || pod.graceSeconds > 1 ? [] : [{
    pointer: `${pod.pointer}/terminationGracePeriodSeconds`,
    message: `the pod has ${pod.graceSeconds} s to end: no drain fits, and connections of ${envoys[0].lifecycle.name} are cut at once`,
  }]),
};
