import { durationMillis, flagValue, hasFlag } from '../../src/upstream/arguments';

describe('flagValue', () => {
  test.each<[string, readonly string[], readonly string[], string | undefined]>([
    ['the word after it', ['envoy', '--drain-time-s', '60'], ['--drain-time-s'], '60'],
    ['behind an equals sign', ['envoy', '--drain-time-s=60'], ['--drain-time-s'], '60'],
    ['both in one argument', ['envoy', '--log-level info'], ['--log-level'], 'info'],
    ['one dash, as Go allows', ['x', '-drain-timeout=5s'], ['--drain-timeout'], '5s'],
    ['two dashes for a name with one', ['x', '--c', 'f'], ['-c'], 'f'],
    ['any of its names', ['envoy', '-c', '/e.yaml'], ['--config-path', '-c'], '/e.yaml'],
    ['the last of several', ['x', '--a=1', '--a', '2'], ['--a'], '2'],
    ['an equals sign in the value', ['x', '--label=a=b'], ['--label'], 'a=b'],
    ['an empty value', ['x', '--a='], ['--a'], ''],
    ['a negative number', ['x', '--a', '-1'], ['--a'], '-1'],
    ['a value over several lines', ['envoy', '--config-yaml', 'admin:\n  x: 1'], ['--config-yaml'], 'admin:\n  x: 1'],
    ['nothing before the next flag', ['x', '--a', '--b'], ['--a'], undefined],
    ['nothing at the end', ['x', '--a'], ['--a'], undefined],
    ['nothing where it is not given', ['x', '--ab', '1'], ['--a'], undefined],
    ['nothing of an empty command line', [], ['--a'], undefined],
  ])('reads %s', (_, argv, names, expected) => {
    expect(flagValue(argv, names)).toBe(expected);
  });
});

test.each<[readonly string[], boolean]>([
  [['x', '--quiet'], true], [['x', '-quiet'], true], [['x', '--quiet=true'], true], [['x', '--quiet=false'], false],
  [['x', '--quiet=0'], true], [['x', '--quieter'], false], [['x', 'quiet'], false], [[], false],
])('%j has the flag: %s', (argv, expected) => {
  expect(hasFlag(argv, ['--quiet'])).toBe(expected);
});

test.each<[string, number | undefined]>([
  ['1h2m3.5s', 3_723_500], ['500ms', 500], ['60s', 60_000], ['1m0s', 60_000], ['1.5s', 1500], ['2.3s', 2300], ['.5s', 500],
  ['250us', 0.25], ['0s', 0], ['0', 0], ['1', undefined], ['60', undefined], ['', undefined], ['s', undefined],
  ['-5s', undefined], ['5 s', undefined], ['5sec', undefined], ['1d', undefined], ['5s!', undefined],
])('the duration %j is %s ms', (text, expected) => {
  expect(durationMillis(text)).toBe(expected);
});

test('a long text that is no duration is refused at once', () => {
  expect(durationMillis('1'.repeat(100_000))).toBeUndefined();
});
