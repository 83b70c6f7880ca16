import { Manifest } from '../../src/pod/manifest';
import { ContainerLifecycle, PodLifecycle } from '../../src/pod/pod-lifecycle';
import { readPods } from '../../src/pod/read';

const CONTAINERS = [{ name: 'app' }];

function deployment(podSpec: Manifest = {}, spec: Manifest = {}): Manifest {
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd', namespace: 'n' },
    spec: { ...spec, template: { spec: { containers: CONTAINERS, ...podSpec } } },
  };
}

const podOf = (podSpec: Manifest, spec?: Manifest): PodLifecycle => readPods(deployment(podSpec, spec))[0];

const containerOf = (container: Manifest, podSpec: Manifest = {}): ContainerLifecycle =>
  podOf({ ...podSpec, containers: [{ name: 'app', ...container }] }).containers[0];

describe('kinds', () => {
  const template = { spec: { containers: CONTAINERS } };

  test.each<[string, Manifest, string]>([
    ['Deployment', { apiVersion: 'apps/v1', spec: { template } }, '/spec/template/spec'],
    ['Deployment', { spec: { template } }, '/spec/template/spec'],
    ['DaemonSet', { apiVersion: 'apps/v1', spec: { template } }, '/spec/template/spec'],
    ['StatefulSet', { apiVersion: 'apps/v1', spec: { template } }, '/spec/template/spec'],
    ['ReplicaSet', { apiVersion: 'apps/v1', spec: { template } }, '/spec/template/spec'],
    ['ReplicationController', { apiVersion: 'v1', spec: { template } }, '/spec/template/spec'],
    ['Job', { apiVersion: 'batch/v1', spec: { template } }, '/spec/template/spec'],
    ['CronJob', { apiVersion: 'batch/v1', spec: { jobTemplate: { spec: { template } } } },
      '/spec/jobTemplate/spec/template/spec'],
    ['Pod', { apiVersion: 'v1', ...template }, '/spec'],
    ['PodTemplate', { apiVersion: 'v1', template }, '/template/spec'],
    ['Rollout', { apiVersion: 'argoproj.io/v1alpha1', spec: { template } }, '/spec/template/spec'],
    ['Service', { apiVersion: 'serving.knative.dev/v1', spec: { template: { spec: { containers: [{}] } } } },
      '/spec/template/spec'],
  ])('the pod of a %s is found', (kind, fields, pointer) => {
    const pods = readPods({ kind, metadata: { name: 'x' }, ...fields });
    expect(pods).toMatchObject([{ object: { kind, name: 'x' }, pointer }]);
    expect(pods[0].containers[0].pointer).toBe(`${pointer}/containers/0`);
  });

  test.each<[string, unknown]>([
    ['a Service', { apiVersion: 'v1', kind: 'Service', spec: { ports: [] } }],
    ['a Job of another group', { apiVersion: 'batch.volcano.sh/v1alpha1', kind: 'Job', spec: { tasks: [{ template }] } }],
    ['a Rollout that refers to a Deployment', { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', spec: { workloadRef: {} } }],
    ['a custom kind with other containers', { apiVersion: 'a.b/v1', kind: 'X', spec: { template: { spec: { containers: 'two' } } } }],
    ['a document without kind', {}],
    ['an empty document', null],
    ['a kind like a field of every object', { apiVersion: 'v1', kind: 'constructor' }],
    ['a kind like toString', { apiVersion: 'v1', kind: 'toString' }],
    ['a kind like __proto__', { apiVersion: 'v1', kind: '__proto__' }],
    ['a list without items', { apiVersion: 'v1', kind: 'List', items: null }],
  ])('%s has no pod', (_, document) => {
    expect(readPods(document as Manifest)).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['without spec', { kind: 'Deployment' }, "'spec' (nothing) of the document must be an object"],
    ['without template', { kind: 'Deployment', spec: {} }, "'template' (nothing) of /spec must be an object"],
    ['without containers', deployment({ containers: null }), "'containers' (null) of /spec/template/spec must have at least one"],
    ['with no container', deployment({ containers: [] }), "'containers' ([]) of /spec/template/spec must have at least one"],
    ['whose items are no list', { kind: 'List', items: {} }, "'items' ({}) of the document must be a list"],
    ['whose items are missing', { kind: 'PodList' }, "'items' (nothing) of the document must be a list"],
    ['whose kind is no text', { kind: 5 }, "'kind' (5) of the document must be a text"],
    ['whose version is no text', { apiVersion: 1, kind: 'Pod' }, "'apiVersion' (1) of the document must be a text"],
    ['that is a text', 'hello', "'document' (\"hello\") must be an object"],
    ['that is a list', [], "'document' ([]) must be an object"],
  ])('a document %s is refused', (_, document, message) => {
    expect(() => readPods(document as Manifest)).toThrow(message);
  });

  test('every item of a List is read, with its pointer', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [{ kind: 'Service' }, deployment()] };
    expect(readPods(list)).toMatchObject([{ pointer: '/items/1/spec/template/spec', object: { kind: 'Deployment' } }]);
  });

  test('items of a PodList need no kind', () => {
    expect(readPods({ apiVersion: 'v1', kind: 'PodList', items: [{ metadata: { name: 'p' }, spec: { containers: CONTAINERS } }] }))
      .toMatchObject([{ pointer: '/items/0/spec', object: { kind: 'Pod', name: 'p' } }]);
  });
});

