import { Manifest } from '../../src/pod/manifest';
import { PodLifecycle } from '../../src/pod/pod-lifecycle';
import { readPods } from '../../src/pod/read';
import { jsonMerge, strategicMerge } from '../../src/pod/strategic-merge';

const PLACE = '/spec/provider/kubernetes/envoyDeployment';

function envoyProxy(envoyDeployment: Manifest = {}, spec: Manifest = {}): Manifest {
  return {
    apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyProxy', metadata: { name: 'p', namespace: 'n' },
    spec: { ...spec, provider: { type: 'Kubernetes', kubernetes: { envoyDeployment } } },
  };
}

const podOf = (document: Manifest, envoyGatewayVersion?: string): PodLifecycle =>
  readPods(document, { envoyGatewayVersion })[0];

const patched = (podSpec: Manifest, type?: string): PodLifecycle =>
  podOf(envoyProxy({ patch: { type, value: { spec: { template: { spec: podSpec } } } } }));

describe('the default pod', () => {
  test('is the one of Envoy Gateway 1.9', () => {
    const pod = podOf({ apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyProxy', metadata: { name: 'p' } });
    expect(pod).toMatchObject({ object: { kind: 'EnvoyProxy', name: 'p' }, graceSeconds: 360, graceDeclared: true, pointer: '' });
    const [envoy, manager] = pod.containers;
    expect(envoy).toMatchObject({
      name: 'envoy', image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0', runAsUser: 65532,
      preStop: { kind: 'httpGet', path: '/shutdown/ready', port: 19002 },
      readinessProbe: { periodSeconds: 5, failureThreshold: 1, action: { port: 19003 } },
      livenessProbe: { failureThreshold: 3 }, startupProbe: { failureThreshold: 30 },
    });
    expect(envoy.argv.slice(-6)).toEqual([
      '--drain-strategy', 'immediate', '--component-log-level', 'misc:error', '--drain-time-s', '60',
    ]);
    expect(manager).toMatchObject({
      name: 'shutdown-manager', image: 'docker.io/envoyproxy/gateway:v1.9.0', argv: ['envoy-gateway', 'envoy', 'shutdown-manager'],
      preStop: { kind: 'exec', command: ['envoy-gateway', 'envoy', 'shutdown'] },
    });
  });

  test.each<[string, Manifest]>([
    ['1.0.0', { grace: 900, tag: 'v1.29.2', startup: false, liveness: false, port: 19001, drainTime: false, period: 10 }],
    ['1.1.2', { grace: 900, tag: 'v1.31.0', startup: true, liveness: false, port: 19001, drainTime: false, period: 10 }],
    ['v1.2.0', { grace: 360, tag: 'v1.32.1', startup: true, liveness: false, port: 19001, drainTime: true, period: 5 }],
    ['1.4.0', { grace: 360, tag: 'v1.34.1', startup: true, liveness: true, port: 19003, drainTime: true, period: 5 }],
  ])('of Envoy Gateway %s is its own', (version, expected) => {
    const { graceSeconds, containers: [envoy] } = podOf(envoyProxy(), version);
    expect({
      grace: graceSeconds, tag: envoy.image!.split('distroless-')[1], startup: envoy.startupProbe !== undefined,
      liveness: envoy.livenessProbe !== undefined, port: (envoy.readinessProbe!.action as Manifest).port,
      drainTime: envoy.argv.some((word) => word.startsWith('--drain-time-s')), period: envoy.readinessProbe!.periodSeconds,
    }).toEqual(expected);
  });

  test('writes a flag and its value into one argument up to 1.5.5', () => {
    expect(podOf(envoyProxy(), '1.5.5').containers[0].argv).toContain('--drain-time-s 60');
    expect(podOf(envoyProxy(), '1.5.6').containers[0].argv).toContain('--drain-time-s');
  });

  test('needs a version with a shutdown manager', () => {
    expect(() => podOf(envoyProxy(), '0.6.0')).toThrow('\'version\' (0.6.0) must be at least 1.0.0');
  });

  test('is none on hosts', () => {
    expect(readPods({ ...envoyProxy(), spec: { provider: { type: 'Host' } } })).toEqual([]);
  });

  test('is a DaemonSet\'s where that is asked for', () => {
    const kubernetes = { envoyDaemonSet: { strategy: { rollingUpdate: { maxUnavailable: '10%' } } } };
    expect(podOf({ ...envoyProxy(), spec: { provider: { type: 'Kubernetes', kubernetes } } }).rollout)
      .toMatchObject({ strategy: 'RollingUpdate', maxSurge: 0, maxUnavailable: 1 });
  });
});

describe('fields of the resource', () => {
  test('times of the shutdown go to flags and grace period, rounded as %.0f does', () => {
    const shutdown = { drainTimeout: '90s', minDrainDuration: '1500ms', healthCheckFailureDelay: '5s' };
    const { graceSeconds, containers: [envoy, manager] } = podOf(envoyProxy({}, { shutdown }));
    expect(graceSeconds).toBe(390);
    expect(envoy.argv.slice(-2)).toEqual(['--drain-time-s', '90']);
    expect(manager.argv).toContain('--ready-timeout=100s');
    expect(manager.preStop).toMatchObject({
      command: [
        'envoy-gateway', 'envoy', 'shutdown', '--health-check-failure-delay=5s', '--drain-timeout=90s', '--min-drain-duration=2s',
      ],
    });
  });

  test.each([['400ms', 0], ['500ms', 0], ['501ms', 1], ['1500ms', 2], ['2500ms', 2], ['1m', 60]])('%s become %i s', (text, seconds) => {
    const { preStop } = podOf(envoyProxy({}, { shutdown: { minDrainDuration: text } })).containers[1];
    expect(preStop).toMatchObject({ command: ['envoy-gateway', 'envoy', 'shutdown', `--min-drain-duration=${seconds}s`] });
  });

  test('a delay that the release does not know is left out', () => {
    const { preStop } = podOf(envoyProxy({}, { shutdown: { healthCheckFailureDelay: '5s' } }), '1.8.0').containers[1];
    expect(preStop).toMatchObject({ command: ['envoy-gateway', 'envoy', 'shutdown'] });
  });

  test('of container and pod are taken over', () => {
    const pod = podOf(envoyProxy({
      replicas: 3,
      strategy: { type: 'Recreate' },
      container: {
        imageRepository: 'mirror/envoy', env: [{ name: 'A', value: '1' }], resources: { limits: { cpu: '2' } },
        securityContext: { runAsUser: 7 }, volumeMounts: [{ name: 'x', mountPath: '/x' }],
      },
      pod: { annotations: { a: 'b' }, volumes: [{ name: 'x', emptyDir: {} }] },
      initContainers: [{ name: 'first' }],
    }, { concurrency: 2, extraArgs: ['--disable-hot-restart'], logging: { level: { default: 'info', http: 'debug' } } }));
    expect(pod.rollout).toMatchObject({ strategy: 'Recreate', replicas: 3 });
    expect(pod.annotations).toMatchObject({ 'a': 'b', 'prometheus.io/port': '19001' });
    expect(pod.volumes.map(({ name }) => name)).toEqual(['certs', 'sds', 'x']);
    const [first, envoy, manager] = pod.containers;
    expect(first).toMatchObject({ name: 'first', kind: 'init' });
    expect(envoy).toMatchObject({
      image: 'mirror/envoy:distroless-v1.39.0', env: { A: '1' }, runAsUser: 7, resources: { cpuLimitMillis: 2000 },
      mounts: [{ path: '/certs' }, { path: '/sds' }, { path: '/x' }],
    });
    expect(envoy.argv.join(' ')).toContain(
      '--log-level info --cpuset-threads --drain-strategy immediate --concurrency 2 --component-log-level http:debug');
    expect(envoy.argv.at(-1)).toBe('--disable-hot-restart');
    expect(manager.runAsUser).toBe(7);
  });

  test.each<[string, Manifest, string]>([
    ['a duration', { shutdown: { drainTimeout: '60' } }, '\'drainTimeout\' ("60") of /spec/shutdown must be a duration'],
    ['a number for one', { shutdown: { drainTimeout: 60 } }, '\'drainTimeout\' (60) of /spec/shutdown must be a text'],
    ['the provider', { provider: 'Kubernetes' }, '\'provider\' ("Kubernetes") of /spec must be an object'],
  ])('of a wrong type (%s) are refused', (_, spec, message) => {
    expect(() => readPods({ ...envoyProxy(), spec })).toThrow(message);
  });
});

describe('patches', () => {
  test('move the manager to the native sidecars', () => {
    const pod = patched({
      containers: [{ name: 'shutdown-manager', $patch: 'delete' }],
      initContainers: [{ name: 'shutdown-manager', restartPolicy: 'Always', command: ['envoy-gateway'] }],
    });
    expect(pod.containers.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['sidecar shutdown-manager', 'regular envoy']);
    expect(pod.containers[0].pointer).toBe(`${PLACE}/patch/value/spec/template/spec/initContainers/0`);
    expect(pod.containers[1].pointer).toBe(PLACE);
  });

  test('keep what they do not name', () => {
    const [envoy, manager] = patched({ containers: [{ name: 'envoy', readinessProbe: { periodSeconds: 7 } }] }).containers;
    expect(envoy.readinessProbe).toMatchObject({
      periodSeconds: 7, failureThreshold: 1, pointer: `${PLACE}/patch/value/spec/template/spec/containers/0/readinessProbe`,
    });
    expect(envoy.livenessProbe!.pointer).toBe(`${PLACE}/patch/value/spec/template/spec/containers/0`);
    expect(manager.name).toBe('shutdown-manager');
  });

  test('of type JSONMerge replace lists', () => {
    expect(patched({ terminationGracePeriodSeconds: 99, containers: [{ name: 'envoy' }] }, 'JSONMerge'))
      .toMatchObject({ graceSeconds: 99, containers: [{ name: 'envoy' }] });
  });

  test('of a wrong type are refused where they stand', () => {
    expect(() => patched({ containers: [{ name: 'sidecar' }, { name: 'envoy', readinessProbe: { periodSeconds: 'x' } }] }))
      .toThrow(`'periodSeconds' ("x") of ${PLACE}/patch/value/spec/template/spec/containers/1/readinessProbe must be a number`);
    expect(() => podOf(envoyProxy({ patch: { type: 'Merge', value: {} } }))).toThrow('\'type\' ("Merge") of ' + PLACE + '/patch must be one of');
  });
});

describe('what Envoy Gateway could not make is refused where it stands', () => {
  test.each<[string, Manifest, string]>([
    ['another kind', { patch: { value: { kind: 'Foo' } } }, `'kind' ("Foo") of ${PLACE}/patch/value must stay Deployment`],
    ['the kind of a prototype', { patch: { value: { kind: 'toString' } } }, `of ${PLACE}/patch/value must stay Deployment`],
    ['a removed kind', { patch: { value: { kind: null } } }, `'kind' (nothing) of ${PLACE}/patch/value must stay`],
    ['a removed workload', { patch: { value: { $patch: 'delete' } } }, `'kind' (nothing) of ${PLACE}/patch/value must stay`],
    ['a removed envoy', { patch: { value: { spec: { template: { spec: { containers: [{ name: 'envoy', $patch: 'delete' }] } } } } } },
      `of ${PLACE}/patch/value/spec/template/spec must have the container envoy`],
    ['a repository', { container: { imageRepository: 1 } }, `'imageRepository' (1) of ${PLACE}/container must be a text`],
    ['an image', { container: { image: [] } }, `'image' ([]) of ${PLACE}/container must be a text`],
    ['resources', { container: { resources: 'many' } }, `'resources' ("many") of ${PLACE}/container must be an object`],
    ['labels', { pod: { labels: { a: 1 } } }, `'a' (1) of ${PLACE}/pod/labels must be a text`],
    ['a strategy', { strategy: { type: 1 } }, `'type' (1) of ${PLACE}/strategy must be a text`],
    ['a name', { name: 1 }, `'name' (1) of ${PLACE} must be a text`],
  ])('%s', (_, envoyDeployment, message) => {
    expect(() => podOf(envoyProxy(envoyDeployment))).toThrow(message);
  });

  test('a misspelt time of the shutdown', () => {
    expect(() => podOf(envoyProxy({}, { shutdown: { minDrainDuraton: '5s' } })))
      .toThrow('\'minDrainDuraton\' ("5s") of /spec/shutdown must be one of drainTimeout, minDrainDuration');
  });

  test('a DaemonSet beside a Deployment', () => {
    const spec = { provider: { type: 'Kubernetes', kubernetes: { envoyDaemonSet: {}, envoyDeployment: {} } } };
    expect(() => podOf({ ...envoyProxy(), spec })).toThrow('\'envoyDaemonSet\' ({}) of /spec/provider/kubernetes must be left out');
  });
});

describe('a strategic merge', () => {
  const names = (list: readonly Manifest[]): string[] => list.map(({ name }) => name);

  test.each<[string, Manifest, Manifest, Manifest]>([
    ['merges objects', { a: { x: 1, y: 2 } }, { a: { y: 3 } }, { a: { x: 1, y: 3 } }],
    ['deletes by null', { a: 1, b: 2 }, { a: null }, { b: 2 }],
    ['replaces an object', { a: { x: 1 } }, { a: { $patch: 'replace', y: 2 } }, { a: { y: 2 } }],
    ['keeps only some keys', { a: { x: 1, y: 2 } }, { a: { $retainKeys: ['y', 'z'], z: 3 } }, { a: { y: 2, z: 3 } }],
    ['replaces lists without key', { args: [1, 2] }, { args: [3] }, { args: [3] }],
    ['replaces tolerations', { tolerations: [{ key: 'a' }] }, { tolerations: [{ key: 'b' }] }, { tolerations: [{ key: 'b' }] }],
    ['merges by name', { env: [{ name: 'A', value: '1' }] }, { env: [{ name: 'A', value: '2' }] }, { env: [{ name: 'A', value: '2' }] }],
    ['merges ports by number', { ports: [{ containerPort: 1, name: 'a' }] }, { ports: [{ containerPort: 1, hostPort: 2 }] },
      { ports: [{ containerPort: 1, name: 'a', hostPort: 2 }] }],
    ['merges mounts by path', { volumeMounts: [{ mountPath: '/a', name: 'x' }] }, { volumeMounts: [{ mountPath: '/a', name: 'y' }] },
      { volumeMounts: [{ mountPath: '/a', name: 'y' }] }],
    ['deletes an item', { volumes: [{ name: 'a' }, { name: 'b' }] }, { volumes: [{ name: 'a', $patch: 'delete' }] }, { volumes: [{ name: 'b' }] }],
    ['replaces an item', { containers: [{ name: 'a', image: 'x' }] }, { containers: [{ name: 'a', $patch: 'replace', args: [] }] },
      { containers: [{ name: 'a', args: [] }] }],
    ['replaces a list', { containers: [{ name: 'a' }] }, { containers: [{ $patch: 'replace' }, { name: 'b' }] }, { containers: [{ name: 'b' }] }],
    ['ignores the order of elements', { a: 1 }, { '$setElementOrder/containers': [{ name: 'a' }] }, { a: 1 }],
  ])('%s', (_, original, patch, expected) => {
    expect(strategicMerge(original, patch)).toEqual(expected);
  });

  test.each([
    [['a', 'b'], ['c'], ['c', 'a', 'b']], [['a', 'b'], ['b'], ['a', 'b']], [['a', 'b'], ['b', 'c'], ['a', 'b', 'c']],
    [['a', 'b'], ['c', 'b'], ['c', 'a', 'b']], [['a', 'b', 'c'], ['c', 'a'], ['b', 'c', 'a']],
  ])('of %j with %j has the order %j', (original, patch, expected) => {
    const listOf = (list: string[]): Manifest => ({ containers: list.map((name) => ({ name })) });
    expect(names(strategicMerge(listOf(original), listOf(patch)).containers)).toEqual(expected);
  });

  test('a JSON merge knows no directives', () => {
    expect(jsonMerge({ a: { x: 1, y: 2 }, b: 1 }, { a: { x: null, z: { k: null, l: 1 } }, b: [1] }))
      .toEqual({ a: { y: 2, z: { l: 1 } }, b: [1] });
  });
});

test.each([
  ['pod', 'volumes'], ['container', 'env'], ['container', 'volumeMounts'],
])('null for %s.%s is none', (part, field) => {
  const proxy = (value: unknown): any => ({
    apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyProxy',
    spec: { provider: { type: 'Kubernetes', kubernetes: { envoyDeployment: { [part]: { [field]: value } } } } },
  });
  expect(readPods(proxy(null))).toEqual(readPods(proxy(undefined)));
});

test('only a Deployment has init containers, and statistics can be off', () => {
  const initContainers = [{ name: 'setup', image: 'setup:1' }];
  const proxy = (field: string, telemetry?: object): any => ({
    apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyProxy',
    spec: { telemetry, provider: { type: 'Kubernetes', kubernetes: { [field]: { initContainers } } } },
  });
  const namesIn = (document: any): string[] => readPods(document)[0].containers.map(({ name }) => name);
  expect(namesIn(proxy('envoyDeployment'))).toContain('setup');
  expect(namesIn(proxy('envoyDaemonSet'))).not.toContain('setup');
  const [{ annotations }] = readPods(proxy('envoyDeployment', { metrics: { prometheus: { disable: true } } }));
  expect(annotations).toEqual({});
});
