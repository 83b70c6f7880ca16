import { Duration } from 'cdk8s';
import { refusal, shown } from './errors';

/** 16.1 s are 16100.000000000002 ms. */
const FLOATING_POINT_MILLIS = 1e-6;

/** The longest time that a prop may hold, and why. */
export interface LongestTime {
  readonly seconds: number;
  readonly because: string;
}

/** What a drain is made of: Envoy's and Kubernetes' fields would hold more, but a drain of days is a mistake. */
export const LONGEST_DRAIN: LongestTime = {
  seconds: 86_400,
  because: 'nobody drains longer than a day, and a pod that does keeps its node for as long',
};

/** `minReadySeconds`, `progressDeadlineSeconds` and what probes count are 32 bits in Kubernetes. */
const LONGEST_FIELD: LongestTime = {
  seconds: 2 ** 31 - 1, because: 'fields of Kubernetes hold no more (32 bits)',
};

/** Milliseconds of a user's duration; refuses what is not a whole, non-negative number of them, or too many. */
export function toMillis(prop: string, duration: Duration, longest = LONGEST_FIELD): number {
  if (typeof (duration as Partial<Duration> | undefined)?.toMilliseconds !== 'function') {
    throw refusal({
      prop, got: shown(duration), must: 'be a Duration of cdk8s',
      because: 'a bare number has no unit', fix: 'write for example Duration.seconds(10)',
    });
  }
  const exact = duration.toMilliseconds({ integral: false });
  const millis = Math.round(exact);
  if (!(Math.abs(exact - millis) < FLOATING_POINT_MILLIS)) {
    throw refusal({
      prop, got: `${exact}ms`, must: 'be a whole number of milliseconds',
      because: 'timers count in milliseconds', fix: 'round it',
    });
  }
  if (millis > longest.seconds * 1000) throw tooLong(prop, millis, longest);
  return millis;
}

/** Seconds of a user's duration, where the flag or the field behind it only knows whole seconds. */
export function toWholeSeconds(prop: string, duration: Duration, longest = LONGEST_FIELD): number {
  const millis = toMillis(prop, duration, longest);
  if (millis % 1000 !== 0) {
    throw refusal({
      prop, got: secondsText(millis), must: 'be a whole number of seconds',
      because: 'flags and fields behind it count whole seconds, and 500 ms would silently become 0',
      fix: `use ${Math.ceil(millis / 1000)}s`,
    });
  }
  return millis / 1000;
}

function tooLong(prop: string, millis: number, { seconds: limit, because }: LongestTime): Error {
  return refusal({ prop, got: secondsText(millis), must: `be at most ${limit}s`, because, fix: 'lower it' });
}

/** `67s`, `0.5s`: how every duration is written in errors and reasons. */
export function secondsText(millis: number): string {
  return `${millis / 1000}s`;
}

/** Seconds as timelines write them: hundredths, and tenths from ten seconds on. */
export function seconds(millis: number): string {
  return (millis / 1000).toFixed(millis < 9_950 ? 2 : 1);
}

/** A time in seconds, or a span of times. */
export function spanText(earliestMillis: number, latestMillis: number): string {
  const [earliest, latest] = [seconds(earliestMillis), seconds(latestMillis)];
  return earliest === latest ? `${earliest} s` : `${earliest} to ${latest} s`;
}

/** The notation of Go's flag package, which both upstream managers use: `10s`, `1500ms`. */
export function goDuration(millis: number): string {
  return millis % 1000 === 0 ? `${millis / 1000}s` : `${millis}ms`;
}
