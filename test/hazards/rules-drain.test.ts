import {
  app, cilium, consul, contour, contourPod, emissary, envoy, exec, FAIL, findingsOf, gateway, get, kuma, linkerd,
  NATIVE, pilot, pod, scripted, sleepAction, specOf, sqlProxy, tells, waiting, withSpec, workload,
} from '../support/hazards';

/** Rules that ask whether Envoy drains at all, and how. */
const DRAIN = scripted(`sleep 5; ${FAIL}; sleep 20`);

tells('no-drain-trigger', [
  ['fires without any hook', pod(envoy()), 'error'],
  ['fires in a DaemonSet', workload('DaemonSet', specOf(envoy())), 'error'],
  ['fires in a StatefulSet', workload('StatefulSet', specOf(envoy())), 'error'],
  ['fires in a Pod', workload('Pod', specOf(envoy())), 'error'],
  ['fires in a List', { apiVersion: 'v1', kind: 'List', items: [pod(envoy())] }, 'error'],
  ['is silent in a Job', workload('Job', specOf(envoy())), 'silent'],
  ['is silent in a CronJob', workload('CronJob', specOf(envoy())), 'silent'],
  ['is silent where no Envoy runs', pod(app()), 'silent'],
  ['is silent where another proxy runs', pod(app(), linkerd(), sqlProxy()), 'silent'],
  ['is silent where its hook fails health checks', pod(DRAIN), 'silent'],
  ['is silent where its hook drains listeners', pod(scripted('curl -X POST "localhost:9901/drain_listeners?graceful"; sleep 30')), 'silent'],
  ['is silent where a manager\'s hook drains', pod(waiting(), gateway()), 'silent'],
  ['is silent where a neighbour of its own making drains', pod(envoy(sleepAction(30)), app(exec('sh', '-c', FAIL))), 'silent'],
  ['fires where the hook only ends it', pod(scripted('curl -X POST localhost:9901/quitquitquit')), 'error'],
  ['fires where the hook asks by GET', pod(scripted('curl localhost:9901/healthcheck/fail; sleep 20')), 'error'],
  ['fires where a pause has no length', pod(envoy(exec('sleep', '0'))), 'error'],
  ['fires for a hook that the kubelet cannot run', pod(envoy({ lifecycle: { preStop: { tcpSocket: { port: 1 } } } })), 'error'],
  ['fires for one that ends in failure before it does anything', pod(envoy(exec('bash', '-c', 'exit 1'))), 'error'],
  ['fires where the manager is too old for a flag', pod(90, waiting(), gateway(undefined, { ...NATIVE, image: 'docker.io/envoyproxy/gateway:v1.8.0' })), 'error'],
  ['fires where it does not know a flag', contourPod(contour(['--no-such-flag'], NATIVE)), 'error'],
  ['leaves a program that is missing to another rule', pod(envoy({ image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0', ...exec('sh', '-c', FAIL) })), 'silent'],
  ['leaves a call that nobody answers to another rule', pod(90, envoy(get('/nowhere', 19002))), 'silent'],
  ['leaves a pause to another rule', pod(envoy(exec('sleep', '20'))), 'silent'],
  ['is silent where its hook is a program that nobody knows', pod(envoy(exec('/opt/bye'))), 'silent'],
  ['is silent where a neighbour\'s hook is one', pod(envoy(), app(exec('/opt/bye'))), 'silent'],
  ['fires where the hook of another Envoy drains that one', pod(envoy(), scripted(`${FAIL}; sleep 20`, { name: 'other' })), 'error'],
  ['fires where the cluster drops the sleep action', pod(envoy(sleepAction(20))), 'error', { kubernetes: '1.27' }],
  ['is silent for pilot-agent, which drains on SIGTERM', pod(pilot()), 'silent'],
  ['is silent for kuma-dp, which drains on SIGTERM', pod(app(), kuma()), 'silent'],
  ['is silent for consul-dataplane that is told to drain', pod(app(), consul(['-shutdown-grace-period-seconds=10', '-shutdown-drain-listeners'])), 'silent'],
  ['fires for consul-dataplane that only waits', pod(app(), consul(['-shutdown-grace-period-seconds=10'])), 'error'],
  ['fires for consul-dataplane without a grace period of its own', pod(app(), consul(['-shutdown-drain-listeners'])), 'error'],
  ['fires for Emissary, which cuts Envoy', pod(emissary()), 'error'],
  ['fires for Cilium\'s Envoy', workload('DaemonSet', specOf(cilium())), 'error'],
  ['is silent for a native sidecar, which ends after the app', pod(app(), pilot({}, NATIVE)), 'silent'],
  ['fires for one beside a log shipper only', pod({ name: 'logs', image: 'fluent/fluent-bit:3.2' }, pilot({}, NATIVE)), 'error'],
  ['is silent for one with Istio\'s own hook',
    pod(app(), pilot({}, { ...NATIVE, ...exec('pilot-agent', 'request', '--debug-port=15020', 'POST', 'drain') })), 'silent'],
]);

test('no-drain-trigger tells whose hook fails', () => {
  const manifest = pod(90, waiting(), gateway(undefined, { ...NATIVE, image: 'docker.io/envoyproxy/gateway:v1.8.0' }));
  expect(findingsOf('no-drain-trigger', manifest)[0].message)
    .toMatch(/^nothing tells the Envoy in envoy to drain, since the hook of shutdown-manager fails at once: it ends 70 s after the deletion/);
});

test('no-drain-trigger does not say that a hook fails at once which fails late', () => {
  const late = findingsOf('no-drain-trigger', pod(scripted('sleep 20; exit 1')));
  expect(late[0].message).toMatch(/, since the hook of envoy fails: it ends 20 s after the deletion/);
});

tells('sleep-without-drain', [
  ['fires for a hook that sleeps', pod(envoy(exec('sleep', '20'))), 'warning'],
  ['fires for a script that sleeps', pod(envoy(exec('sh', '-c', 'sleep 10; sleep 10'))), 'warning'],
  ['fires for a sleep action', pod(envoy(sleepAction(20))), 'warning', { kubernetes: '1.34' }],
  ['is silent where the cluster drops it', pod(envoy(sleepAction(20))), 'silent', { kubernetes: '1.27' }],
  ['is silent without a hook', pod(envoy()), 'silent'],
  ['is silent where the hook drains too', pod(DRAIN), 'silent'],
  ['is silent where a manager drains', pod(envoy(exec('sleep', '30')), gateway()), 'silent'],
  ['is silent where another hook may drain', pod(envoy(exec('sleep', '30')), app(exec('/opt/bye'))), 'silent'],
  ['is silent where the image has no sleep', pod(envoy({ image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0', ...exec('sleep', '20') })), 'silent'],
  ['is silent for an app\'s hook', pod(DRAIN, app(exec('sleep', '20'))), 'silent'],
  ['is silent in a Job', workload('Job', specOf(envoy(exec('sleep', '20')))), 'silent'],
  ['fires for a wrapper that drains for 5 s after it', pod(pilot({}, exec('sleep', '15'))), 'warning'],
  ['fires for one that drains for 9 s', pod(pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '9' }, exec('sleep', '15'))), 'warning'],
  ['is silent for one that drains for 10 s', pod(pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '10' }, exec('sleep', '15'))), 'silent'],
  ['is silent for one that waits until no connection is open', pod(pilot({ EXIT_ON_ZERO_ACTIVE_CONNECTIONS: 'true' }, exec('sleep', '5'))), 'silent'],
  ['is silent for kuma-dp, which drains for 30 s', pod(app(), kuma(exec('sleep', '5')), 60), 'silent'],
]);

tells('no-propagation-hold', [
  ['fires where the hold is 4 s', pod(scripted(`${FAIL}; sleep 4`)), 'warning'],
  ['is silent where it is 5 s', pod(scripted(`${FAIL}; sleep 5`)), 'silent'],
  ['fires where listeners close before 5 s', pod(scripted('sleep 4; curl -X POST localhost:9901/drain_listeners; sleep 20')), 'warning'],
  ['is silent where they close at 5 s', pod(scripted('sleep 5; curl -X POST localhost:9901/drain_listeners; sleep 20')), 'silent'],
  ['fires where the graceful drain is over before 5 s',
    pod(scripted('curl -X POST "localhost:9901/drain_listeners?graceful"; sleep 20', { args: ['-c', 'x', '--drain-time-s', '4'] })), 'warning'],
  ['is silent where listeners stay open after it',
    pod(scripted('curl -X POST "localhost:9901/drain_listeners?graceful&skip_exit"; sleep 20', { args: ['-c', 'x', '--drain-time-s', '4'] })), 'silent'],
  ['fires where a manager may end at 3 s, of which Envoy hears within 1 s', pod(waiting(), gateway(['--min-drain-duration=3s'])), 'warning'],
  ['is silent where it holds for 5 s', pod(waiting(), gateway(['--min-drain-duration=5s'])), 'silent'],
  ['fires where the hook ends Envoy at once', pod(scripted(`${FAIL}; curl -X POST localhost:9901/quitquitquit; sleep 20`)), 'warning'],
  ['fires for a pause of 3 s', pod(envoy(exec('sleep', '3'))), 'warning'],
  ['is silent for one of 5 s', pod(envoy(exec('sleep', '5'))), 'silent'],
  ['fires where only a neighbour\'s hook may drain', pod(envoy(), app(exec('/opt/bye'))), 'warning'],
  ['leaves an Envoy that nothing drains to another rule', pod(envoy()), 'silent'],
  ['is silent where the length of its hook is not known', pod(envoy(exec('/opt/bye'))), 'silent'],
  ['is silent where the hook fails, of which another rule tells', pod(scripted('x', { ...get('/nowhere', 1), image: 'docker.io/envoyproxy/envoy:v1.39.0' })), 'silent'],
  ['is silent for a wrapper that drains for 5 s', pod(pilot()), 'silent'],
  ['fires for one that drains for 4 s', pod(pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '4' })), 'warning'],
  ['fires for one that closes listeners after 4 s of its drain',
    workload('Deployment', specOf(pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '30' }), 60), { annotations: { 'proxy.istio.io/config': 'drainDuration: 4s' } }), 'warning'],
  ['is silent where it waits for connections, 5 s at the least', pod(pilot({ EXIT_ON_ZERO_ACTIVE_CONNECTIONS: 'true' })), 'silent'],
  ['fires where that is shortened',
    pod(pilot({ EXIT_ON_ZERO_ACTIVE_CONNECTIONS: 'true', MINIMUM_DRAIN_DURATION: '4s' })), 'warning'],
  ['is silent in a Job', workload('Job', specOf(scripted(`${FAIL}; sleep 1`))), 'silent'],
  ['is silent without an Envoy', pod(app(), linkerd()), 'silent'],
  ['is silent for a native sidecar that its app holds', pod(scripted(`${FAIL}; sleep 1`, NATIVE), app(exec('sleep', '10'))), 'silent'],
  ['is silent for one where nobody knows how long the app stays', pod(scripted(`${FAIL}; sleep 1`, NATIVE), app()), 'silent'],
]);

