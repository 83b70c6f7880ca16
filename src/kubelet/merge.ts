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
}

/** Puts the runs together: an event that not every run has is a matter of chance. */
export function mergeRuns(worlds: readonly World[]): Simulation {
  const gathered = new Map<string, Gathered>();
  worlds.forEach(({ events }, run) => gather(gathered, events, run === TYPICAL_RUN));
  const events = [...gathered.values()].map((entry) => spanOf(entry, worlds.length));
  events.sort((one, other) => one.typicalMillis - other.typicalMillis || one.earliestMillis - other.earliestMillis);
  const unknown = new Set<string>();
  for (const world of worlds) for (const name of world.unknown) unknown.add(name);
  return { events, unknown: [...unknown].sort(), losses: lossesOf(worlds) };
}

/** The same event in several runs: kind, container, exit code, and the how-manieth of its kind. */
function gather(gathered: Map<string, Gathered>, events: readonly SimulatedEvent[], typical: boolean): void {
  const counts = new Map<string, number>();
  for (const event of events) {
    const { atMillis } = event;
    const name = `${event.kind}|${event.container ?? ''}|${event.code ?? ''}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const key = count === 0 ? name : `${name}|${count}`;
    const entry = gathered.get(key);
    if (!entry) {
      gathered.set(key, { event, typicalMillis: atMillis, earliestMillis: atMillis, latestMillis: atMillis, runs: 1 });
      continue;
    }
    entry.runs += 1;
    if (typical) entry.typicalMillis = atMillis;
    if (atMillis < entry.earliestMillis) entry.earliestMillis = atMillis;
    if (atMillis > entry.latestMillis) entry.latestMillis = atMillis;
  }
}

function spanOf({ event, typicalMillis, earliestMillis, latestMillis, runs }: Gathered, allRuns: number): EventSpan {
  const { kind, container, code, detail } = event;
  return { kind, container, code, detail, earliestMillis, typicalMillis, latestMillis, certain: runs === allRuns };
}
