import { inputOf } from './input';
import { ENVOY_CONTAINER } from './manifest';
import { Observed, Run } from './run';
import { Losses } from '../src/kubelet/losses';
import { simulate } from '../src/kubelet/simulate';
import { EventSpan } from '../src/kubelet/simulation';
import { secondsText } from '../src/values/durations';

/** A run and where the simulator says otherwise. */
export interface Verdict {
  readonly run: Run;
  readonly disagreements: readonly string[];
  /** The simulator gives both outcomes. */
  readonly uncertain: boolean;
}

/** Holds a run against the simulator. */
export function judge(run: Run): Verdict {
  const { events, losses, unknown } = simulate(inputOf(run));
  const sigterm = events.find(({ kind, container }) => kind === 'SIGTERM' && container === ENVOY_CONTAINER);
  return {
    run,
    uncertain: !losses.certain,
    disagreements: [
      ...unknown.map((container) => `the program of '${container}' is not known`),
      ...compareSigterm(run.observed, sigterm),
      ...compareLosses(run.observed, losses),
    ],
  };
}

/** `172 of 172 agree`. */
export function summaryOf(verdicts: readonly Verdict[]): string {
  return `${verdicts.filter(agrees).length} of ${verdicts.length} agree`;
}

export function agrees({ disagreements }: Verdict): boolean {
  return disagreements.length === 0;
}

/** Within this of the usual time, or inside the span. */
const TOLERANCE_MILLIS = 400;

/** The program that played the kubelet started hooks and sent signals at once, and was late by chance (its README). */
const NOISE_MILLIS = 100;

function compareSigterm({ envoySigtermMs: observed }: Observed, simulated: EventSpan | undefined): string[] {
  if (observed < 0) return simulated?.certain ? [`no SIGTERM for Envoy, simulated ${spanText(simulated)}`] : [];
  if (!simulated) return [`SIGTERM for Envoy at ${secondsText(Math.round(observed))}, simulated none`];
  const { earliestMillis, typicalMillis, latestMillis } = simulated;
  const isClose = Math.abs(observed - typicalMillis) <= TOLERANCE_MILLIS;
  const isInside = observed >= earliestMillis - NOISE_MILLIS && observed <= latestMillis + NOISE_MILLIS;
  if (isClose || isInside) return [];
  return [`SIGTERM for Envoy at ${secondsText(Math.round(observed))}, simulated ${spanText(simulated)}`];
}

function spanText({ earliestMillis, typicalMillis, latestMillis }: EventSpan): string {
  return `${secondsText(earliestMillis)} to ${secondsText(latestMillis)}, usually ${secondsText(typicalMillis)}`;
}

/** Whether something is lost, and in which way; where the simulator gives both outcomes, either is right. */
function compareLosses({ failed, clients }: Observed, losses: Losses): string[] {
  if (!losses.certain) return [];
  const refuses = losses.refusedFromMillis !== undefined;
  // Where listeners close under clients that come back all the time, one may be cut.
  const cutByChance = refuses ? 1 : 0;
  const isRight = failed > 0 === losses.lost && isRefused(clients) === refuses
    && cutRequests(clients) > cutByChance === losses.cutConnections > 0;
  if (isRight) return [];
  return [`lost ${failureText(clients) || 'nothing'}, simulated ${losses.reasons.join('; ') || 'nothing'}`];
}

function isRefused(clients: Observed['clients']): boolean {
  return Object.values(clients ?? {}).some(({ fail = {} }) => 'refused' in fail);
}

/** A new connection that was just open when Envoy ended is no drain that went wrong. */
function cutRequests(clients: Observed['clients']): number {
  return Object.entries(clients ?? {}).filter(([client]) => client !== 'new')
    .flatMap(([, { fail = {} }]) => Object.entries(fail))
    .reduce((sum, [kind, count]) => (kind === 'refused' ? sum : sum + count), 0);
}

function failureText(clients: Observed['clients']): string {
  return Object.entries(clients ?? {}).filter(([, { fail }]) => fail)
    .map(([client, { fail }]) => `${client}: ${Object.entries(fail!).map(([kind, count]) => `${count} ${kind}`).join(', ')}`)
    .join('; ');
}
