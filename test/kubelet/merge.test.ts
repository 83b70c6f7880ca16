import { mergeRuns } from '../../src/kubelet/merge';
import { recognisedPrograms } from '../../src/kubelet/pod-programs';
import { rulesOf } from '../../src/kubelet/rules';
import { NO_FAULTS, NO_TRAFFIC } from '../../src/kubelet/scenario';
import { faultsOf, trafficsOf } from '../../src/kubelet/scenario-options';
import { SimulatedEvent } from '../../src/kubelet/simulation';
import { createWorld, World } from '../../src/kubelet/world';
import { KubernetesVersion } from '../../src/kubernetes-version';
import { readPods } from '../../src/pod/read';

type Told = readonly [atMillis: number, kind: SimulatedEvent['kind'], container?: string, code?: number];

/** A run in which this happened. */
function run(events: readonly Told[], unknown: readonly string[] = []): World {
  const [pod] = readPods({ kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [{ name: 'a' }, { name: 'b' }] } });
  const input = {
    pod, version: KubernetesVersion.UNKNOWN, ...recognisedPrograms(pod),
    scenario: { action: { kind: 'deletion' as const }, faults: NO_FAULTS, traffic: NO_TRAFFIC },
  };
  const world = createWorld(input, rulesOf(KubernetesVersion.UNKNOWN), ({ min }) => min);
  world.events.push(...events.map(([atMillis, kind, container, code]) => ({ atMillis, kind, container, code })));
  unknown.forEach((name) => world.unknown.add(name));
  return world;
}

const merged = (...runs: (readonly Told[])[]) => mergeRuns(runs.map((events) => run(events))).events
  .map(({ kind, container, code, earliestMillis, typicalMillis, latestMillis, certain }) =>
    [kind, container, code, earliestMillis, typicalMillis, latestMillis, certain]);

describe('runs that are put together', () => {
  test('have each event with its earliest, usual and latest time; the second run is the usual one', () => {
    expect(merged([[10, 'SIGTERM', 'a']], [[30, 'SIGTERM', 'a']], [[90, 'SIGTERM', 'a']], [[5, 'SIGTERM', 'a']]))
      .toEqual([['SIGTERM', 'a', undefined, 5, 30, 90, true]]);
  });

  test('have an event that one run lacks as uncertain', () => {
    expect(merged([[10, 'SIGTERM', 'a']], [], [[20, 'SIGTERM', 'a']])).toEqual([['SIGTERM', 'a', undefined, 10, 10, 20, false]]);
  });

  test('tell events by kind, container and exit code', () => {
    expect(merged(
      [[1, 'SIGTERM', 'a'], [2, 'SIGTERM', 'b'], [3, 'EXITED', 'a', 0]],
      [[1, 'SIGTERM', 'a'], [2, 'SIGTERM', 'b'], [3, 'EXITED', 'a', 137]],
    )).toEqual([
      ['SIGTERM', 'a', undefined, 1, 1, 1, true], ['SIGTERM', 'b', undefined, 2, 2, 2, true],
      ['EXITED', 'a', 0, 3, 3, 3, false], ['EXITED', 'a', 137, 3, 3, 3, false],
    ]);
  });

  test('have what happens twice as two events', () => {
    expect(merged([[1, 'SIGTERM', 'a'], [5, 'SIGTERM', 'a']], [[2, 'SIGTERM', 'a'], [7, 'SIGTERM', 'a']]))
      .toEqual([['SIGTERM', 'a', undefined, 1, 2, 2, true], ['SIGTERM', 'a', undefined, 5, 7, 7, true]]);
  });

  test('are in the order of the usual times, and then of the earliest', () => {
    expect(merged(
      [[1, 'SIGTERM', 'a'], [2, 'SIGTERM', 'b'], [3, 'EXITED', 'b', 0], [4, 'EXITED', 'a', 0]],
      [[9, 'SIGTERM', 'b'], [20, 'EXITED', 'a', 0], [20, 'EXITED', 'b', 0], [30, 'SIGTERM', 'a']],
    ).map(([kind, container]) => `${kind} ${container}`)).toEqual(['SIGTERM b', 'EXITED b', 'EXITED a', 'SIGTERM a']);
  });

  test('have the unknown programs of all, in the order of the alphabet', () => {
    expect(mergeRuns([run([], ['c']), run([], ['b', 'a']), run([], ['c'])]).unknown).toEqual(['a', 'b', 'c']);
  });
});

describe('a stale ready file', () => {
  test.each(['', '/tmp/x', ':/tmp/x', 'a:tmp/x', 'a:/', 'a', 'a:b:/c'])('is not %s', (text) => {
    expect(() => faultsOf({ staleReadyFile: text })).toThrow('must be a container and a path');
  });

  test('is a container and a path', () => {
    expect(faultsOf({ staleReadyFile: 'a:/tmp/x' }).staleFiles).toEqual([{ container: 'a', path: '/tmp/x' }]);
    expect(() => faultsOf({ staleReadyFile: 5 as any })).toThrow('\'staleReadyFile\' (5)');
    expect(faultsOf(undefined)).toEqual(NO_FAULTS);
  });
});

test.each(['endpointLag', 'loadBalancerDetection', 'longestRequest'])('a wrong %s is called by its name', (prop) => {
  expect(() => trafficsOf({ [prop]: 5 } as any, { kind: 'deletion' })).toThrow(`'${prop}' (`);
});

test('traffic that is not given is that of a busy moment and that of a quiet one', () => {
  expect(trafficsOf(undefined, { kind: 'deletion' })).toEqual([10, 0].map((keepAliveConnections) => ({
    newConnectionsPerSecond: 20, keepAliveConnections, idleConnections: 0, endlessStreams: 0, tcpConnections: 0,
    endpointLagMillis: 5_000, detectionMillis: undefined, longestRequestMillis: 3_000,
    longRequestClients: keepAliveConnections > 0 ? 3 : 0, requestsInFlight: [],
    endpointFollowsReadiness: false,
  })));
  expect(trafficsOf({ keepAliveConnections: 1 }, { kind: 'crash', container: 'a', code: 1 })).toMatchObject([
    { keepAliveConnections: 1, longRequestClients: 3, endpointFollowsReadiness: true },
  ]);
});
