import { Duration } from 'cdk8s';
import { TerminationCeiling } from '../../src/termination-ceiling';
import { compareVersions, isDefective, isGeneral, isOnByDefault, isSince } from '../../src/values/kubernetes-features';

const at = (minor: number, patch = 0) => ({ minor, patch }) as Parameters<typeof isSince>[0];

test.each([[28, false, false], [29, true, false], [32, true, false], [33, true, true], [34, true, true]])(
  'a feature that is on from 1.29 and general from 1.33, in 1.%d: %s, %s', (minor, on, general) => {
    const stages = { onByDefault: 29, general: 33, source: '' };
    expect([isOnByDefault(at(minor), stages), isGeneral(at(minor), stages)]).toEqual([on, general]);
  });

test.each([[35, 1, false], [35, 2, true], [35, 5, true], [35, 6, false], [34, 3, false], [36, 3, false]])(
  'a defect of 1.35.2 to 1.35.5, in 1.%d.%d: %s', (minor, patch, defective) => {
    expect(isDefective(at(minor, patch), { minor: 35, firstPatch: 2, fixedInPatch: 6, source: '' })).toBe(defective);
  });

test.each([
  [27, 9, false], [28, 3, false], [28, 4, true], [28, 5, true], [29, 0, false],
  [29, 9, false], [30, 0, true], [31, 0, true],
])('a change of 1.30 that came to 1.28.4, in 1.%d.%d: %s', (minor, patch, since) => {
  expect(isSince(at(minor, patch), { firstMinor: 30, backports: { 28: 4 }, source: '' })).toBe(since);
});

test('versions are in the order of minors, and then of patches', () => {
  const sorted = [at(30, 1), at(29, 9), at(30, 0), at(28)].sort(compareVersions);
  expect(sorted.map(({ minor, patch }) => `${minor}.${patch}`)).toEqual(['28.0', '29.9', '30.0', '30.1']);
  expect(compareVersions(at(30, 1), at(30, 1))).toBe(0);
});

describe('a ceiling', () => {
  const ceiling = TerminationCeiling.custom('the policy', Duration.seconds(60));

  test('is kept by a grace period as long as it', () => {
    expect(() => ceiling._check(60, 10)).not.toThrow();
  });

  test('says how long a drain may be, with what comes on top of it taken off', () => {
    expect(() => ceiling._check(61, 10)).toThrow(
      /^'terminationGracePeriod' \(61s\) must be at most the policy \(60s\): .*; lower 'drainTimeout' to 50s or less/);
    expect(() => ceiling._check(61)).toThrow('lower \'drainTimeout\' to 60s or less');
  });

  test.each([[59, 'lower \'drainTimeout\' to 1s or less'], [60, 'no drain fits into it'], [61, 'no drain fits into it']])(
    'with %d s on top of the drain: %s', (marginSeconds, fix) => {
      expect(() => ceiling._check(99, marginSeconds)).toThrow(fix);
    });

  test.each<[unknown, number, boolean]>([['a', 1, true], ['a', 0, false], ['', 1, false], [5, 1, false]])(
    'is named %j and is %d s long: %s', (name, seconds, may) => {
      const create = () => TerminationCeiling.custom(name as string, Duration.seconds(seconds));
      if (may) expect(create().longest.toSeconds()).toBe(seconds);
      else expect(create).toThrow('must have a name and be at least 1s');
    });

  test('of a node leaves a second to ordinary pods at the least', () => {
    const node = (all: number, critical: number) => TerminationCeiling.nodeShutdown({
      shutdownGracePeriod: Duration.seconds(all), shutdownGracePeriodCriticalPods: Duration.seconds(critical),
    });
    expect(node(11, 10).longest.toSeconds()).toBe(1);
    expect(() => node(10, 10)).toThrow('must be greater than \'shutdownGracePeriodCriticalPods\' (10s)');
  });
});
