import { loadAll } from 'js-yaml';
import { exampleOf } from '../../scripts/hazards-document';
import {
  app, contour, contourPod, envoy, exec, Facts, findingsIn, findingsOf, get, NATIVE, pod, sleepAction, specOf, withSpec,
  workload,
} from '../support/hazards';

/** Of which container each rule speaks in its firing example, and where in the manifest; HAZARDS.md has the words. */
const PLACES: readonly (readonly [rule: string, container: string, pointer: string])[] = [
  ['no-drain-trigger', 'envoy', '/spec/template/spec/containers/0'],
  ['sleep-without-drain', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['drain-exceeds-grace', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['no-slack-after-drain', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['unbounded-drain-wait', 'istio-proxy', '/spec/template/spec/containers/0'],
  ['ready-timeout-exceeds-grace', 'shutdown-manager', '/spec/template/spec/initContainers/0'],
  ['no-propagation-hold', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['drain-shorter-than-load-balancer', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['drain-shorter-than-requests', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['manager-dies-before-envoy', 'shutdown-manager', '/spec/template/spec/containers/1'],
  ['sibling-manager', 'shutdown-manager', '/spec/template/spec/containers/1'],
  ['native-sidecar-unsupported', 'shutdown-manager', '/spec/template/spec/initContainers/0'],
  ['native-sidecar-on-buggy-kubelet', 'shutdown-manager', '/spec/template/spec/initContainers/0'],
  ['init-container-with-hooks', 'shutdown-manager', '/spec/template/spec/initContainers/0/lifecycle/preStop/exec'],
  ['liveness-on-shutdown-manager', 'shutdown-manager', '/spec/template/spec/initContainers/0/livenessProbe'],
  ['envoy-liveness-within-drain', 'envoy', '/spec/template/spec/containers/0/livenessProbe'],
  ['envoy-restart-waits-for-manager', 'envoy', '/spec/template/spec/containers/0/livenessProbe'],
  ['hook-target-missing', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet'],
  ['hook-host-on-pod-network', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet'],
  ['hook-host-missing-on-host-network', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet'],
  ['hook-binary-missing', 'istio-proxy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['admin-call-not-post', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['state-changing-http-hook', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet'],
  ['hook-waits-on-sibling-hook', 'orders', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['ready-file-never-written', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet'],
  ['stale-ready-file', 'shutdown-manager', '/spec/template/spec/initContainers/0/lifecycle/preStop/exec'],
  ['read-only-ready-file', 'shutdown-manager', '/spec/template/spec/initContainers/0'],
  ['manager-cpu-starved', 'shutdown-manager', '/spec/template/spec/initContainers/0'],
  ['companion-dies-before-envoy', 'extproc', '/spec/template/spec/containers/1'],
  ['shared-process-namespace', 'shutdown-manager', '/spec/template/spec/initContainers/0/lifecycle/preStop/exec'],
  ['double-drain', 'istio-proxy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['tcp-connections-not-counted', 'shutdown-manager', '/spec/template/spec/initContainers/0/lifecycle/preStop/exec'],
  ['surge-with-host-port', 'envoy', '/spec'],
  ['recreate-drops-traffic', '', '/spec/strategy'],
  ['grace-above-ceiling', '', '/spec/template/spec/terminationGracePeriodSeconds'],
  ['local-storage-blocks-drain', '', '/spec/template/spec/volumes/0'],
  ['false-hook-failure', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/httpGet'],
  ['unknown-sidecar-annotation', '', '/spec/template/spec'],
  ['grace-period-zero', '', '/spec/template/spec/terminationGracePeriodSeconds'],
  ['proxy-dies-before-app', 'cloud-sql-proxy', '/spec/template/spec/containers/1'],
  ['job-never-completes', 'envoy', '/spec/template/spec/containers/1'],
  ['gradual-drain-outlasts-hook', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['drain-before-propagation', 'envoy', '/spec/template/spec/initContainers/0/lifecycle/preStop/exec'],
  ['load-balancer-undeclared', '', '/spec/template/spec'],
  ['image-volume-unsupported', 'envoy', '/spec/template/spec/containers/0/lifecycle/preStop/exec'],
  ['probe-grace-cuts-hook', 'envoy', '/spec/template/spec/containers/0/livenessProbe'],
  ['suppression-without-reason', '', '/spec/template/spec'],
  ['unknown-annotation', '', '/spec/template/spec'],
];

/** What the head of an example declares. */
function factsOf({ header: { kubernetes, options = '' } }: ReturnType<typeof exampleOf>): Facts {
  const option = (name: string): string | undefined => new RegExp(`${name}=(\\S+?)(,|$)`).exec(options)?.[1];
  return { kubernetes, detection: option('load-balancer-detection'), ceiling: option('grace-ceiling'), longest: option('longest-request') };
}

test.each(PLACES)('%s points at what is wrong', (rule, name, at) => {
  const example = exampleOf(rule, 'firing');
  const found = findingsIn(loadAll(example.text) as any[], factsOf(example)).filter((finding) => finding.rule === rule);
  expect(found.map(({ container = '', pointer }) => [container, pointer])).toEqual([[name, at]]);
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