describe('the pod', () => {
  test('gets the defaults of the API', () => {
    expect(podOf({})).toEqual({
      object: { kind: 'Deployment', namespace: 'n', name: 'd' }, pointer: '/spec/template/spec',
      containers: [{
        name: 'app', kind: 'regular', pointer: '/spec/template/spec/containers/0', argv: [], commandGiven: false,
        ports: [], mounts: [], resources: {}, readOnlyRootFilesystem: false, env: {},
      }],
      volumes: [], graceSeconds: 30, graceDeclared: false, restartPolicy: 'Always',
      hostNetwork: false, hostPID: false, shareProcessNamespace: false, annotations: {}, labels: {},
      rollout: { strategy: 'RollingUpdate', replicas: 1, maxSurge: 1, maxUnavailable: 0, pointer: '/spec' },
    });
  });

  test('null counts as left out and unknown fields are ignored', () => {
    const nothing = {
      initContainers: null, volumes: null, terminationGracePeriodSeconds: null, securityContext: null,
      restartPolicy: null, hostNetwork: null, somethingNew: { a: 1 },
      containers: [{ name: 'app', command: null, env: null, lifecycle: null, livenessProbe: null, resources: null, x: 1 }],
    };
    expect(podOf(nothing, { strategy: null, replicas: null })).toEqual(podOf({}));
  });

  test('its manifest is left alone', () => {
    const manifest = deployment();
    readPods(manifest);
    expect([manifest, manifest.spec.template].some(Object.isFrozen)).toBe(false);
    expect(manifest).toEqual(deployment());
  });

  test('containers are in start order', () => {
    const initContainers = [{ name: 'a' }, { name: 'b', restartPolicy: 'Always' }, { name: 'c', restartPolicy: 'Never' }];
    const pod = podOf({ initContainers });
    expect(pod.containers.map(({ name, kind }) => [name, kind]))
      .toEqual([['a', 'init'], ['b', 'sidecar'], ['c', 'init'], ['app', 'regular']]);
  });

  test.each<[unknown, number, boolean]>([
    [undefined, 30, false], [30, 30, true], [0, 0, true], [-1, 1, true], [3600, 3600, true],
  ])('a grace period of %s is %i s, declared: %s', (given, graceSeconds, graceDeclared) => {
    expect(podOf({ terminationGracePeriodSeconds: given })).toMatchObject({ graceSeconds, graceDeclared });
  });

  test('annotations of the template win over those of the object', () => {
    const manifest: Manifest = {
      ...deployment(), metadata: { annotations: { a: '1', b: '1', c: null } },
      spec: { template: { metadata: { annotations: { b: '2' } }, spec: { containers: CONTAINERS } } },
    };
    expect(readPods(manifest)[0].annotations).toEqual({ a: '1', b: '2' });
  });

  test('volumes have their kind', () => {
    const volumes = [{ name: 'a', emptyDir: { medium: 'Memory' } }, { name: 'b', configMap: { name: 'x' } }, { name: 'c' },
      { name: 'd', emptyDir: null, image: { reference: 'x' } }];
    expect(podOf({ volumes }).volumes.map(({ name, kind, medium }) => [name, kind, medium])).toEqual([
      ['a', 'emptyDir', 'Memory'], ['b', 'configMap', undefined], ['c', 'emptyDir', undefined], ['d', 'image', undefined],
    ]);
  });

  test('a StatefulSet adds a volume for every claim', () => {
    const manifest = { ...deployment({ volumes: [{ name: 'data' }] }, { volumeClaimTemplates: [{ metadata: { name: 'data' } }] }), kind: 'StatefulSet' };
    expect(readPods(manifest)[0].volumes).toEqual([
      { name: 'data', kind: 'persistentVolumeClaim', pointer: '/spec/volumeClaimTemplates/0/metadata' },
    ]);
  });
});

