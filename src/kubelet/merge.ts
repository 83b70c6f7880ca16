import { lossesOf } from './losses';
import { EventSpan, SimulatedEvent, Simulation } from './simulation';
import { World } from './world';

/** The run in which everything takes its usual time. */
const TYPICAL_RUN = 1;

/** One event over the runs that have it. */
interface Gathered {
  readonly event: SimulatedEvent;
  typicalMillis: number;
  earliestMillis: number;
  latestMillis: number;
  runs: number;
  /** The run that had it last. */
  lastRun: number;
}

/** Puts the runs together: an event that not every run has is a matter of chance. */
export function mergeRuns(worlds: readonly World[]): Simulation {
  const gathered: Gathered[] = [];
  worlds.forEach(({ events }, run) => gather(gathered, events, run));
  const events = gathered.map((entry) => spanOf(entry, worlds.length));
  events.sort((one, other) => one.typicalMillis - other.typicalMillis || one.earliestMillis - other.earliestMillis);
  const unknown = new Set<string>();
  for (const world of worlds) for (const name of world.unknown) unknown.add(name);
  return { events, unknown: [...unknown].sort(), losses: lossesOf(worlds) };
}

/** The same event in several runs: kind, container, exit code, and the how-manieth of its kind. */
function gather(gathered: Gathered[], events: readonly SimulatedEvent[], run: number): void {
  let first = 0;
  for (const event of events) {
    const { atMillis } = event;
    while (first < gathered.length && gathered[first].lastRun === run) first += 1;
    const entry = findSame(gathered, event, run, first);
    if (!entry) {
      const span = { typicalMillis: atMillis, earliestMillis: atMillis, latestMillis: atMillis };
      gathered.push({ event, ...span, runs: 1, lastRun: run });
      continue;
    }
    entry.runs += 1;
    entry.lastRun = run;
    if (run === TYPICAL_RUN) entry.typicalMillis = atMillis;
    if (atMillis < entry.earliestMillis) entry.earliestMillis = atMillis;
    if (atMillis > entry.latestMillis) entry.latestMillis = atMillis;
  }
}

/** Runs hardly differ in their order, so that the search nearly always ends where it begins. */
function findSame(
  gathered: readonly Gathered[], event: SimulatedEvent, run: number, first: number,
): Gathered | undefined {
  for (let index = first; index < gathered.length; index++) {
    if (gathered[index].lastRun !== run && isSame(gathered[index].event, event)) return gathered[index];
  }
  return undefined;
}

function isSame(one: SimulatedEvent, other: SimulatedEvent): boolean {
  return one.kind === other.kind && one.container === other.container && one.code === other.code;
}

function spanOf({ event, typicalMillis, earliestMillis, latestMillis, runs }: Gathered, allRuns: number): EventSpan {
  const { kind, container, code, detail } = event;
  return { kind, container, code, detail, earliestMillis, typicalMillis, latestMillis, certain: runs === allRuns };
}
