import { Check, EventFact, Subject } from './reading/fact';
import { Condition, Stage, TrafficName } from './stage';
import { World } from '../src/kubelet/world';
import { secondsText } from '../src/values/durations';

/** Recordings of the same pod differ by a second; polls of a second drift by their calls. */
const TOLERANCE_SECONDS = 1.1;

/** Both ends of a longer span than this must be reached. */
const SHORT_SPAN_SECONDS = 2;

/** The traffics that a statement holds for which names none. */
const ALL: readonly TrafficName[] = ['quiet', 'busy', 'open'];

/** Of a container with several, the first counts; undefined where it does not happen. */
export function firstSeconds({ events }: World, { kinds, detail }: Pick<EventFact, 'kinds' | 'detail'>, name?: string):
number | undefined {
  const event = events.find(({ kind, container, detail: reason = '' }) =>
    kinds.includes(kind) && (name === undefined || container === name) && (!detail || detail.test(reason)));
  return event && event.atMillis / 1000;
}

/** The runs that a condition leads to. */
export function runsFor(stage: Stage, condition: Condition): readonly World[] {
  return (condition.traffic ? [condition.traffic] : ALL).flatMap((traffic) => stage.runs(condition, traffic));
}

export function eventCheck(fact: EventFact): Check {
  return (stage, condition) => {
    const runs = runsFor(stage, condition).filter((run) => isToldOf(run, fact));
    if (runs.length === 0) return `${fact.afterEndOf!.join(', ')} does not end before`;
    const problem = runs.map((run) => problemIn(run, fact)).find((found) => found !== undefined);
    return problem ?? extentProblem(runs, fact, condition);
  };
}

function isToldOf(run: World, { afterEndOf = [], kinds, subject }: EventFact): boolean {
  const at = firstSeconds(run, { kinds }, subject.containers[0]) ?? Infinity;
  return afterEndOf.every((name) => (firstSeconds(run, { kinds: ['EXITED'] }, name) ?? Infinity) <= at);
}

/** At least one of them holds in every run. */
export function anyOfCheck(facts: readonly EventFact[]): Check {
  return (stage, condition) => runsFor(stage, condition)
    .map((run) => (facts.some((fact) => problemIn(run, fact) === undefined) ? undefined : problemIn(run, facts[0])))
    .find((found) => found !== undefined);
}

/** SIGKILL is the end of those only that are still there. */
function mayBeMissing({ kinds, time }: EventFact): boolean {
  return kinds.includes('SIGKILL') || time.kind === 'by';
}

export function problemIn(run: World, fact: EventFact): string | undefined {
  for (const name of fact.subject.containers) {
    const at = firstSeconds(run, fact, name);
    const what = `${fact.kinds[0]} of ${name}`;
    if (at === undefined && mayBeMissing(fact)) continue;
    if (at === undefined) return `${what} does not happen`;
    const wrong = wrongTime(run, at, fact, name);
    if (wrong !== undefined) return `${what} is simulated at ${secondsText(at * 1000)}, not ${wrong}`;
  }
  return undefined;
}

function wrongTime(run: World, at: number, { time }: EventFact, name: string): string | undefined {
  if (time.kind === 'ever') return undefined;
  if (time.kind === 'within') return isBetween(at, time.from, time.to) ? undefined : `from ${time.from} to ${time.to} s`;
  if (time.kind === 'by') return isBetween(at, 0, time.to) ? undefined : `by ${time.to} s`;
  const other = lastSeconds(run, time.event, name);
  if (other === undefined) return `with or after ${time.event.kinds[0]}, which does not happen`;
  const latest = time.kind === 'with' ? other + time.within : Infinity;
  return isBetween(at, other, latest) ? undefined : `with or after ${time.event.kinds[0]} at ${other} s`;
}

function isBetween(at: number, from: number, to: number): boolean {
  return at >= from - TOLERANCE_SECONDS && at <= to + TOLERANCE_SECONDS;
}

/** Two hooks, then both containers: each follows its own. */
function lastSeconds(run: World, event: EventFact, name: string): number | undefined {
  const { containers } = event.subject;
  const own = containers.includes(name) ? [name] : containers;
  const times = own.map((container) => firstSeconds(run, event, container));
  return times.includes(undefined) ? undefined : Math.max(...times.map(Number));
}

/** "10 to 60 s" means that it may be 10, and may be 60. */
function extentProblem(runs: readonly World[], fact: EventFact, { traffic }: Condition): string | undefined {
  const { time, subject } = fact;
  if (time.kind !== 'within') return undefined;
  const times = timesOf(runs, fact, subject);
  if (times.length === 0) return `${fact.kinds[0]} does not happen`;
  if (traffic || time.to - time.from <= SHORT_SPAN_SECONDS) return undefined;
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const reached = first <= time.from + TOLERANCE_SECONDS && last >= time.to - TOLERANCE_SECONDS;
  return reached ? undefined : `${fact.kinds[0]} is simulated from ${first} to ${last} s, not from ${time.from} to ${time.to} s`;
}

function timesOf(runs: readonly World[], fact: EventFact, { containers }: Subject): number[] {
  return runs.flatMap((run) => containers.flatMap((name) => firstSeconds(run, fact, name) ?? []));
}
