import {
  app, contourPod, envoy, exec, FAIL, Facts, findingsIn, gateway, get, linkerd, NATIVE, pilot, pod, scripted, specOf,
  sqlProxy, tells, waiting, withSpec, workload,
} from '../support/hazards';

/** Rules about versions, rollouts, nodes, jobs and meshes. */
const DRAIN = scripted(`sleep 5; ${FAIL}; sleep 20`);

tells('native-sidecar-unsupported', [
  ['fires below 1.29', pod(app(), { ...app(), name: 'helper', ...NATIVE }), 'error', { kubernetes: '1.28.15' }],
  ['is silent from 1.29 on', pod(app(), { ...app(), name: 'helper', ...NATIVE }), 'silent', { kubernetes: '1.29.0' }],
  ['is silent where the version is not known', pod(app(), { ...app(), name: 'helper', ...NATIVE }), 'silent'],
  ['is silent for an init container', pod(app(), { ...app(), name: 'helper', isInit: true }), 'silent', { kubernetes: '1.28.15' }],
  ['fires for a manager', pod(90, waiting(), gateway(undefined, NATIVE)), 'error', { kubernetes: '1.27' }],
]);

const SIDECAR = pod(app(), { ...app(), name: 'helper', ...NATIVE });

tells('native-sidecar-on-buggy-kubelet', [
  ...(['1.29.0', '1.29.8', '1.30.0', '1.30.4', '1.31.0', '1.35.0', '1.35.5', 'v1.35.5+k3s1'] as const).map((kubernetes) =>
    [`fires for ${kubernetes}`, SIDECAR, 'warning', { kubernetes }] as const),
  ...(['1.29.9', '1.30.5', '1.31.1', '1.32.0', '1.34.9', '1.35.6', 'v1.35.9+k3s1', '1.36.0', '1.28.3'] as const).map((kubernetes) =>
    [`is silent for ${kubernetes}`, SIDECAR, 'silent', { kubernetes }] as const),
  ...(['1.29', '1.30', '1.31', '1.35'] as const).map((kubernetes) => [`is mild for ${kubernetes} of any patch`, SIDECAR, 'info', { kubernetes }] as const),
  ['is silent for 1.32 of any patch', SIDECAR, 'silent', { kubernetes: '1.32' }],
  ['is silent where the version is not known', SIDECAR, 'silent'],
  ['is silent without a native sidecar', pod(app(), gateway()), 'silent', { kubernetes: '1.35.0' }],
]);

/** The pod of an Envoy Gateway whose patch was made for a release. */
function patchedFor(release: string, envoyImage: string, managerImage: string): any {
  const containers = [{ ...waiting(), image: envoyImage }, { ...gateway(undefined), image: managerImage }];
  return workload('Deployment', specOf(90, ...containers), { annotations: { 'envoy-drain/envoy-gateway-version': release } });
}

const [ENVOY_1_39, GATEWAY_1_9] = ['docker.io/envoyproxy/envoy:distroless-v1.39.0', 'docker.io/envoyproxy/gateway:v1.9.0'];

tells('envoy-gateway-patch-outdated', [
  ['is silent for the pod of that release', patchedFor('1.9.0', ENVOY_1_39, GATEWAY_1_9), 'silent'],
  ['is silent for another patch of it', patchedFor('1.9.3', 'envoyproxy/envoy:distroless-v1.39.2', GATEWAY_1_9), 'silent'],
  ['fires for the Envoy of the next release', patchedFor('1.8.2', ENVOY_1_39, 'docker.io/envoyproxy/gateway:v1.8.2'), 'warning'],
  ['fires for the Envoy of the release before', patchedFor('1.9.0', 'envoyproxy/envoy:distroless-v1.38.0', GATEWAY_1_9), 'warning'],
  ['fires for the manager of another release', patchedFor('1.9.0', ENVOY_1_39, 'mirror.example/envoyproxy/gateway:v1.8.0'), 'warning'],
  ['is silent for an image that tells no release', patchedFor('1.8.2', 'mirror.example/envoy@sha256:12', 'mirror.example/gateway:own'), 'silent'],
  ['is silent without a patch', pod(90, { ...waiting(), image: ENVOY_1_39 }, { ...gateway(undefined), image: 'envoyproxy/gateway:v1.8.0' }), 'silent'],
  ['is silent for a release that is none, of which another rule tells', patchedFor('new', ENVOY_1_39, GATEWAY_1_9), 'silent'],
]);