tells('gradual-drain-outlasts-hook', [
  ['fires for 600 s, which nobody set', pod(scripted('curl -X POST "localhost:9901/drain_listeners?graceful"; sleep 25', { args: [] })), 'warning'],
  ['is silent where the strategy is immediate', pod(scripted('curl -X POST "localhost:9901/drain_listeners?graceful"; sleep 25')), 'silent'],
  ['fires where the drain is a second longer than the hold', pod(gradual(26), 60), 'warning'],
  ['is silent where both are equal', pod(gradual(25), 60), 'silent'],
  ['is silent where health checks fail too', pod(scripted(`${FAIL}; curl -X POST "localhost:9901/drain_listeners?graceful"; sleep 25`, { args: [] })), 'silent'],
  ['is silent where only health checks fail', pod(scripted(`${FAIL}; sleep 25`, { args: [] })), 'silent'],
  ['is silent for a drain that closes at once', pod(scripted('sleep 9; curl -X POST localhost:9901/drain_listeners; sleep 25', { args: [] })), 'silent'],
  ['is silent for a wrapper whose strategy is immediate', pod(pilot({}, exec('sh', '-c', 'curl -X POST localhost:15020/drain; sleep 20'))), 'silent'],
  ['is silent where the hold is not known', pod(scripted('curl -X POST "localhost:9901/drain_listeners?graceful"; /opt/hold', { args: [] })), 'silent'],
]);

