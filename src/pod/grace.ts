import { Duration } from 'cdk8s';
import { Manifest } from './manifest';
import { DrainTiming } from '../drain-timing';
import { IShutdownManager } from '../shutdown-manager-parts';
import { checkedGrace } from '../shutdown-managers/checked-parts';
import { TerminationCeiling } from '../termination-ceiling';
import { secondsText, toWholeSeconds } from '../values/durations';
import { refusal, shown } from '../values/errors';

/** What was asked for, before the pod is known. */
export interface GraceRequest {
  readonly manager: IShutdownManager;
  readonly drainTiming?: DrainTiming;
  /** The grace period that the user gave to the construct. */
  readonly terminationGracePeriod?: Duration;
  readonly ceilings: readonly TerminationCeiling[];
}

/** The same, for a workload that may write a grace period of its own. */
export interface PodGraceRequest extends GraceRequest {
  /** The grace period that a cdk8s-plus workload writes into its template, also where nobody set one. */
  readonly workloadGraceSeconds?: number;
}

/** Kubernetes' own default, which cdk8s-plus always writes. */
const DEFAULT_GRACE_SECONDS = 30;

/** Times of a drain and the grace period that they fit into. */
export interface ResolvedGrace {
  readonly drainTiming: DrainTiming;
  readonly graceSeconds: number;
}

/**
 * Fits times and grace period together: raised where none was given, refused where it is too short,
 * and taken as the drain's bound where the manager knows no other.
 */
export function resolveGrace(request: GraceRequest, givenSeconds: number | undefined): ResolvedGrace {
  const { manager } = request;
  const asked = askedTiming(request, givenSeconds);
  const neededSeconds = neededGrace(manager, asked);
  if (givenSeconds !== undefined && givenSeconds < neededSeconds) {
    throw tooShort(givenSeconds, neededSeconds, asked, manager);
  }
  const graceSeconds = givenSeconds ?? neededSeconds;
  const marginSeconds = neededSeconds - asked.drainTimeout.toSeconds();
  for (const ceiling of request.ceilings) ceiling._check(graceSeconds, marginSeconds);
  const drainTiming = manager.boundedByGracePeriod ? stretched(asked, graceSeconds - neededSeconds) : asked;
  return { drainTiming, graceSeconds };
}

/** An implementation of `IShutdownManager` may ask for less than its own drain takes. */
function neededGrace(manager: IShutdownManager, timing: DrainTiming): number {
  const neededSeconds = checkedGrace(manager.gracePeriodFor(timing)).toSeconds();
  const shortest = timing.minDrainDuration.toSeconds();
  if (neededSeconds > shortest) return neededSeconds;
  throw refusal({
    prop: 'gracePeriodFor', got: `${neededSeconds}s`, must: `be more than 'minDrainDuration' (${shortest}s)`,
    because: 'the kubelet would kill Envoy in the middle of its drain', fix: 'return the longest drain and a margin',
  });
}

/** Where only the grace period ends a drain, one that is there is the bound unless another was asked for. */
function askedTiming({ manager, drainTiming = DrainTiming.of() }: GraceRequest, givenSeconds?: number): DrainTiming {
  const timing = drainTiming._withDefaultDrainTimeout(manager.defaultDrainTimeout);
  if (!manager.boundedByGracePeriod || givenSeconds === undefined) return timing;
  const marginSeconds = checkedGrace(manager.gracePeriodFor(timing)).toSeconds() - timing.drainTimeout.toSeconds();
  const bound = Duration.seconds(Math.max(0, givenSeconds - marginSeconds));
  const { minDrainDuration, healthCheckFailureDelay } = timing;
  const shortest = Math.max(1000, minDrainDuration.toMilliseconds(), healthCheckFailureDelay.toMilliseconds());
  return bound.toMilliseconds() < shortest ? timing : drainTiming._withDefaultDrainTimeout(bound);
}

/**
 * What the user asked for: a patch of the template first, then what the construct was given, then
 * the template, unless that only holds the default that cdk8s-plus writes.
 */
export function givenGrace(templateSeconds: number | undefined, request: PodGraceRequest): number | undefined {
  const { workloadGraceSeconds } = request;
  if (workloadGraceSeconds !== undefined && templateSeconds !== workloadGraceSeconds) return templateSeconds;
  if (request.terminationGracePeriod) return toWholeSeconds('terminationGracePeriod', request.terminationGracePeriod);
  return workloadGraceSeconds === DEFAULT_GRACE_SECONDS ? undefined : templateSeconds;
}

/** The grace period of a pod's spec, undefined where it is left out. */
export function graceOfSpec(spec: Manifest): number | undefined {
  const seconds: unknown = spec.terminationGracePeriodSeconds;
  if (seconds === undefined || seconds === null) return undefined;
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0) return seconds;
  throw refusal({
    prop: 'terminationGracePeriodSeconds', got: shown(seconds), must: 'be a whole number of seconds',
    because: 'the API server would refuse the pod', fix: 'write it as a number',
  });
}

function stretched(timing: DrainTiming, moreSeconds: number): DrainTiming {
  if (moreSeconds === 0) return timing;
  return timing._withDrainTimeout(Duration.seconds(timing.drainTimeout.toSeconds() + moreSeconds));
}

function tooShort(givenSeconds: number, neededSeconds: number, timing: DrainTiming, manager: IShutdownManager): Error {
  const boundSeconds = timing.drainTimeout.toSeconds();
  return refusal({
    prop: 'terminationGracePeriod', got: secondsText(givenSeconds * 1000),
    must: `be at least ${neededSeconds}s, 'drainTimeout' (${boundSeconds}s) and the margins of ${manager.managerName}`,
    because: 'the kubelet would kill Envoy in the middle of its drain',
    fix: `raise it to ${neededSeconds}s, leave it out, or lower 'drainTimeout'`,
  });
}