const PORT = { ports: [{ containerPort: 8080, hostPort: 80 }] };

tells('surge-with-host-port', [
  ['fires for 3 replicas with the API\'s defaults: 25 % of them is none', deployment(3, undefined, PORT), 'error'],
  ['is silent for 4, of which one may go', deployment(4, undefined, PORT), 'silent'],
  ['fires for one replica', deployment(1, undefined, PORT), 'error'],
  ['fires for maxUnavailable: 0', deployment(9, { rollingUpdate: { maxUnavailable: 0 } }, PORT), 'error'],
  ['is silent for maxUnavailable: 1', deployment(3, { rollingUpdate: { maxUnavailable: 1 } }, PORT), 'silent'],
  ['is silent for maxSurge: 0', deployment(3, { rollingUpdate: { maxSurge: 0 } }, PORT), 'silent'],
  ['is silent for maxSurge: 0 and maxUnavailable: 1', deployment(3, { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } }, PORT), 'silent'],
  ['fires for maxSurge: 1%, which is rounded up', deployment(3, { rollingUpdate: { maxSurge: '1%' } }, PORT), 'error'],
  ['fires for maxUnavailable: 33%, which is rounded down', deployment(3, { rollingUpdate: { maxUnavailable: '33%' } }, PORT), 'error'],
  ['is silent for 34% of 3', deployment(3, { rollingUpdate: { maxUnavailable: '34%' } }, PORT), 'silent'],
  ['is silent for Recreate', deployment(3, { type: 'Recreate' }, PORT), 'silent'],
  ['is silent without ports of the node', deployment(3, undefined, { ports: [{ containerPort: 8080 }] }), 'silent'],
  ['fires for declared ports on the host network', withSpec(deployment(3, undefined, { ports: [{ containerPort: 8080 }] }), { hostNetwork: true }), 'error'],
  ['is silent there where none are declared', withSpec(deployment(3, undefined, {}), { hostNetwork: true }), 'silent'],
  ['fires for the manager\'s port', workload('Deployment', specOf(90, waiting(), gateway(undefined, { ports: [{ containerPort: 1, hostPort: 1 }] })), { spec: { replicas: 3 } }), 'error'],
  ['is silent for an init container\'s', workload('Deployment', specOf(DRAIN, { ...app({ ports: [{ containerPort: 1, hostPort: 1 }] }), isInit: true }), { spec: { replicas: 3 } }), 'silent'],
  ['is silent for a DaemonSet, which does not surge', daemonSet(undefined), 'silent'],
  ['fires for one with maxSurge: 1', daemonSet({ rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }), 'error'],
  ['fires for one with a percentage', daemonSet({ rollingUpdate: { maxSurge: '10%', maxUnavailable: 0 } }), 'error'],
  ['is silent for OnDelete', daemonSet({ type: 'OnDelete' }), 'silent'],
  ['is silent for a StatefulSet', workload('StatefulSet', specOf({ ...DRAIN, ...PORT })), 'silent'],
  ['is silent without a proxy', workload('Deployment', specOf(app(PORT)), { spec: { replicas: 3 } }), 'silent'],
]);

function deployment(replicas: number, strategy: any, more: any = {}): any {
  return workload('Deployment', specOf({ ...DRAIN, ...more }), { spec: { replicas, ...strategy ? { strategy } : {} } });
}

function daemonSet(updateStrategy: any): any {
  return workload('DaemonSet', specOf({ ...DRAIN, ...PORT }), { spec: updateStrategy ? { updateStrategy } : {} });
}