function gradual(drainSeconds: number): any {
  return scripted('curl -X POST "localhost:9901/drain_listeners?graceful"; sleep 25', { args: ['--drain-time-s', String(drainSeconds)] });
}

tells('drain-before-propagation', [
  ['fires where health checks fail at 0 s', pod(scripted(`${FAIL}; sleep 20`)), 'info'],
  ['is silent after a sleep of 1 s', pod(scripted(`sleep 1; ${FAIL}; sleep 20`)), 'silent'],
  ['fires for a manager without a delay', pod(waiting(), gateway(['--min-drain-duration=15s'])), 'info'],
  ['is silent with --health-check-failure-delay', pod(waiting(), gateway()), 'silent'],
  ['fires for Contour\'s without one', contourPod(contour([], NATIVE)), 'info'],
  ['is silent with --drain-delay', contourPod(contour(['--drain-delay=1s'], NATIVE)), 'silent'],
  ['fires for a wrapper that drains at once', pod(pilot()), 'info'],
  ['is silent for one with a hook before', pod(pilot({}, exec('sleep', '5'))), 'silent'],
  ['is silent for one whose hook takes nobody knows how long', pod(pilot({}, exec('/opt/hold'))), 'silent'],
  ['is silent where nothing drains', pod(envoy()), 'silent'],
  ['is silent in a Job', workload('Job', specOf(pilot())), 'silent'],
  ['is silent without an Envoy', pod(app(exec('sleep', '1')), linkerd()), 'silent'],
]);

