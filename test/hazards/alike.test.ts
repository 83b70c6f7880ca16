import { areAlike } from '../../src/hazards/alike';
import { PodLifecycle } from '../../src/pod/pod-lifecycle';
import { readPods } from '../../src/pod/read';

const CONTAINER = {
  name: 'envoy', image: 'envoyproxy/envoy:v1.39.0',
  command: ['envoy'], args: ['--service-node', 'a', '--service-zone=a', '-c', '/etc/envoy.yaml'],
  env: [{ name: 'MODE', value: 'edge' }], ports: [{ containerPort: 8080 }],
  readinessProbe: { httpGet: { port: 19003 } }, lifecycle: { preStop: { sleep: { seconds: 5 } } },
};

interface Change {
  readonly container?: object;
  readonly spec?: object;
  readonly metadata?: object;
  readonly kind?: string;
  readonly labels?: object;
}

function podOf(change: Change = {}): PodLifecycle {
  const { container, spec, metadata, kind = 'Deployment', labels = { app: 'a' } } = change;
  const [pod] = readPods({
    apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1', kind, metadata: { name: 'a', namespace: 'a', ...metadata },
    spec: {
      template: { metadata: { labels }, spec: { volumes: [{ name: 'a' }], containers: [{ ...CONTAINER, ...container }], ...spec } },
    },
  });
  return pod;
}

const args = (...words: string[]): Change => ({ container: { args: words } });

test.each<[string, Change]>([
  ['nothing', {}],
  ['names and labels', { metadata: { name: 'b', namespace: 'b' }, labels: { app: 'b', more: 'c' } }],
  ['who Envoy says that it is', args('--service-node', 'b', '--service-zone=b', '-c', '/etc/envoy.yaml')],
])('pods are alike that differ in %s', (_, change) => {
  expect([areAlike(podOf(), podOf(change)), areAlike(podOf(change), podOf())]).toEqual([true, true]);
});

test.each<[string, Change]>([
  ['kind', { kind: 'Job' }],
  ['image', { container: { image: 'envoyproxy/envoy:v1.40.0' } }],
  ['environment', { container: { env: [{ name: 'MODE', value: 'inner' }] } }],
  ['a variable more', { container: { env: [...CONTAINER.env, { name: 'B', value: '' }] } }],
  ['a variable of another name', { container: { env: [{ name: 'B', value: 'edge' }] } }],
  ['ports', { container: { ports: [{ containerPort: 8081 }] } }],
  ['a port more', { container: { ports: [...CONTAINER.ports, { containerPort: 8081 }] } }],
  ['a probe', { container: { readinessProbe: undefined } }],
  ['a probe\'s port', { container: { readinessProbe: { httpGet: { port: 19004 } } } }],
  ['a hook', { container: { lifecycle: { preStop: { sleep: { seconds: 6 } } } } }],
  ['a hook\'s kind', { container: { lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } } }],
  ['an argument', args('--service-node', 'a', '--service-zone=a', '-c', '/etc/other.yaml')],
  ['an argument more', args(...CONTAINER.args, '-l')],
  ['how a flag of identity is written', args('--service-node=a', 'a', '--service-zone=a', '-c', '/etc/envoy.yaml')],
  ['a flag in the place of an identity', args('--service-node', '--version', '--service-zone=a', '-c', '/etc/envoy.yaml')],
  ['an identity of several words', args('--service-node', 'a b', '--service-zone=a', '-c', '/etc/envoy.yaml')],
  ['the program', { container: { command: ['/app/server'] } }],
  ['containers', { spec: { containers: [CONTAINER, { ...CONTAINER, name: 'other' }] } }],
  ['where a container stands', { spec: { containers: [{ name: 'other' }], initContainers: [CONTAINER] } }],
  ['volumes', { spec: { volumes: [{ name: 'a', configMap: {} }] } }],
  ['grace', { spec: { terminationGracePeriodSeconds: 31 } }],
  ['a grace that is the default, but declared', { spec: { terminationGracePeriodSeconds: 30 } }],
  ['annotations', { metadata: { annotations: { a: 'b' } } }],
])('pods are not alike that differ in %s', (_, change) => {
  expect([areAlike(podOf(), podOf(change)), areAlike(podOf(change), podOf())]).toEqual([false, false]);
});

test('the identity of another program than Envoy counts', () => {
  const of = (node: string): PodLifecycle => podOf({ container: { command: ['tini', '--'], args: ['--service-node', node] } });
  expect(areAlike(of('a'), of('b'))).toBe(false);
});
