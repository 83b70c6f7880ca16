import { createPodStory, PodStory } from '../../src/hazards/pod-story';
import { isToldToQuit } from '../../src/hazards/quitting';
import { LATENCIES } from '../../src/kubelet/latencies';
import { KubernetesVersion } from '../../src/kubernetes-version';
import { readPods } from '../../src/pod/read';
import {
  app, consul, contour, contourPod, envoy, exec, FAIL, gateway, get, kuma, linkerd, NATIVE, pilot, pod, scripted,
  sleepAction, specOf, sqlProxy, waiting, workload,
} from '../support/hazards';

const storyOf = (manifest: any, version?: string): PodStory =>
  createPodStory(readPods(manifest)[0], version === undefined ? undefined : KubernetesVersion.of(version));

describe('a hook thought through', () => {
  const NEVER = { leastMillis: Infinity, openMillis: Infinity, mostMillis: Infinity };
  const AT_ONCE = { leastMillis: 0, openMillis: 0, mostMillis: 0 };

  test.each<[string, any, any, string?]>([
    ['that sleeps', pod(app(sleepAction(5))), { program: 'a sleep', leastMillis: 5_000, openMillis: 5_000, mostMillis: 5_000, onlyWaits: true, known: true, fails: false }],
    ['that sleeps where that is possible', pod(app(sleepAction(5))), { mostMillis: 5_000 }, '1.34'],
    ['that opens a socket fails', pod(app({ lifecycle: { preStop: { tcpSocket: { port: 80 } } } })),
      { program: 'a tcpSocket', fails: true, known: true, onlyWaits: false, ...AT_ONCE }],
    ['that asks somebody else is not known', pod(envoy(get('/x', 80, { host: '10.0.0.1' }))), { program: 'a GET', known: false, fails: false, leastMillis: 0, mostMillis: Infinity }],
    ['that asks the node fails', pod(envoy(get('/x', 80, { host: '127.0.0.1' }))), { program: 'a GET', fails: true, known: true, ...AT_ONCE }],
    ['that asks nobody fails', pod(envoy(get('/x', 80))), { fails: true, known: true, ...AT_ONCE }],
    ['that asks a program that nobody knows', pod(envoy(get('/x', 80)), app()), { known: false, fails: false, leastMillis: 0, mostMillis: Infinity }],
    ['that asks a manager for its health', pod(envoy(get('/healthz', 19002)), gateway([], NATIVE)), { known: true, fails: false, mostMillis: expect.any(Number) }],
    ['that waits for a file that nobody writes', pod(waiting(), { ...gateway([], NATIVE), lifecycle: undefined }),
      { known: true, fails: false, leastMillis: 70_000, mostMillis: 70_000, waits: [{ manager: 'shutdown-manager', giveUpMillis: 70_000, writers: [] }] }],
    ['that waits for a manager', pod(waiting(), gateway(['--min-drain-duration=10s', '--drain-timeout=30s'], NATIVE)),
      { known: true, mostMillis: 30_000, waits: [{ manager: 'shutdown-manager', writers: ['shutdown-manager'] }] }],
    ['that waits for a manager that ends before', pod(waiting(), gateway(['--min-drain-duration=10s', '--drain-timeout=30s'])),
      { known: true, mostMillis: 30_000, waits: [{ manager: 'shutdown-manager', writers: ['shutdown-manager'] }] }],
    ['that does what nobody knows', pod(app(exec('/opt/bye'))), { known: false, mostMillis: Infinity, fails: false }],
    ['that fails at once', pod(app(exec('sh', '-c', 'exit 3'))), { known: true, fails: true }],
    ['that fails after it drained', pod(scripted(`${FAIL}; exit 3`)), { known: true, fails: false, effects: [{ kind: 'fail-health-checks' }] }],
    ['that succeeds', pod(app(exec('sh', '-c', 'exit 0'))), { known: true, fails: false }],
    ['that never ends', pod(app(exec('sleep', 'infinity'))), { onlyWaits: true, fails: false, ...NEVER }],
    ['that waits and drains does not only wait', pod(scripted(`sleep 5; ${FAIL}; sleep 7`)), { onlyWaits: false, effects: [{ kind: 'fail-health-checks' }], mostMillis: 12_000 }],
  ])('%s', (_, manifest, expected, version = undefined) => {
    const story = storyOf(manifest, version);
    const { hook } = story.containers.find(({ lifecycle }) => lifecycle.kind !== 'sidecar')!;
    expect(hook).toMatchObject(expected);
  });

  test.each<[string, any, string?]>([
    ['without a hook', pod(app())], ['whose sleep the cluster drops', pod(app(sleepAction(5))), '1.27'],
    ['that is an init container', pod({ ...app(sleepAction(5)), isInit: true }, envoy())],
  ])('is none of a container %s', (_, manifest, version = undefined) => {
    expect(storyOf(manifest, version).containers[0]?.hook).toBeUndefined();
  });

  test('a manager of before 1.7 drains when it is asked', () => {
    const old = { ...contour([]), image: 'projectcontour/contour:v1.6.1', args: ['envoy', 'shutdown-manager', '--check-delay=5s'], lifecycle: undefined };
    const { hook } = storyOf(pod(envoy(get('/shutdown', 8090)), old)).containers[0];
    expect(hook).toMatchObject({ mostMillis: Infinity, openMillis: Infinity, effects: [{ kind: 'fail-health-checks', atMillis: 0 }] });
    expect(hook!.connections).toBeDefined();
  });

  test('Contour\'s wait has no bound, but ends when its file is there', () => {
    const [envoyStory] = storyOf(contourPod()).envoys;
    expect(envoyStory.hook).toMatchObject({ mostMillis: Infinity, openMillis: Infinity, known: true });
    expect(envoyStory.hook!.leastMillis).toBeLessThan(10_000);
  });
});

