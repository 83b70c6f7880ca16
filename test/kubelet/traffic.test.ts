import { Chooser } from '../../src/kubelet/latencies';
import { lossesOf } from '../../src/kubelet/losses';
import { recognisedPrograms } from '../../src/kubelet/pod-programs';
import { rulesOf } from '../../src/kubelet/rules';
import { NO_FAULTS, NO_TRAFFIC, Traffic } from '../../src/kubelet/scenario';
import { SimulatedEvent } from '../../src/kubelet/simulation';
import { connectionClasses, drawClients, newcomersUntil, openConnections } from '../../src/kubelet/traffic';
import { createWorld, EnvoyState, World } from '../../src/kubelet/world';
import { KubernetesVersion } from '../../src/kubernetes-version';
import { readPods } from '../../src/pod/read';

const EARLIEST: Chooser = ({ min }) => min;
const LATEST: Chooser = ({ max }) => max;

interface Moment extends EnvoyState {
  readonly now?: number;
  readonly events?: readonly SimulatedEvent[];
  readonly choose?: Chooser;
  readonly probe?: object;
  readonly livenessProbe?: object;
  readonly unknown?: string;
}

/** A run with an Envoy and a bystander, at a moment. */
function worldOf(
  traffic: Partial<Traffic>,
  { now = 0, events = [], choose = EARLIEST, probe, livenessProbe, unknown, ...envoy }: Moment = {},
): World {
  const version = KubernetesVersion.UNKNOWN;
  const [pod] = readPods({
    kind: 'Pod', metadata: { name: 'p' },
    spec: {
      containers: [
        { name: 'app', image: 'registry.example/app:1', readinessProbe: { httpGet: { port: 80, path: '/' }, periodSeconds: 100 } },
        { name: 'envoy', image: 'envoyproxy/envoy:v1.36.2', command: ['envoy'], livenessProbe, ...probe ? { readinessProbe: probe } : {} },
      ],
    },
  });
  const input = {
    pod, version, ...recognisedPrograms(pod),
    scenario: { action: { kind: 'deletion' as const }, faults: NO_FAULTS, traffic: { ...NO_TRAFFIC, ...traffic } },
  };
  const world = createWorld(input, rulesOf(version), choose);
  world.clock.at(now, () => undefined);
  world.clock.run();
  Object.assign(world.envoy, envoy);
  world.events.push(...events);
  if (unknown) world.unknown.add(unknown);
  return world;
}

const classesOf = (...args: Parameters<typeof worldOf>) =>
  connectionClasses(worldOf(...args)).map(({ what, count, untilMillis }) => [what, count, Math.round(untilMillis)]);

describe('what is a matter of chance in traffic', () => {
  const traffic = { ...NO_TRAFFIC, longestRequestMillis: 3_000, longRequestClients: 3 };

  test('is at its least', () => {
    expect(drawClients(traffic, EARLIEST)).toEqual({
      leavingMillis: 50, lastLongBeganMillis: 1_000, luckOfBusy: 1, luckOfLong: 0.1, flushMillis: 1,
      inFlightSinceMillis: -0,
    });
  });

  test('is at its most', () => {
    expect(drawClients(traffic, LATEST)).toEqual({
      leavingMillis: 150, lastLongBeganMillis: 0, luckOfBusy: 6, luckOfLong: 6, flushMillis: 5_000,
      inFlightSinceMillis: -5_000,
    });
  });

  test('has one long client at the least', () => {
    expect(drawClients({ ...traffic, longRequestClients: 0 }, EARLIEST).lastLongBeganMillis).toBe(3_000);
  });
});

