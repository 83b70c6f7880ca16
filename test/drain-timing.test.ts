import { Duration } from 'cdk8s';
import { DrainTiming, DrainTimingOptions, LoadBalancer, ShutdownManager } from '../src';

/** Numbers are seconds; what is left out is left out. */
interface Times {
  readonly timeout?: number;
  readonly min?: number;
  readonly delay?: number;
}

describe('of', () => {
  test('has defaults', () => {
    expect(secondsOf(DrainTiming.of())).toEqual({ timeout: 60, min: 10, delay: 0 });
    expect(secondsOf(DrainTiming.of({}))).toEqual({ timeout: 60, min: 10, delay: 0 });
    expect(DrainTiming.of().registration.toSeconds()).toBe(0);
  });

  test('has defaults for what is undefined', () => {
    const timing = DrainTiming.of({
      drainTimeout: undefined, minDrainDuration: undefined, healthCheckFailureDelay: undefined,
    });

    expect(secondsOf(timing)).toEqual({ timeout: 60, min: 10, delay: 0 });
  });

  test('keeps what is given, in whatever unit', () => {
    const timing = DrainTiming.of({
      drainTimeout: Duration.minutes(2), minDrainDuration: Duration.millis(15_000),
      healthCheckFailureDelay: Duration.seconds(5),
    });

    expect(secondsOf(timing)).toEqual({ timeout: 120, min: 15, delay: 5 });
  });

  test.each<Times>([
    { timeout: 10, min: 10 },
    { timeout: 10, min: 9 },
    { timeout: 10, min: 0 },
    { timeout: 10 },
    { min: 60 },
    { timeout: 1, min: 1, delay: 1 },
    { timeout: 1, min: 0, delay: 0 },
    { timeout: 10, min: 10, delay: 10 },
    { timeout: 10, min: 0, delay: 10 },
    { timeout: 10, min: 10, delay: 9.999 },
    { delay: 60 },
    { timeout: 86_400, min: 86_400, delay: 86_400 },
  ])('takes %j', (times) => {
    expect(secondsOf(DrainTiming.of(options(times)))).toEqual({ timeout: 60, min: 10, delay: 0, ...times });
  });

  test.each<[times: Times, words: string]>([
    [{ timeout: 10, min: 11 }, '\'minDrainDuration\' (11s) must be at most \'drainTimeout\' (10s)'],
    [{ timeout: 9 }, '\'minDrainDuration\' (10s) must be at most \'drainTimeout\' (9s)'],
    [{ min: 61 }, '\'minDrainDuration\' (61s) must be at most \'drainTimeout\' (60s)'],
    [{ timeout: 1, min: 2 }, '\'minDrainDuration\' (2s) must be at most \'drainTimeout\' (1s)'],
    [{ timeout: 10, delay: 11 }, '\'healthCheckFailureDelay\' (11s) must be at most \'drainTimeout\' (10s)'],
    [{ timeout: 10, delay: 10.001 }, '\'healthCheckFailureDelay\' (10.001s) must be at most \'drainTimeout\' (10s)'],
    [{ delay: 61 }, '\'healthCheckFailureDelay\' (61s) must be at most \'drainTimeout\' (60s)'],
    [{ timeout: 0, min: 0 }, '\'drainTimeout\' (0s) must be at least 1s'],
  ])('fails when times contradict each other: %j', (times, words) => {
    expect(() => DrainTiming.of(options(times))).toThrow(words);
  });

  test('says how to mend a contradiction', () => {
    expect(() => DrainTiming.of(options({ timeout: 10, min: 11 }))).toThrow(
      /lower it, or raise 'drainTimeout' to at least 11s/);
  });

  test.each<[times: Times, words: string]>([
    [{ timeout: 0.5, min: 0 }, '\'drainTimeout\' (0.5s) must be a whole number of seconds'],
    [{ timeout: 60.5 }, '\'drainTimeout\' (60.5s) must be a whole number of seconds'],
    [{ min: 0.5 }, '\'minDrainDuration\' (0.5s) must be a whole number of seconds'],
    [{ min: 10.001 }, '\'minDrainDuration\' (10.001s) must be a whole number of seconds'],
  ])('fails when a flag would round it: %j', (times, words) => {
    expect(() => DrainTiming.of(options(times))).toThrow(words);
  });

  test('takes half a second for the failure of health checks', () => {
    const timing = DrainTiming.of({ healthCheckFailureDelay: Duration.millis(500) });

    expect(timing.healthCheckFailureDelay.toMilliseconds()).toBe(500);
  });

  test('fails when health checks fail between two milliseconds', () => {
    expect(() => DrainTiming.of({ healthCheckFailureDelay: Duration.millis(0.5) })).toThrow(
      /'healthCheckFailureDelay' \(0\.5ms\) must be a whole number of milliseconds/);
  });

  const PROPS: (keyof DrainTimingOptions)[] = ['drainTimeout', 'minDrainDuration', 'healthCheckFailureDelay'];
  const NO_DURATIONS: unknown[] = [60, '60s', 'PT60S', true, {}, { seconds: 60 }, []];

  test.each(PROPS.flatMap((prop) => NO_DURATIONS.map((value) => [prop, value] as const)))(
    'fails when %s is %j', (prop, value) => {
      expect(() => DrainTiming.of({ [prop]: value })).toThrow(new RegExp(`'${prop}' .* must be a Duration`));
    });
});

