import { Duration } from 'cdk8s';
import { preStopOf } from './edits';
import { DrainTiming, DrainTimingOptions } from '../drain-timing';
import { Declared } from '../hazards/declared';
import { isObject, Manifest } from '../pod/manifest';
import { IShutdownManager } from '../shutdown-manager-parts';
import { durationMillis, flagValue } from '../upstream/arguments';
import { ceilSeconds, THROTTLED_START_MILLIS } from '../values/margins';
import { withoutUndefined } from '../values/objects';

/** What a drain has to keep to. */
export interface TimingRequest {
  /** What the user asked for. */
  readonly asked: DrainTimingOptions;
  readonly declared: Declared;
  /** The manager that the pod has, whose times stay as far as they are no danger. */
  readonly current?: Manifest;
  readonly manager: IShutdownManager;
  /** How long Envoy must be there at the least, for an app beside it. */
  readonly neededMillis?: number;
}

/** Endpoints lag by as much; a shorter hold is a finding. */
const SHORTEST_HOLD_MILLIS = 5_000;

/** New requests come until then, and the longest of them takes its time. */
const LAST_REQUEST_MILLIS = 5_000;

/** A manager with little CPU begins to fail health checks this late. */
const LATE_START_MILLIS = ceilSeconds(THROTTLED_START_MILLIS) * 1000;

const DEFAULT_MINIMUM_MILLIS = 10_000;

/** The times of a drain: those asked for, then those that the pod has, raised where what is declared needs more. */
export function drainTimingFor(request: TimingRequest): DrainTiming {
  const { asked, manager, current } = request;
  const own = current ? timesOf(current) : {};
  const delayMillis = asked.healthCheckFailureDelay?.toMilliseconds() ?? own.delayMillis ?? 0;
  const shortestMillis = asked.minDrainDuration?.toMilliseconds() ?? shortestFor(request, own, delayMillis);
  const boundMillis = asked.drainTimeout?.toMilliseconds() ?? boundFor(request, own, delayMillis, shortestMillis);
  const minMillis = asked.minDrainDuration ? shortestMillis : Math.min(shortestMillis, boundMillis);
  return DrainTiming.of(withoutUndefined({
    drainTimeout: isLeftOpen(asked, manager, boundMillis) ? undefined : wholeSeconds(boundMillis),
    minDrainDuration: wholeSeconds(minMillis),
    healthCheckFailureDelay: delayMillis > 0 ? Duration.millis(delayMillis) : undefined,
  }));
}

/** Long enough for endpoints, for the load balancer, and for an app beside it. */
function shortestFor(
  { declared, neededMillis = 0 }: TimingRequest, { minMillis = 0 }: OwnTimes, delayMillis: number,
): number {
  const held = minMillis >= SHORTEST_HOLD_MILLIS ? minMillis : DEFAULT_MINIMUM_MILLIS;
  return Math.max(held, noticedMillis(declared, delayMillis), neededMillis);
}

function noticedMillis({ loadBalancerDetectionMillis = 0 }: Declared, delayMillis: number): number {
  return loadBalancerDetectionMillis > 0 ? delayMillis + loadBalancerDetectionMillis + LATE_START_MILLIS : 0;
}

/** Long enough for the longest request that begins while clients still come. */
function boundFor(
  { declared, manager }: TimingRequest, { timeoutMillis }: OwnTimes, delayMillis: number, shortestMillis: number,
): number {
  const toldMillis = delayMillis + LATE_START_MILLIS;
  const lastMillis = Math.max(LAST_REQUEST_MILLIS, toldMillis, noticedMillis(declared, delayMillis));
  const { longestRequestMillis } = declared;
  const longestMillis = longestRequestMillis === undefined ? 0 : lastMillis + longestRequestMillis;
  const wanted = Math.max(timeoutMillis ?? defaultBound(manager), shortestMillis, longestMillis);
  return underCeiling(wanted, manager, declared);
}

/** Where only the grace period bounds a drain, the shortest one will do, and becomes as long as that lets it. */
function defaultBound({ boundedByGracePeriod, defaultDrainTimeout }: IShutdownManager): number {
  return boundedByGracePeriod ? 0 : defaultDrainTimeout.toMilliseconds();
}

/** The library's own default, or the grace period of the pod, decides then. */
function isLeftOpen(
  asked: DrainTimingOptions, { boundedByGracePeriod }: IShutdownManager, boundMillis: number,
): boolean {
  return boundedByGracePeriod && asked.drainTimeout === undefined && boundMillis <= SHORT_BOUND_MILLIS;
}

/** The bound of `DrainTiming` where none is given. */
const SHORT_BOUND_MILLIS = 60_000;

/** What the platform leaves of a grace period, less the margins of the manager. */
function underCeiling(boundMillis: number, manager: IShutdownManager, { graceCeilingMillis }: Declared): number {
  if (graceCeilingMillis === undefined) return boundMillis;
  const timing = DrainTiming.of({ drainTimeout: wholeSeconds(boundMillis), minDrainDuration: Duration.seconds(0) });
  const marginMillis = manager.gracePeriodFor(timing).toMilliseconds() - timing.drainTimeout.toMilliseconds();
  return Math.max(1_000, Math.min(boundMillis, Math.floor((graceCeilingMillis - marginMillis) / 1000) * 1000));
}

function wholeSeconds(millis: number): Duration {
  return Duration.seconds(Math.ceil(millis / 1000));
}

interface OwnTimes {
  readonly timeoutMillis?: number;
  readonly minMillis?: number;
  readonly delayMillis?: number;
}

/** As the hook of the pod's own manager says them. */
function timesOf(manager: Manifest): OwnTimes {
  const hook = preStopOf(manager);
  const command: unknown = isObject(hook?.exec) ? hook.exec.command : undefined;
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return {};
  const time = (flag: string): number | undefined => durationMillis(flagValue(command, [flag]) ?? '');
  const [drainDelay, checkDelay] = [time('--drain-delay'), time('--check-delay')];
  if (drainDelay !== undefined || checkDelay !== undefined) {
    return { minMillis: (drainDelay ?? 0) + (checkDelay ?? 0), delayMillis: drainDelay };
  }
  return {
    timeoutMillis: time('--drain-timeout'), minMillis: time('--min-drain-duration'),
    delayMillis: time('--health-check-failure-delay'),
  };
}