describe('the end of an Envoy thought through', () => {
  const only = (manifest: any) => storyOf(manifest).envoys[0];

  test.each<[string, any, any]>([
    ['that nothing drains', pod(30, envoy()), { triggers: [], drainIsDoubtful: false, noticeableAtMillis: 0, healthChecksFailAtMillis: undefined, drainBoundMillis: 0, holdMillis: 0, holdIsKnown: true }],
    ['whose hook drains', pod(30, scripted(`sleep 3; ${FAIL}; sleep 10`)), { triggers: [{ kind: 'fail-health-checks' }], drainBoundMillis: 13_000, holdIsKnown: true, sigterm: { mostMillis: 13_000 } }],
    ['whose hook is cut', pod(5, scripted(`${FAIL}; sleep 10`)), { sigterm: { leastMillis: 5_000, openMillis: 5_000, mostMillis: 5_000 }, drainBoundMillis: 10_000 }],
    ['with an unknown hook', pod(30, envoy(), app(exec('/opt/bye'))), { drainIsDoubtful: true, holdIsKnown: true }],
    ['with an unknown hook of its own', pod(30, scripted('/opt/bye')), { drainIsDoubtful: true, holdIsKnown: false }],
    ['with a hook that nobody answers', pod(30, envoy(get('/x', 80))), { drainIsDoubtful: true, triggers: [] }],
    ['beside another Envoy, whose hook means that one', pod(30, envoy(), { ...scripted(FAIL), name: 'other' }), { triggers: [], drainIsDoubtful: false }],
    ['that is a sidecar, which waits for the others', pod(30, { ...envoy(), ...NATIVE }, app(exec('sleep', '10'))), { holdIsKnown: false, sigterm: { mostMillis: 30_000 } }],
    ['that is a sidecar of known programs', pod(30, { ...envoy(), ...NATIVE }, { ...envoy(exec('sleep', '10')), name: 'other', image: 'registry.example/e:1', command: ['envoy'] }),
      { holdIsKnown: true, sigterm: { mostMillis: 30_000 } }],
    ['that a wrapper drains', pod(60, kuma()), { noticeableAtMillis: 0, drainBoundMillis: 30_000 + LATENCIES.exit.max, triggers: [] }],
    ['that a wrapper drains after its hook', pod(60, kuma(exec('sleep', '10'))), { drainBoundMillis: 40_000 + LATENCIES.exit.max }],
  ])('%s', (_, manifest, expected) => {
    expect(only(manifest)).toMatchObject(expected);
  });

  test('load balancers may notice when health checks fail first, by a hook or at SIGTERM', () => {
    expect(only(pod(60, scripted(`sleep 4; ${FAIL}; sleep 3; ${FAIL}`))).healthChecksFailAtMillis).toBeLessThan(4_500);
    expect(only(pod(60, kuma(exec('sleep', '10')))).noticeableAtMillis).toBeGreaterThanOrEqual(10_000);
  });
});

