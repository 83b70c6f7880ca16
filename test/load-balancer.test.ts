import { Duration } from 'cdk8s';
import { LoadBalancer } from '../src';

const ALL: [factory: string, loadBalancer: LoadBalancer][] = [
  ['inCluster', LoadBalancer.inCluster()],
  ['awsNetworkIp', LoadBalancer.awsNetworkIp()],
  ['awsNetworkInstance', LoadBalancer.awsNetworkInstance()],
  ['awsApplicationIp', LoadBalancer.awsApplicationIp()],
  ['gcpPassthrough', LoadBalancer.gcpPassthrough()],
  ['azureStandard', LoadBalancer.azureStandard()],
  ['custom', LoadBalancer.custom({ detection: Duration.seconds(7) })],
];

test.each<[factory: string, loadBalancer: LoadBalancer, detectionSeconds: number]>([
  ['inCluster', LoadBalancer.inCluster(), 5],
  // 120 s, and 10 s of the controller
  ['awsNetworkIp', LoadBalancer.awsNetworkIp(), 130],
  // 5 s of endpoints, 10 s x 3, 40 s until flows stop
  ['awsNetworkInstance', LoadBalancer.awsNetworkInstance(), 75],
  ['awsApplicationIp', LoadBalancer.awsApplicationIp(), 45],
  // 5 s of endpoints, 8 s x 3
  ['gcpPassthrough', LoadBalancer.gcpPassthrough(), 29],
  // 5 s of endpoints, 15 s x 2
  ['azureStandard', LoadBalancer.azureStandard(), 35],
])('%s goes on sending for some seconds', (_, loadBalancer, detectionSeconds) => {
  expect(loadBalancer.detection.toSeconds()).toBe(detectionSeconds);
});

test.each([
  ['awsNetworkInstance', LoadBalancer.awsNetworkInstance()],
  ['gcpPassthrough', LoadBalancer.gcpPassthrough()],
])('%s needs a ready pod while it finds out', (_, loadBalancer) => {
  expect(loadBalancer.serveWhileDetecting).toBe(true);
});

test.each([
  ['inCluster', LoadBalancer.inCluster()],
  ['awsNetworkIp', LoadBalancer.awsNetworkIp()],
  ['awsApplicationIp', LoadBalancer.awsApplicationIp()],
])('%s needs no ready pod while it finds out', (_, loadBalancer) => {
  expect(loadBalancer.serveWhileDetecting).toBe(false);
});

test.each(ALL)('%s has a name for errors', (_, loadBalancer) => {
  expect(loadBalancer.name).toMatch(/\w{3}/);
});

test('has a name of its own for each', () => {
  expect(new Set(ALL.map(([, loadBalancer]) => loadBalancer.name)).size).toBe(ALL.length);
});

test('gives an NLB with IP targets 300 s to find a new pod', () => {
  expect(LoadBalancer.awsNetworkIp().registration.toSeconds()).toBe(300);
});

test.each(ALL.filter(([factory]) => factory !== 'awsApplicationIp'))(
  'gives connections a minute to leave: %s', (_, loadBalancer) => {
    expect(loadBalancer.leaving.toSeconds()).toBe(60);
  });

test('gives connections of an ALB more than its idle timeout of 60 s to leave', () => {
  expect(LoadBalancer.awsApplicationIp().leaving.toSeconds()).toBe(75);
});