describe('command lines', () => {
  const env = [
    { name: 'A', value: '1' }, { name: 'B', value: '$(A)2' }, { name: 'EARLY', value: '$(LATE)' }, { name: 'LATE', value: 'x' },
    { name: 'REF', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }, { name: 'EMPTY' }, { name: 'ESCAPED', value: '$$(A)' },
  ];

  test.each([
    ['$(A)', '1'], ['--x=$(B)/$(A)', '--x=12/1'], ['$$(A)', '$(A)'], ['$$$(A)', '$1'], ['$$$$(A)', '$$(A)'], ['$$', '$'],
    ['$(NONE)', '$(NONE)'], ['$(REF)', '$(REF)'], ['$(EMPTY)', ''], ['$(EARLY)', '$(LATE)'], ['$(ESCAPED)', '$(A)'],
    ['$A', '$A'], ['${A}', '${A}'], ['$(A', '$(A'], ['$', '$'], ['$()', '$()'], ['a$', 'a$'],
  ])('%s is resolved to %s', (written, resolved) => {
    expect(containerOf({ command: [written], args: [written], env }).argv).toEqual([resolved, resolved]);
  });

  test('arguments without a command are not the whole command line', () => {
    expect(containerOf({ args: ['a'] })).toMatchObject({ argv: ['a'], commandGiven: false });
    expect(containerOf({ command: ['c'], args: ['a'] })).toMatchObject({ argv: ['c', 'a'], commandGiven: true });
  });

  test('only literal variables are listed, the last one of a name', () => {
    expect(containerOf({ env: [...env.slice(0, 2), env[4], { name: 'A', value: '3' }] }).env).toEqual({ A: '3', B: '12' });
    expect(containerOf({ env: [env[0], { ...env[4], name: 'A' }] }).env).toEqual({});
  });

  test('hooks are not resolved', () => {
    expect(containerOf({ env, lifecycle: { preStop: { exec: { command: ['echo', '$(A)'] } } } }).preStop)
      .toMatchObject({ kind: 'exec', command: ['echo', '$(A)'] });
  });
});

