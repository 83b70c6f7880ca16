import {
  app, consul, contourPod, emissary, envoy, exec, FAIL, findingsOf, gateway, get, linkerd, NATIVE, pilot, pod,
  scripted, sqlProxy, tells, waiting, withSpec, workload,
} from '../support/hazards';

/** Rules about hooks that fail before they do anything. */
const onHost = (manifest: any): any => withSpec(manifest, { hostNetwork: true });

tells('hook-target-missing', [
  ['fires for a port on which nobody listens', pod(90, waiting(get('/shutdown/ready', 19999)), gateway()), 'error'],
  ['fires for a path that the manager does not have', pod(90, waiting(get('/shutdown', 19002)), gateway()), 'error'],
  ['is silent for the manager\'s', pod(90, waiting(), gateway()), 'silent'],
  ['is silent for Contour\'s', contourPod(), 'silent'],
  ['fires for Contour\'s path at Envoy Gateway\'s port', contourPod(undefined, get('/shutdown/ready', 8090)), 'error'],
  ['fires where the manager serves on another port', contourPod({ ...contourPod().spec.template.spec.initContainers[0], args: ['envoy', 'shutdown-manager', '--serve-port=9000'] }), 'error'],
  ['fires for a program that listens for its own pod only', pod(app(), consul([], get('/graceful_shutdown', 20600))), 'error'],
  ['is silent for Istio\'s agent, which the kubelet reaches', pod(pilot({}, get('/healthz/ready', 15021))), 'silent'],
  ['fires for a port name of another container',
    pod(90, waiting(get('/shutdown/ready', 'drain')), gateway(undefined, { ports: [{ name: 'drain', containerPort: 19002 }] })), 'error'],
  ['is silent for one of its own', pod(90, waiting({ ...get('/shutdown/ready', 'drain'), ports: [{ name: 'drain', containerPort: 19002 }] }), gateway()), 'silent'],
  ['is mild where a program that nobody knows may listen', pod(90, waiting(get('/bye', 7000)), app()), 'info'],
  ['is silent where one says that it does', pod(90, waiting(get('/bye', 7000)), app({ ports: [{ containerPort: 7000 }] })), 'silent'],
  ['is silent for another host', pod(90, waiting(get('/bye', 7000, { host: 'drainer.example' }))), 'silent'],
  ['leaves an action of the admin interface to another rule', pod(90, waiting(get('/healthcheck/fail', 9901))), 'silent'],
  ['asks the node on the host network', onHost(pod(90, waiting(get('/shutdown/ready', 19002, { host: '127.0.0.1' })), gateway())), 'silent'],
  ['is silent without a proxy', pod(app(get('/bye', 7000))), 'silent'],
]);

tells('hook-host-on-pod-network', [
  ['fires for 127.0.0.1', pod(90, waiting(get('/shutdown/ready', 19002, { host: '127.0.0.1' })), gateway()), 'error'],
  ['fires for localhost', pod(app(get('/bye', 80, { host: 'localhost' }))), 'error'],
  ['is silent without a host', pod(app(get('/bye', 80))), 'silent'],
  ['is silent for an empty one', pod(app(get('/bye', 80, { host: '' }))), 'silent'],
  ['is silent for another', pod(app(get('/bye', 80, { host: 'drainer.example' }))), 'silent'],
  ['is silent on the host network', onHost(pod(app(get('/bye', 80, { host: '127.0.0.1' })))), 'silent'],
  ['fires in a Pod', workload('Pod', { containers: [app(get('/bye', 80, { host: '127.0.0.1' }))] }), 'error'],
  ['is silent for a probe', pod(app({ readinessProbe: { httpGet: { path: '/', port: 80, host: '127.0.0.1' } } })), 'silent'],
]);

tells('hook-host-missing-on-host-network', [
  ['fires without a host', onHost(pod(90, waiting(), gateway())), 'error'],
  ['fires for an empty one', onHost(pod(90, waiting(get('/shutdown/ready', 19002, { host: '' })), gateway())), 'error'],
  ['is silent with one', onHost(pod(90, waiting(get('/shutdown/ready', 19002, { host: '127.0.0.1' })), gateway())), 'silent'],
  ['is silent on the pod\'s own network', pod(90, waiting(), gateway()), 'silent'],
  ['is silent for an exec hook', onHost(pod(scripted(`${FAIL}; sleep 20`))), 'silent'],
  ['is silent without a proxy', onHost(pod(app(get('/bye', 80)))), 'silent'],
]);