describe('connections', () => {
  test.each<[string, Partial<Traffic>, Moment, unknown[]]>([
    ['nobody is there', {}, {}, []],
    ['nobody was told: busy ones stay', { keepAliveConnections: 2 }, {}, [['keep-alive', 2, Infinity]]],
    ['busy ones leave soon after they are told', { keepAliveConnections: 2 }, { toldAt: 1_000 }, [['keep-alive', 2, 1_050]]],
    ['a gradual drain tells them by chance', { keepAliveConnections: 2 }, { gradual: { since: 1_000, drainTimeMillis: 20_000 } },
      [['keep-alive', 2, 3_050]]],
    ['unlucky ones later', { keepAliveConnections: 2 }, { gradual: { since: 1_000, drainTimeMillis: 20_000 }, choose: LATEST },
      [['keep-alive', 2, 6_049]]],
    ['at the latest at its end', { keepAliveConnections: 2 }, { gradual: { since: 1_000, drainTimeMillis: 1_000 }, choose: LATEST },
      [['keep-alive', 2, 2_150]]],
    ['whoever was told before leaves', { keepAliveConnections: 2 }, { toldAt: 1_500, gradual: { since: 1_000, drainTimeMillis: 20_000 } },
      [['keep-alive', 2, 1_550]]],
    ['long ones end their last request', { longRequestClients: 3, longestRequestMillis: 3_000 }, { toldAt: 1_000, choose: LATEST }, [['long', 3, 4_000]]],
    ['which began a while before', { longRequestClients: 3, longestRequestMillis: 3_000 }, { toldAt: 1_000 }, [['long', 3, 3_000]]],
    ['newcomers begin one as long as they come', { longRequestClients: 1, longestRequestMillis: 3_000, endpointLagMillis: 5_000 },
      { toldAt: 1_000, choose: LATEST }, [['long', 1, 8_000]]],
    ['and as long as listeners are open', { longRequestClients: 1, longestRequestMillis: 3_000, endpointLagMillis: 5_000 },
      { toldAt: 1_000, listenersClosedAt: 2_000, choose: LATEST }, [['long', 1, 5_000]]],
    ['others stay', { idleConnections: 1, endlessStreams: 2, tcpConnections: 3 }, { toldAt: 1_000 },
      [['idle', 1, Infinity], ['endless', 2, Infinity], ['tcp', 3, Infinity]]],
    ['idle ones may leave', { idleConnections: 1, idleUntilMillis: 7_000 }, {}, [['idle', 1, 7_000]]],
    ['each request in flight has its time', { requestsInFlight: [100, 9_000] }, {}, [['in-flight', 1, 100], ['in-flight', 1, 9_000]]],
  ])('%s', (_, traffic, moment, expected) => {
    expect(classesOf(traffic, moment)).toEqual(expected);
  });

  test('all but idle ones carry requests, all but TCP speak HTTP', () => {
    const classes = connectionClasses(worldOf({
      keepAliveConnections: 1, longRequestClients: 1, idleConnections: 1, endlessStreams: 1, tcpConnections: 1,
      requestsInFlight: [1],
    }));
    expect(classes.filter(({ carriesRequests }) => !carriesRequests).map(({ what }) => what)).toEqual(['idle']);
    expect(classes.filter(({ http }) => !http).map(({ what }) => what)).toEqual(['tcp']);
  });
});

describe('newcomers', () => {
  const READINESS = { httpGet: { port: 80, path: '/' }, periodSeconds: 2, failureThreshold: 3 };
  const restarts = { endpointFollowsReadiness: true, endpointLagMillis: 1_000 };

  test.each<[string, Partial<Traffic>, Moment, number]>([
    ['come for the endpoints\' lag', { endpointLagMillis: 5_000 }, {}, 5_000],
    ['come until a load balancer has seen health checks fail', { endpointLagMillis: 5_000, detectionMillis: 10_000 }, { healthChecksFailAt: 2_000 }, 12_000],
    ['come until it has seen that Envoy ended', { endpointLagMillis: 5_000, detectionMillis: 10_000 }, { endedAt: 3_000 }, 13_000],
    ['come for the lag, if that is longer', { endpointLagMillis: 20_000, detectionMillis: 10_000 }, { healthChecksFailAt: 2_000 }, 20_000],
    ['of a restart come until the kubelet has seen it', restarts, { healthChecksFailAt: 500, endedAt: 60_000, probe: READINESS }, 7_500],
    ['of a restart come until Envoy ends, where that is before', restarts, { healthChecksFailAt: 500, endedAt: 3_000, probe: READINESS }, 4_000],
    ['of a restart come until Envoy ends, where nothing fails', restarts, { endedAt: 3_000, probe: READINESS }, 4_000],
    ['of a restart come until Envoy ends, where nobody looks', restarts, { healthChecksFailAt: 500, endedAt: 9_000 }, 10_000],
    ['of a restart that is not noticed', restarts, {}, 1_000],
    ['come until it has seen that the readiness listener is closed', { endpointLagMillis: 5_000, detectionMillis: 10_000 }, { listenersClosedAt: 2_000 }, 12_000],
    ['come until it has seen what failed first', { endpointLagMillis: 5_000, detectionMillis: 10_000 },
      { healthChecksFailAt: 500, listenersClosedAt: 2_000, endedAt: 3_000 }, 10_500],
    ['of a restart come until the kubelet has seen that listener closed', restarts, { listenersClosedAt: 500, probe: READINESS }, 7_500],
    ['of a restart come though a drain of listeners will close them', restarts, { listenersCloseAt: 500, probe: READINESS }, 1_000],
  ])('%s', (_, traffic, moment, until) => {
    expect(newcomersUntil(worldOf(traffic, moment))).toBe(until);
  });
});

