import {
  ADMIN, ADMIN_VOLUME, app, contour, contourPod, CPU, envoy, exec, FAIL, findingsOf, gateway, get, NATIVE, pilot, pod,
  scripted, sleepAction, sqlProxy, tells, waiting, withSpec, workload,
} from '../support/hazards';

/** Rules about shutdown managers, and about the handshake with them. */
const WITHOUT_HOOK = { lifecycle: undefined };

/** What two containers have in common. */
const SHARED = { volumeMounts: [{ name: 'shared', mountPath: '/tmp' }] };

tells('manager-dies-before-envoy', [
  ['fires for an ordinary container without a hook', pod(90, waiting(), gateway([], WITHOUT_HOOK)), 'error'],
  ['is silent for a native sidecar without one', pod(90, waiting(), gateway([], { ...NATIVE, ...WITHOUT_HOOK })), 'silent'],
  ['is silent where its hook is the drain', pod(90, waiting(), gateway()), 'silent'],
  ['is silent where nobody knows how long its hook takes', pod(90, waiting(), gateway([], exec('/opt/bye'))), 'silent'],
  ['fires where it only sleeps, less than the wait', pod(90, waiting(), gateway([], sleepAction(69))), 'error'],
  ['is silent where it sleeps as long', pod(90, waiting(), gateway([], sleepAction(70))), 'silent'],
  ['is silent where it sleeps until the grace period ends the wait', pod(30, waiting(), gateway([], sleepAction(30))), 'silent'],
  ['fires for Contour\'s', contourPod(contour([], WITHOUT_HOOK)), 'error'],
  ['is silent where nobody waits', pod(90, scripted(`${FAIL}; sleep 20`), gateway([], WITHOUT_HOOK)), 'silent'],
  ['is silent where its hook fails, of which another rule tells', pod(90, waiting(), gateway([], exec('sleep', '9'))), 'silent'],
]);

tells('sibling-manager', [
  ['fires from 1.33 on', pod(90, waiting(), gateway()), 'warning', { kubernetes: '1.33' }],
  ['is mild for 1.32', pod(90, waiting(), gateway()), 'info', { kubernetes: '1.32.9' }],
  ['is mild for 1.29', pod(90, waiting(), gateway()), 'info', { kubernetes: '1.29.0' }],
  ['is silent below', pod(90, waiting(), gateway()), 'silent', { kubernetes: '1.28.15' }],
  ['is silent where the version is not known', pod(90, waiting(), gateway()), 'silent'],
  ['is silent for a native sidecar', pod(90, waiting(), gateway(undefined, NATIVE)), 'silent', { kubernetes: '1.34.4' }],
  ['is silent where Envoy does not wait for it', pod(90, envoy(), gateway()), 'silent', { kubernetes: '1.34.4' }],
  ['fires for Contour\'s', contourPod(contour()), 'warning', { kubernetes: '1.34.4' }],
  ['fires for the pod that Envoy Gateway makes', envoyProxy(), 'warning', { kubernetes: '1.34.4' }],
]);

