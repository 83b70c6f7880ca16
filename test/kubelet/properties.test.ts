import { graceOfAction } from '../../src/kubelet/grace-of-action';
import { LATENCIES } from '../../src/kubelet/latencies';
import { runsOf, simulate } from '../../src/kubelet/simulate';
import { SimulatedEvent, SimulatedKind, SimulationInput } from '../../src/kubelet/simulation';
import { World } from '../../src/kubelet/world';
import { randomTermination } from '../support/random-pods';

/** Every pod that these seeds make is held against every property. */
const SEEDS = Array.from({ length: Number(process.env.PROPERTY_SEEDS ?? 2_000) }, (_, index) => index + 1);

describe('the end of any pod', () => {
  test('has times that never go back, in whole milliseconds', () => {
    eachRun(({ events }) => {
      const back = events.find(({ atMillis }, index) => index > 0 && atMillis < events[index - 1].atMillis);
      const broken = events.find(({ atMillis }) => !Number.isInteger(atMillis));
      return back ?? broken;
    });
  });

  test('has nothing of a container after its exit but the end of its hook', () => {
    eachRun((world) => afterwards(world, 'EXITED', AFTER_EXIT));
  });

  test('has nothing of a container after SIGKILL but its exit and the end of its hook', () => {
    eachRun((world) => afterwards(world, 'SIGKILL', ['EXITED', ...AFTER_EXIT]));
  });

  test('has every container ended before the pod is gone, and the pod gone last', () => {
    eachRun(({ events, containers }) => {
      const running = [...containers.values()].filter((state) => state.running);
      if (running.length > 0 || events.at(-1)?.kind !== 'POD_GONE') return events.at(-1);
      return events.filter(({ kind }) => kind === 'POD_GONE').length === 1 ? undefined : events.at(-1);
    });
  });

  test('comes within the grace period and 3 s, 4 s where sidecars wait, and twice the grace period up to 1.27', () => {
    eachRun((world) => {
      const boundMillis = boundOf(world);
      return world.events.find(({ kind, atMillis }) => kind === 'EXITED' && atMillis > boundMillis);
    });
  });

  test('is the same to the byte for the same input', () => {
    for (const seed of SEEDS) {
      expect(JSON.stringify(simulate(randomTermination(seed)))).toBe(JSON.stringify(simulate(randomTermination(seed))));
    }
  });

  test('has spans that hold the usual time', () => {
    for (const seed of SEEDS) {
      for (const { earliestMillis, typicalMillis, latestMillis } of simulate(randomTermination(seed)).events) {
        expect(earliestMillis).toBeLessThanOrEqual(typicalMillis);
        expect(typicalMillis).toBeLessThanOrEqual(latestMillis);
      }
    }
  });

  test('does not depend on the order of the regular containers', () => {
    for (const seed of SEEDS) {
      const input = randomTermination(seed);
      expect({ seed, events: usual(reversed(input)) }).toEqual({ seed, events: usual(input) });
    }
  });
});

/** What a run breaks is told with the seed that makes it. */
function eachRun(broken: (world: World) => SimulatedEvent | undefined): void {
  for (const seed of SEEDS) {
    runsOf(randomTermination(seed)).forEach((world, run) => {
      expect({ seed, run, broken: broken(world) }).toEqual({ seed, run, broken: undefined });
    });
  }
}

/** A hook by HTTP may ask another container, and so may even begin. */
const AFTER_EXIT: readonly SimulatedKind[] = ['HOOK_ENDED', 'HOOK_FAILED', 'HOOK_ABANDONED'];

function afterwards(
  { events, containers }: World, end: SimulatedKind, allowed: readonly SimulatedKind[],
): SimulatedEvent | undefined {
  const ended = new Set<string>();
  return events.find(({ kind, container = '' }) => {
    if (kind === 'STARTED' || kind === 'RESTARTED') ended.delete(container);
    const asksAnother = kind === 'HOOK_STARTED' && containers.get(container)?.lifecycle.preStop?.kind === 'httpGet';
    if (ended.has(container) && !asksAnother && !allowed.includes(kind)) return true;
    if (kind === end) ended.add(container);
    return false;
  });
}

/** Beside the seconds that the kubelet counts, signals and exits take their own time. */
const SIGNALS_MILLIS = LATENCIES.signal.max + LATENCIES.kill.max + LATENCIES.exit.max;

/**
 * A stop has 2 s at the least, and each count of whole seconds lets up to one slip: that of the hook,
 * and that of a sidecar's waiting.
 */
function boundOf(world: World): number {
  const { hookSeconds, stopSeconds } = graceOfAction(world, world.input.scenario.action as { kind: 'deletion' });
  const slack = world.rules.ordersSidecars && world.input.pod.containers.some(({ kind }) => kind === 'sidecar') ? 4 : 3;
  return ((stopSeconds === undefined ? hookSeconds : 2 * hookSeconds) + slack) * 1_000 + SIGNALS_MILLIS;
}

function reversed(input: SimulationInput): SimulationInput {
  const { containers } = input.pod;
  const first = containers.findIndex(({ kind }) => kind === 'regular');
  const others = [...containers.slice(0, first), ...containers.slice(first).reverse()];
  return { ...input, pod: { ...input.pod, containers: others } };
}

/** The run in which everything takes its usual time, without the order of what happens at once. */
function usual(input: SimulationInput): string[] {
  return runsOf(input)[1].events
    .map(({ atMillis, kind, container, code }) => `${String(atMillis).padStart(9)} ${kind} ${container} ${code}`).sort();
}
