import { align, outside, Pair } from './align';
import { ObservedEvent } from './observed';
import { EventSpan, SimulatedKind } from '../src/kubelet/simulation';

/** How far times may be apart. */
const TOLERANCE = { millis: 300, share: 0.05 };
/** The object is removed when several loops of kubelet and API server have come around. */
const END_TOLERANCE_MILLIS = 3_000;
/** The most by which the same event differed from run to run: what is closer together has no order. */
const NOISE_MILLIS = 325;

/** What a phase shows beside its events. */
export interface Expectations {
  /** Whether the recording would hold such an event, had it happened. */
  readonly isRecorded: (event: EventSpan) => boolean;
  /** When the next phase begins: what the simulator expects later, nobody could see. */
  readonly untilMillis: number;
  /** Containers whose hook was given up in an earlier phase, and may still fail. */
  readonly hooksLeft: ReadonlySet<string>;
}

export interface Comparison {
  readonly disagreements: readonly string[];
  /** What found its counterpart. */
  readonly pairs: ReadonlyArray<Required<Pair>>;
}

export function compare(
  observed: readonly ObservedEvent[], simulated: readonly EventSpan[], expectations: Expectations,
): Comparison {
  const groups = new Set([...observed, ...simulated.filter(expectations.isRecorded)].map(groupOf));
  const aligned = [...groups].flatMap((group) => align(
    observed.filter((event) => groupOf(event) === group),
    simulated.filter((event) => groupOf(event) === group && expectations.isRecorded(event)),
  ));
  const pairs = aligned.filter((pair) => isPair(pair) || !isExcused(pair, observed, simulated, expectations));
  return {
    pairs: pairs.filter(isPair),
    disagreements: [...pairs.flatMap(disagreement), ...wrongOrder(pairs)],
  };
}

function groupOf({ kind, container }: { readonly kind: SimulatedKind; readonly container?: string }): string {
  return `${kind} ${container ?? ''}`;
}

function isPair(pair: Pair): pair is Required<Pair> {
  return pair.observed !== undefined && pair.simulated !== undefined;
}

/** Whether an event without a counterpart need not have one. */
function isExcused(
  { observed, simulated }: Pair, all: readonly ObservedEvent[], spans: readonly EventSpan[],
  { untilMillis, hooksLeft }: Expectations,
): boolean {
  if (simulated) {
    return isMatterOfChance(simulated, all) || isRefused(simulated, all)
      || simulated.latestMillis + TOLERANCE.millis >= untilMillis;
  }
  const { kind, container, atMillis, optional = false } = observed!;
  const isNear = (event: EventSpan): boolean => fits(atMillis, event);
  // What ends without success is a failed hook for the kubelet.
  if (kind === 'HOOK_ENDED') {
    return optional || spans.some((event) => event.kind === 'HOOK_FAILED' && event.container === container && isNear(event));
  }
  // A hook that was given up fails when the one that holds its request ends.
  return kind === 'HOOK_FAILED' && hooksLeft.has(container!)
    && spans.some((event) => event.kind === 'EXITED' && isNear(event));
}

/** Chance may leave an event out; of a container's exits, only which code it ends with. */
function isMatterOfChance({ certain, kind, container }: EventSpan, all: readonly ObservedEvent[]): boolean {
  return !certain && (kind !== 'EXITED' || all.some((event) => event.kind === kind && event.container === container));
}

/** A request that is refused never shows at the server. */
function isRefused({ kind, container, typicalMillis }: EventSpan, all: readonly ObservedEvent[]): boolean {
  return kind === 'HOOK_STARTED' && all.some((event) => event.kind === 'HOOK_FAILED'
    && event.container === container && event.atMillis - typicalMillis <= TOLERANCE.millis);
}

function disagreement({ observed, simulated }: Pair): string[] {
  if (!observed) return [`${nameOf(simulated!)} is simulated at ${spanText(simulated!)}, but not recorded`];
  if (!simulated) return [`${nameOf(observed)} is recorded at ${observed.atMillis}, but not simulated`];
  const wrong: string[] = [];
  if (observed.code !== simulated.code) {
    wrong.push(`${nameOf(observed)}: exit code ${observed.code} is recorded, ${simulated.code} simulated`);
  }
  if (!fits(observed.atMillis, simulated)) {
    wrong.push(`${nameOf(observed)} is recorded at ${observed.atMillis}, simulated at ${spanText(simulated)}`);
  }
  return wrong;
}

function fits(atMillis: number, simulated: EventSpan): boolean {
  return outside(atMillis, simulated) <= toleranceAt(atMillis, simulated.kind);
}

/** How far a recorded time is from the one that the simulator thinks usual. */
export function deviation(atMillis: number, { typicalMillis }: EventSpan): number {
  return Math.abs(atMillis - typicalMillis);
}

function toleranceAt(atMillis: number, kind: SimulatedKind): number {
  return kind === 'POD_GONE' ? END_TOLERANCE_MILLIS
    : Math.max(TOLERANCE.millis, TOLERANCE.share * Math.abs(atMillis));
}

/** What the recording shows clearly one after the other, and the simulator the other way round. */
function wrongOrder(pairs: readonly Pair[]): string[] {
  const both = pairs.filter(isPair);
  return both.flatMap((one) => both
    .filter((other) => other.observed.atMillis - one.observed.atMillis > NOISE_MILLIS && isReversed(one, other))
    .map((other) => `${nameOf(one.observed)} is recorded before ${nameOf(other.observed)}, simulated after it`));
}

/** A race that went the other way than usual is held against the span only: it moves what comes after it. */
function isReversed(one: Required<Pair>, other: Required<Pair>): boolean {
  if (one.simulated.earliestMillis > other.simulated.latestMillis) return true;
  return isUsual(one) && isUsual(other) && one.simulated.typicalMillis > other.simulated.typicalMillis;
}

/** Whether a pair agrees without help of the simulator's span. */
export function isUsual({ observed, simulated }: Required<Pair>): boolean {
  return deviation(observed.atMillis, simulated) <= toleranceAt(observed.atMillis, simulated.kind);
}

function nameOf({ kind, container }: { readonly kind: SimulatedKind; readonly container?: string }): string {
  return container === undefined ? kind : `${kind} of ${container}`;
}

function spanText({ earliestMillis, typicalMillis, latestMillis }: EventSpan): string {
  return earliestMillis === latestMillis ? `${typicalMillis}` : `${typicalMillis} (${earliestMillis} to ${latestMillis})`;
}
