import { at, HazardRule } from '../rule';
import { waitsOf } from '../waits';
import { time } from '../words';

export const managerDiesBeforeEnvoy: HazardRule = {
  id: 'manager-dies-before-envoy',
  severity: 'error',
  title: 'The manager that Envoy waits for goes away first',
  why: 'All ordinary containers are stopped at once. A manager without a hook of its own gets SIGTERM at 0 s: Envoy\'s hook loses '
    + 'whom it waits for, ends in failure, and Envoy is stopped without a drain.',
  remedy: 'Give the manager the hook that drains, or make it a native sidecar.',
  sources: ['https://github.com/envoyproxy/gateway/issues/9484', 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination'],
  check: ({ pod, envoys, containers }) => waitsOf(envoys).flatMap(({ lifecycle, hook, wait: { manager, writers } }) => {
    const target = containers.find((other) => other.lifecycle.name === manager);
    if (!target || target.lifecycle.kind !== 'regular' || writers.includes(target.lifecycle.name)) return [];
    // a hook that drains and cannot say so, or fails, has a finding of its own
    if (target.hook && (!target.hook.known || target.hook.fails || target.hook.connections)) return [];
    const staysMillis = target.hook?.leastMillis ?? 0;
    if (staysMillis >= Math.min(hook.mostMillis, pod.graceSeconds * 1000)) return [];
    return [at(target.lifecycle, `the hook of ${lifecycle.name} waits for ${target.lifecycle.name}, an ordinary container that gets SIGTERM after `
      + `${time(staysMillis)}: nobody drains, and the wait ends with it or when it gives up`)];
  }),
};