describe('the work of a job tells a proxy to quit', () => {
  const job = (work: any, proxy: any, more: any = {}) => storyOf(workload('Job', { ...specOf(work, proxy), ...more }));
  const script = (text: string) => app({ command: ['sh', '-c', text] });
  const post = (url: string) => script(`./work; curl -X POST localhost${url}`);
  const wget = (url: string) => script(`./work; wget -qO- localhost${url}`);

  test.each<[string, any, any, boolean, any?]>([
    ['Istio\'s agent', post(':15020/quitquitquit'), pilot(), true], ['Istio\'s Envoy', post(':15000/quitquitquit'), pilot(), true],
    ['Istio\'s agent by a GET: not', wget(':15020/quitquitquit'), pilot(), false],
    ['Istio\'s agent by its own command', script('./work; pilot-agent request POST quitquitquit'), pilot(), true],
    ['with data', script('./work; curl -d x localhost:15020/quitquitquit'), pilot(), true],
    ['with wget', script('./work; wget --post-data=x localhost:15020/quitquitquit'), pilot(), true],
    ['consul-dataplane by a GET', wget(':20600/graceful_shutdown'), consul(), true], ['kuma-dp', post(':9901/quitquitquit'), kuma(), true],
    ['linkerd-proxy', post(':4191/shutdown'), linkerd(), true], ['linkerd-await', app({ command: ['linkerd-await', '--shutdown', '--', './work'] }), linkerd(), true],
    ['linkerd-await without a word of it: not', app({ command: ['linkerd-await', '--', './work'] }), linkerd(), false],
    ['the Cloud SQL proxy by a GET', wget(':9091/quitquitquit'), sqlProxy(), true],
    ['the port of another: not', post(':4191/quitquitquit; curl localhost:20600/graceful_shutdown'), pilot(), true],
    ['the port of another proxy only: not', script('./work; curl -X POST localhost:9091/quitquitquit'), pilot(), false],
    ['the ports of two others: not', script('./work; curl -X POST localhost:9091/quitquitquit; curl localhost:20600/graceful_shutdown'), pilot(), false],
    ['a port of a variable', script('./work; curl -X POST localhost:$PORT/quitquitquit'), pilot(), true],
    ['a port that nobody knows', post(':12345/quitquitquit'), pilot(), true],
    ['nothing: not', script('./work'), pilot(), false],
    ['after its start', app({ lifecycle: { postStart: { exec: { command: ['sh', '-c', 'curl -X POST localhost:15020/quitquitquit'] } } } }), pilot(), true],
    ['by a wrapper of the work', app({ env: [{ name: 'ENVOY_ADMIN_API', value: 'http://127.0.0.1:15000' }] }), pilot(), true],
    ['by another wrapper of it', app({ env: [{ name: 'ISTIO_QUIT_API', value: 'http://127.0.0.1:15020' }] }), pilot(), true],
    ['by a wrapper that means Envoy: not', app({ env: [{ name: 'ENVOY_ADMIN_API', value: 'x' }] }), linkerd(), false],
    ['by a signal', script('./work; pkill pilot-agent'), pilot(), true, { shareProcessNamespace: true }],
    ['by a signal to its Envoy', script('./work; killall envoy'), pilot(), true, { shareProcessNamespace: true }],
    ['by a signal that it does not see: not', script('./work; pkill pilot-agent'), pilot(), false],
    ['by no signal: not', script('./work pilot-agent'), pilot(), false, { shareProcessNamespace: true }],
  ])('%s', (_, work, proxy, told, more = {}) => {
    const story = job(work, proxy, more);
    expect(isToldToQuit(story.proxies[0], story)).toBe(told);
  });

  test('of two proxies, the one that is meant', () => {
    const story = storyOf(workload('Job', specOf(script('./work; curl -X POST localhost:15020/quitquitquit'), pilot(), sqlProxy())));
    expect(story.proxies.map((proxy) => [proxy.lifecycle.name, isToldToQuit(proxy, story)])).toEqual([['istio-proxy', true], ['cloud-sql-proxy', false]]);
  });
});
