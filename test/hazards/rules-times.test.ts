import {
  app, consul, contour, contourPod, envoy, exec, FAIL, findingsOf, gateway, get, kuma, linkerd, NATIVE, pilot, pod,
  scripted, sleepAction, specOf, sqlProxy, tells, waiting, withSpec, workload,
} from '../support/hazards';

/** Rules that hold times against the grace period. */
tells('drain-exceeds-grace', [
  ['fires where the hook is a second longer', pod(30, app(exec('sleep', '31'))), 'error'],
  ['is silent where both are equal', pod(30, app(exec('sleep', '30'))), 'silent'],
  ['takes 30 s where no grace period is given: fires', pod(app(exec('sleep', '31'))), 'error'],
  ['takes 30 s where no grace period is given: silent', pod(app(exec('sleep', '30'))), 'silent'],
  ['fires for a sleep action', pod(30, app(sleepAction(31))), 'error', { kubernetes: '1.34' }],
  ['is silent where the cluster drops it', pod(30, app(sleepAction(31))), 'silent', { kubernetes: '1.27' }],
  ['fires in a Pod', workload('Pod', specOf(30, app(exec('sleep', '31')))), 'error'],
  ['fires in a CronJob', workload('CronJob', specOf(30, app(exec('sleep', '31')))), 'error'],
  ['fires for a native sidecar', pod(30, app(), { ...app(exec('sleep', '31')), name: 'helper', ...NATIVE }), 'error'],
  ['is silent for a hook that nobody knows', pod(30, app(exec('/opt/bye'))), 'silent'],
  ['fires where such a hook sleeps too long in any case', pod(30, app(exec('sh', '-c', 'sleep 31; /opt/bye'))), 'error'],
  ['is silent where it sleeps less', pod(30, app(exec('sh', '-c', 'sleep 29; /opt/bye'))), 'silent'],
  ['fires for a hook that never ends', pod(30, app(exec('sleep', 'infinity'))), 'error'],
  ['is silent for a hook that fails at once', pod(30, envoy({ image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0', ...exec('sleep', '90') })), 'silent'],
  ['fires where a manager may drain longer', pod(59, waiting(), gateway(['--drain-timeout=60s'])), 'error'],
  ['is silent where it is given as long', pod(60, waiting(), gateway(['--drain-timeout=60s'])), 'silent'],
  ['takes the manager\'s own 60 s where no timeout is given', pod(59, waiting(), gateway([])), 'error'],
  ['tells it of the manager only, not of who waits for it', pod(59, waiting(), gateway([])), 'error'],
  ['is silent for a wait that nothing bounds', contourPod(), 'silent'],
  ['fires for a wrapper\'s own drain', pod(30, pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '31' })), 'error'],
  ['is silent where that is as long', pod(30, pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '30' })), 'silent'],
  ['fires for hook and own drain together', pod(30, pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '21' }, exec('sleep', '10'))), 'error'],
  ['is silent where together they are as long', pod(30, pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '20' }, exec('sleep', '10'))), 'silent'],
  ['fires for kuma-dp\'s 30 s and a hook', pod(30, app(), kuma(exec('sleep', '1'))), 'error'],
  ['is silent for kuma-dp\'s 30 s alone', pod(30, app(), kuma()), 'silent'],
  ['fires for consul-dataplane', pod(30, app(), consul(['-shutdown-grace-period-seconds=31', '-shutdown-drain-listeners'])), 'error'],
  ['is silent without any hook', pod(1, app(), linkerd()), 'silent'],
]);

test('drain-exceeds-grace tells of a long drain once', () => {
  const found = findingsOf('drain-exceeds-grace', pod(59, waiting(), gateway([])));
  expect(found.map(({ container }) => container)).toEqual(['shutdown-manager']);
});

