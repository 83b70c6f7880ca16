import { ENVOY_GATEWAY } from '../../upstream/envoy-gateway';
import { at, HazardRule } from '../rule';
import { waitsOf } from '../waits';
import { time } from '../words';

export const falseHookFailure: HazardRule = {
  id: 'false-hook-failure',
  severity: 'info',
  title: 'A FailedPreStopHook event that means nothing',
  why: 'Envoy Gateway\'s manager has a write timeout of 10 s. It holds Envoy\'s hook for the whole drain, its answer is lost, and '
    + 'Kubernetes reports a failed hook though the drain was complete.',
  remedy: 'Ignore the event on this container, or put the manager\'s program into Envoy\'s own container.',
  sources: ['https://github.com/envoyproxy/gateway/blob/v1.9.0/internal/cmd/envoy/shutdown_manager.go'],
  check: ({ pod, envoys, managers }) => waitsOf(envoys).flatMap(({ lifecycle, hook, wait: { manager, writers } }) => {
    const isEnvoyGateway = managers.some((other) => other.lifecycle.name === manager && other.program.program.startsWith('Envoy Gateway'));
    const longestMillis = Math.min(hook.mostMillis, pod.graceSeconds * 1000);
    // where nobody writes that the drain is over, it is not
    if (!isEnvoyGateway || writers.length === 0 || longestMillis <= ENVOY_GATEWAY.writeTimeoutMillis) return [];
    return [at(lifecycle,
      `${manager} holds the hook of ${lifecycle.name} for up to ${time(longestMillis)} and its answer is lost after ${time(ENVOY_GATEWAY.writeTimeoutMillis)}: `
      + 'FailedPreStopHook is reported though the drain was complete', { pointer: hook.lifecycle.pointer })];
  }),
};
