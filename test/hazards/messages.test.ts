import { loadAll } from 'js-yaml';
import { exampleOf } from '../../scripts/hazards-document';
import {
  app, contour, contourPod, envoy, exec, Facts, findingsIn, findingsOf, get, NATIVE, pod, sleepAction, specOf, withSpec,
  workload,
} from '../support/hazards';

/** What each rule says of its firing example: of which container, where in the manifest, and in which words. */
const TOLD: readonly (readonly [rule: string, container: string, pointer: string, message: string])[] = [
  ['no-drain-trigger', 'envoy', '/spec/template/spec/containers/0',
    'nothing tells the Envoy in envoy to drain: it ends 0 s after the deletion and cuts every connection at once, whatever is left of the 30 s grace period'],
  ['sleep-without-drain', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'the hook of envoy only waits 20 s and tells no client to leave: keep-alive connections are cut when Envoy ends'],
  ['drain-exceeds-grace', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'the hook of envoy takes up to 45 s, and the grace period is over after 30 s: it is cut in the middle'],
  ['no-slack-after-drain', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'the hook of envoy takes up to 45 s of a grace period of 45 s, which leaves 0 s where 2 s is needed: what starts late on a busy node is cut'],
  ['unbounded-drain-wait', 'istio-proxy', '/spec/template/spec/containers/0',
    'pilot-agent in istio-proxy waits after SIGTERM until no connection is open, and only the grace period of 900 s ends that'],
  ['ready-timeout-exceeds-grace', 'shutdown-manager', '/spec/template/spec/initContainers/0',
    'the hook of envoy waits for shutdown-manager up to 610 s, longer than the grace period of 120 s: if the manager\'s hook fails, the pod hangs until the grace period is over'],
  ['no-propagation-hold', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'with no connection open, envoy takes new connections for only 2 s after the pod was deleted, and endpoints lag by 5 s and more: those that come later are refused'],
  ['drain-shorter-than-load-balancer', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'the load balancer takes 90 s to notice, and envoy takes new connections for only 40 s after its health checks begin to fail: those that it still sends are refused'],
  ['drain-shorter-than-requests', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'envoy ends 25 s after the deletion, and a request that begins before its client was told to leave, or while endpoints lag, may take until 35 s: it is cut'],
  ['manager-dies-before-envoy', 'shutdown-manager', '/spec/template/spec/containers/1',
    'the hook of envoy waits for shutdown-manager, an ordinary container that gets SIGTERM after 0 s: nobody drains, and the wait ends with it or when it gives up'],
  ['envoy-does-not-wait', 'envoy', '/spec/template/spec/containers/0',
    'envoy ends 0 s after the deletion, whatever is open, and the hook of shutdown-manager would drain it for longer: what is open then is cut'],
  ['sibling-manager', 'shutdown-manager', '/spec/template/spec/containers/1',
    'Envoy\'s hook waits for shutdown-manager, an ordinary container that is stopped at the same time as Envoy, though Kubernetes 1.34.4 can run it as a native sidecar: if its hook fails or Envoy\'s starts late, nothing drains'],
  ['native-sidecar-unsupported', 'shutdown-manager', '/spec/template/spec/initContainers/0',
    'shutdown-manager is a native sidecar, which Kubernetes 1.28 does not know: the pod is refused, or waits for ever for it to end'],
  ['native-sidecar-on-buggy-kubelet', 'shutdown-manager', '/spec/template/spec/initContainers/0',
    'Kubernetes 1.35.3 has a defect with native sidecars like shutdown-manager: a container that crashes after the kubelet was restarted stays down'],
  ['envoy-gateway-patch-outdated', 'envoy', '/spec/template/spec/containers/0',
    'the patch of this pod was made for Envoy Gateway 1.8.2, but the image of envoy is that of Envoy Gateway 1.9 (docker.io/envoyproxy/envoy:distroless-v1.39.0): the manager and the pod around it are of two releases'],
  ['init-container-with-hooks', 'shutdown-manager', '/spec/template/spec/initContainers/0/lifecycle/preStop/exec',
    'the init container shutdown-manager has preStop and startupProbe and no restartPolicy: Always: the API server refuses the pod'],
  ['liveness-on-shutdown-manager', 'shutdown-manager', '/spec/template/spec/initContainers/0/livenessProbe',
    'the liveness probe of shutdown-manager (3 failures of 1 s every 10 s) restarts it, and its hook then drains Envoy, though nobody deletes the pod: it stays out of service'],
  ['envoy-liveness-within-drain', 'envoy', '/spec/template/spec/containers/0/livenessProbe',
    'the liveness probe of envoy fails 30 s after health checks do, and a drain may take 60 s: one that the manager\'s restart began ends in a kill'],
  ['envoy-restart-waits-for-manager', 'envoy', '/spec/template/spec/containers/0/livenessProbe',
    'when the liveness probe of envoy fails, its hook waits 70 s for shutdown-manager, which nobody asked to drain, before Envoy is restarted: meanwhile the pod serves nothing'],
  ['hook-target-missing', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet',
    'the hook of envoy asks port 19002 for /shutdown, a path that its program does not have: the hook ends at once, and envoy is stopped without a drain'],
  ['hook-host-on-pod-network', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet',
    'the hook of envoy names 127.0.0.1, which is the node for the kubelet that calls it: it is refused, and envoy gets SIGTERM after 0 s'],
  ['hook-host-missing-on-host-network', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet',
    'the hook of envoy names no host, and on the host network there is no other address: it fails, and envoy gets SIGTERM after 0 s'],
  ['hook-binary-missing', 'istio-proxy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'the hook of istio-proxy needs sh, which docker.io/istio/proxyv2:1.24.0-distroless does not have: it fails, and istio-proxy gets SIGTERM after 0 s'],
  ['admin-call-not-post', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'the hook of envoy asks for /healthcheck/fail by GET, which is refused and changes nothing: no drain begins'],
  ['state-changing-http-hook', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet',
    'the hook of envoy starts the drain by a GET of /shutdown on port 8090: anybody who reaches the pod can do the same'],
  ['hook-waits-on-sibling-hook', 'orders', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'the hook of orders waits for what the hook of flusher does, and nothing orders the two: if flusher does not run or its hook fails, the wait is in vain'],
  ['ready-file-never-written', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet',
    'the hook of envoy waits for /tmp/shutdown-ready of shutdown-manager, and no hook of the pod writes it: it waits 70 s in vain'],
  ['stale-ready-file', 'shutdown-manager', '/spec/template/spec/initContainers/0/lifecycle/preStop/exec',
    'shutdown-manager writes /admin/ok on the volume admin, which survives a restart of the container: once its hook ran early, Envoy\'s hook finds the file at the next deletion, and nothing drains'],
  ['read-only-ready-file', 'shutdown-manager', '/spec/template/spec/initContainers/0',
    'shutdown-manager may not write /tmp/shutdown-ready: its root filesystem is read-only, and Envoy\'s hook waits for it until it gives up, long after the drain'],
  ['manager-cpu-starved', 'shutdown-manager', '/spec/template/spec/initContainers/0',
    'shutdown-manager requests no CPU: on a busy node it gets none when it shall drain, and its hook and answers come late'],
  ['companion-dies-before-envoy', 'extproc', '/spec/template/spec/containers/1',
    'extproc, which envoy calls, gets SIGTERM after 0 s, and envoy may serve until 60 s: requests that need it fail meanwhile'],
  ['shared-process-namespace', 'shutdown-manager', '/spec/template/spec/initContainers/0/lifecycle/preStop/exec',
    'the hook of shutdown-manager logs to process 1, which is the pod\'s sandbox of another user: it panics before it drains'],
  ['double-drain', 'istio-proxy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'the hook of istio-proxy drains for 25 s and pilot-agent again for 30 s after SIGTERM: 55 s together, in a grace period of 45 s'],
  ['tcp-connections-not-counted', 'shutdown-manager', '/spec/template/spec/initContainers/0/lifecycle/preStop/exec',
    'shutdown-manager counts HTTP connections only, and envoy has a TCP listener: its connections are cut when the last HTTP one has gone'],
  ['surge-with-host-port', 'envoy', '/spec',
    'envoy holds port 80 of its node, and the Deployment surges by 1 without letting a pod go first (maxUnavailable comes to 0): where every node has a pod, the new one never starts'],
  ['recreate-drops-traffic', '', '/spec/strategy',
    'a rollout stops all 2 pods before the first new one starts: nobody answers meanwhile'],
  ['grace-above-ceiling', '', '/spec/template/spec/terminationGracePeriodSeconds',
    'the grace period of 300 s is longer than the 120 s that the platform gives: a drain that needs more is cut then'],
  ['local-storage-blocks-drain', '', '/spec/template/spec/volumes/0',
    'the emptyDir logs makes kubectl drain and the autoscaler refuse to move the pod'],
  ['false-hook-failure', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet',
    'shutdown-manager holds the hook of envoy for up to 60 s and its answer is lost after 10 s: FailedPreStopHook is reported though the drain was complete'],
  ['unknown-sidecar-annotation', '', '/spec/template/metadata/annotations/config.linkerd.io~1native-sidecar',
    'the annotation config.linkerd.io/native-sidecar is none that Linkerd reads, and changes nothing: Linkerd reads config.linkerd.io/proxy-enable-native-sidecar'],
  ['grace-period-zero', '', '/spec/template/spec/terminationGracePeriodSeconds',
    'the pod has 0 s to end: no drain fits, and connections of envoy are cut at once'],
  ['proxy-dies-before-app', 'cloud-sql-proxy', '/spec/template/spec/containers/1',
    'cloud-sql-proxy ends 0 s after the deletion, and the hook of invoices runs until 20 s: it has no network meanwhile'],
  ['job-never-completes', 'envoy', '/spec/template/spec/containers/1',
    'envoy is an ordinary container that nothing tells to quit when the work is done: the job never completes'],
  ['gradual-drain-outlasts-hook', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'the gradual drain of envoy takes 600 s and Envoy is stopped 20 s after it begins: only 3 % of the replies tell their client to leave by then'],
  ['drain-before-propagation', 'envoy', '/spec/template/spec/initContainers/0/lifecycle/preStop/exec',
    'the drain of envoy begins with the hook, at 0 s: clients that are told to leave come back to it until endpoints and load balancers know'],
  ['load-balancer-undeclared', '', '/spec/template/spec',
    'the Service edge sends a load balancer\'s traffic here: whether Envoy is held long enough cannot be said without the time that it takes to notice'],
  ['image-volume-unsupported', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec',
    'the hook of envoy runs /tools/usr/local/bin/envoy-gateway from the image volume tools, which Kubernetes 1.34.4 drops without a word: the hook fails, and nothing drains'],
  ['probe-grace-cuts-hook', 'envoy', '/spec/template/spec/containers/0/livenessProbe',
    'a probe of envoy gives a restart 5 s, and its hook drains for 25 s at the least: the restart cuts the drain'],
  ['suppression-without-reason', '', '/metadata/annotations/envoy-drain~1ignore-recreate-drops-traffic',
    'the annotation envoy-drain/ignore-recreate-drops-traffic gives no reason, and does nothing'],
  ['unknown-annotation', '', '/metadata/annotations/envoy-drain~1ignore-recreate',
    'the annotation envoy-drain/ignore-recreate names no rule (recreate), and does nothing'],
];

/** What the head of an example declares. */
function factsOf({ header: { kubernetes, options = '' } }: ReturnType<typeof exampleOf>): Facts {
  const option = (name: string): string | undefined => new RegExp(`${name}=(\\S+?)(,|$)`).exec(options)?.[1];
  return { kubernetes, detection: option('load-balancer-detection'), ceiling: option('grace-ceiling'), longest: option('longest-request') };
}

test.each(TOLD)('%s says what is wrong, where, and what comes of it', (rule, name, at, words) => {
  const example = exampleOf(rule, 'firing');
  const found = findingsIn(loadAll(example.text) as any[], factsOf(example)).filter((finding) => finding.rule === rule);
  expect(found.map(({ container = '', pointer, message }) => [container, pointer, message])).toEqual([[name, at, words]]);
});

const HOOK = '/spec/template/spec/containers/0/lifecycle/preStop';
const volumes = (...names: string[]) => ({ volumes: names.map((name) => ({ name, emptyDir: {} })) });
const named = (port: string, more: any = {}) => ({ lifecycle: { preStop: { httpGet: { path: '/', port } } }, ...more });

/** What a rule says where that depends on the pod. */
test.each<[string, any, string, string, Facts?]>([
  ['drain-exceeds-grace', pod(30, app(sleepAction(31))), `${HOOK}/sleep`,
    'the hook of orders takes up to 31 s, and the grace period is over after 30 s: it is cut in the middle', { kubernetes: '1.34' }],
  ['drain-exceeds-grace', pod(20, app(), { name: 'kuma-sidecar', image: 'docker.io/kumahq/kuma-dp:2.9.0', args: ['run'] }), '/spec/template/spec/containers/1',
    'the drain of kuma-dp in kuma-sidecar after SIGTERM takes 30 s, and the grace period is over after 20 s: it is cut in the middle, and the container is killed'],
  ['local-storage-blocks-drain', withSpec(pod(envoy()), volumes('a')), '/spec/template/spec/volumes/0',
    'the emptyDir a makes kubectl drain and the autoscaler refuse to move the pod'],
  ['local-storage-blocks-drain', withSpec(pod(envoy()), volumes('a', 'b', 'c')), '/spec/template/spec/volumes/0',
    'each of the emptyDirs a, b and c makes kubectl drain and the autoscaler refuse to move the pod'],
  ['hook-target-missing', pod(envoy(named('admin'))), `${HOOK}/httpGet`,
    'the hook of envoy asks the port admin, and envoy has no port of that name: the hook fails at once, and the container is stopped without a drain'],
  ['hook-target-missing', pod(envoy(named('admin', { ports: [{ name: 'http', containerPort: 9090 }] }))), `${HOOK}/httpGet`,
    'the hook of envoy asks the port admin, and envoy has no port of that name: the hook fails at once, and the container is stopped without a drain'],
  ['hook-target-missing', pod(envoy(get('/shutdown', 8090))), `${HOOK}/httpGet`,
    'the hook of envoy asks port 8090 for /shutdown, where nobody listens: the hook ends at once, and envoy is stopped without a drain'],
  ['hook-target-missing', pod(envoy(get('/shutdown', 8090)), app()), `${HOOK}/httpGet`,
    'the hook of envoy asks port 8090 for /shutdown, and no container declares that port: if none of the unknown programs listens there, the hook fails at once'],
  ['hook-binary-missing', pod(envoy({ image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0', ...exec('sleep', '90') })), `${HOOK}/exec`,
    'the hook of envoy needs sleep, which docker.io/envoyproxy/envoy:distroless-v1.39.0 does not have: it fails, and envoy gets SIGTERM after 0 s'],
  ['load-balancer-undeclared', pod(envoy({ ports: [{ containerPort: 80, hostPort: 80 }] })), '/spec/template/spec/containers/0',
    'envoy is reached on ports of its node, and how long a load balancer in front of them goes on sending is not declared: whether Envoy is held long enough cannot be said'],
  ['unbounded-drain-wait', contourPod(undefined, {}, 301), '/spec/template/spec/initContainers/0/lifecycle/preStop/exec',
    'the hook of shutdown-manager waits until no connection is open, and only the grace period of 301 s ends that'],
  ['unbounded-drain-wait', contourPod(contour(['--min-open-connections=5'], NATIVE), {}, 301), '/spec/template/spec/initContainers/0/lifecycle/preStop/exec',
    'the hook of shutdown-manager waits until at most 5 connections are open, and only the grace period of 301 s ends that'],
  ['no-drain-trigger', pod(1, envoy()), '/spec/template/spec/containers/0',
    'nothing tells the Envoy in envoy to drain: it ends 0 s after the deletion and cuts every connection at once'],
  ['no-drain-trigger', pod(2, envoy()), '/spec/template/spec/containers/0',
    'nothing tells the Envoy in envoy to drain: it ends 0 s after the deletion and cuts every connection at once, whatever is left of the 2 s grace period'],
  ['job-never-completes', workload('Job', specOf(
    app({ command: ['sh', '-c', '/work; curl -X POST localhost:15020/quitquitquit'] }),
    { name: 'istio-proxy', image: 'docker.io/istio/proxyv2:1.24.0', args: ['proxy', 'sidecar'], livenessProbe: { httpGet: { path: '/healthz', port: 15021 } } },
  )), '/spec/template/spec/containers/1/livenessProbe',
  'istio-proxy is told to quit by the work, but its liveness probe restarts it: the pod never completes'],
  ['grace-period-zero', pod(0, envoy()), '/spec/template/spec/terminationGracePeriodSeconds',
    'the pod has 0 s to end: no drain fits, and connections of envoy are cut at once'],
])('%s tells it in these words (%#)', (rule, manifest, at, words, facts = {}) => {
  expect(findingsOf(rule, manifest, facts).map(({ pointer, message }) => [pointer, message])).toEqual([[at, words]]);
});

describe('a load balancer is undeclared', () => {
  const service = (selector: any, more: any = {}) => ({
    apiVersion: 'v1', kind: 'Service', metadata: { name: 'edge', ...more }, spec: { type: 'LoadBalancer', selector },
  });
  const labelled = (labels: any, namespace?: string) => {
    const manifest = pod(envoy());
    const template = { ...manifest.spec.template, metadata: { labels } };
    return { ...manifest, metadata: { ...manifest.metadata, namespace }, spec: { ...manifest.spec, template } };
  };

  test.each<[string, any[], boolean]>([
    ['where a Service selects the pod', [labelled({ app: 'a', tier: 'b' }), service({ app: 'a' })], true],
    ['where it does so by two labels', [labelled({ app: 'a', tier: 'b' }), service({ app: 'a', tier: 'b' })], true],
    ['not where one of them is another', [labelled({ app: 'a', tier: 'b' }), service({ app: 'a', tier: 'c' })], false],
    ['where the second of two Services selects it', [labelled({ app: 'a', tier: 'b' }), service({ app: 'a', tier: 'c' }), service({ app: 'a' })], true],
    ['where default is named on one side only', [labelled({ app: 'a' }), service({ app: 'a' }, { namespace: 'default' })], true],
    ['not where the namespace is another', [labelled({ app: 'a' }, 'x'), service({ app: 'a' }, { namespace: 'y' })], false],
    ['not where the value stands at another label', [labelled({ app: 'a' }), service({ tier: 'a' })], false],
    ['not where the Service selects nothing', [labelled({ app: 'a' }), service({})], false],
    ['not without Services', [labelled({ app: 'a' })], false],
  ])('%s', (_, manifests, told) => {
    expect(findingsOf('load-balancer-undeclared', manifests).length).toBe(told ? 1 : 0);
  });

  test('a Service without a name is told by its type', () => {
    const [{ message }] = findingsOf('load-balancer-undeclared', [labelled({ app: 'a' }), service({ app: 'a' }, { name: undefined })]);
    expect(message).toMatch(/^the Service of type LoadBalancer sends a load balancer's traffic here/);
  });
});

test('a ready file that may not be written where it lies', () => {
  const manager = contour([], { ...NATIVE, volumeMounts: [{ name: 'admin', mountPath: '/admin', readOnly: true }] });
  expect(findingsOf('read-only-ready-file', contourPod(manager)).map(({ message }) => message)).toEqual([
    expect.stringContaining('shutdown-manager may not write /admin/ok where it lies, and Envoy\'s hook waits for it'),
  ]);
});
