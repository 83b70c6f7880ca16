import { Duration } from 'cdk8s';
import { LoadBalancer } from './load-balancer';
import { LONGEST_DRAIN, secondsText, toMillis, toWholeSeconds } from './values/durations';
import { refusal, shown } from './values/errors';
import {
  ceilSeconds, CONNECTION_POLL_MILLIS, EXEC_HOOK_START_MILLIS, READY_FILE_POLL_MILLIS, THROTTLED_START_MILLIS,
} from './values/margins';
import { given } from './values/objects';

/** Times of a drain, all counted from the start of the hooks. */
export interface DrainTimingOptions {
  /**
   * The longest a drain may take, whole seconds, a day at most: connections that are still open then are cut.
   *
   * @default Duration.seconds(60), with Contour's manager Duration.seconds(300)
   */
  readonly drainTimeout?: Duration;

  /**
   * The shortest a drain takes, whole seconds.
   *
   * New connections are served that long, also when none is open. Below the time that endpoints and
   * load balancers need, requests are refused.
   *
   * @default Duration.seconds(10)
   */
  readonly minDrainDuration?: Duration;

  /**
   * How long health checks go on succeeding after the drain began.
   *
   * Clients are already told to leave meanwhile with Envoy Gateway's manager, with Contour's only after
   * it. Behind `externalTrafficPolicy: Local` it keeps the pod serving as a terminating endpoint.
   * Needs Envoy Gateway's manager 1.9 or Contour's.
   *
   * @default Duration.seconds(0)
   * @see https://github.com/envoyproxy/gateway/issues/9210
   */
  readonly healthCheckFailureDelay?: Duration;
}

const DEFAULT_DRAIN_TIMEOUT_SECONDS = 60;
const DEFAULT_MIN_DRAIN_SECONDS = 10;

/**
 * The times of a drain, checked against each other once.
 *
 * `healthCheckFailureDelay` and `minDrainDuration` <= `drainTimeout` < `readyTimeout` < the grace
 * period that the shutdown manager then asks for (see `IShutdownManager.gracePeriodFor`).
 */
export class DrainTiming {
  /**
   * Times of your own; what is left out has its default.
   *
   * Throws if a time is not in whole seconds where it must be, or if two contradict each other.
   */
  public static of(options: DrainTimingOptions = {}): DrainTiming {
    return new DrainTiming(given(options));
  }

  /**
   * Times for what stands before the pods: new connections are served until it has stopped sending,
   * and rollouts wait until it has begun to (`minReady`).
   *
   * Throws if `overrides` make the shortest drain shorter than the load balancer's detection.
   *
   * @param loadBalancer where traffic comes from
   * @param overrides times that you know better
   */
  public static forLoadBalancer(loadBalancer: LoadBalancer, overrides: DrainTimingOptions = {}): DrainTiming {
    if (!(loadBalancer instanceof LoadBalancer)) {
      throw refusal({
        prop: 'loadBalancer', got: shown(loadBalancer), must: 'be a LoadBalancer',
        because: 'the times are derived from it', fix: 'use a factory of LoadBalancer',
      });
    }
    const givenTimes = given(overrides);
    const times = { ...timesFor(loadBalancer, givenTimes), ...givenTimes };
    const timing = new DrainTiming(times, loadBalancer);
    const detectionMillis = loadBalancer.detection.toMilliseconds();
    const minMillis = timing.minDrainDuration.toMilliseconds();
    if (minMillis < detectionMillis) {
      throw refusal({
        prop: 'minDrainDuration', got: secondsText(minMillis),
        must: `be at least the detection time of ${loadBalancer.name} (${secondsText(detectionMillis)})`,
        because: 'new connections that it still sends would be refused',
        fix: 'leave the override out, or declare the load balancer\'s real times',
      });
    }
    return timing;
  }

  /** The longest a drain may take. */
  public readonly drainTimeout: Duration;

  /** The shortest a drain takes. */
  public readonly minDrainDuration: Duration;

  /** How long health checks go on succeeding. */
  public readonly healthCheckFailureDelay: Duration;

  /** How long a rollout waits after a pod is ready until it takes an old one away. */
  public readonly registration: Duration;

  /** @internal */
  public readonly _loadBalancer?: LoadBalancer;