describe('readyTimeout', () => {
  // Hook's process 0.28 s, throttled first call 1.4 s, two polls of 1 s: 3.68 s, in whole seconds.
  test.each([
    [1, 5],
    [10, 14],
    [60, 64],
    [300, 304],
  ])('of a drain of %i s is %i s', (timeout, readyTimeout) => {
    const timing = DrainTiming.of(options({ timeout, min: 0 }));

    expect(timing.readyTimeout.toSeconds()).toBe(readyTimeout);
  });

  test.each([1, 60, 300])('of a drain of %i s ends before the grace period of Envoy Gateway\'s manager', (timeout) => {
    const timing = DrainTiming.of(options({ timeout, min: 0 }));
    const grace = ShutdownManager.envoyGateway().gracePeriodFor(timing);

    expect(timing.readyTimeout.toSeconds()).toBeLessThan(grace.toSeconds());
  });
});

describe('forLoadBalancer', () => {
  const seconds = Duration.seconds;

  test.each<[name: string, loadBalancer: LoadBalancer, times: Required<Times>]>([
    ['in the cluster', LoadBalancer.inCluster(), { delay: 0, min: 10, timeout: 60 }],
    ['ALB with IP targets', LoadBalancer.awsApplicationIp(), { delay: 0, min: 45, timeout: 120 }],
    ['NLB with instance targets', LoadBalancer.awsNetworkInstance(), { delay: 75, min: 75, timeout: 135 }],
    ['NLB with instance targets, 10 s x 3', LoadBalancer.awsNetworkInstance({ interval: seconds(10), threshold: 3 }),
      { delay: 75, min: 75, timeout: 135 }],
    ['NLB with instance targets, 30 s x 3', LoadBalancer.awsNetworkInstance({ interval: seconds(30), threshold: 3 }),
      // 5 s of endpoint propagation, 30 s x 3, 40 s until flows stop, then 60 s to leave
      { delay: 135, min: 135, timeout: 195 }],
    ['NLB with IP targets', LoadBalancer.awsNetworkIp(), { delay: 0, min: 130, timeout: 190 }],
    // 5 s of endpoint propagation, then 8 s x 3, then 60 s to leave
    ['GCP passthrough', LoadBalancer.gcpPassthrough(), { delay: 29, min: 29, timeout: 89 }],
    // 5 s of endpoint propagation, then 15 s x 2, then 60 s to leave
    ['Azure Standard', LoadBalancer.azureStandard(), { delay: 35, min: 35, timeout: 95 }],
    ['custom, covered by the defaults', LoadBalancer.custom({ detection: seconds(10) }),
      { delay: 0, min: 10, timeout: 60 }],
    ['custom, one second more', LoadBalancer.custom({ detection: seconds(11) }), { delay: 0, min: 11, timeout: 71 }],
    ['custom, at once', LoadBalancer.custom({ detection: seconds(0) }), { delay: 0, min: 10, timeout: 60 }],
    ['custom, staying ready', LoadBalancer.custom({ detection: seconds(20), serveWhileDetecting: true }),
      { delay: 20, min: 20, timeout: 80 }],
  ])('has times for %s', (_, loadBalancer, times) => {
    expect(secondsOf(DrainTiming.forLoadBalancer(loadBalancer))).toEqual(times);
  });

  test.each([
    ['in the cluster', LoadBalancer.inCluster()],
    ['NLB with IP targets', LoadBalancer.awsNetworkIp()],
    ['NLB with instance targets', LoadBalancer.awsNetworkInstance()],
    ['ALB with IP targets', LoadBalancer.awsApplicationIp()],
    ['GCP passthrough', LoadBalancer.gcpPassthrough()],
    ['Azure Standard', LoadBalancer.azureStandard()],
    ['custom', LoadBalancer.custom({ detection: seconds(7), registration: seconds(17), serveWhileDetecting: true })],
  ])('serves new connections until it has stopped sending, and hands on when it begins: %s', (_, loadBalancer) => {
    const timing = DrainTiming.forLoadBalancer(loadBalancer);

    expect(timing.minDrainDuration.toSeconds()).toBeGreaterThanOrEqual(loadBalancer.detection.toSeconds());
    expect(timing.drainTimeout.toSeconds()).toBeGreaterThan(timing.minDrainDuration.toSeconds());
    expect(timing.registration.toSeconds()).toBe(loadBalancer.registration.toSeconds());
  });

  test.each<[overrides: Times, times: Required<Times>]>([
    [{}, { delay: 75, min: 75, timeout: 135 }],
    [{ timeout: 300 }, { delay: 75, min: 75, timeout: 300 }],
    [{ timeout: 75 }, { delay: 75, min: 75, timeout: 75 }],
    [{ min: 75 }, { delay: 75, min: 75, timeout: 135 }],
    // A longer minimum keeps the pod serving as long, and leaves as much time after it.
    [{ min: 135 }, { delay: 135, min: 135, timeout: 195 }],
    [{ delay: 80 }, { delay: 80, min: 75, timeout: 135 }],
    [{ delay: 80, min: 90, timeout: 100 }, { delay: 80, min: 90, timeout: 100 }],
  ])('lets %j be known better', (overrides, times) => {
    const timing = DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkInstance(), options(overrides));

    expect(secondsOf(timing)).toEqual(times);
  });

  test('does not let an override that is undefined erase what the load balancer asks for', () => {
    const timing = DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkInstance(), {
      drainTimeout: undefined, minDrainDuration: undefined, healthCheckFailureDelay: undefined,
    });

    expect(secondsOf(timing)).toEqual({ delay: 75, min: 75, timeout: 135 });
  });

  test.each<[overrides: Times, loadBalancer: LoadBalancer, words: string]>([
    [{ min: 129 }, LoadBalancer.awsNetworkIp(),
      '\'minDrainDuration\' (129s) must be at least the detection time of AWS NLB with IP targets (130s)'],
    [{ min: 74 }, LoadBalancer.awsNetworkInstance(),
      '\'minDrainDuration\' (74s) must be at least the detection time of AWS NLB with instance targets (75s)'],
    [{ min: 44 }, LoadBalancer.awsApplicationIp(),
      '\'minDrainDuration\' (44s) must be at least the detection time of AWS ALB with IP targets (45s)'],
    [{ min: 4 }, LoadBalancer.inCluster(),
      '\'minDrainDuration\' (4s) must be at least the detection time of in-cluster traffic (5s)'],
    [{ min: 0 }, LoadBalancer.custom({ detection: seconds(20) }),
      '\'minDrainDuration\' (0s) must be at least the detection time of the custom load balancer (20s)'],
  ])('fails when an override is shorter than the detection: %j', (overrides, loadBalancer, words) => {
    expect(() => DrainTiming.forLoadBalancer(loadBalancer, options(overrides))).toThrow(words);
  });

  test.each<[min: number, loadBalancer: LoadBalancer]>([
    [130, LoadBalancer.awsNetworkIp()],
    [75, LoadBalancer.awsNetworkInstance()],
    [45, LoadBalancer.awsApplicationIp()],
    [5, LoadBalancer.inCluster()],
    [20, LoadBalancer.custom({ detection: seconds(20) })],
  ])('takes an override that is as long as the detection of %i s', (min, loadBalancer) => {
    expect(secondsOf(DrainTiming.forLoadBalancer(loadBalancer, options({ min }))).min).toBe(min);
  });

  test.each<[overrides: Times, words: string]>([
    [{ timeout: 129 }, '\'minDrainDuration\' (130s) must be at most \'drainTimeout\' (129s)'],
    [{ min: 191, timeout: 190 }, '\'minDrainDuration\' (191s) must be at most \'drainTimeout\' (190s)'],
    [{ delay: 191 }, '\'healthCheckFailureDelay\' (191s) must be at most \'drainTimeout\' (190s)'],
    [{ min: 150.5 }, '\'minDrainDuration\' (150.5s) must be a whole number of seconds'],
  ])('fails when an override contradicts the rest: %j', (overrides, words) => {
    expect(() => DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkIp(), options(overrides))).toThrow(words);
  });

  test('fails when an override is no Duration', () => {
    expect(() => DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkIp(), { minDrainDuration: 130 as never })).toThrow(
      /'minDrainDuration' \(130\) must be a Duration/);
  });
});

function secondsOf(timing: DrainTiming): Required<Times> {
  return {
    timeout: timing.drainTimeout.toSeconds(),
    min: timing.minDrainDuration.toSeconds(),
    delay: timing.healthCheckFailureDelay.toMilliseconds() / 1000,
  };
}

function options({ timeout, min, delay }: Times): DrainTimingOptions {
  return {
    drainTimeout: duration(timeout), minDrainDuration: duration(min), healthCheckFailureDelay: duration(delay),
  };
}

function duration(seconds: number | undefined): Duration | undefined {
  return seconds === undefined ? undefined : Duration.millis(seconds * 1000);
}