function envoyProxy(spec: any = {}): any {
  return { apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyProxy', metadata: { name: 'edge', namespace: 'gateways' }, spec };
}

tells('recreate-drops-traffic', [
  ['fires for the Deployment that an EnvoyProxy asks for', envoyProxy(kubernetes({ envoyDeployment: { strategy: { type: 'Recreate' } } })), 'warning'],
  ['is silent for a DaemonSet', envoyProxy(kubernetes({ envoyDaemonSet: { strategy: { type: 'OnDelete' } } })), 'silent'],
]);

const HOST_PORT = {
  patch: { value: { spec: { template: { spec: { containers: [{ name: 'envoy', ports: [{ containerPort: 8080, hostPort: 80 }] }] } } } } },
};

tells('surge-with-host-port', [
  ['fires for the Deployment that an EnvoyProxy asks for', envoyProxy(kubernetes({ envoyDeployment: HOST_PORT })), 'error'],
  ['is silent for its DaemonSet', envoyProxy(kubernetes({ envoyDaemonSet: HOST_PORT })), 'silent'],
]);

tells('grace-period-zero', [
  ['fires for what an EnvoyProxy patches', envoyProxy(kubernetes({
    envoyDeployment: {
      patch: { value: { spec: { template: { spec: { terminationGracePeriodSeconds: 0 } } } } },
    },
  })), 'error'],
  ['is silent for Envoy Gateway\'s own', envoyProxy(), 'silent'],
]);

function kubernetes(workloads: any): any {
  return { provider: { type: 'Kubernetes', kubernetes: workloads } };
}

test('findings of an EnvoyProxy are told of the resource, and point at it', () => {
  const [{ object, pointer, container }] = findingsOf('sibling-manager', envoyProxy({ shutdown: { drainTimeout: '30s' } }), { kubernetes: '1.34.4' });
  expect({ object, container }).toEqual({ object: { kind: 'EnvoyProxy', namespace: 'gateways', name: 'edge' }, container: 'shutdown-manager' });
  expect(pointer).toMatch(/^(\/spec.*)?$/);
});

tells('liveness-on-shutdown-manager', [
  ['fires for a liveness probe', pod(90, waiting(), gateway(undefined, { livenessProbe: { httpGet: { path: '/healthz', port: 19002 } } })), 'warning'],
  ['is silent without probes', pod(90, waiting(), gateway(undefined, { startupProbe: undefined })), 'silent'],
  ['is silent for a readiness probe', pod(90, waiting(), gateway(undefined, { readinessProbe: { httpGet: { path: '/healthz', port: 19002 } } })), 'silent'],
  ['is mild for a startup probe of 59 s', pod(90, waiting(), gateway(undefined, startup(1, 59))), 'info'],
  ['is silent for one of 60 s', pod(90, waiting(), gateway(undefined, startup(1, 60))), 'silent'],
  ['counts the initial delay: too short', pod(90, waiting(), gateway(undefined, startup(10, 5, 9))), 'info'],
  ['counts the initial delay: long enough', pod(90, waiting(), gateway(undefined, startup(10, 5, 10))), 'silent'],
  ['takes the API\'s 30 s where nothing is given', pod(90, waiting(), gateway(undefined, { startupProbe: { tcpSocket: { port: 19002 } } })), 'info'],
  ['is silent for Envoy\'s own container', pod(90, scripted(`${FAIL}; sleep 20`, { livenessProbe: { httpGet: { path: '/ready', port: 9902 } } })), 'silent'],
  ['fires for any container whose hook drains Envoy',
    pod(90, envoy(sleepAction(30)), app({ ...exec('sh', '-c', FAIL), livenessProbe: { tcpSocket: { port: 80 } } })), 'warning'],
  ['fires for an app whose hook stops its proxy',
    pod(90, pilot(), app({ ...exec('sh', '-c', 'curl -X POST localhost:15020/quitquitquit'), livenessProbe: { tcpSocket: { port: 80 } } })), 'warning'],
  ['is silent for an app whose hook only sleeps', pod(90, pilot(), app({ ...exec('sleep', '5'), livenessProbe: { tcpSocket: { port: 80 } } })), 'silent'],
  ['is silent for a call that is refused',
    pod(90, pilot(), app({ ...exec('sh', '-c', 'curl localhost:15000/healthcheck/fail'), livenessProbe: { tcpSocket: { port: 80 } } })), 'silent'],
  ['is silent without a proxy', pod(app({ ...exec('sh', '-c', FAIL), livenessProbe: { tcpSocket: { port: 80 } } })), 'silent'],
]);

test.each<[string, string, string]>([
  ['drains', FAIL, 'its hook then drains Envoy'], ['stops the proxy', 'curl -X POST localhost:15020/quitquitquit', 'its hook then stops the proxy'],
])('liveness-on-shutdown-manager tells what the hook does: it %s', (_, script, message) => {
  const manifest = pod(90, pilot(), app({ ...exec('sh', '-c', script), livenessProbe: { tcpSocket: { port: 80 } } }));
  expect(findingsOf('liveness-on-shutdown-manager', manifest)[0].message).toContain(message);
});

function startup(periodSeconds: number, failureThreshold: number, initialDelaySeconds = 0): any {
  return { startupProbe: { httpGet: { path: '/healthz', port: 19002 }, periodSeconds, failureThreshold, initialDelaySeconds } };
}

tells('envoy-liveness-within-drain', [
  ['fires where the probe fails within the drain', pod(90, waiting(liveness(59, 1)), gateway()), 'info'],
  ['is silent where it takes as long', pod(90, waiting(liveness(60, 1)), gateway()), 'silent'],
  ['multiplies period and failures: fires', pod(90, waiting(liveness(10, 5)), gateway()), 'info'],
  ['multiplies period and failures: silent', pod(90, waiting(liveness(10, 6)), gateway()), 'silent'],
  ['fires within the grace period where nothing else bounds the drain', contourPod(undefined, liveness(299, 1)), 'info'],
  ['is silent where it takes as long as that', contourPod(undefined, liveness(100, 3)), 'silent'],
  ['is silent where the grace period ends the drain first', pod(59, waiting(liveness(59, 1)), gateway()), 'silent'],
  ['is silent where the endpoint stays healthy', pod(90, waiting({ livenessProbe: { httpGet: { path: '/livez', port: 19003 } } }), gateway()), 'silent'],
  ['is silent for a probe of a port', pod(90, waiting({ livenessProbe: { tcpSocket: { port: 19003 } } }), gateway()), 'silent'],
  ['is silent without a liveness probe', pod(90, waiting({ readinessProbe: liveness(1, 1).livenessProbe }), gateway()), 'silent'],
  ['is silent where nothing fails health checks', pod(90, envoy({ ...sleepAction(60), ...liveness(1, 1) })), 'silent'],
  ['is silent where only its own hook drains, at whose end it is restarted anyway', pod(90, scripted(`${FAIL}; sleep 60`, liveness(1, 1))), 'silent'],
]);

function liveness(periodSeconds: number, failureThreshold: number, more: any = {}): any {
  return { livenessProbe: { httpGet: { path: '/ready', port: 19003 }, periodSeconds, failureThreshold, ...more } };
}

tells('envoy-restart-waits-for-manager', [
  ['fires for a liveness probe without a grace period of its own', pod(90, waiting(liveness(10, 9)), gateway(undefined, NATIVE)), 'warning'],
  ['is silent with one', pod(90, waiting(liveness(10, 9, { terminationGracePeriodSeconds: 5 })), gateway(undefined, NATIVE)), 'silent'],
  ['is silent without a liveness probe', pod(90, waiting({ readinessProbe: liveness(1, 1).livenessProbe }), gateway(undefined, NATIVE)), 'silent'],
  ['is silent where its own hook drains', pod(90, scripted(`${FAIL}; sleep 20`, liveness(10, 9))), 'silent'],
  ['fires for Contour\'s', contourPod(undefined, liveness(10, 9)), 'warning'],
  ['fires for a script that waits for a neighbour\'s file',
    pod(90, scripted('while [ ! -f /tmp/done ]; do sleep 1; done', liveness(10, 9)), app(exec('touch', '/tmp/done'))), 'warning'],
]);

tells('ready-file-never-written', [
  ['fires where the manager has no hook', pod(90, waiting(), gateway([], { ...NATIVE, ...WITHOUT_HOOK })), 'error'],
  ['is silent where its hook writes it', pod(90, waiting(), gateway(undefined, NATIVE)), 'silent'],
  ['fires where its hook writes another', contourPod(contour(['--ready-file=/admin/done'], NATIVE)), 'error'],
  ['fires where both files are of one name in two filesystems', elsewhere(), 'error'],
  ['is silent where they may not write it, of which another rule tells',
    pod(90, waiting(), gateway(undefined, { ...NATIVE, securityContext: { readOnlyRootFilesystem: true } })), 'silent'],
  ['is silent where a hook that nobody knows may write it', pod(90, waiting(), gateway(undefined, { ...NATIVE, ...exec('/opt/bye') })), 'silent'],
  ['is silent where its hook fails, of which another rule tells', pod(90, waiting(), gateway([], { ...NATIVE, ...exec('sleep', '9') })), 'silent'],
  ['fires for a script that waits in vain', pod(90, scripted('while [ ! -f /tmp/done ]; do sleep 1; done')), 'error'],
  ['fires where an app cannot reach it', pod(90, scripted('while [ ! -f /tmp/done ]; do sleep 1; done'), app()), 'error'],
  ['is silent where an app may write it',
    pod(90, { ...scripted('while [ ! -f /tmp/done ]; do sleep 1; done'), ...SHARED }, app(SHARED)), 'silent'],
  ['fires where only a log shipper reaches it', pod(90, { ...scripted('while [ ! -f /tmp/done ]; do sleep 1; done'), ...SHARED },
    { name: 'logs', image: 'fluent/fluent-bit:3.2', ...SHARED }), 'error'],
]);

/** The hook runs in Envoy's container, and the manager looks into its own. */
function elsewhere(): any {
  const drains = exec('envoy-gateway', 'envoy', 'shutdown');
  return pod(90, waiting(), { ...scripted('', drains), name: 'drainer', command: ['sleep', 'infinity'] }, gateway([], { ...NATIVE, ...WITHOUT_HOOK }));
}

const CONTOUR_LIVENESS = { livenessProbe: { httpGet: { path: '/healthz', port: 8090 } } };

tells('stale-ready-file', [
  ['fires for a volume, with a liveness probe', contourPod(contour([], { ...NATIVE, ...CONTOUR_LIVENESS })), 'warning'],
  ['is mild without one', contourPod(contour([], NATIVE)), 'info'],
  ['is silent in the root filesystem', contourPod(rootFile()), 'silent'],
  ['is silent for Envoy Gateway\'s, which has it there', pod(90, waiting(), gateway(undefined, NATIVE)), 'silent'],
  ['fires for Envoy Gateway\'s where /tmp is a volume', withTmp(), 'info'],
  ['is silent where the manager removes it at its start',
    contourPod(contour([], { ...NATIVE, ...CONTOUR_LIVENESS, lifecycle: { ...contour([]).lifecycle, postStart: { exec: { command: ['rm', '-f', '/admin/ok'] } } } })), 'silent'],
  ['fires where only an init container does, which runs once a pod',
    withInit(contourPod(contour([], { ...NATIVE, ...CONTOUR_LIVENESS })), { name: 'clean', image: 'busybox', command: ['rm', '-f', '/admin/ok'], ...ADMIN }), 'warning'],
  ['is silent where nobody waits for it', withSpec(pod(90, envoy(), contour([], { ...NATIVE, ...CONTOUR_LIVENESS })), ADMIN_VOLUME), 'silent'],
]);

function rootFile(): any {
  return contour(['--ready-file=/tmp/ok'], { ...NATIVE, args: ['envoy', 'shutdown-manager', '--ready-file=/tmp/ok'] });
}

function withTmp(more: any = {}): any {
  const mount = { volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }] };
  return withSpec(pod(90, waiting(), gateway(undefined, { ...NATIVE, ...mount, ...more })), { volumes: [{ name: 'tmp', emptyDir: {} }] });
}

