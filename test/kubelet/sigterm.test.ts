import { recognisedPrograms } from '../../src/kubelet/pod-programs';
import { NO_FAULTS, NO_TRAFFIC, Traffic } from '../../src/kubelet/scenario';
import { simulate } from '../../src/kubelet/simulate';
import { EventSpan, SimulatedKind } from '../../src/kubelet/simulation';
import { KubernetesVersion } from '../../src/kubernetes-version';
import { readPods } from '../../src/pod/read';

type Find = (kind: SimulatedKind, container?: string) => EventSpan | undefined;

/** What comes of the deletion of a pod with these containers. */
function deletionOf(containers: any[], traffic: Partial<Traffic> = {}, spec: any = {}): Find {
  const [pod] = readPods({ kind: 'Pod', metadata: { name: 'p' }, spec: { terminationGracePeriodSeconds: 60, ...spec, containers } });
  const { events } = simulate({
    pod, version: KubernetesVersion.UNKNOWN, ...recognisedPrograms(pod),
    scenario: { action: { kind: 'deletion' }, faults: NO_FAULTS, traffic: { ...NO_TRAFFIC, ...traffic } },
  });
  return (kind, container) => events.find((event) =>
    event.kind === kind && (container === undefined || event.container === container));
}

const proxy = (image: string, args: string[], more: any = {}): any => ({ name: 'proxy', image, args, ...more });

const OPEN: Partial<Traffic> = { endlessStreams: 1 };

describe('a wrapper that drains its Envoy on SIGTERM', () => {
  test('Istio\'s goes on accepting for its termination drain', () => {
    const find = deletionOf([proxy('istio/proxyv2:1.20.0', ['proxy', 'router'])]);
    expect(find('DRAIN_STARTED')!.latestMillis).toBeLessThan(200);
    expect(find('EXITED')!.earliestMillis).toBeGreaterThanOrEqual(5_000);
    expect(find('EXITED')!.latestMillis).toBeLessThan(5_500);
    expect(find('LISTENERS_CLOSED')).toBeUndefined();
  });

  test('Istio\'s closes its listeners where the drain time is over before', () => {
    const find = deletionOf([proxy('istio/proxyv2:1.20.0', ['proxy', 'router'], {
      env: [{ name: 'PROXY_CONFIG', value: '{"terminationDrainDuration":"50s","drainDuration":"20s"}' }],
    })]);
    expect(find('LISTENERS_CLOSED')!.typicalMillis / 1000).toBeCloseTo(20, 0);
    expect(find('EXITED')!.typicalMillis / 1000).toBeCloseTo(50, 0);
  });

  test('Istio\'s may wait for the last connection, with the grace period as its only bound', () => {
    const waiting = proxy('istio/proxyv2:1.20.0', ['proxy', 'router'], { env: [{ name: 'EXIT_ON_ZERO_ACTIVE_CONNECTIONS', value: 'true' }] });
    const quiet = deletionOf([waiting]);
    expect(quiet('EXITED')!.earliestMillis).toBeGreaterThanOrEqual(5_000);
    expect(quiet('EXITED')!.latestMillis).toBeLessThan(6_500);
    const busy = deletionOf([waiting], OPEN);
    expect(busy('SIGKILL')!.typicalMillis / 1000).toBeCloseTo(60, 0);
  });

  test('Kuma\'s fails health checks', () => {
    const find = deletionOf([proxy('kumahq/kuma-dp:2.8.0', ['run'])]);
    expect(find('HEALTH_CHECKS_FAIL')!.latestMillis).toBeLessThan(200);
    expect(find('EXITED')!.typicalMillis / 1000).toBeCloseTo(30, 0);
  });

  test('Consul\'s closes its listeners after the drain time, up to 2.0.0', () => {
    const args = ['-shutdown-drain-listeners', '-shutdown-grace-period-seconds=30', '-envoy-drain-time-seconds=10', '-envoy-drain-strategy=immediate'];
    const old = deletionOf([proxy('hashicorp/consul-dataplane:1.9.0', args)]);
    expect(old('LISTENERS_CLOSED')!.typicalMillis / 1000).toBeCloseTo(10, 0);
    expect(old('EXITED')!.typicalMillis / 1000).toBeCloseTo(30, 0);
    expect(deletionOf([proxy('hashicorp/consul-dataplane:2.0.1', args)])('LISTENERS_CLOSED')).toBeUndefined();
  });

  test('a script drains in its trap', () => {
    const script = 'envoy -c /x &\npid=$!\ntrap \'curl -X POST localhost:9901/healthcheck/fail; sleep 12; kill $pid\' TERM\nwait';
    const find = deletionOf([{ name: 'proxy', image: 'registry.example/edge:1', command: ['sh', '-c', script] }]);
    expect(find('HEALTH_CHECKS_FAIL')!.latestMillis).toBeLessThan(200);
    expect(find('EXITED')!.typicalMillis / 1000).toBeCloseTo(12, 0);
  });

  test('a script without a trap is killed', () => {
    const find = deletionOf([{ name: 'proxy', image: 'registry.example/edge:1', command: ['sh', '-c', 'envoy -c /x & wait'] }]);
    expect(find('SIGKILL')!.typicalMillis / 1000).toBeCloseTo(60, 0);
  });

  test('Emissary cuts its Envoy', () => {
    const find = deletionOf([proxy('emissaryingress/emissary:3.9.1', [])]);
    expect(find('EXITED')!.latestMillis).toBeLessThan(300);
    expect(find('DRAIN_STARTED')).toBeUndefined();
  });
});

describe('a Contour of before 1.7', () => {
  const shutdown = { lifecycle: { preStop: { httpGet: { path: '/shutdown', port: 8090 } } } };
  const containers: any[] = [
    { name: 'manager', image: 'projectcontour/contour:v1.6.1', command: ['/bin/contour'], args: ['envoy', 'shutdown-manager', '--check-delay=0s'], ...shutdown },
    { name: 'envoy', image: 'envoyproxy/envoy:v1.14.3', command: ['envoy'], ...shutdown },
  ];

  test('drains when it is asked, and answers when no connection is left', () => {
    const find = deletionOf(containers);
    expect(find('HEALTH_CHECKS_FAIL')!.latestMillis).toBeLessThan(200);
    expect(find('SIGTERM', 'envoy')!.latestMillis).toBeLessThan(500);
  });

  test('has no bound but the grace period', () => {
    expect(deletionOf(containers, OPEN)('SIGTERM', 'envoy')!.typicalMillis / 1000).toBeCloseTo(60, 0);
  });

  test('looks after a minute where it is not told otherwise', () => {
    const usual = containers.map((container) => ({ ...container, args: container.args?.slice(0, 2) }));
    const find = deletionOf(usual, {}, { terminationGracePeriodSeconds: 120 });
    expect(find('SIGTERM', 'envoy')!.typicalMillis / 1000).toBeCloseTo(60, 0);
  });
});
