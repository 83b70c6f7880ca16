import { Duration } from 'cdk8s';
import { refusal, shown } from './errors';

/** 16.1 s are 16100.000000000002 ms. */
const FLOATING_POINT_MILLIS = 1e-6;

/** Milliseconds of a user's duration; refuses what is not a whole, non-negative number of them. */
export function toMillis(prop: string, duration: Duration): number {
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
  return millis;
}

/** Seconds of a user's duration, where the flag or the field behind it only knows whole seconds. */
export function toWholeSeconds(prop: string, duration: Duration): number {
  const millis = toMillis(prop, duration);
  if (millis % 1000 !== 0) {
    throw refusal({
      prop, got: secondsText(millis), must: 'be a whole number of seconds',
      because: 'flags and fields behind it count whole seconds, and 500 ms would silently become 0',
      fix: `use ${Math.ceil(millis / 1000)}s`,
    });
  }
  return millis / 1000;
}

/** `67s`, `0.5s`: how every duration is written in errors and reasons. */
export function secondsText(millis: number): string {
  return `${millis / 1000}s`;
}

/** The notation of Go's flag package, which both upstream managers use: `10s`, `1500ms`. */
export function goDuration(millis: number): string {
  return millis % 1000 === 0 ? `${millis / 1000}s` : `${millis}ms`;
}