tells('recreate-drops-traffic', [
  ['fires for Recreate', deployment(3, { type: 'Recreate' }), 'warning'],
  ['fires for Recreate with one replica', deployment(1, { type: 'Recreate' }), 'warning'],
  ['is silent for it without replicas', deployment(0, { type: 'Recreate' }), 'silent'],
  ['fires for one replica that may go', deployment(1, { rollingUpdate: { maxUnavailable: 1 } }), 'warning'],
  ['fires for maxSurge: 0, where the API lets one go', deployment(1, { rollingUpdate: { maxSurge: 0 } }), 'warning'],
  ['is silent for one replica with the API\'s defaults', deployment(1, undefined), 'silent'],
  ['fires for one replica of which 100% may go', deployment(1, { rollingUpdate: { maxUnavailable: '100%' } }), 'warning'],
  ['is silent for two of which one may go', deployment(2, { rollingUpdate: { maxUnavailable: 1 } }), 'silent'],
  ['is silent for a DaemonSet', daemonSet({ rollingUpdate: { maxUnavailable: 1 } }), 'silent'],
  ['is silent without an Envoy', workload('Deployment', specOf(app(), sqlProxy()), { spec: { strategy: { type: 'Recreate' } } }), 'silent'],
]);

const SAFE_VOLUMES = 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes';

