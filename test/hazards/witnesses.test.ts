import { Duration } from 'cdk8s';
import { DeletionScenarioOptions, HazardReport, KubernetesVersion, TerminationScenario, TerminationScenarioOptions, TerminationTimeline } from '../../src';
import { RandomProxy, randomProxy, shiftedBySeconds } from '../support/random-proxies';

/**
 * Rules and simulator are two witnesses: rules reckon with the times that are set, the simulator acts the
 * end of the pod out. They must agree, under one traffic.
 */
const LAG = Duration.seconds(5);
const LONGEST = Duration.seconds(3);
const SEEDS = Number(process.env.WITNESS_SEEDS ?? 6_000);
/** Fewer seeds are for mutation testing. */
const OFTEN = SEEDS >= 6_000 ? 50 : 0;

type Outcome = TerminationTimeline;

/** How each timing rule shows itself; a fault or a request that never ends, where the rule speaks of one. */
interface Showing {
  readonly options?: TerminationScenarioOptions;
  shows(timeline: Outcome): boolean;
}

const SHOWS: { readonly [rule: string]: Showing } = {
  'no-drain-trigger': { shows: loses },
  'sleep-without-drain': {
    // longer than the last seconds in which a wrapper tells its clients
    options: { traffic: { longestRequest: Duration.seconds(12) } }, shows: loses,
  },
  'no-propagation-hold': { shows: loses },
  'drain-shorter-than-load-balancer': { shows: loses },
  'drain-shorter-than-requests': { shows: loses },
  'manager-dies-before-envoy': { shows: loses },
  'envoy-does-not-wait': { shows: loses },
  'gradual-drain-outlasts-hook': { options: { traffic: { longestRequest: Duration.minutes(10) } }, shows: loses },
  'grace-period-zero': { shows: loses },
  'drain-exceeds-grace': { options: { traffic: { endlessStreams: 1 } }, shows: isCutOrSkipped },
  'double-drain': { options: { traffic: { endlessStreams: 1 } }, shows: isCut },
  'unbounded-drain-wait': { options: { traffic: { endlessStreams: 1 } }, shows: isCut },
  'ready-timeout-exceeds-grace': { options: { faults: { hookDelay: Duration.minutes(20) } }, shows: isCut },
  'ready-file-never-written': { shows: loses },
};

test('no timing rule fires: the simulation loses nothing and kills nothing', () => {
  const disagreeing = cases().filter(({ fired, proxy }) => fired.size === 0 && isBad(simulated(proxy)));
  expect(disagreeing.map(told)).toEqual([]);
});

test.each(Object.keys(SHOWS))('%s fires: a simulation shows it', (rule) => {
  const disagreeing = cases().filter(({ fired, proxy }) => fired.has(rule) && !shows(rule, proxy));
  expect(disagreeing.map(told)).toEqual([]);
});

test.each([...Object.keys(SHOWS), 'no-slack-after-drain'])('%s is met often, on both sides', (rule) => {
  const fires = cases().filter(({ fired }) => fired.has(rule)).length;
  expect(fires).toBeGreaterThanOrEqual(OFTEN);
  expect(cases().length - fires).toBeGreaterThanOrEqual(OFTEN);
});

/** Rules that compare times. */
const BORDERS = [
  'drain-exceeds-grace', 'no-slack-after-drain', 'ready-timeout-exceeds-grace', 'no-propagation-hold', 'drain-shorter-than-load-balancer',
  'drain-shorter-than-requests', 'gradual-drain-outlasts-hook', 'double-drain', 'sleep-without-drain', 'grace-period-zero',
];

test('each rule that compares times fires and is silent often where one second more or less would change that', () => {
  const near = new Map(BORDERS.map((rule) => [rule, { fires: 0, silent: 0 }]));
  for (const { proxy, fired } of cases()) {
    const others = shiftedBySeconds(proxy).map((other) => new Set(firedRules(other)));
    for (const rule of BORDERS.filter((id) => others.some((other) => other.has(id) !== fired.has(id)))) {
      near.get(rule)![fired.has(rule) ? 'fires' : 'silent'] += 1;
    }
  }
  expect([...near].filter(([, { fires, silent }]) => Math.min(fires, silent) < OFTEN)).toEqual([]);
});

