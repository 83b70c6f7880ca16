import { Duration } from 'cdk8s';
import { TerminationCeiling } from '../src';

const seconds = Duration.seconds;

const CEILINGS: [factory: string, ceiling: TerminationCeiling, longestSeconds: number, name: string][] = [
  ['awsSpot', TerminationCeiling.awsSpot(), 120, 'AWS spot'],
  ['gceSpot', TerminationCeiling.gceSpot(), 15, 'GCE spot'],
  ['azureSpot', TerminationCeiling.azureSpot(), 30, 'Azure spot'],
  ['nodeShutdown', TerminationCeiling.nodeShutdown({ shutdownGracePeriod: seconds(60) }), 60, 'graceful shutdown'],
  ['nodeShutdown with critical pods', TerminationCeiling.nodeShutdown({
    shutdownGracePeriod: Duration.minutes(2), shutdownGracePeriodCriticalPods: seconds(30),
  }), 90, 'graceful shutdown'],
  ['nodeShutdown with a second left', TerminationCeiling.nodeShutdown({
    shutdownGracePeriod: seconds(31), shutdownGracePeriodCriticalPods: seconds(30),
  }), 1, 'graceful shutdown'],
  ['clusterAutoscaler', TerminationCeiling.clusterAutoscaler(), 600, '--max-graceful-termination-sec'],
  ['clusterAutoscaler without options', TerminationCeiling.clusterAutoscaler({}), 600,
    '--max-graceful-termination-sec'],
  ['clusterAutoscaler, configured', TerminationCeiling.clusterAutoscaler({ maxGracefulTermination: seconds(90) }), 90,
    '--max-graceful-termination-sec'],
  ['karpenter', TerminationCeiling.karpenter(Duration.hours(1)), 3600, 'terminationGracePeriod'],
  ['custom', TerminationCeiling.custom('the batch window', seconds(45)), 45, 'the batch window'],
];

test.each(CEILINGS)('%s knows its longest grace period', (_, ceiling, longestSeconds) => {
  expect(ceiling.longest.toSeconds()).toBe(longestSeconds);
});

test.each(CEILINGS)('%s is named in errors', (_, ceiling, __, name) => {
  expect(ceiling.name).toContain(name);
});

test.each(CEILINGS)('%s lets a grace period pass that it honours', (_, ceiling, longestSeconds) => {
  expect(() => ceiling._check(longestSeconds)).not.toThrow();
  expect(() => ceiling._check(longestSeconds - 1)).not.toThrow();
});

test.each(CEILINGS)('fails when the grace period is a second longer: %s', (_, ceiling, longestSeconds, name) => {
  const check = () => ceiling._check(longestSeconds + 1);

  expect(check).toThrow(`'terminationGracePeriod' (${longestSeconds + 1}s) must be at most`);
  expect(check).toThrow(`${name}`);
  expect(check).toThrow(`(${longestSeconds}s)`);
  expect(check).toThrow(/lower 'drainTimeout'/);
});

describe('nodeShutdown', () => {
  test.each([
    [30, 30],
    [30, 31],
    [0, 0],
    [0, undefined],
  ])('fails when nothing of %p s is left beside %p s for critical pods', (whole, critical) => {
    const ceiling = () => TerminationCeiling.nodeShutdown({
      shutdownGracePeriod: seconds(whole),
      shutdownGracePeriodCriticalPods: critical === undefined ? undefined : seconds(critical),
    });

    expect(ceiling).toThrow(
      `'shutdownGracePeriod' (${whole}s) must be greater than 'shutdownGracePeriodCriticalPods' (${critical ?? 0}s)`);
  });
});

test.each<[prop: string, ceiling: (duration: Duration) => TerminationCeiling]>([
  ['shutdownGracePeriod', (duration) => TerminationCeiling.nodeShutdown({ shutdownGracePeriod: duration })],
  ['shutdownGracePeriodCriticalPods', (duration) => TerminationCeiling.nodeShutdown({
    shutdownGracePeriod: seconds(60), shutdownGracePeriodCriticalPods: duration,
  })],
  ['maxGracefulTermination', (duration) => TerminationCeiling.clusterAutoscaler({ maxGracefulTermination: duration })],
  ['terminationGracePeriod', (duration) => TerminationCeiling.karpenter(duration)],
  ['longest', (duration) => TerminationCeiling.custom('the batch window', duration)],
])('fails when %s is no Duration of whole seconds', (prop, ceiling) => {
  expect(() => ceiling(Duration.millis(30_500))).toThrow(`'${prop}' (30.5s) must be a whole number of seconds`);
  expect(() => ceiling(30 as never)).toThrow(`'${prop}' (30) must be a Duration`);
});