test.each<[string, any, string]>([
  ['a hook', pod(30, app(exec('sleep', '31'))), 'the hook of orders takes up to 31 s, and the grace period is over after 30 s: it is cut in the middle'],
  ['a hook without an end', pod(30, app(exec('sleep', 'infinity'))), 'the hook of orders never ends, and the grace period is over after 30 s: it is cut in the middle'],
  ['a program\'s own drain', pod(20, app(), kuma()), 'the drain of kuma-dp in kuma-sidecar after SIGTERM takes 30 s, and the grace period is over after 20 s'],
  ['both', pod(30, app(), kuma(exec('sleep', '5'))), 'the hook of kuma-sidecar (5 s) and the drain of kuma-dp in kuma-sidecar after SIGTERM (30 s) take 35 s, and'],
])('drain-exceeds-grace tells what takes too long: %s', (_, manifest, message) => {
  expect(findingsOf('drain-exceeds-grace', manifest)[0].message).toContain(message);
});

tells('no-slack-after-drain', [
  ['fires where 1 s is left', pod(31, app(exec('sleep', '30'))), 'warning'],
  ['fires where nothing is left', pod(30, app(exec('sleep', '30'))), 'warning'],
  ['is silent where 2 s are left', pod(32, app(exec('sleep', '30'))), 'silent'],
  ['leaves what does not fit to another rule', pod(29, app(exec('sleep', '30'))), 'silent'],
  ['fires where 4 s are left and a manager polls', pod(64, waiting(), gateway(['--drain-timeout=60s'])), 'warning'],
  ['is silent where 5 s are left', pod(65, waiting(), gateway(['--drain-timeout=60s'])), 'silent'],
  ['fires for a wrapper\'s own drain', pod(31, app(), kuma()), 'warning'],
  ['is silent where 2 s are left after it', pod(32, app(), kuma()), 'silent'],
  ['is silent for a hook that nobody knows', pod(30, app(exec('sh', '-c', 'sleep 30; /opt/bye'))), 'silent'],
  ['is silent without any hook', pod(1, app()), 'silent'],
  ['is silent for a wait that nothing bounds', contourPod(), 'silent'],
]);

tells('double-drain', [
  ['fires where both are longer than the grace period', pod(34, drainsTwice(), app()), 'warning'],
  ['is silent where they fit', pod(35, drainsTwice(), app()), 'silent'],
  ['is silent where the hook only sleeps', pod(34, pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '10' }, exec('sleep', '25'))), 'silent'],
  ['is silent where the program does not drain', pod(20, scripted(`${FAIL}; sleep 25`)), 'silent'],
  ['is silent where the program is not known', pod(20, app(exec('sh', '-c', `${FAIL}; sleep 25`))), 'silent'],
  ['is silent where the hook is not known', pod(20, pilot({}, exec('sh', '-c', 'curl -X POST localhost:15020/drain; /opt/bye'))), 'silent'],
]);

function drainsTwice(): any {
  return pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '10' }, exec('sh', '-c', 'curl -X POST localhost:15020/drain; sleep 25'));
}

tells('unbounded-drain-wait', [
  ['is mild for Contour\'s manager in its usual 300 s', contourPod(), 'info'],
  ['fires for it with 301 s', contourPod(undefined, {}, 301), 'warning'],
  ['is mild for the oldest of them too, which drains when it is asked',
    contourPod({ ...contour([], { image: 'docker.io/projectcontour/contour:v1.6.0' }), lifecycle: undefined }), 'info'],
  ['is silent for a bounded manager', pod(90, waiting(), gateway()), 'silent'],
  ['is silent for its own 60 s', pod(90, waiting(), gateway([])), 'silent'],
  ['fires for a wrapper that waits until no connection is open', pod(pilot({ EXIT_ON_ZERO_ACTIVE_CONNECTIONS: 'true' })), 'warning'],
  ['is silent for one with a fixed time', pod(pilot()), 'silent'],
  ['is silent where the manager\'s hook fails', contourPod(contour(['--no-such-flag'], NATIVE)), 'silent'],
  ['is silent without an Envoy', pod(app(exec('sleep', 'infinity'))), 'silent'],
]);