tells('tcp-connections-not-counted', [
  ['fires for a TCP listener before Contour\'s manager', contourPod(contour([], NATIVE), tcpListener()), 'info'],
  ['is silent before Envoy Gateway\'s, which counts all', pod(120, waiting(tcpListener()), gateway(undefined, NATIVE)), 'silent'],
  ['is silent where the bootstrap is not known', contourPod(), 'silent'],
  ['is silent without a manager', pod(envoy(tcpListener())), 'silent'],
]);

function tcpListener(): any {
  return { args: ['--config-yaml', 'filters: [{name: envoy.filters.network.tcp_proxy}]'] };
}

tells('drain-shorter-than-load-balancer', [
  ['fires where the hold is 5 s too short', pod(scripted(`${FAIL}; sleep 20`), 60), 'error', { detection: '25s' }],
  ['fires where it is 1 s too short', pod(scripted(`${FAIL}; sleep 24`), 60), 'error', { detection: '25s' }],
  ['is silent where it is just as long', pod(scripted(`${FAIL}; sleep 25`), 60), 'silent', { detection: '25s' }],
  ['is silent where nothing is declared', pod(scripted(`${FAIL}; sleep 1`), 60), 'silent'],
  ['counts from the moment health checks fail: too short', pod(scripted(`sleep 10; ${FAIL}; sleep 24`), 60), 'error', { detection: '25s' }],
  ['counts from the moment health checks fail: long enough', pod(scripted(`sleep 10; ${FAIL}; sleep 25`), 60), 'silent', { detection: '25s' }],
  ['counts from deletion where nothing fails them: too short', pod(envoy(exec('sleep', '24')), 60), 'error', { detection: '25s' }],
  ['counts from deletion where nothing fails them: long enough', pod(envoy(exec('sleep', '25')), 60), 'silent', { detection: '25s' }],
  ['counts from the delay of a manager: too short', pod(waiting(), gateway(['--health-check-failure-delay=10s', '--min-drain-duration=30s']), 90), 'error', { detection: '25s' }],
  ['counts from the delay of a manager: long enough', pod(waiting(), gateway(['--health-check-failure-delay=10s', '--min-drain-duration=36s']), 90), 'silent', { detection: '25s' }],
  ['counts from SIGTERM for kuma-dp, which fails them then: too short', pod(app(), kuma(exec('sleep', '20')), 90), 'error', { detection: '35s' }],
  ['counts from SIGTERM for kuma-dp, which fails them then: long enough', pod(app(), kuma(exec('sleep', '20')), 90), 'silent', { detection: '30s' }],
  ['fires for an Envoy that nothing holds', pod(envoy()), 'error', { detection: '10s' }],
  ['is silent where the length of the hook is not known', pod(envoy(exec('/opt/bye'))), 'silent', { detection: '10s' }],
  ['is silent in a Job', workload('Job', specOf(envoy())), 'silent', { detection: '10s' }],
  ['is silent without an Envoy', pod(app(), sqlProxy()), 'silent', { detection: '10s' }],
  ['fires for the time of an annotation', annotated('25s'), 'error'],
  ['is silent for a shorter one', annotated('20s'), 'silent'],
  ['takes the annotation before the option', annotated('20s'), 'silent', { detection: '90s' }],
]);