function withInit(manifest: any, container: any): any {
  return withSpec(manifest, { initContainers: [container, ...manifest.spec.template.spec.initContainers] });
}

const READ_ONLY = { securityContext: { readOnlyRootFilesystem: true } };

tells('read-only-ready-file', [
  ['fires on a read-only root filesystem', pod(90, waiting(), gateway(undefined, { ...NATIVE, ...READ_ONLY })), 'error'],
  ['is silent on a writable one', pod(90, waiting(), gateway(undefined, NATIVE)), 'silent'],
  ['is silent where a volume is mounted there', withTmp(READ_ONLY), 'silent'],
  ['fires where that may only be read', withTmp({ ...READ_ONLY, volumeMounts: [{ name: 'tmp', mountPath: '/tmp', readOnly: true }] }), 'error'],
  ['is silent for Contour\'s, which writes to a volume', contourPod(contour([], { ...NATIVE, ...READ_ONLY })), 'silent'],
  ['fires for Contour\'s with a file elsewhere', contourPod({ ...rootFile(), ...READ_ONLY }), 'error'],
  ['is silent where only Envoy\'s is read-only', pod(90, waiting(READ_ONLY), gateway(undefined, NATIVE)), 'silent'],
]);

tells('manager-cpu-starved', [
  ['fires without a request', pod(90, waiting(), gateway(undefined, { resources: {} })), 'warning'],
  ['fires for a request of memory alone', pod(90, waiting(), gateway(undefined, { resources: { requests: { memory: '32Mi' } } })), 'warning'],
  ['is silent for a small request', pod(90, waiting(), gateway(undefined, { resources: { requests: { cpu: '1m' } } })), 'silent'],
  ['fires for a limit of 99m', pod(90, waiting(), gateway(undefined, { resources: { requests: { cpu: '50m' }, limits: { cpu: '99m' } } })), 'warning'],
  ['is silent for one of 100m', pod(90, waiting(), gateway(undefined, { resources: { requests: { cpu: '50m' }, limits: { cpu: '100m' } } })), 'silent'],
  ['is silent for a limit alone, which is the request too', pod(90, waiting(), gateway(undefined, { resources: { limits: { cpu: '0.1' } } })), 'silent'],
  ['fires for one made at home', pod(90, envoy(sleepAction(30)), drainer()), 'warning'],
  ['is silent for that with a request', pod(90, envoy(sleepAction(30)), { ...drainer(), ...CPU }), 'silent'],
  ['is silent for Envoy itself', pod(90, scripted(`${FAIL}; sleep 20`)), 'silent'],
  ['is silent for an app whose hook ends its proxy', pod(90, pilot(), app(exec('sh', '-c', 'curl -X POST localhost:15020/quitquitquit'))), 'silent'],
  ['is silent without a proxy', pod(gateway(undefined, { resources: {} }), app()), 'silent'],
]);