describe('a count of connections', () => {
  const traffic = { requestsInFlight: [5_000], tcpConnections: 2 };
  const all = { pollMillis: 1, minMillis: 0, exitAt: 0, counts: 'all' } as const;

  test.each<[string, number, object, number]>([
    ['has what is open', 4_999, {}, 3], ['has nothing that has just ended', 5_000, {}, 2], ['has HTTP only, where that is asked for', 4_999, { counts: 'http' }, 1],
    ['is as old as the last flush', 5_001, { refreshMillis: 1_000 }, 2], ['is as old as the flush before', 5_900, { refreshMillis: 1_000 }, 2],
    ['is of a flush at which more were open', 5_000, { refreshMillis: 1_000 }, 3],
  ])('%s', (_, now, more, count) => {
    expect(openConnections(worldOf(traffic, { now }), { ...all, ...more } as any)).toBe(count);
  });

  test('has no request that began after the flush', () => {
    const counted = (moment: Moment) => openConnections(worldOf(traffic, moment), { ...all, refreshMillis: 5_000 });
    expect(counted({ now: 0 })).toBe(2);
    expect(counted({ now: 0, choose: LATEST })).toBe(3);
  });
});

describe('losses', () => {
  const ended = (atMillis: number): SimulatedEvent => ({ atMillis, kind: 'EXITED', container: 'envoy' });
  const BYSTANDER: SimulatedEvent = { atMillis: 1, kind: 'EXITED', container: 'app' };
  const run = (traffic: Partial<Traffic>, atMillis: number, moment: Moment = {}): World =>
    worldOf(traffic, { ...moment, events: [BYSTANDER, ended(atMillis), ...moment.events ?? []] });

  test.each<[string, readonly World[], object]>([
    ['nothing, where all requests have ended', [run({ requestsInFlight: [3_000] }, 3_000), run({ requestsInFlight: [3_000] }, 9_000)],
      { lost: false, certain: true, reasons: [], cutConnections: 0, lingersMillis: 6_000 }],
    ['a request that is open a moment longer', [run({ requestsInFlight: [3_001] }, 3_000)],
      { lost: true, certain: true, reasons: ['1 connection with a request is cut when Envoy ends (3.00 s)'], cutConnections: 1 }],
    ['idle connections: nothing', [run({ idleConnections: 5 }, 3_000)], { lost: false, certain: true, cutConnections: 0, lingersMillis: 3_000 }],
    ['the worst run, and from when to when', [
      run({ endlessStreams: 2 }, 3_000), run({ endlessStreams: 5 }, 9_000), run({ endlessStreams: 1 }, 4_000),
    ], { lost: true, certain: true, reasons: ['5 connections with requests are cut when Envoy ends (3.00 to 9.00 s)'], cutConnections: 5 }],
    ['something by chance, told of the runs that lose', [run({}, 1_000), run({ endlessStreams: 1 }, 3_000), run({}, 20_000)],
      { lost: true, certain: false, reasons: ['1 connection with a request is cut when Envoy ends (3.00 s)'], cutConnections: 1 }],
    ['something, but a program is not known', [run({ endlessStreams: 1 }, 3_000), run({ endlessStreams: 1 }, 3_000, { unknown: 'app' })],
      { lost: true, certain: false }],
    ['nothing, but a program is not known', [run({}, 3_000), run({}, 3_000, { unknown: 'app' })], { lost: false, certain: false }],
    ['new connections after Envoy\'s end, in any run', [
      run({ newConnectionsPerSecond: 10, endpointLagMillis: 5_000 }, 3_000),
      run({ newConnectionsPerSecond: 10, endpointLagMillis: 6_000 }, 4_000),
    ], { lost: true, reasons: ['new connections are refused from 3.00 to 6.00 s'], refusedFromMillis: 3_000, refusedToMillis: 6_000 }],
    ['new connections after the listeners\' end', [
      run({ newConnectionsPerSecond: 10, endpointLagMillis: 5_000 }, 9_000, { events: [{ atMillis: 2_000, kind: 'LISTENERS_CLOSED', container: 'envoy' }] }),
    ], { lost: true, refusedFromMillis: 2_000, refusedToMillis: 5_000, cutConnections: 0, lingersMillis: 4_000 }],
    ['no new connections, where nobody comes any more', [run({ newConnectionsPerSecond: 10, endpointLagMillis: 3_000 }, 3_000)],
      { lost: false, reasons: [], lingersMillis: 0 }],
    ['one newcomer', [run({ newConnectionsPerSecond: 1, endpointLagMillis: 4_000 }, 3_000)], { lost: true }],
    ['less than one newcomer: nothing', [run({ newConnectionsPerSecond: 1, endpointLagMillis: 3_999 }, 3_000)], { lost: false }],
    ['nothing without newcomers', [run({ endpointLagMillis: 9_000 }, 3_000)], { lost: false, lingersMillis: 3_000 }],
    ['who comes back for the next request', [
      run({ keepAliveConnections: 1, endpointLagMillis: 9_000 }, 3_000, { toldAt: 1_000 }),
    ], { lost: true, refusedFromMillis: 3_000, refusedToMillis: 9_000, cutConnections: 0 }],
    ['who is in a gradual drain and comes back', [
      run({ longRequestClients: 1, endpointLagMillis: 9_000 }, 3_000, {
        gradual: { since: 1_000, drainTimeMillis: 1 },
      }),
    ], { lost: true, refusedFromMillis: 3_000 }],
    ['new connections until Envoy is back and listens', [
      run({ newConnectionsPerSecond: 10, endpointLagMillis: 60_000 }, 3_000, { events: [{ atMillis: 4_000, kind: 'RESTARTED', container: 'envoy' }] }),
    ], { lost: true, refusedFromMillis: 3_000, refusedToMillis: expect.any(Number) }],
    ['nothing, where Envoy never ends', [worldOf({ endlessStreams: 1, newConnectionsPerSecond: 10, endpointLagMillis: 5_000 }, { events: [BYSTANDER] })],
      { lost: false, cutConnections: 0 }],
  ])('%s', (_, worlds, expected) => {
    expect(lossesOf(worlds)).toMatchObject(expected);
  });
});