function annotated(detection: string): any {
  return workload('Deployment', specOf(scripted(`${FAIL}; sleep 20`), 60), { annotations: { 'envoy-drain/load-balancer-detection': detection } });
}

tells('drain-shorter-than-requests', [
  ['fires where the drain is shorter than lag and request', pod(scripted(`${FAIL}; sleep 34`), 60), 'error', { longest: '30s' }],
  ['is silent where it is as long as both', pod(scripted(`${FAIL}; sleep 35`), 60), 'silent', { longest: '30s' }],
  ['is silent where a manager waits for connections', pod(waiting(), gateway(['--min-drain-duration=5s', '--drain-timeout=60s']), 90), 'silent', { longest: '30s' }],
  ['fires where the manager gives up before', pod(waiting(), gateway(['--min-drain-duration=5s', '--drain-timeout=30s']), 90), 'error', { longest: '30s' }],
  ['is silent where nothing is declared', pod(scripted(`${FAIL}; sleep 5`)), 'silent'],
  ['leaves an Envoy that nothing drains to another rule', pod(envoy()), 'silent', { longest: '30s' }],
  ['is silent in a Job', workload('Job', specOf(pilot())), 'silent', { longest: '30s' }],
]);

tells('load-balancer-undeclared', [
  ['fires behind a Service of type LoadBalancer', [pod(DRAIN), service()], 'info'],
  ['fires for a Service without a name', [pod(DRAIN), service({}, { name: undefined })], 'info'],
  ['fires where the Service comes first', [service(), pod(DRAIN)], 'info'],
  ['fires for Services in a List', [{ apiVersion: 'v1', kind: 'List', items: [service(), pod(DRAIN)] }], 'info'],
  ['is silent for another type', [pod(DRAIN), service({ type: 'ClusterIP' })], 'silent'],
  ['is silent for other labels', [pod(DRAIN), service({ selector: { app: 'other' } })], 'silent'],
  ['is silent for a label more', [pod(DRAIN), service({ selector: { app: 'edge', tier: 'front' } })], 'silent'],
  ['is silent for another namespace', [pod(DRAIN), service({}, { namespace: 'other' })], 'silent'],
  ['is silent for a Service that selects nothing', [pod(DRAIN), service({ selector: {} })], 'silent'],
  ['is silent without a Service', pod(DRAIN), 'silent'],
  ['is silent where the time is declared', [pod(DRAIN), service()], 'silent', { detection: '15s' }],
  ['is silent where an annotation declares it', [annotated('15s'), service()], 'silent'],
  ['is silent where it is passed over',
    [workload('Deployment', specOf(DRAIN), { ofObject: { 'envoy-drain/ignore-load-balancer-undeclared': 'internal' } }), service()], 'silent'],
  ['is silent for a pod without an Envoy', [pod(app()), service()], 'silent'],
  ['fires for ports of the node', pod({ ...DRAIN, ports: [{ containerPort: 80, hostPort: 80 }] }), 'info'],
  ['fires for ports on the host network', withSpec(pod({ ...DRAIN, ports: [{ containerPort: 80 }] }), { hostNetwork: true }), 'info'],
  ['is silent for ports of the pod', pod({ ...DRAIN, ports: [{ containerPort: 80 }] }), 'silent'],
]);

function service(spec: any = {}, metadata: any = {}): any {
  return {
    apiVersion: 'v1', kind: 'Service', metadata: { name: 'edge', ...metadata },
    spec: { type: 'LoadBalancer', selector: { app: 'edge' }, ports: [{ port: 80 }], ...spec },
  };
}