describe('hooks and probes', () => {
  const pointer = '/spec/template/spec/containers/0/lifecycle/preStop';

  test.each<[Manifest, Manifest]>([
    [{ exec: { command: ['a', 'b'] } }, { kind: 'exec', command: ['a', 'b'], pointer: `${pointer}/exec` }],
    [{ httpGet: { port: 80 } }, { kind: 'httpGet', path: '/', port: 80, scheme: 'HTTP', pointer: `${pointer}/httpGet` }],
    [{ httpGet: { port: 'admin', path: '/x?y', scheme: 'HTTPS', host: '127.0.0.1' } },
      { kind: 'httpGet', path: '/x?y', port: 'admin', scheme: 'HTTPS', host: '127.0.0.1', pointer: `${pointer}/httpGet` }],
    [{ sleep: { seconds: 5 } }, { kind: 'sleep', seconds: 5, pointer: `${pointer}/sleep` }],
    [{ tcpSocket: { port: 80 } }, { kind: 'tcpSocket', pointer: `${pointer}/tcpSocket` }],
    [{ exec: null, sleep: { seconds: 0 } }, { kind: 'sleep', seconds: 0, pointer: `${pointer}/sleep` }],
  ])('the hook %j is read', (hook, expected) => {
    expect(containerOf({ lifecycle: { preStop: hook } }).preStop).toEqual(expected);
  });

  test('both hooks are read', () => {
    const container = containerOf({ lifecycle: { postStart: { exec: { command: ['up'] } } } });
    expect(container.postStart).toMatchObject({ command: ['up'] });
    expect(container.preStop).toBeUndefined();
  });

  test('a probe has the API\'s defaults, also for 0', () => {
    const defaults = {
      initialDelaySeconds: 0, periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 3,
    };
    const at = '/spec/template/spec/containers/0/livenessProbe';
    const expected = { pointer: at, action: { kind: 'grpc', pointer: `${at}/grpc` }, ...defaults };
    expect(containerOf({ livenessProbe: { grpc: { port: 1 } } }).livenessProbe).toEqual(expected);
    const zeros = { periodSeconds: 0, timeoutSeconds: 0, successThreshold: 0, failureThreshold: 0 };
    expect(containerOf({ livenessProbe: { grpc: { port: 1 }, ...zeros } }).livenessProbe).toEqual(expected);
  });

  test('a probe\'s own numbers stay', () => {
    const numbers = {
      initialDelaySeconds: 2, periodSeconds: 3, timeoutSeconds: 4, successThreshold: 5, failureThreshold: 6,
      terminationGracePeriodSeconds: 7,
    };
    const container = containerOf({ startupProbe: { httpGet: { port: 1 }, ...numbers }, readinessProbe: { exec: { command: ['x'] } } });
    expect(container.startupProbe).toMatchObject(numbers);
    expect(container.readinessProbe).toMatchObject({ action: { kind: 'exec' } });
  });
});

describe('the container', () => {
  test('its ports have a protocol, and are the node\'s in its network namespace', () => {
    const ports = [{ containerPort: 80 }, { name: 'dns', containerPort: 53, protocol: 'UDP', hostPort: 5353 }];
    expect(containerOf({ ports }).ports).toEqual([
      { containerPort: 80, protocol: 'TCP' }, { name: 'dns', containerPort: 53, protocol: 'UDP', hostPort: 5353 },
    ]);
    expect(containerOf({ ports }, { hostNetwork: true }).ports.map(({ hostPort }) => hostPort)).toEqual([80, 5353]);
  });

  test('its mounts are read', () => {
    const volumeMounts = [{ name: 'a', mountPath: '/a' }, { name: 'b', mountPath: '/b', readOnly: true, subPath: 's' }];
    expect(containerOf({ volumeMounts }).mounts).toEqual([
      { volume: 'a', path: '/a', readOnly: false }, { volume: 'b', path: '/b', readOnly: true, subPath: 's' },
    ]);
  });

  test.each<[unknown, number]>([
    ['250m', 250], ['1', 1000], [1, 1000], [0.5, 500], ['0.07', 70], ['1500u', 2], ['0', 0], ['2k', 2_000_000],
  ])('%j of CPU are %i thousandths', (cpu, millis) => {
    expect(containerOf({ resources: { requests: { cpu } } }).resources).toEqual({ cpuRequestMillis: millis });
  });

  test.each<[unknown, number]>([
    ['64Mi', 67_108_864], ['1Gi', 2 ** 30], ['1.5Ki', 1536], ['1M', 1e6], [1024, 1024], ['1e3', 1000], ['1500m', 2], ['1E', 1e18],
  ])('%j of memory are %i bytes', (memory, bytes) => {
    expect(containerOf({ resources: { requests: { memory } } }).resources).toEqual({ memoryRequestBytes: bytes });
  });

  test('a limit is the request where that is left out', () => {
    expect(containerOf({ resources: { limits: { cpu: '1', memory: '1Ki' }, requests: { cpu: '100m' } } }).resources).toEqual({
      cpuRequestMillis: 100, cpuLimitMillis: 1000, memoryRequestBytes: 1024, memoryLimitBytes: 1024,
    });
  });

  test.each<[unknown, unknown, number | undefined]>([
    [undefined, undefined, undefined], [1, undefined, 1], [undefined, 2, 2], [1, 2, 2], [1, 0, 0],
  ])('the user of pod %s and container %s is %s', (ofPod, ofContainer, expected) => {
    const [inPod, inContainer] = [ofPod, ofContainer].map((runAsUser) => ({ securityContext: { runAsUser } }));
    const container = containerOf(inContainer, inPod);
    expect(container.runAsUser).toBe(expected);
  });

  test('a read-only root is seen', () => {
    expect(containerOf({ securityContext: { readOnlyRootFilesystem: true } }).readOnlyRootFilesystem).toBe(true);
  });
});

