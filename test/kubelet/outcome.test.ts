import { outcomeOf } from '../../src/kubelet/outcome';
import { recognisedPrograms } from '../../src/kubelet/pod-programs';
import { NO_FAULTS, NO_TRAFFIC } from '../../src/kubelet/scenario';
import { EventSpan, SimulatedKind, Simulation } from '../../src/kubelet/simulation';
import { KubernetesVersion } from '../../src/kubernetes-version';
import { readPods } from '../../src/pod/read';

const [pod] = readPods({
  kind: 'Pod', metadata: { name: 'p' },
  spec: {
    containers: [
      { name: 'b', image: 'envoyproxy/envoy:v1.36.2', command: ['envoy'] }, { name: 'a', image: 'envoyproxy/envoy:v1.36.2', command: ['envoy'] },
      { name: 'app', image: 'registry.example/app:1' },
    ],
  },
});

const INPUT = {
  pod, version: KubernetesVersion.UNKNOWN, ...recognisedPrograms(pod),
  scenario: { action: { kind: 'deletion' as const }, faults: NO_FAULTS, traffic: NO_TRAFFIC },
};

function event(
  kind: SimulatedKind, container: string | undefined, earliestMillis: number, latestMillis: number,
): EventSpan {
  return { kind, container, earliestMillis, typicalMillis: earliestMillis, latestMillis, certain: true };
}

const LOSSES = { lost: false, certain: true, reasons: [], cutConnections: 0 };

const outcome = (simulation: Partial<Simulation>) =>
  outcomeOf(INPUT, { events: [], unknown: [], losses: LOSSES, ...simulation });

test('the outcome names each container once, in the order of the alphabet', () => {
  expect(outcome({
    events: [
      event('SIGKILL', 'b', 5, 6), event('HOOK_FAILED', 'app', 1, 2), event('SIGKILL', 'a', 7, 8), event('HOOK_FAILED', 'a', 1, 2),
      event('HOOK_FAILED', 'a', 3, 4),
    ],
  })).toMatchObject({ killedContainers: ['a', 'b'], failedHooks: ['a', 'app'], envoyContainers: ['b', 'a'] });
});

test('the outcome has the first and the last SIGTERM that an Envoy may get', () => {
  expect(outcome({ events: [event('SIGTERM', 'app', 1, 99), event('SIGTERM', 'a', 20, 25), event('SIGTERM', 'b', 10, 40), event('EXITED', 'b', 2, 98)] }))
    .toMatchObject({ envoySigtermEarliestMillis: 10, envoySigtermLatestMillis: 40 });
  const without = outcome({ events: [event('SIGTERM', 'app', 1, 99)] });
  expect(without).not.toHaveProperty('envoySigtermEarliestMillis');
  expect(without).not.toHaveProperty('envoySigtermLatestMillis');
});

test('the outcome says when the pod is gone at the latest', () => {
  expect(outcome({ events: [event('EXITED', 'a', 1, 2), event('POD_GONE', undefined, 3, 4)] }).podGoneLatestMillis).toBe(4);
  expect(outcome({ events: [event('EXITED', 'a', 1, 2)] }).podGoneLatestMillis).toBeUndefined();
});

test.each<[string, Partial<Simulation>, object]>([
  ['nothing is lost', {}, { losesRequests: false, certainLoss: false, isKnown: true, failedHooksAreHarmless: true }],
  ['something is lost for sure', { losses: { ...LOSSES, lost: true } },
    { losesRequests: true, certainLoss: true, isKnown: true, failedHooksAreHarmless: false }],
  ['something may be lost', { losses: { ...LOSSES, lost: true, certain: false } },
    { losesRequests: true, certainLoss: false, isKnown: true, failedHooksAreHarmless: false }],
  ['a program is not known', { unknown: ['app'] }, { isKnown: false, notKnown: ['app'], failedHooksAreHarmless: false }],
  ['connections are refused', { losses: { ...LOSSES, reasons: ['r'], refusedFromMillis: 1, refusedToMillis: 2, lingersMillis: 3 } },
    { losses: ['r'], refusedFromMillis: 1, refusedToMillis: 2, lingersMillis: 3 }],
])('the outcome says that %s', (_, simulation, expected) => {
  expect(outcome(simulation)).toMatchObject(expected);
});
