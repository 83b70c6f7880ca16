import { recognisedPrograms } from '../../src/kubelet/pod-programs';
import { NO_FAULTS, NO_TRAFFIC } from '../../src/kubelet/scenario';
import { simulate } from '../../src/kubelet/simulate';
import { KubernetesVersion } from '../../src/kubernetes-version';
import { readPods } from '../../src/pod/read';
import { app, envoy, exec, gateway, get, NATIVE, specOf, waiting } from '../support/hazards';

interface Ends {
  readonly failed: readonly (string | undefined)[];
  readonly ended: number;
  readonly unknown: readonly string[];
}

/** What a pod's hooks come to when it is deleted: why they fail, and whose program is not known. */
function hooksOf(parts: any[], more: any = {}, faults: any = {}): Ends {
  const [pod] = readPods({ kind: 'Pod', metadata: { name: 'p' }, spec: { ...specOf(30, ...parts), ...more } });
  const { events, unknown } = simulate({
    pod, version: KubernetesVersion.of('1.34'), ...recognisedPrograms(pod),
    scenario: { action: { kind: 'deletion' }, faults: { ...NO_FAULTS, ...faults }, traffic: NO_TRAFFIC },
  });
  const of = (kind: string) => events.filter((event) => event.kind === kind);
  return { failed: of('HOOK_FAILED').map(({ detail }) => detail), ended: of('HOOK_ENDED').length, unknown };
}

test.each<[string, any[], string, any?, any?]>([
  ['a socket', [app({ lifecycle: { preStop: { tcpSocket: { port: 1 } } } })], 'the kubelet has no runner for tcpSocket hooks'],
  ['a script that fails', [app(exec('sh', '-c', 'exit 3'))], 'exit code 3'],
  ['a program that something kills', [app(exec('sleep', '20'))], 'exit code 137', {}, { killed: [{ container: 'orders', atMillis: 5_000 }] }],
  ['a container that is gone before it begins', [app(exec('sleep', '20'))], 'the container is gone', {},
    { hookDelayMillis: 9_000, killed: [{ container: 'orders', atMillis: 5_000 }] }],
  ['the node, where nothing listens', [envoy(get('/', 80, { host: '127.0.0.1' }))], 'it calls the node, where nothing listens'],
  ['no host on the host network', [envoy(get('/', 80))], 'a pod on the host network has no address of its own', { hostNetwork: true }],
  ['another host', [envoy(get('/', 80, { host: '10.0.0.1' }))], 'it asks another host, of which nothing is known'],
  ['a port that has no such name', [envoy(get('/', 'admin'))], 'the container has no port named admin'],
  ['a port on which nobody listens', [envoy(get('/', 80))], 'connection refused'],
])('a hook fails: %s', (_, parts, reason, more = {}, faults = {}) => {
  const { failed } = hooksOf(parts, more, faults);
  expect([...new Set(failed)]).toEqual([reason]);
});

test.each<[string, any[], string[]]>([
  ['another host', [envoy(get('/', 80, { host: '10.0.0.1' }))], ['envoy']], ['an unknown program', [envoy(get('/', 80)), app()], ['orders']],
  ['a known one', [envoy(get('/', 80))], []], ['a manager', [waiting(), gateway(['--min-drain-duration=5s'], NATIVE)], []],
  ['a command that nobody knows', [app(exec('/opt/bye'))], ['orders']],
])('what is not known where a hook asks %s', (_, parts, unknown) => {
  expect(hooksOf(parts).unknown).toEqual(unknown);
});

test.each(['/healthz', '/healthz?x=1', '/missing'])('a manager answers %s at once, whatever it says', (path) => {
  const manager = { ...gateway([], NATIVE), lifecycle: undefined };
  expect(hooksOf([envoy(get(path, 19002)), manager])).toMatchObject({ failed: [], ended: 1 });
});
