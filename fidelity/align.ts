import { ObservedEvent } from './observed';
import { EventSpan } from '../src/kubelet/simulation';

/** An observed event and the simulated one that it is held against; one of both may be missing. */
export interface Pair {
  readonly observed?: ObservedEvent;
  readonly simulated?: EventSpan;
}

/** What it costs to leave an event without a counterpart: more than any difference in time. */
const ALONE = 1e7;
/** Another exit code is worse than another time, and better than no event at all. */
const OTHER_CODE = 1e6;

/**
 * Puts the events of one kind and container side by side, in the order of time, so that as little as
 * possible is left over. Simulated events that a race may leave out cost nothing.
 */
export function align(observed: readonly ObservedEvent[], simulated: readonly EventSpan[]): Pair[] {
  const best = new Map<string, { readonly cost: number; readonly pairs: readonly Pair[] }>();
  const solve = (i: number, j: number): { readonly cost: number; readonly pairs: readonly Pair[] } => {
    const key = `${i},${j}`;
    const known = best.get(key);
    if (known) return known;
    const [here, there] = [observed[i], simulated[j]];
    const choices: Array<{ readonly cost: number; readonly pairs: readonly Pair[] }> = [];
    const choose = (pair: Pair, cost: number, rest: ReturnType<typeof solve>): void => {
      choices.push({ cost: cost + rest.cost, pairs: [pair, ...rest.pairs] });
    };
    if (!here && !there) choices.push({ cost: 0, pairs: [] });
    if (here && there) choose({ observed: here, simulated: there }, costOf(here, there), solve(i + 1, j + 1));
    if (here) choose({ observed: here }, ALONE, solve(i + 1, j));
    if (there) choose({ simulated: there }, there.certain ? ALONE : 0, solve(i, j + 1));
    const cheapest = choices.reduce((one, other) => (other.cost < one.cost ? other : one));
    best.set(key, cheapest);
    return cheapest;
  };
  return [...solve(0, 0).pairs];
}

function costOf(observed: ObservedEvent, simulated: EventSpan): number {
  return outside(observed.atMillis, simulated) + Math.abs(observed.atMillis - simulated.typicalMillis) / 1000
    + (observed.code === simulated.code ? 0 : OTHER_CODE);
}

/** How far a time is from a span. */
export function outside(atMillis: number, { earliestMillis, latestMillis }: EventSpan): number {
  return Math.max(0, earliestMillis - atMillis, atMillis - latestMillis);
}