function drainer(): any {
  return { name: 'drainer', image: 'docker.io/curlimages/curl:8.11.0', command: ['sleep', 'infinity'], ...exec('sh', '-c', FAIL) };
}

tells('shared-process-namespace', [
  ['fires where processes are shared', withSpec(native(), { shareProcessNamespace: true }), 'error'],
  ['fires on the node\'s', withSpec(native(), { hostPID: true }), 'error'],
  ['is silent where each has its own', native(), 'silent'],
  ['is silent where one user holds for the pod', withSpec(native(), { shareProcessNamespace: true, securityContext: { runAsUser: 65532 } }), 'silent'],
  ['fires where the manager has another', withSpec(native({ securityContext: { runAsUser: 1 } }), { shareProcessNamespace: true, securityContext: { runAsUser: 65532 } }), 'error'],
  ['fires where the user is given for the container alone', withSpec(native({ securityContext: { runAsUser: 65532 } }), { shareProcessNamespace: true }), 'error'],
  ['fires on the node\'s with one user as well', withSpec(native(), { hostPID: true, securityContext: { runAsUser: 65532 } }), 'error'],
  ['fires in Envoy\'s own container', withSpec(pod(90, scripted('', exec('envoy-gateway', 'envoy', 'shutdown'))), { shareProcessNamespace: true }), 'error'],
  ['is silent for Contour\'s', withSpec(contourPod(), { shareProcessNamespace: true }), 'silent'],
  ['is silent for scripts', withSpec(pod(90, scripted(`${FAIL}; sleep 20`)), { shareProcessNamespace: true }), 'silent'],
]);

