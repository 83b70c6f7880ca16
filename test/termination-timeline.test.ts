import { Duration } from 'cdk8s';
import { proxyFor } from './support/synth';
import {
  DrainTiming, EnvoyProxyDaemonSet, KubernetesVersion, ShutdownManager, SidecarPlacement, TerminationCeiling, TerminationEventKind,
  TerminationScenario, TerminationTimeline,
} from '../src';
import { chartFor, plainBootstrap, render } from './support/synth';

const seconds = Duration.seconds;

function pod(more: any = {}, envoy: any = {}): any {
  return {
    kind: 'Pod', metadata: { name: 'edge' },
    spec: {
      containers: [{ name: 'envoy', image: 'docker.io/envoyproxy/envoy:v1.39.0', command: ['envoy'], args: [], ...envoy }],
      ...more,
    },
  };
}

describe('what it comes to', () => {
  test('an Envoy without hook loses requests at once', () => {
    const { outcome } = TerminationTimeline.simulate(pod());
    expect(outcome).toMatchObject({ losesRequests: true, certainLoss: true, killedContainers: [], notKnown: [] });
    expect(outcome.envoySigtermLatestMillis).toBeLessThan(200);
    expect(outcome.losses.join()).toContain('cut when Envoy ends');
  });

  test('a hook that only sleeps cuts what is open', () => {
    const sleeping = pod({}, { lifecycle: { preStop: { exec: { command: ['/bin/sleep', '10'] } } } });
    const { outcome } = TerminationTimeline.simulate(sleeping);
    expect(outcome.losesRequests).toBe(true);
    expect(outcome.envoySigtermEarliestMillis).toBeGreaterThanOrEqual(10_000);
  });

  test('a program that nobody knows is said to be not known', () => {
    const waiting = pod({}, { lifecycle: { preStop: { exec: { command: ['/opt/own/drain'] } } } });
    expect(TerminationTimeline.simulate(waiting).outcome.notKnown).toEqual(['envoy']);
  });

  test('the version decides: hook time counts since 1.28', () => {
    const stubborn = pod({ terminationGracePeriodSeconds: 10 }, {
      image: 'registry.example/app:1', command: ['sh', '-c', 'trap "" TERM; sleep 1000'],
      lifecycle: { preStop: { exec: { command: ['sleep', '8'] } } },
    });
    const killedAt = (version: string) => TerminationTimeline.simulate(stubborn, { kubernetesVersion: KubernetesVersion.of(version) })
      .events.find(({ kind }) => kind === TerminationEventKind.SIGKILL)?.atMillis;
    expect([killedAt('1.27'), killedAt('1.28')].map((millis) => millis && Math.round(millis / 1000))).toEqual([18, 10]);
  });
});

describe('every pod that the library makes', () => {
  const managers = [ShutdownManager.envoyGateway(), ShutdownManager.contour()];
  const cases = managers.flatMap((manager) => ['1.27', '1.29', '1.33', 'v1.35.9+k3s1', 'unknown']
    .map((version) => ({ manager, name: manager.managerName, version })));
  test.each(cases)('$name on $version loses nothing by a deletion', ({ manager, version }) => {
    const { outcome } = proxyFor(version, { shutdownManager: manager }).simulateTermination();
    expect(outcome).toMatchObject({ losesRequests: false, killedContainers: [], notKnown: [], losses: [] });
  });

  test('in Envoy\'s container reports no failed hook either', () => {
    const { outcome } = proxyFor('1.36', {
      placement: SidecarPlacement.ENVOY_CONTAINER, envoyImage: 'registry.example/edge/envoy:v1.39.0',
      shutdownManager: ShutdownManager.envoyGateway({ program: require('../src').ShutdownManagerProgram.combinedImage('/usr/local/bin/envoy-gateway') }),
    }).simulateTermination();
    expect(outcome).toMatchObject({ losesRequests: false, failedHooks: [] });
  });

  test('with Envoy Gateway\'s manager reports a failed hook that means nothing, for drains of 10 s and more', () => {
    const failed = (min: number) => proxyFor('1.33', { drainTiming: DrainTiming.of({ minDrainDuration: seconds(min) }) })
      .simulateTermination().outcome;
    expect(failed(10)).toMatchObject({ failedHooks: ['envoy'], failedHooksAreHarmless: true });
    expect(failed(8).failedHooks).toEqual([]);
  });

  test('a DaemonSet and a sidecar simulate too, and synthesis is as if nobody had', () => {
    const chart = chartFor('1.33');
    const proxy = new EnvoyProxyDaemonSet(chart, 'Proxy', { bootstrap: plainBootstrap(), spread: true });
    const untouched = new EnvoyProxyDaemonSet(chartFor('1.33'), 'Proxy', { bootstrap: plainBootstrap(), spread: true });
    for (let time = 0; time < 3; time++) expect(proxy.simulateTermination().outcome.losesRequests).toBe(false);
    expect(render(proxy)).toEqual(render(untouched));
  });
});

