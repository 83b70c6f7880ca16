import { App, Chart, Duration } from 'cdk8s';
import { goDuration, secondsText, toMillis, toWholeSeconds } from '../../src/values/durations';

describe('toMillis', () => {
  test.each([
    ['0 s', Duration.seconds(0), 0],
    ['1 ms', Duration.millis(1), 1],
    ['500 ms', Duration.millis(500), 500],
    ['0.5 s', Duration.seconds(0.5), 500],
    ['10 s', Duration.seconds(10), 10_000],
    ['16.1 s', Duration.seconds(16.1), 16_100],
    ['64.4 s', Duration.seconds(64.4), 64_400],
    ['2 min', Duration.minutes(2), 120_000],
    ['0.27 min', Duration.minutes(0.27), 16_200],
    ['1 h', Duration.hours(1), 3_600_000],
    ['1 day', Duration.days(1), 86_400_000],
  ])('counts %s', (_, duration, millis) => {
    expect(toMillis('delay', duration)).toBe(millis);
  });

  test.each([0.5, 1.25])('fails when there are %d milliseconds', (millis) => {
    expect(() => toMillis('delay', Duration.millis(millis))).toThrow(
      `'delay' (${millis}ms) must be a whole number of milliseconds`);
  });

  test.each([NaN, Infinity])('fails when there are %d seconds', (seconds) => {
    expect(() => toMillis('delay', Duration.seconds(seconds))).toThrow(
      /'delay' .* must be a whole number of milliseconds/);
  });

  test.each<[value: unknown, shown: string]>([
    [undefined, 'nothing'],
    [null, 'null'],
    [10, '10'],
    ['10s', '"10s"'],
    [true, 'true'],
    [{}, '{}'],
    [{ amount: 10 }, '{"amount":10}'],
    [[10], '[10]'],
  ])('fails when the value is %j', (value, shown) => {
    expect(() => toMillis('delay', value as Duration)).toThrow(
      `'delay' (${shown}) must be a Duration of cdk8s: a bare number has no unit; write for example Duration.seconds`);
  });

  test('fails when the value is a construct', () => {
    expect(() => toMillis('delay', new Chart(new App(), 'edge') as never)).toThrow(/'delay' .* must be a Duration/);
  });

  test('takes a Duration of another copy of cdk8s', () => {
    const foreign = { toMilliseconds: () => 1500 };

    expect(toMillis('delay', foreign as unknown as Duration)).toBe(1500);
  });
});

describe('toWholeSeconds', () => {
  test.each([
    ['0 s', Duration.seconds(0), 0],
    ['1 s', Duration.seconds(1), 1],
    ['1000 ms', Duration.millis(1000), 1],
    ['60000 ms', Duration.millis(60_000), 60],
    ['1.5 min', Duration.minutes(1.5), 90],
    ['1 h', Duration.hours(1), 3600],
  ])('counts %s', (_, duration, seconds) => {
    expect(toWholeSeconds('drainTimeout', duration)).toBe(seconds);
  });

  test.each([
    [1, '0.001s', '1s'],
    [500, '0.5s', '1s'],
    [999, '0.999s', '1s'],
    [1001, '1.001s', '2s'],
    [60_500, '60.5s', '61s'],
  ])('fails when there are %i ms, and offers the next whole second', (millis, got, next) => {
    expect(() => toWholeSeconds('drainTimeout', Duration.millis(millis))).toThrow(
      new RegExp(`'drainTimeout' \\(${got}\\) must be a whole number of seconds.*use ${next}$`));
  });

  test('fails when the value is no Duration', () => {
    expect(() => toWholeSeconds('drainTimeout', 60 as never)).toThrow(/'drainTimeout' \(60\) must be a Duration/);
  });
});

test.each([
  [0, '0s'],
  [500, '0.5s'],
  [1000, '1s'],
  [67_000, '67s'],
  [10_001, '10.001s'],
])('writes %i ms as %s in errors', (millis, text) => {
  expect(secondsText(millis)).toBe(text);
});

test.each([
  [0, '0s'],
  [1, '1ms'],
  [500, '500ms'],
  [1000, '1s'],
  [1500, '1500ms'],
  [10_000, '10s'],
  [300_000, '300s'],
])('writes %i ms as %s for Go\'s flag package', (millis, text) => {
  expect(goDuration(millis)).toBe(text);
});