tells('local-storage-blocks-drain', [
  ['fires for an emptyDir', volumes([{ name: 'logs', emptyDir: {} }]), 'info'],
  ['fires for a volume without a source, which is one', volumes([{ name: 'logs' }]), 'info'],
  ['is silent for memory', volumes([{ name: 'logs', emptyDir: { medium: 'Memory' } }]), 'silent'],
  ['is silent for other volumes', volumes([{ name: 'settings', configMap: { name: 'settings' } }]), 'silent'],
  ['is silent without volumes', pod(DRAIN), 'silent'],
  ['is silent where the pod may be evicted', volumes([{ name: 'logs', emptyDir: {} }], { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' }), 'silent'],
  ['fires where it may not', volumes([{ name: 'logs', emptyDir: {} }], { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' }), 'info'],
  ['is silent where the volume is named', volumes([{ name: 'logs', emptyDir: {} }], { [SAFE_VOLUMES]: 'a,logs' }), 'silent'],
  ['fires where it is named after a space, which the autoscaler does not take away', volumes([{ name: 'logs', emptyDir: {} }], { [SAFE_VOLUMES]: 'a, logs' }), 'info'],
  ['fires where another is', volumes([{ name: 'logs', emptyDir: {} }], { [SAFE_VOLUMES]: 'a' }), 'info'],
  ['is silent for a DaemonSet, which stays', workload('DaemonSet', contourPod().spec.template.spec), 'silent'],
  ['is silent without a proxy', withSpec(pod(app()), { volumes: [{ name: 'logs', emptyDir: {} }] }), 'silent'],
]);

function volumes(list: any[], annotations: any = {}): any {
  return workload('Deployment', { ...specOf(DRAIN), volumes: list }, { annotations });
}

tells('job-never-completes', [
  ['fires for an Envoy beside the work', job(app(), envoy()), 'error'],
  ['fires in a CronJob', workload('CronJob', specOf(app(), envoy())), 'error'],
  ['fires for other proxies', job(app(), sqlProxy()), 'error'],
  ['fires for linkerd-proxy', job(app(), linkerd()), 'error'],
  ['fires for a manager', job(app(), envoy(NATIVE), gateway()), 'error'],
  ['is silent for native sidecars', job(app(), envoy(NATIVE), gateway(undefined, NATIVE)), 'silent'],
  ['is silent where the work tells it to quit', job(app({ command: ['sh', '-c', './run; curl -X POST localhost:15020/quitquitquit'] }), pilot()), 'silent'],
  ['is silent where what the work starts with tells it',
    job(app({ lifecycle: { postStart: { exec: { command: ['sh', '-c', '(wait; curl -X POST localhost:15020/quitquitquit) &'] } } } }), pilot()), 'silent'],
  ['is silent where the work kills it in a shared process namespace', sharing(job(app({ command: ['sh', '-c', './run; pkill envoy'] }), envoy())), 'silent'],
  ['fires where it cannot, in one of its own', job(app({ command: ['sh', '-c', './run; pkill envoy'] }), envoy()), 'error'],
  ['is silent for linkerd-await', job(app({ command: ['linkerd-await', '--shutdown', '--', './run'] }), linkerd()), 'silent'],
  ['fires for linkerd-await that only waits', job(app({ command: ['linkerd-await', '--', './run'] }), linkerd()), 'error'],
  ['fires where its preStop hook tells it, which is not run', job(app(exec('curl', '-X', 'POST', 'localhost:15020/quitquitquit')), pilot()), 'error'],
  ['fires where the proxy is restarted by its liveness probe',
    job(app({ command: ['sh', '-c', './run; curl -X POST localhost:15020/quitquitquit'] }), pilot({}, { livenessProbe: { tcpSocket: { port: 15021 } } })), 'error'],
  ['is silent for an Envoy that ends by itself', job(envoy({ args: ['--version'] })), 'silent'],
  ['is silent for one that only checks its configuration', job(envoy({ args: ['--mode', 'validate', '-c', 'x'] })), 'silent'],
  ['is silent without a proxy', job(app()), 'silent'],
  ['is silent for a Deployment', pod(app(), envoy()), 'silent'],
]);

function sharing(manifest: any): any {
  return withSpec(manifest, { shareProcessNamespace: true });
}

function job(...containers: any[]): any {
  return workload('Job', specOf(...containers));
}

tells('unknown-sidecar-annotation', [
  ['fires for a key that Istio does not read', mesh({ 'sidecar.istio.io/native-sidecar': 'true' }), 'warning'],
  ['is silent for the one that it reads', mesh({ 'sidecar.istio.io/nativeSidecar': 'true' }), 'silent'],
  ['fires for one that Linkerd does not read', mesh({ 'config.linkerd.io/enable-native-sidecar': 'true' }), 'warning'],
  ...['config.linkerd.io/proxy-enable-native-sidecar', 'config.beta.linkerd.io/proxy-enable-native-sidecar'].map((key) =>
    [`is silent for ${key}`, mesh({ [key]: 'enabled' }), 'silent'] as const),
  ['fires for one that Consul does not read', mesh({ 'consul.hashicorp.com/native-sidecar': 'true' }), 'warning'],
  ['is silent for the one that it reads', mesh({ 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar': 'true' }), 'silent'],
  ['fires for Kuma, which has none', mesh({ 'kuma.io/native-sidecar': 'true' }), 'warning'],
  ['is silent for other keys of meshes', mesh({
    'sidecar.istio.io/inject': 'true', 'linkerd.io/inject': 'enabled', 'kuma.io/sidecar-injection': 'enabled', 'kuma.io/sidecar-drain-time': '9s',
    'consul.hashicorp.com/connect-inject': 'true', 'config.linkerd.io/proxy-await': 'enabled', 'proxy.istio.io/config': 'x',
  }), 'silent'],
  ['is silent for keys of others', mesh({ 'example.com/native-sidecar': 'true', 'notistio.io/native-sidecar': 'true' }), 'silent'],
]);

function mesh(annotations: any): any {
  return workload('Deployment', specOf(app()), { annotations });
}

describe('rules that look at every pod', () => {
  const ANY = ['drain-exceeds-grace', 'native-sidecar-unsupported', 'init-container-with-hooks', 'hook-host-on-pod-network', 'unknown-sidecar-annotation'];

  test('find what they look for in a pod without a proxy', () => {
    const manifest = workload('Deployment', specOf(
      app(exec('sleep', '60')), { ...app(), name: 'helper', ...NATIVE }, { ...app(exec('true')), name: 'migrate', isInit: true },
      { ...app(get('/', 80, { host: 'localhost' })), name: 'web' }), { annotations: { 'kuma.io/native-sidecar': 'true' } });
    expect(rulesIn(manifest, { kubernetes: '1.28' })).toEqual(ANY);
  });

  test('all others are silent there', () => {
    const manifest = workload('Deployment', {
      ...specOf(0, app({ ...get('/quitquitquit', 80), ...PORT, livenessProbe: { tcpSocket: { port: 80 } } })),
      hostNetwork: true, shareProcessNamespace: true, volumes: [{ name: 'logs', emptyDir: {} }],
    }, { spec: { replicas: 1, strategy: { type: 'Recreate' } } });
    expect(rulesIn(manifest, { kubernetes: '1.34', ceiling: '1ms', detection: '90s', longest: '30s' })).toEqual([]);
  });

  test('a plain app has no findings', () => {
    expect(rulesIn(pod(app({ ...exec('sleep', '5'), ports: [{ containerPort: 80 }] })), { kubernetes: '1.34' })).toEqual([]);
  });
});

function rulesIn(manifest: any, facts: Facts): string[] {
  return [...new Set(findingsIn(manifest, facts).map(({ rule }) => rule))];
}