describe('rollouts', () => {
  const rolled = (kind: string, spec: Manifest): Manifest => readPods({ ...deployment({}, spec), kind })[0].rollout;

  test.each<[number | undefined, unknown, unknown, number, number]>([
    [undefined, undefined, undefined, 1, 0], [3, undefined, undefined, 1, 0], [4, undefined, undefined, 1, 1],
    [5, undefined, undefined, 2, 1], [10, '30%', '30%', 3, 3], [3, '34%', '34%', 2, 1], [3, '33%', '33%', 1, 0],
    [3, 0, '25%', 0, 1], [2, 0, 5, 0, 2], [3, 2, 0, 2, 0], [0, '25%', '25%', 0, 0], [3, '0%', '0%', 0, 1],
  ])('a Deployment of %s with maxSurge %s and maxUnavailable %s comes to %i and %i', (replicas, surge, unavailable, maxSurge, maxUnavailable) => {
    const strategy = { rollingUpdate: { maxSurge: surge, maxUnavailable: unavailable } };
    expect(rolled('Deployment', { replicas, strategy })).toEqual({
      strategy: 'RollingUpdate', replicas: replicas ?? 1, maxSurge, maxUnavailable, pointer: '/spec/strategy',
    });
  });

  test.each<[unknown, unknown, number, number]>([
    [undefined, undefined, 0, 1], [1, 0, 1, 0], ['10%', 0, 1, 0], [0, '10%', 0, 1], ['0%', 2, 0, 2],
  ])('a DaemonSet with maxSurge %s and maxUnavailable %s comes to %i and %i', (surge, unavailable, maxSurge, maxUnavailable) => {
    const updateStrategy = { rollingUpdate: { maxSurge: surge, maxUnavailable: unavailable } };
    expect(rolled('DaemonSet', { updateStrategy })).toEqual({
      strategy: 'RollingUpdate', maxSurge, maxUnavailable, pointer: '/spec/updateStrategy',
    });
  });

  test.each<[string, Manifest, Manifest]>([
    ['Deployment', { strategy: { type: 'Recreate' } }, { strategy: 'Recreate', replicas: 1, pointer: '/spec/strategy' }],
    ['DaemonSet', { updateStrategy: { type: 'OnDelete' } }, { strategy: 'OnDelete', pointer: '/spec/updateStrategy' }],
    ['StatefulSet', { replicas: 3 }, { strategy: 'RollingUpdate', replicas: 3, maxSurge: 0, maxUnavailable: 1, pointer: '/spec' }],
    ['ReplicaSet', { replicas: 2 }, { replicas: 2 }],
    ['Job', {}, {}],
  ])('a %s with %j', (kind, spec, expected) => {
    expect(rolled(kind, spec)).toEqual(expected);
  });
});

