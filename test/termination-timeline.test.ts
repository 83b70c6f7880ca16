import { Duration } from 'cdk8s';
import {
  DrainTiming, EnvoyProxyDaemonSet, KubernetesVersion, ShutdownManager, ShutdownManagerBehaviour,
  ShutdownManagerProgram, SidecarPlacement, TerminationCeiling, TerminationEventKind, TerminationScenario,
  TerminationTimeline,
} from '../src';
import { chartFor, plainBootstrap, proxyFor, render } from './support/synth';

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

  test('from when to when new connections are refused, and that nobody comes if nobody does', () => {
    const traffic = { endpointLag: seconds(3), keepAliveConnections: 0 };
    const refused = (newConnectionsPerSecond: number) => {
      const { refusedFromMillis, refusedToMillis } = TerminationTimeline.simulate(pod(), {
        scenario: TerminationScenario.deletion({ traffic: { ...traffic, newConnectionsPerSecond } }),
      }).outcome;
      return [refusedFromMillis, refusedToMillis];
    };
    expect(refused(20)).toEqual([expect.any(Number), 3_000]);
    expect(refused(20)[0]).toBeLessThan(150);
    expect(refused(0)).toEqual([undefined, undefined]);
  });

  test('a load balancer sends until it has seen health checks fail', () => {
    const outcome = (detection: number) => proxyFor('1.33').simulateTermination(TerminationScenario.deletion({
      traffic: { loadBalancerDetection: seconds(detection) },
    })).outcome;
    expect(outcome(8)).toMatchObject({ losesRequests: false });
    expect(outcome(30)).toMatchObject({ losesRequests: true, refusedToMillis: expect.any(Number) });
    expect(outcome(30).refusedToMillis).toBeGreaterThanOrEqual(30_000);
  });

  test('when a request that does not end is cut, and how long Envoy lingers after the last one', () => {
    const { outcome } = proxyFor('1.33').simulateTermination();
    expect(outcome.openRequestsCutMillis).toBeGreaterThanOrEqual(60_000);
    expect(outcome.openRequestsCutMillis).toBeLessThan(64_000);
    expect(outcome.lingersMillis).toBeGreaterThan(4_000);
    expect(outcome.lingersMillis).toBeLessThan(8_000);
  });

  test('a manager of somebody\'s own is known as far as it describes itself', () => {
    const outcome = (behaviour?: ShutdownManagerBehaviour) => proxyFor('1.33', {
      shutdownManager: ShutdownManager.custom({
        image: 'registry.example/drainer:v1', command: ['/drainer', 'serve'], drainCommand: ['/drainer', 'drain'],
        waitPath: '/drained', waitPort: 9090, behaviour,
      }),
    }).simulateTermination().outcome;
    expect(outcome().notKnown).toContain('shutdown-manager');
    expect(outcome({})).toMatchObject({ losesRequests: false, notKnown: [], killedContainers: [] });
    expect(outcome({}).envoySigtermEarliestMillis).toBeGreaterThanOrEqual(10_000);
    expect(outcome({ shortestRun: seconds(1) })).toMatchObject({ losesRequests: true });
  });

  test('a pod without an Envoy gets no verdict', () => {
    const other = { kind: 'Pod', metadata: { name: 'other' }, spec: { containers: [{ name: 'app', image: 'nginx' }] } };
    const timeline = TerminationTimeline.simulate(other);
    expect(timeline.outcome).toMatchObject({ isKnown: false, envoyContainers: [], losesRequests: false });
    expect(timeline.toText()).toContain('No program here was recognised as an Envoy');
    expect(timeline.toText()).not.toContain('Nothing is lost');
  });

  test('an unknown program may end at SIGTERM or be killed, and neither is certain', () => {
    const { events } = TerminationTimeline.simulate({
      kind: 'Pod', metadata: { name: 'other' }, spec: { containers: [{ name: 'app', image: 'nginx' }] },
    });
    const { EXITED, SIGKILL } = TerminationEventKind;
    const ends = events.filter(({ kind }) => [EXITED, SIGKILL].includes(kind));
    expect(ends.map(({ kind, certain }) => [kind, certain])).toEqual(
      [['EXITED', false], ['SIGKILL', false], ['EXITED', false]]);
  });

  test.each([
    ['an Envoy that waits for an unknown program', { initContainers: 'envoy', containers: 'app' }, false],
    ['an unknown bystander of an Envoy', { containers: 'both' }, true],
  ])('%s: whether the verdict is known', (_, { initContainers, containers }: any, known) => {
    const envoy = {
      name: 'envoy', image: 'envoy:v1.39.0', command: ['envoy'],
      lifecycle: { preStop: { exec: { command: ['sh', '-c', 'curl -X POST localhost:9901/healthcheck/fail; sleep 20'] } } },
    };
    const app = { name: 'app', image: 'nginx' };
    const { outcome } = TerminationTimeline.simulate({
      kind: 'Pod', metadata: { name: 'edge' },
      spec: {
        initContainers: initContainers ? [{ ...envoy, lifecycle: undefined, restartPolicy: 'Always' }] : [],
        containers: containers === 'both' ? [envoy, app] : [app],
      },
    });
    expect(outcome).toMatchObject({ isKnown: known, losesRequests: !known });
  });

  test.each([['1.27', false], ['1.28', false], ['1.29', true]])('native sidecars on %s let the pod start: %s', (version, starts) => {
    const { outcome } = TerminationTimeline.simulate(pod({
      initContainers: [{ name: 'logs', image: 'logs:1', restartPolicy: 'Always' }],
    }), { kubernetesVersion: KubernetesVersion.of(version) });
    expect(outcome.losses.some((loss) => loss.startsWith('the pod never becomes ready'))).toBe(!starts);
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
    const killedAt = (version: string) => TerminationTimeline
      .simulate(stubborn, { kubernetesVersion: KubernetesVersion.of(version) }).events
      .find(({ kind }) => kind === TerminationEventKind.SIGKILL)?.atMillis;
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
      shutdownManager: ShutdownManager.envoyGateway({
        program: ShutdownManagerProgram.combinedImage('/usr/local/bin/envoy-gateway'),
      }),
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

  test('a restart refuses connections from its end until Envoy listens again', () => {
    const { outcome: restarted } = proxyFor('1.33').simulateTermination(TerminationScenario.livenessFailure('envoy'));
    expect(restarted.refusedFromMillis).toBeGreaterThanOrEqual(5_000);
    expect(restarted.refusedToMillis).toBeLessThan(9_000);
  });

  test('a manager that its probe restarts leaves Envoy out of service', () => {
    const { outcome: restarted } = TerminationTimeline.simulate({
      kind: 'Pod', metadata: { name: 'contour' },
      spec: {
        terminationGracePeriodSeconds: 300,
        containers: [
          {
            name: 'shutdown-manager', image: 'ghcr.io/projectcontour/contour:v1.33.6',
            command: ['/bin/contour'], args: ['envoy', 'shutdown-manager'],
            lifecycle: { preStop: { exec: { command: ['/bin/contour', 'envoy', 'shutdown'] } } },
            livenessProbe: { httpGet: { path: '/healthz', port: 8090 } },
          },
          { name: 'envoy', image: 'envoyproxy/envoy:v1.39.0', command: ['envoy'] },
        ],
      },
    }, { scenario: TerminationScenario.livenessFailure('shutdown-manager') });
    expect(restarted.losses).toContainEqual(expect.stringContaining('Envoy stays out of service'));
  });

  test.each([
    ['a probe that is not there', () => outcome(TerminationScenario.livenessFailure('shutdown-manager')),
      "'container' (\"shutdown-manager\") must have that probe"],
    ['a scenario in words', () => proxyFor('1.33').simulateTermination('deletion' as any), "'scenario' (\"deletion\") must be a TerminationScenario"],
    ['a version in words', () => TerminationTimeline.simulate(pod(), { kubernetesVersion: '1.27' as any }), "'kubernetesVersion' (\"1.27\") must be a KubernetesVersion"],
    ['a misspelt option', () => TerminationTimeline.simulate(pod(), { senario: 1 } as any), "'options' (\"senario\") must have no fields but scenario"],
    ['misspelt traffic', () => TerminationScenario.deletion({ traffic: { endpointlag: 1 } as any }), "'traffic' (\"endpointlag\") must have no fields but endpointLag"],
    ['a fault as a text', () => TerminationScenario.deletion({ faults: { adminDead: 'false' as any } }), "'adminDead' (\"false\") must be true or false"],
    ['nobody that is killed', () => TerminationScenario.deletion({ faults: { killedAfter: seconds(1) } }), "'killedAfter'"],
    ['a node that goes in a duration', () => TerminationScenario.nodeGoes(seconds(30) as any), "'ceiling' (a Duration) must be a TerminationCeiling"],
    ['no container', () => TerminationScenario.crash(undefined as any), "'container' (nothing) must be the name of a container"],
  ])('fails for %s', (_, attempt, words) => {
    expect(attempt).toThrow(words);
  });

  test('what is left out may also be null', () => {
    expect(TerminationScenario.deletion(null as any).description).toBe(TerminationScenario.deletion().description);
    expect(TerminationTimeline.simulate(pod(), null as any).outcome.losesRequests).toBe(true);
  });

  test.each([
    ['a fault that names no container', () => outcome(TerminationScenario.deletion({ faults: { notRunning: ['nobody'] } })),
      "'container' (\"nobody\") must be one of the pod (shutdown-manager, envoy)"],
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