function native(more: any = {}): any {
  return pod(90, waiting(), gateway(undefined, { ...NATIVE, ...more }));
}

tells('state-changing-http-hook', [
  ['fires for a manager that drains when it is asked', contourPod({ ...contour([], { image: 'docker.io/projectcontour/contour:v1.6.0' }), lifecycle: undefined }), 'warning'],
  ['is silent for one that only waits', contourPod(), 'silent'],
  ['is silent for Envoy Gateway\'s', pod(90, waiting(), gateway()), 'silent'],
  ['is silent for an app\'s own endpoint', pod(90, pilot(), app({ ...get('/drain', 8080), ports: [{ containerPort: 8080 }] })), 'silent'],
]);

tells('hook-waits-on-sibling-hook', [
  ['fires where a manager is an ordinary container', pod(90, waiting(), gateway()), 'info'],
  ['is silent for a native sidecar with a startup probe', pod(90, waiting(), gateway(undefined, NATIVE)), 'silent'],
  ['fires for one without it', pod(90, waiting(), gateway(undefined, { ...NATIVE, startupProbe: undefined })), 'info'],
  ['fires for files of two apps', files(), 'info'],
  ['is silent for files of two filesystems', pod(app(exec('sh', '-c', waitsForFile())), other('touch /shared/done')), 'silent'],
  ['is silent for another file', files('touch /shared/else'), 'silent'],
  ['fires where a script that nobody understands names it', files('/opt/finish > /shared/done'), 'info'],
  ['is silent where nobody waits', pod(app(exec('sleep', '1')), other('touch /shared/done')), 'silent'],
  ['is silent for a proxy that waits for none', pod(app(), sqlProxy(exec('sleep', '9'))), 'silent'],
]);

function waitsForFile(): string {
  return 'while [ ! -f /shared/done ]; do sleep 1; done';
}

function other(script: string): any {
  return { ...app(exec('sh', '-c', script)), name: 'flusher' };
}

function files(script = 'sleep 1; touch /shared/done'): any {
  const mount = { volumeMounts: [{ name: 'shared', mountPath: '/shared' }] };
  return withSpec(pod(app({ ...exec('sh', '-c', waitsForFile()), ...mount }), { ...other(script), ...mount }), { volumes: [{ name: 'shared', emptyDir: {} }] });
}

test('a manager in a DaemonSet is judged as in a Deployment', () => {
  const { spec: { template: { spec } } } = pod(90, waiting(), gateway([], WITHOUT_HOOK));
  expect(findingsOf('manager-dies-before-envoy', workload('DaemonSet', spec))).toHaveLength(1);
});