const DISTROLESS = { image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0' };

tells('hook-binary-missing', [
  ['fires for a shell in a distroless image', pod(envoy({ ...DISTROLESS, ...exec('sh', '-c', 'sleep 5') })), 'error'],
  ['fires for sleep in one', pod(envoy({ ...DISTROLESS, ...exec('/bin/sleep', '5') })), 'error'],
  ['fires for a shell in Contour\'s image, made from scratch',
    contourPod({ ...contourPod().spec.template.spec.initContainers[0], ...exec('sh', '-c', 'contour envoy shutdown') }), 'error'],
  ['fires for curl in Envoy\'s image', pod(envoy(exec('curl', '-X', 'POST', 'localhost:9901/healthcheck/fail'))), 'error'],
  ['fires for wget in a script there', pod(envoy(exec('sh', '-c', 'wget --post-data="" -O- localhost:9901/healthcheck/fail; sleep 9'))), 'error'],
  ['is silent for its shell', pod(envoy(exec('bash', '-c', 'sleep 5'))), 'silent'],
  ['is silent for a debug image', pod(envoy({ image: 'gcr.io/edge/envoy:distroless-debug', command: ['envoy'], ...exec('sh', '-c', 'sleep 5') })), 'silent'],
  ['is mild for curl in an image that nobody knows', pod(scripted(`${FAIL}; sleep 5`)), 'info'],
  ['is silent for a shell in one', pod(scripted('sleep 5')), 'silent'],
  ['is silent for curl in Istio\'s', pod(pilot({}, exec('curl', '-X', 'POST', 'localhost:15020/drain'))), 'silent'],
  ['fires for curl in Istio\'s distroless one',
    pod(pilot({}, { image: 'docker.io/istio/proxyv2:1.24.0-distroless', ...exec('curl', '-X', 'POST', 'localhost:15020/drain') })), 'error'],
  ['is silent for curl in Emissary\'s', pod(emissary(exec('curl', '-X', 'POST', 'localhost:8001/healthcheck/fail'))), 'silent'],
  ['fires for a shell in consul-dataplane\'s', pod(app(), consul([], exec('sh', '-c', 'sleep 5'))), 'error'],
  ['is silent for linkerd-proxy\'s own sleep', pod(app(), linkerd(exec('/bin/sleep', '5'))), 'silent'],
  ['fires for a shell there', pod(app(), linkerd(exec('/bin/bash', '-c', 'sleep 5'))), 'error'],
  ['is silent without a proxy', pod(app({ image: 'gcr.io/shop/orders:distroless', ...exec('sh', '-c', 'sleep 5') })), 'silent'],
]);

const getFail = (script: string): any => scripted(script);

tells('admin-call-not-post', [
  ['fires for curl without a method', pod(getFail('curl localhost:9901/healthcheck/fail; sleep 9')), 'error'],
  ['is silent with -X POST', pod(getFail('curl -X POST localhost:9901/healthcheck/fail; sleep 9')), 'silent'],
  ['is silent with -sXPOST', pod(getFail('curl -sXPOST localhost:9901/healthcheck/fail; sleep 9')), 'silent'],
  ['is silent with a body', pod(getFail('curl -d "" localhost:9901/healthcheck/fail; sleep 9')), 'silent'],
  ['fires for wget', pod(getFail('wget -qO- localhost:9901/healthcheck/fail')), 'error'],
  ['is silent for wget with a body', pod(getFail('wget -qO- --post-data="" localhost:9901/healthcheck/fail')), 'silent'],
  ['fires for drain_listeners', pod(getFail('curl "localhost:9901/drain_listeners?graceful"; sleep 9')), 'error'],
  ['fires for quitquitquit of a wrapper', pod(app(exec('curl', 'localhost:15020/quitquitquit')), pilot()), 'error'],
  ['is silent for what may be read by GET', pod(getFail('curl localhost:9901/ready; sleep 9')), 'silent'],
  ['is silent for another host', pod(getFail('curl drainer.example/healthcheck/fail; sleep 9')), 'silent'],
  ['fires for an HTTP hook', pod(waiting(get('/healthcheck/fail', 9901))), 'error'],
  ['fires for one with a query', pod(waiting(get('/drain_listeners?graceful', 9901))), 'error'],
  ['fires for one that asks Istio\'s agent', pod(app(get('/quitquitquit', 15020)), pilot()), 'error'],
  ['fires for the agent\'s drain', pod(pilot({}, get('/drain', 15020))), 'error'],
  ['is silent for an app\'s own drain', pod(app({ ...get('/drain', 8080), ports: [{ containerPort: 8080 }] }), pilot()), 'silent'],
  ['is silent for it where the app does not declare its ports', pod(app(get('/drain', 8080)), pilot()), 'silent'],
  ['is silent for an app\'s own quitquitquit', pod(app({ ...get('/quitquitquit', 8080), ports: [{ containerPort: 8080 }] }), pilot()), 'silent'],
  ['is silent for it where a probe tells that the app listens there',
    pod(app({ ...get('/quitquitquit', 8080), readinessProbe: { httpGet: { path: '/', port: 8080 } } }), pilot()), 'silent'],
  ['is silent for the Cloud SQL proxy, which takes a GET', pod(app(exec('curl', 'localhost:9091/quitquitquit')), sqlProxy()), 'silent'],
  ['is silent without a proxy', pod(app(get('/quitquitquit', 8080))), 'silent'],
]);

tells('init-container-with-hooks', [
  ['fires for a hook', pod(app(), init(exec('sleep', '1'))), 'error'],
  ['fires for a postStart hook', pod(app(), init({ lifecycle: { postStart: { exec: { command: ['true'] } } } })), 'error'],
  ['fires for a liveness probe', pod(app(), init({ livenessProbe: { tcpSocket: { port: 1 } } })), 'error'],
  ['fires for a readiness probe', pod(app(), init({ readinessProbe: { tcpSocket: { port: 1 } } })), 'error'],
  ['fires for a startup probe', pod(app(), init({ startupProbe: { tcpSocket: { port: 1 } } })), 'error'],
  ['is silent without any', pod(app(), init({})), 'silent'],
  ['is silent for a native sidecar', pod(app(), { ...init(exec('sleep', '1')), ...NATIVE }), 'silent'],
  ['is silent for an ordinary container', pod(app(exec('sleep', '1'))), 'silent'],
  ['fires for a native sidecar that lost its restart policy', pod(90, waiting(), { ...gateway(), isInit: true }), 'error'],
]);

function init(more: any): any {
  return { name: 'migrate', image: 'registry.example/shop/migrate:1', isInit: true, ...more };
}

tells('image-volume-unsupported', [
  ['fires below 1.35', imageVolume(), 'error', { kubernetes: '1.34.4' }],
  ['is silent from 1.35 on', imageVolume(), 'silent', { kubernetes: '1.35.6' }],
  ['is mild where the version is not known', imageVolume(), 'info'],
  ['fires for a script that calls the program', imageVolume(exec('sh', '-c', '/tools/bin/envoy-gateway envoy shutdown || true')), 'error', { kubernetes: '1.34.4' }],
  ['is silent for a program of the image', imageVolume(exec('/usr/bin/envoy-gateway', 'envoy', 'shutdown')), 'silent', { kubernetes: '1.34.4' }],
  ['is silent for a volume of another type', imageVolume(undefined, { emptyDir: {} }), 'silent', { kubernetes: '1.34.4' }],
  ['is silent for a directory that begins alike', imageVolume(exec('/toolset/bin/drain')), 'silent', { kubernetes: '1.34.4' }],
]);

function imageVolume(hook = exec('/tools/bin/envoy-gateway', 'envoy', 'shutdown'), source: any = { image: { reference: 'docker.io/envoyproxy/gateway:v1.9.0' } }): any {
  const mounts = { volumeMounts: [{ name: 'tools', mountPath: '/tools' }] };
  return withSpec(pod(90, envoy({ ...hook, ...mounts })), { volumes: [{ name: 'tools', ...source }] });
}

test('a failing hook is told once, where it fails', () => {
  const [{ pointer, container }] = findingsOf('hook-target-missing', pod(90, waiting(get('/shutdown', 19002)), gateway()));
  expect({ pointer, container }).toEqual({ pointer: '/spec/template/spec/containers/0/lifecycle/preStop/httpGet', container: 'envoy' });
});
