import { HazardRule } from '../rule';
import { time } from '../words';

export const graceAboveCeiling: HazardRule = {
  id: 'grace-above-ceiling',
  severity: 'warning',
  title: 'The platform ends pods before their grace period',
  why: 'Notices of spot nodes, node shutdown, policies and the cluster autoscaler give a pod less time than it asks for: a drain that '
    + 'needs the grace period is cut there.',
  remedy: 'Lower drain and grace period below the ceiling, or raise the ceiling.',
  sources: ['https://github.com/kyverno/policies', 'https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/'],
  needs: 'graceCeilingMillis',
  check: ({ pod }, { graceCeilingMillis = Infinity }) => (pod.graceSeconds * 1000 <= graceCeilingMillis ? [] : [{
    pointer: pod.graceDeclared ? `${pod.pointer}/terminationGracePeriodSeconds` : pod.pointer,
    message: `the grace period of ${pod.graceSeconds} s is longer than the ${time(graceCeilingMillis)} that the platform gives: a drain that needs more is cut then`,
  }]),
};