  private constructor(private readonly options: DrainTimingOptions, loadBalancer?: LoadBalancer) {
    const { drainTimeout, minDrainDuration, healthCheckFailureDelay } = options;
    this.drainTimeout = wholeSeconds('drainTimeout', drainTimeout, DEFAULT_DRAIN_TIMEOUT_SECONDS);
    this.minDrainDuration = wholeSeconds('minDrainDuration', minDrainDuration, DEFAULT_MIN_DRAIN_SECONDS);
    this.healthCheckFailureDelay = Duration.millis(
      toMillis('healthCheckFailureDelay', healthCheckFailureDelay ?? Duration.seconds(0), LONGEST_DRAIN));
    this.registration = loadBalancer?.registration ?? Duration.seconds(0);
    this._loadBalancer = loadBalancer;
    checkTimes(this);
  }

  /**
   * When the waiting side of Envoy Gateway's handshake gives up: after the drain has certainly ended
   * and its end has been seen, also with a manager that gets little CPU.
   */
  public get readyTimeout(): Duration {
    return Duration.seconds(this.drainTimeout.toSeconds() + READY_MARGIN_SECONDS);
  }

  /** @internal */
  public _withDefaultDrainTimeout(drainTimeout: Duration): DrainTiming {
    const isDefault = this.drainTimeout.toSeconds() === drainTimeout.toSeconds();
    if (this.options.drainTimeout !== undefined || isDefault) return this;
    return this._withDrainTimeout(drainTimeout);
  }

  /** @internal */
  public _withDrainTimeout(drainTimeout: Duration): DrainTiming {
    const seconds = Math.min(drainTimeout.toSeconds(), LONGEST_DRAIN.seconds);
    return new DrainTiming({ ...this.options, drainTimeout: Duration.seconds(seconds) }, this._loadBalancer);
  }
}

/** From the drain's bound until a manager that gets little CPU has certainly told Envoy's hook. */
const READY_MARGIN_SECONDS = ceilSeconds(
  EXEC_HOOK_START_MILLIS + THROTTLED_START_MILLIS + CONNECTION_POLL_MILLIS + READY_FILE_POLL_MILLIS);

function wholeSeconds(prop: string, duration: Duration | undefined, defaultSeconds: number): Duration {
  return Duration.seconds(duration === undefined ? defaultSeconds : toWholeSeconds(prop, duration, LONGEST_DRAIN));
}

/** A load balancer that the defaults cover leaves them alone; a longer minimum moves the other times with it. */
function timesFor(loadBalancer: LoadBalancer, overrides: DrainTimingOptions): DrainTimingOptions {
  const detectionSeconds = loadBalancer.detection.toSeconds();
  if (detectionSeconds <= DEFAULT_MIN_DRAIN_SECONDS && !loadBalancer.serveWhileDetecting) return {};
  const minDrainDuration = overrides.minDrainDuration
    ?? Duration.seconds(Math.max(detectionSeconds, DEFAULT_MIN_DRAIN_SECONDS));
  const minSeconds = toWholeSeconds('minDrainDuration', minDrainDuration, LONGEST_DRAIN);
  return {
    minDrainDuration,
    drainTimeout: Duration.seconds(Math.min(minSeconds + loadBalancer.leaving.toSeconds(), LONGEST_DRAIN.seconds)),
    healthCheckFailureDelay: loadBalancer.serveWhileDetecting ? minDrainDuration : undefined,
  };
}

function checkTimes({ drainTimeout, minDrainDuration, healthCheckFailureDelay }: DrainTiming): void {
  const boundMillis = drainTimeout.toMilliseconds();
  const minMillis = minDrainDuration.toMilliseconds();
  const delayMillis = healthCheckFailureDelay.toMilliseconds();
  if (boundMillis < 1000) {
    throw refusal({
      prop: 'drainTimeout', got: secondsText(boundMillis), must: 'be at least 1s',
      because: 'every open connection would be cut at once', fix: 'give connections time to end',
    });
  }
  checkWithinTimeout('minDrainDuration', minMillis, boundMillis, 'the drain would end before new connections do');
  checkWithinTimeout('healthCheckFailureDelay', delayMillis, boundMillis, 'health checks would never fail');
}

function checkWithinTimeout(prop: string, millis: number, boundMillis: number, because: string): void {
  if (millis <= boundMillis) return;
  throw refusal({
    prop, got: secondsText(millis), must: `be at most 'drainTimeout' (${secondsText(boundMillis)})`,
    because, fix: `lower it, or raise 'drainTimeout' to at least ${secondsText(millis)}`,
  });
}