describe('scenarios', () => {
  const outcome = (scenario: TerminationScenario) => proxyFor('1.33').simulateTermination(scenario).outcome;

  test('a node that goes too soon cuts the drain', () => {
    expect(outcome(TerminationScenario.nodeGoes(TerminationCeiling.custom('notice', seconds(15)))).losesRequests).toBe(false);
    expect(outcome(TerminationScenario.nodeGoes(TerminationCeiling.custom('notice', seconds(4)))).losesRequests).toBe(true);
  });

  test('a manager that is killed mid-drain, or does not run, takes the drain with it', () => {
    const faults = { killedContainer: 'shutdown-manager' };
    expect(outcome(TerminationScenario.deletion({ faults })).losesRequests).toBe(true);
    expect(outcome(TerminationScenario.deletion({ faults: { notRunning: ['shutdown-manager'] } })).losesRequests).toBe(true);
  });

  test('a ready file that was left behind ends the wait at once', () => {
    const { envoySigtermLatestMillis } = outcome(TerminationScenario.deletion({
      faults: { staleReadyFile: 'shutdown-manager:/tmp/shutdown-ready' },
    }));
    expect(envoySigtermLatestMillis).toBeLessThan(500);
  });

  test('an endless stream is cut at the drain timeout', () => {
    const result = outcome(TerminationScenario.deletion({ traffic: { endlessStreams: 1 } }));
    expect(result.losesRequests).toBe(true);
    expect(result.envoySigtermEarliestMillis).toBeGreaterThan(60_000);
    expect(result.envoySigtermLatestMillis).toBeLessThan(64_000);
  });

  test('a liveness failure restarts Envoy within its own grace', () => {
    const timeline = proxyFor('1.33').simulateTermination(TerminationScenario.livenessFailure('envoy'));
    const restarted = timeline.events.find(({ kind }) => kind === TerminationEventKind.RESTARTED);
    expect(restarted?.atMillis).toBeLessThan(7_000);
  });

  test.each([
    ['a fault that names no container', () => outcome(TerminationScenario.deletion({ faults: { notRunning: ['nobody'] } })), "'container' (\"nobody\") must be one of the pod (shutdown-manager, envoy)"],
    ['a stale file without container', () => TerminationScenario.deletion({ faults: { staleReadyFile: '/tmp/x' } }), "'staleReadyFile' (\"/tmp/x\") must be a container and a path"],
    ['half a connection', () => TerminationScenario.deletion({ traffic: { keepAliveConnections: 0.5 } }), "'keepAliveConnections' (0.5) must be a whole number"],
    ['a manifest without pod', () => TerminationTimeline.simulate({ kind: 'Service' }), "'manifest' (\"Service\") must make exactly one pod, not 0"],
    ['a field of a wrong type', () => TerminationTimeline.simulate(pod({ terminationGracePeriodSeconds: 'soon' })), "'terminationGracePeriodSeconds' (\"soon\") of /spec must be a number"],
  ])('fails for %s', (_, attempt, words) => {
    expect(attempt).toThrow(words);
  });
});

describe('drawings', () => {
  const timeline = TerminationTimeline.simulate({ ...pod(), metadata: { name: '<b>&\u001b[31m' } });

  test('text has a lane for each container, the events and the verdict, and no control characters', () => {
    const text = timeline.toText();
    expect(text).toMatch(/^envoy {2}.*T.*x$/m);
    expect(text).toMatch(/envoy {2}gets SIGTERM/);
    expect(text).toContain('Requests are lost:');
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  test('SVG escapes names, and says everything in words as well', () => {
    const svg = timeline.toSvg();
    expect(svg).not.toContain('<b>');
    expect(svg).toContain('&#60;b&#62;&#38;');
    expect(svg).toMatch(/<desc id="description">.*gets SIGTERM/);
  });

  test('JSON is read back, and the same input gives the same bytes', () => {
    expect(JSON.parse(timeline.toJson()).outcome.losesRequests).toBe(true);
    expect(TerminationTimeline.simulate(pod()).toJson()).toBe(TerminationTimeline.simulate(pod()).toJson());
  });
});