tells('ready-timeout-exceeds-grace', [
  ['fires where the wait is a second longer', pod(69, waiting(), gateway(undefined, NATIVE)), 'warning'],
  ['is silent where both are equal', pod(70, waiting(), gateway(undefined, NATIVE)), 'silent'],
  ['fires for the manager\'s own 610 s', pod(609, waiting(), gateway([], { ...NATIVE, args: ['envoy', 'shutdown-manager'] })), 'warning'],
  ['is silent where the grace period is as long', pod(610, waiting(), gateway([], { ...NATIVE, args: ['envoy', 'shutdown-manager'] })), 'silent'],
  ['is silent where nobody waits', pod(30, envoy(), gateway()), 'silent'],
  ['is silent for Contour\'s, which does not give up', contourPod(), 'silent'],
]);

test('ready-timeout-exceeds-grace is told of the manager, whose flag it is', () => {
  expect(findingsOf('ready-timeout-exceeds-grace', pod(60, waiting(), gateway())).map(({ container }) => container)).toEqual(['shutdown-manager']);
});

tells('false-hook-failure', [
  ['fires where the manager holds for more than 10 s', pod(60, waiting(), gateway(['--drain-timeout=11s', '--min-drain-duration=5s'], NATIVE)), 'info'],
  ['is silent where it holds for 10 s', pod(60, waiting(), gateway(['--drain-timeout=10s', '--min-drain-duration=5s'], NATIVE)), 'silent'],
  ['is silent where the grace period is 10 s', pod(10, waiting(), gateway(['--drain-timeout=60s'], NATIVE)), 'silent'],
  ['is silent where the drain fails', pod(90, waiting(), gateway(['--no-such-flag'], NATIVE)), 'silent'],
  ['is silent for Contour\'s', contourPod(), 'silent'],
  ['is silent in Envoy\'s own container', pod(90, scripted('', exec('envoy-gateway', 'envoy', 'shutdown'))), 'silent'],
]);

tells('grace-period-zero', [
  ['fires for 0 s', pod(0, envoy()), 'error'],
  ['fires for 1 s', pod(1, envoy()), 'error'],
  ['fires for what the API makes 1 s', pod(-1, envoy()), 'error'],
  ['is silent for 2 s', pod(2, envoy()), 'silent'],
  ['is silent where none is given', pod(envoy()), 'silent'],
  ['is silent without an Envoy', pod(0, app(), linkerd()), 'silent'],
]);

tells('grace-above-ceiling', [
  ['fires where the grace period is a second longer', pod(121, envoy()), 'warning', { ceiling: '120s' }],
  ['is silent where both are equal', pod(120, envoy()), 'silent', { ceiling: '120s' }],
  ['fires for the 30 s that nobody wrote', pod(envoy()), 'warning', { ceiling: '25s' }],
  ['is silent where none is declared', pod(9_000, envoy()), 'silent'],
  ['is silent without a proxy', pod(9_000, app()), 'silent', { ceiling: '120s' }],
  ['fires beside any proxy', pod(9_000, app(), sqlProxy()), 'warning', { ceiling: '120s' }],
  ['takes the ceiling of an annotation',
    workload('Deployment', specOf(60, envoy()), { ofObject: { 'envoy-drain/grace-ceiling': '50s' } }), 'warning', { ceiling: '120s' }],
]);

tells('probe-grace-cuts-hook', [
  ['fires where the liveness probe gives less', pod(60, scripted(`${FAIL}; sleep 20`, probe('livenessProbe', 19))), 'warning'],
  ['is silent where it gives as much', pod(60, scripted(`${FAIL}; sleep 20`, probe('livenessProbe', 20))), 'silent'],
  ['fires for the startup probe', pod(60, scripted(`${FAIL}; sleep 20`, probe('startupProbe', 19))), 'warning'],
  ['is silent for the readiness probe, which restarts nothing', pod(60, scripted(`${FAIL}; sleep 20`, { readinessProbe: { tcpSocket: { port: 1 } } })), 'silent'],
  ['is silent where the probe has none of its own', pod(60, scripted(`${FAIL}; sleep 20`, probe('livenessProbe'))), 'silent'],
  ['is silent for a hook that only sleeps', pod(60, scripted('sleep 20', probe('livenessProbe', 5))), 'silent'],
  ['is silent in two containers', pod(90, waiting(probe('livenessProbe', 5)), gateway()), 'silent'],
  ['takes the minimum drain of a manager\'s program: fires', pod(90, inEnvoy(9)), 'warning'],
  ['takes the minimum drain of a manager\'s program: silent', pod(90, inEnvoy(11)), 'silent'],
]);