describe('wrong types', () => {
  const at = '/spec/template/spec';
  const app = `${at}/containers/0`;

  test.each<[string, Manifest, string]>([
    ['containers', { containers: 'app' }, `'containers' ("app") of ${at} must be a list`],
    ['a container', { containers: ['app'] }, `'0' ("app") of ${at}/containers must be an object`],
    ['no name', { containers: [{}] }, `'name' (nothing) of ${app} must be a text that is not empty`],
    ['two of a name', { containers: [{ name: 'a' }, { name: 'a' }] }, `'name' ("a") of ${at}/containers/1 must be of one container only`],
    ['grace', { terminationGracePeriodSeconds: '30' }, `'terminationGracePeriodSeconds' ("30") of ${at} must be a number`],
    ['a fraction', { terminationGracePeriodSeconds: 1.5 }, `'terminationGracePeriodSeconds' (1.5) of ${at} must be a whole number from 0 to`],
    ['restart policy', { restartPolicy: 'Sometimes' }, `'restartPolicy' ("Sometimes") of ${at} must be one of Always, OnFailure, Never`],
    ['an init container\'s restart policy', { initContainers: [{ name: 'a', restartPolicy: 'always' }] },
      `'restartPolicy' ("always") of ${at}/initContainers/0 must be one of`],
    ['a switch', { hostNetwork: 'yes' }, `'hostNetwork' ("yes") of ${at} must be true or false`],
    ['a volume', { volumes: [{ name: 'a', emptyDir: true }] }, `'emptyDir' (true) of ${at}/volumes/0 must be an object`],
  ])('of %s in the pod are refused', (_, podSpec, message) => {
    expect(() => podOf(podSpec)).toThrow(message);
  });

  test.each<[string, Manifest, string]>([
    ['a probe\'s period', { livenessProbe: { httpGet: { port: 1 }, periodSeconds: 'ten' } },
      `'periodSeconds' ("ten") of ${app}/livenessProbe must be a number: the API server would refuse the pod; write it as in the Kubernetes API`],
    ['a negative threshold', { livenessProbe: { httpGet: { port: 1 }, failureThreshold: -1 } }, `'failureThreshold' (-1) of ${app}/livenessProbe`],
    ['an argument', { args: ['--x', 60] }, `'1' (60) of ${app}/args must be a text: the API server would refuse the pod; write it in quotes`],
    ['a command', { command: 'envoy' }, `'command' ("envoy") of ${app} must be a list`],
    ['a variable', { env: [{ name: 'A', value: 1 }] }, `'value' (1) of ${app}/env/0 must be a text`],
    ['a hook', { lifecycle: { preStop: [] } }, `'preStop' ([]) of ${app}/lifecycle must be an object`],
    ['an empty hook', { lifecycle: { preStop: {} } }, `'preStop' ({}) of ${app}/lifecycle/preStop must have exactly one of exec, httpGet, tcpSocket, sleep`],
    ['two hooks in one', { lifecycle: { preStop: { exec: {}, sleep: {} } } }, 'must have exactly one of'],
    ['a probe that sleeps', { livenessProbe: { sleep: { seconds: 1 } } }, 'must have exactly one of exec, httpGet, tcpSocket, grpc'],
    ['no port', { lifecycle: { preStop: { httpGet: {} } } }, `'port' (nothing) of ${app}/lifecycle/preStop/httpGet must be a port number`],
    ['a port of 0', { readinessProbe: { httpGet: { port: 0 } } }, `'port' (0) of ${app}/readinessProbe/httpGet`],
    ['a port of 65536', { readinessProbe: { httpGet: { port: 65536 } } }, `'port' (65536) of ${app}/readinessProbe/httpGet`],
    ['a scheme', { readinessProbe: { httpGet: { port: 1, scheme: 'http' } } }, `'scheme' ("http") of ${app}/readinessProbe/httpGet must be one of HTTP, HTTPS`],
    ['a declared port', { ports: [{ containerPort: 'http' }] }, `'containerPort' ("http") of ${app}/ports/0 must be a number`],
    ['no declared port', { ports: [{}] }, `'containerPort' (nothing) of ${app}/ports/0 must be a port number`],
    ['a mount', { volumeMounts: [{ name: 'a' }] }, `'mountPath' (nothing) of ${app}/volumeMounts/0 must be a text`],
    ['CPU', { resources: { limits: { cpu: 'much' } } }, `'cpu' ("much") of ${app}/resources/limits must be a Kubernetes quantity: the API server would refuse the pod; write for example 250m`],
    ['memory', { resources: { requests: { memory: '1 Gi' } } }, `'memory' ("1 Gi") of ${app}/resources/requests must be a Kubernetes quantity`],
    ['a declared port of 65536', { ports: [{ containerPort: 65536 }] }, `'containerPort' (65536) of ${app}/ports/0 must be a port number`],
    ['a port of the node', { ports: [{ containerPort: 1, hostPort: 70000 }] }, `'hostPort' (70000) of ${app}/ports/0 must be a port number`],
    ['a protocol', { ports: [{ containerPort: 1, protocol: 'tcp' }] }, `'protocol' ("tcp") of ${app}/ports/0 must be one of TCP, UDP, SCTP`],
    ['an empty exec', { lifecycle: { preStop: { exec: {} } } }, `'command' (nothing) of ${app}/lifecycle/preStop/exec must have at least one word`],
    ['a sleep without seconds', { lifecycle: { preStop: { sleep: {} } } }, `'seconds' (nothing) of ${app}/lifecycle/preStop/sleep must be a number`],
    ['a socket without port', { livenessProbe: { tcpSocket: {} } }, `'port' (nothing) of ${app}/livenessProbe/tcpSocket must be a port number`],
    ['a probe\'s grace of 0', { livenessProbe: { grpc: {}, terminationGracePeriodSeconds: 0 } }, 'must be at least 1'],
    ['a readiness probe\'s grace', { readinessProbe: { grpc: {}, terminationGracePeriodSeconds: 5 } }, 'must be left out'],
    ['two values', { env: [{ name: 'A', value: '1', valueFrom: {} }] }, `'value' ("1") of ${app}/env/0 must be left out beside valueFrom`],
    ['a name', { name: 'My_App' }, `'name' ("My_App") of ${app} must be a DNS label`],
    ['a stop signal', { lifecycle: { stopSignal: 'SIGQUIT' } }, `'stopSignal' ("SIGQUIT") of ${app}/lifecycle must be left out: the simulator`],
    ['a user', { securityContext: { runAsUser: 'root' } }, `'runAsUser' ("root") of ${app}/securityContext must be a number`],
  ])('of %s in a container are refused', (_, container, message) => {
    expect(() => containerOf(container)).toThrow(message);
  });

  test.each<[string, Manifest, string]>([
    ['replicas', { replicas: 'two' }, '\'replicas\' ("two") of /spec must be a number'],
    ['a percentage', { strategy: { rollingUpdate: { maxSurge: '25' } } },
      '\'maxSurge\' ("25") of /spec/strategy/rollingUpdate must be a number or a percentage: the API server would refuse the pod; write for example 1 or 25%'],
    ['a strategy', { strategy: 'Recreate' }, '\'strategy\' ("Recreate") of /spec must be an object'],
  ])('of %s in a Deployment are refused', (_, spec, message) => {
    expect(() => podOf({}, spec)).toThrow(message);
  });

  test('of annotations are refused', () => {
    expect(() => readPods({ ...deployment(), metadata: { annotations: { 'a/b': 1 } } }))
      .toThrow('\'a/b\' (1) of /metadata/annotations must be a text');
  });

  test('below a List have the item\'s pointer', () => {
    expect(() => readPods({ apiVersion: 'v1', kind: 'List', items: [deployment({ hostPID: 1 })] }))
      .toThrow('of /items/0/spec/template/spec must be');
  });
});