describe('an Envoy that a restart of its manager left behind', () => {
  const LIVENESS = { httpGet: { port: 8002, path: '/ready' }, periodSeconds: 10, failureThreshold: 31 };
  const left = (livenessProbe: object | undefined, envoy: Partial<EnvoyState>): readonly string[] => {
    const world = worldOf({}, { ...envoy, livenessProbe });
    const input = { ...world.input, scenario: { ...world.input.scenario, action: { kind: 'probe-failure', container: 'app', probe: 'liveness' } as const } };
    return lossesOf([{ ...world, input }]).reasons;
  };

  test.each<[string, object | undefined, Partial<EnvoyState>, string[]]>([
    ['serves where nothing drained it', LIVENESS, {}, []],
    ['serves where it has ended since, and is back', undefined, { healthChecksFailAt: 100, endedAt: 200 }, []],
    ['is out of service while its health checks fail', undefined, { healthChecksFailAt: 100 },
      ['Envoy stays out of service: its health checks fail until somebody calls /healthcheck/ok or restarts it']],
    ['until its liveness probe heals it', LIVENESS, { healthChecksFailAt: 100 },
      ['Envoy stays out of service: its health checks fail until its liveness probe has failed for 310.0 s, or until somebody calls /healthcheck/ok or restarts it']],
    ['where that asks for something else, it does not', { tcpSocket: { port: 8002 } }, { healthChecksFailAt: 100 },
      ['Envoy stays out of service: its health checks fail until somebody calls /healthcheck/ok or restarts it']],
    ['for another path neither', { httpGet: { port: 8002, path: '/ready-or-not' } }, { healthChecksFailAt: 100 },
      ['Envoy stays out of service: its health checks fail until somebody calls /healthcheck/ok or restarts it']],
    ['cannot be brought back once its listeners are closed', undefined, { listenersClosedAt: 15_000, healthChecksFailAt: 100 },
      ['Envoy stays out of service: its listeners are closed from 15.0 s on, until somebody restarts it; nothing else opens them again']],
    ['nor where they will be', LIVENESS, { listenersCloseAt: 600_000 },
      ['Envoy stays out of service: its listeners are closed from 600.0 s on, until its liveness probe has failed for 310.0 s from then on; nothing else opens them again']],
  ])('%s', (_, livenessProbe, envoy, expected) => {
    expect(left(livenessProbe, envoy)).toEqual(expected);
  });
});