function probe(kind: string, seconds?: number): any {
  return { [kind]: { httpGet: { path: '/ready', port: 9902 }, terminationGracePeriodSeconds: seconds } };
}

function inEnvoy(seconds: number): any {
  return scripted('', { ...exec('envoy-gateway', 'envoy', 'shutdown', '--min-drain-duration=10s'), ...probe('livenessProbe', seconds) });
}

const ALPINE = { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.0-alpine' };

tells('proxy-dies-before-app', [
  ['fires where the app\'s hook is longer', pod(app(exec('sleep', '20')), sqlProxy()), 'error'],
  ['fires for linkerd-proxy', pod(app(exec('sleep', '20')), linkerd()), 'error'],
  ['fires where the proxy\'s own drain is shorter', pod(app(exec('sleep', '6')), pilot()), 'error'],
  ['is silent where that is as long', pod(app(exec('sleep', '5')), pilot()), 'silent'],
  ['is silent where hook and drain are as long together', pod(app(exec('sleep', '20')), pilot({}, exec('sleep', '15'))), 'silent'],
  ['is silent where the proxy\'s hook is as long', pod(app(exec('sleep', '20')), sqlProxy({ ...ALPINE, ...exec('sleep', '20') })), 'silent'],
  ['is silent where it is as long, by another kind of hook', pod(app(exec('sleep', '20')), sqlProxy(sleepAction(20))), 'silent'],
  ['fires where it fails at once', pod(app(exec('sleep', '20')), linkerd(exec('/bin/bash', '-c', 'sleep 20'))), 'error'],
  ['fires where it is a second shorter', pod(app(exec('sleep', '20')), sqlProxy({ ...ALPINE, ...exec('sleep', '19') })), 'error'],
  ['is silent for a native sidecar', pod(app(exec('sleep', '20')), sqlProxy(NATIVE)), 'silent'],
  ['fires for one whose hook stops it at once', pod(app(), pilot({}, { ...NATIVE, ...exec('sh', '-c', 'curl -X POST localhost:15000/quitquitquit') })), 'error'],
  ['fires where that comes before the app\'s hook is over',
    pod(app(exec('sleep', '20')), pilot({}, { ...NATIVE, ...exec('sh', '-c', 'sleep 19; curl -X POST localhost:15000/quitquitquit') })), 'error'],
  ['is silent where it comes after', pod(app(exec('sleep', '20')), pilot({}, { ...NATIVE, ...exec('sh', '-c', 'sleep 20; curl -X POST localhost:15000/quitquitquit') })), 'silent'],
  ['fires for a grace period raised to 31 s', pod(31, app(), sqlProxy()), 'error'],
  ['is silent for one of 30 s', pod(30, app(), sqlProxy()), 'silent'],
  ['is silent where none is given', pod(app(), sqlProxy()), 'silent'],
  ['is silent where the proxy drains for all of it', pod(31, app(), kuma({ args: ['run', '--drain-time=31s'] })), 'silent'],
  ['is silent where the Cloud SQL proxy waits for connections all the time', pod(60, app(), sqlProxy({ args: ['--max-sigterm-delay=60s'] })), 'silent'],
  ['is silent where it leaves 5 s of slack, as a drain has to', pod(60, app(), sqlProxy({ args: ['--max-sigterm-delay=55s'] })), 'silent'],
  ['fires where it waits a second less', pod(60, app(), sqlProxy({ args: ['--max-sigterm-delay=54s'] })), 'error'],
  ['is silent where no app is there', pod(120, pilot(), gateway()), 'silent'],
  ['is silent beside a helper, which nobody asks for anything', pod(120, pilot(), { name: 'logs', image: 'docker.io/fluent/fluent-bit:3.2' }), 'silent'],
  ['is silent where the hook of the proxy is not known', pod(app(exec('sleep', '20')), sqlProxy(exec('/opt/bye'))), 'silent'],
  ['is silent in a Job', workload('Job', specOf(app(exec('sleep', '20')), sqlProxy())), 'silent'],
  ['fires in a StatefulSet', workload('StatefulSet', specOf(app(exec('sleep', '20')), sqlProxy())), 'error'],
]);

tells('companion-dies-before-envoy', [
  ['fires for a known program without a hook', pod(90, waiting(), gateway(), extproc()), 'error'],
  ['is silent for a native sidecar', pod(90, waiting(), gateway(), extproc(NATIVE)), 'silent'],
  ['fires where its hook is shorter than the drain', pod(90, waiting(), gateway(), extproc(sleepAction(59))), 'error'],
  ['is silent where its hook is as long', pod(90, waiting(), gateway(), extproc(sleepAction(60))), 'silent'],
  ['is silent where it waits for the manager as well', pod(90, waiting(), gateway(), extproc(get('/shutdown/ready', 19002))), 'silent'],
  ['is silent where its hook is not known', pod(90, waiting(), gateway(), extproc(exec('/opt/bye'))), 'silent'],
  ['is silent where Envoy ends at once as well', pod(envoy(), extproc()), 'silent'],
  ['fires for a unix socket on a shared volume', socketPod({ args: ['--listen=unix:///sockets/filter.sock'] }), 'error'],
  ['is silent for a shared volume without a socket', socketPod({ args: ['--log=/sockets/filter.log'] }), 'silent'],
  ['fires for one in a variable', socketPod({ env: [{ name: 'LISTEN_ADDR', value: 'unix:///sockets/filter.sock' }] }), 'error'],
  ['fires for one after its flag', socketPod({ args: ['--addr', '/sockets/filter.sock'] }), 'error'],
  ['fires whatever the program is called', socketPod({ command: ['authz-proxy', '--listen=unix:///sockets/filter.sock'] }), 'error'],
  ['is silent for a socket that the app calls', socketPod({ env: [{ name: 'UPSTREAM', value: 'unix:///sockets/egress.sock' }] }), 'silent'],
  ['is silent for one after a flag of a client', socketPod({ args: ['--proxy-endpoint', '/sockets/egress.sock'] }), 'silent'],
  ['is silent for a socket elsewhere', socketPod({ args: ['--listen=unix:///run/filter.sock'] }), 'silent'],
  ['is silent beside a native Envoy, which ends after it', pod(60, scripted(`${FAIL}; sleep 20`, NATIVE), extproc(sleepAction(10))), 'silent'],
  ['fires beside one that another container keeps', pod(60, scripted(`${FAIL}; sleep 20`, NATIVE), extproc(sleepAction(10)), app(exec('sleep', '11'))), 'error'],
  ['is silent where that one ends before', pod(60, scripted(`${FAIL}; sleep 20`, NATIVE), extproc(sleepAction(10)), app(exec('sleep', '9'))), 'silent'],
  ['is silent for other programs', pod(90, waiting(), gateway(), app()), 'silent'],
  ['is silent without an Envoy', pod(app(), extproc(), linkerd()), 'silent'],
]);

function extproc(more: any = {}): any {
  return { name: 'extproc', image: 'docker.io/envoyproxy/ai-gateway-extproc:v0.2.0', ...more };
}

function socketPod(filter: any): any {
  const shared = { volumeMounts: [{ name: 'sockets', mountPath: '/sockets' }] };
  return withSpec(pod(90, waiting(shared), gateway(), app({ ...shared, ...filter })), { volumes: [{ name: 'sockets', emptyDir: {} }] });
}