describe('awsNetworkInstance', () => {
  const seconds = Duration.seconds;
  const detectionOf = (...args: Parameters<typeof LoadBalancer.awsNetworkInstance>) =>
    LoadBalancer.awsNetworkInstance(...args).detection.toSeconds();

  test('checks health every 10 s, three times, unless told otherwise', () => {
    expect(detectionOf()).toBe(75);
    expect(detectionOf({})).toBe(75);
    expect(detectionOf({ interval: undefined, threshold: undefined })).toBe(75);
    expect(detectionOf({ interval: seconds(10), threshold: 3 })).toBe(75);
  });

  test.each([
    [20, 3, 30],
    [30, 3, 60],
    [30, 2, 30],
    [5, 2, -20],
    [10, 10, 70],
  ])('with %i s x %i is found out %i s later than by default', (interval, threshold, more) => {
    expect(detectionOf({ interval: seconds(interval), threshold }) - detectionOf()).toBe(more);
  });

  test('waits for as many checks until it begins', () => {
    const slow = LoadBalancer.awsNetworkInstance({ interval: seconds(30), threshold: 3 });
    const fast = LoadBalancer.awsNetworkInstance({ interval: seconds(10), threshold: 3 });

    expect(slow.registration.toSeconds() - fast.registration.toSeconds()).toBe(60);
    expect(fast.registration.toSeconds()).toBeGreaterThanOrEqual(30);
  });

  test.each([5, 300])('takes an interval of %d s, as AWS does', (interval) => {
    expect(() => detectionOf({ interval: seconds(interval) })).not.toThrow();
  });

  test.each([4, 301])('fails when the interval is %d s, which AWS refuses', (interval) => {
    expect(() => detectionOf({ interval: seconds(interval) })).toThrow(
      `'interval' (${interval}s) must be a whole number from 5s to 300s: AWS refuses other health checks`);
  });

  test.each([2, 10])('takes a threshold of %d, as AWS does', (threshold) => {
    expect(() => detectionOf({ threshold })).not.toThrow();
  });

  test.each([0, -1, 1, 11, 2.5, NaN, Infinity, '3'])('fails when the threshold is %p', (threshold) => {
    expect(() => LoadBalancer.awsNetworkInstance({ threshold: threshold as number })).toThrow(
      new RegExp(`'threshold' \\(${threshold}\\) must be a whole number from 2 to 10`));
  });

  test('fails when the interval is not in whole seconds', () => {
    expect(() => LoadBalancer.awsNetworkInstance({ interval: Duration.millis(2500) })).toThrow(
      /'interval' \(2\.5s\) must be a whole number of seconds/);
  });

  test('fails when the interval is no Duration', () => {
    expect(() => LoadBalancer.awsNetworkInstance({ interval: 30 as never })).toThrow(
      /'interval' \(30\) must be a Duration/);
  });
});

describe('custom', () => {
  const seconds = Duration.seconds;

  test('has the times that were measured', () => {
    const loadBalancer = LoadBalancer.custom({
      detection: Duration.minutes(2), registration: seconds(45), serveWhileDetecting: true,
    });

    expect(loadBalancer.detection.toSeconds()).toBe(120);
    expect(loadBalancer.registration.toSeconds()).toBe(45);
    expect(loadBalancer.serveWhileDetecting).toBe(true);
  });

  test('begins at once and asks for no ready pod unless told otherwise', () => {
    const loadBalancer = LoadBalancer.custom({ detection: seconds(20) });

    expect(loadBalancer.registration.toSeconds()).toBe(0);
    expect(loadBalancer.serveWhileDetecting).toBe(false);
  });

  test.each<[prop: string, detection: unknown, registration: unknown, words: RegExp]>([
    ['detection is missing', undefined, undefined, /'detection' \(nothing\) must be a Duration/],
    ['detection is a number', 20, undefined, /'detection' \(20\) must be a Duration/],
    ['detection has half a second', seconds(20.5), undefined,
      /'detection' \(20\.5s\) must be a whole number of seconds/],
    ['registration is text', seconds(20), '10s', /'registration' \("10s"\) must be a Duration/],
    ['registration has half a second', seconds(20), Duration.millis(500),
      /'registration' \(0\.5s\) must be a whole number of seconds/],
  ])('fails when %s', (_, detection, registration, words) => {
    const options = { detection: detection as Duration, registration: registration as Duration };

    expect(() => LoadBalancer.custom(options)).toThrow(words);
  });
});