/** Slack is what may get lost on a busy node before the drain is cut. */
describe('no-slack-after-drain', () => {
  test('fires: the drain is cut where the grace period is shorter by 2 s, or 5 s where a manager polls', () => {
    const disagreeing = cases().filter(({ fired, proxy }) =>
      fits(fired) && fired.has('no-slack-after-drain') && !isCutWithout(polls(proxy) ? 5 : 2, proxy));
    expect(disagreeing.map(told)).toEqual([]);
  });

  test('is silent: the drain is not cut where it is shorter by 1 s, or 2 s, which leaves a late start and two polls', () => {
    const disagreeing = cases().filter(({ fired, proxy }) =>
      fits(fired) && !fired.has('no-slack-after-drain') && isCutWithout(polls(proxy) ? 2 : 1, proxy));
    expect(disagreeing.map(told)).toEqual([]);
  });
});

/** What does not fit at all has another rule. */
function fits(fired: Case['fired']): boolean {
  return !['drain-exceeds-grace', 'grace-period-zero', 'unbounded-drain-wait', 'ready-timeout-exceeds-grace', 'ready-file-never-written',
    'manager-dies-before-envoy']
    .some((rule) => fired.has(rule));
}

function polls({ manifest }: RandomProxy): boolean {
  return /envoy-gateway|contour/.test(JSON.stringify(manifest));
}

function isCutWithout(seconds: number, proxy: RandomProxy): boolean {
  const left = (proxy.manifest as any).spec.template.spec.terminationGracePeriodSeconds - seconds;
  return left < 1 || isCut(simulated(proxy, { traffic: { endlessStreams: 1 }, gracePeriod: Duration.seconds(left) }));
}

interface Case {
  readonly proxy: RandomProxy;
  readonly fired: ReadonlySet<string>;
}

let remembered: readonly Case[] | undefined;

/** Mutation testing runs tests again in one process, with other code. */
function cases(): readonly Case[] {
  if (OFTEN === 0) remembered = undefined;
  remembered ??= Array.from({ length: SEEDS }, (_, index) => randomProxy(index + 1))
    .map((proxy) => ({ proxy, fired: new Set(firedRules(proxy)) }));
  return remembered;
}

function firedRules({ manifest, kubernetes, detectionMillis }: RandomProxy): string[] {
  const { findings } = HazardReport.of([manifest], {
    kubernetesVersion: KubernetesVersion.of(kubernetes), longestRequest: LONGEST,
    loadBalancerDetection: detectionMillis === undefined ? undefined : Duration.millis(detectionMillis),
  });
  return findings.map(({ rule }) => rule).filter((rule) => rule in SHOWS || rule === 'no-slack-after-drain');
}

function simulated(proxy: RandomProxy, options: DeletionScenarioOptions = {}): Outcome {
  const { manifest, kubernetes, detectionMillis } = proxy;
  return TerminationTimeline.simulate(manifest, {
    kubernetesVersion: KubernetesVersion.of(kubernetes),
    scenario: TerminationScenario.deletion({
      ...options,
      traffic: {
        endpointLag: LAG, longestRequest: LONGEST,
        loadBalancerDetection: detectionMillis === undefined ? undefined : Duration.millis(detectionMillis),
        ...options.traffic,
      },
    }),
  });
}

function shows(rule: string, proxy: RandomProxy): boolean {
  return SHOWS[rule].shows(simulated(proxy, SHOWS[rule].options));
}

function loses({ outcome }: Outcome): boolean {
  return outcome.losesRequests;
}

/** The grace period was over before the hook or the program was. */
function isCut({ outcome, events }: Outcome): boolean {
  return outcome.killedContainers.length > 0 || events.some(({ kind }) => String(kind) === 'HOOK_ABANDONED');
}

/** Without any grace period the hook is not even begun. */
function isCutOrSkipped(timeline: Outcome): boolean {
  return isCut(timeline) || !timeline.events.some(({ kind }) => String(kind) === 'HOOK_STARTED');
}

function isBad(timeline: Outcome): boolean {
  return loses(timeline) || timeline.outcome.killedContainers.length > 0;
}

function told({ proxy, fired }: Case): object {
  const { outcome } = simulated(proxy);
  return { seed: proxy.seed, fired: [...fired], losses: outcome.losses, killed: outcome.killedContainers };
}
