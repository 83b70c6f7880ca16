import { at, HazardRule } from '../rule';

export const sharedProcessNamespace: HazardRule = {
  id: 'shared-process-namespace',
  severity: 'error',
  title: 'Envoy Gateway\'s hook panics in a shared process namespace',
  why: 'Its shutdown command logs to /proc/1/fd/1. In a shared namespace process 1 is the sandbox, of another user: opening it fails, '
    + 'the command panics before it drains, and Envoy waits in vain or is stopped at once.',
  remedy: 'Remove shareProcessNamespace and hostPID, or let one runAsUser hold for the whole pod.',
  sources: ['https://github.com/envoyproxy/gateway/blob/v1.9.0/internal/cmd/envoy/shutdown_manager.go'],
  check: ({ pod, containers }) => {
    if (!pod.shareProcessNamespace && !pod.hostPID) return [];
    return containers.filter(({ lifecycle }) => lifecycle.preStop?.kind === 'exec' && runsShutdown(lifecycle.preStop.command)
      && (pod.hostPID || pod.runAsUser === undefined || lifecycle.runAsUser !== pod.runAsUser))
      .map(({ lifecycle }) => at(lifecycle, `the hook of ${lifecycle.name} logs to process 1, which ${pod.hostPID ? 'is the node\'s' : 'is the pod\'s sandbox of another user'}: `
        + 'it panics before it drains', { pointer: lifecycle.preStop!.pointer }));
  },
};

function runsShutdown(command: readonly string[]): boolean {
  return /(^|\/)envoy-gateway$/.test(command[0] ?? '') && command[1] === 'envoy' && command[2] === 'shutdown';
}
