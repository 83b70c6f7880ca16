import { lossesOf } from '../../src/kubelet/losses';
import { World } from '../../src/kubelet/world';
import { firstSeconds, runsFor } from '../event-check';
import { TrafficName } from '../stage';
import { Check, DRAIN_BEGINS } from './fact';
import { whoIs } from './subjects';

/** Words about what comes of all, and how they are checked. */
export type OutcomePhrase = readonly [RegExp, (match: RegExpExecArray) => Check, TrafficName?];

/** Later than this after a bound is not within it: polls, and a manager that ends after Envoy. */
const BOUND_SLACK_SECONDS = 3;

export const OUTCOMES: readonly OutcomePhrase[] = [
  [/^no SIGKILL$/i, () => noneOf('SIGKILL', /^/)],
  [/^(?:no drain|nothing drains)$/i, () => (stage, condition) =>
    problemOf(runsFor(stage, condition), (run) => (firstSeconds(run, { kinds: DRAIN_BEGINS }) === undefined ? undefined : 'a drain begins'))],
  [/^requests in flight are cut$/i, () => cuts('in-flight', 'every')],
  [/^TCP connections are cut$/i, () => cuts('tcp', 'every')],
  [/^(?:the other |open |other )?(?:requests|connections) are cut$/i, () => cuts('slow', 'some')],
  [/^(?:no requests? (?:is|are) (?:lost|cut)|nothing is (?:lost|cut)|no connections? (?:is|are) cut)$/i, () => (stage, condition) =>
    (lossesOf(stage.runs(condition, condition.traffic ?? 'busy')).lost ? 'requests are lost' : undefined)],
  [/^new connections (?:fail|are refused)(?: for)?(?: up to)?(?: until)? (\d+) s$/i, ([, seconds]) => refusedUntil(Number(seconds))],
  [/^the load balancer sends to a dead proxy until (\d+) s$/i, ([, seconds]) => refusedUntil(Number(seconds))],
  [/^the count is 0 whatever TCP does$/i, () => (stage, condition) => {
    const [quiet, tcp] = (['quiet', 'tcp'] as const).map((traffic) => lastExit(stage.runs(condition, traffic)));
    return quiet === tcp ? undefined : `the pod ends at ${tcp} s instead of ${quiet} s with TCP connections`;
  }, 'tcp'],
  [/^(?:the )?grace period(?: of)? (\d+) s$/i, ([, seconds]) => graceIs(Number(seconds))],
  [/^(?:the )?grace period(?: of)? (\d+) s (?:is )?(?:not reached|never used|only the ceiling)$/i, ([, seconds]) => both(graceIs(Number(seconds)), endsBefore(Number(seconds)))],
  [/^the (\d+) s are never used$/i, ([, seconds]) => both(graceIs(Number(seconds)), endsBefore(Number(seconds)))],
  [/^the pod (?:is gone|ends|hangs|stays terminating)(?: at| by| until)?(?: about)?(?: \d+ to)? (\d+) s$/i, ([, seconds]) =>
    (stage, condition) => {
      const last = lastExit(runsFor(stage, condition));
      return Math.abs(last - Number(seconds)) <= BOUND_SLACK_SECONDS ? undefined : `the last container ends at ${last} s`;
    }],
  [/^the pod is gone long before (\d+) s$/i, ([, seconds]) => endsBefore(Number(seconds) / 2)],
  [/^at most (\d+) s of (\d+) s are used$/i, ([, used, grace]) => both(graceIs(Number(grace)), endsBefore(Number(used) + BOUND_SLACK_SECONDS))],
  [/^no bound but the grace period(?: of (\d+) s)?$/i, ([, seconds]) => (stage, condition) => {
    const grace = Number(seconds ?? stage.pod.graceSeconds);
    const envoys = whoIs('envoy', stage);
    return problemOf(stage.runs(condition, 'open'), (run) => {
      const at = firstSeconds(run, { kinds: ['SIGTERM'] }, envoys[0]);
      return at !== undefined && Math.abs(at - grace) <= 1 ? undefined : `Envoy gets SIGTERM at ${at} s with a request that never ends`;
    });
  }],
  [/^the pod succeeds$/i, () => (stage, condition) => problemOf(runsFor(stage, condition), ({ events }) =>
    (events.some(({ kind }) => kind === 'POD_GONE') && !events.some(({ kind, container, code }) =>
      kind === 'EXITED' && whoIs('app', stage).includes(container ?? '') && code !== 0) ? undefined : 'the pod does not succeed'))],
];

function problemOf(runs: readonly World[], problem: (run: World) => string | undefined): string | undefined {
  return runs.map(problem).find((found) => found !== undefined);
}

function noneOf(kind: 'SIGKILL', detail: RegExp): Check {
  return (stage, condition) => problemOf(runsFor(stage, condition), (run) =>
    (firstSeconds(run, { kinds: [kind], detail }) === undefined ? undefined : `there is a ${kind}`));
}

function cuts(traffic: TrafficName, howMany: 'every' | 'some'): Check {
  return (stage, condition) => {
    const runs = stage.runs(condition, traffic);
    const cutting = runs.filter((run) => lossesOf([run]).cutConnections > 0);
    return cutting.length >= (howMany === 'every' ? runs.length : 1) ? undefined : `nothing is cut in ${runs.length - cutting.length} runs`;
  };
}

function refusedUntil(until: number): Check {
  return (stage, condition) => {
    const refused = lossesOf(stage.runs(condition, 'coming')).refusedToMillis;
    if (refused !== undefined && Math.abs(refused / 1000 - until) <= 1) return undefined;
    return `new connections are refused until ${refused === undefined ? 'never' : `${refused / 1000} s`}`;
  };
}

function both(...checks: readonly Check[]): Check {
  return (stage, condition) => checks.map((check) => check(stage, condition)).find((problem) => problem !== undefined);
}

function graceIs(seconds: number): Check {
  return ({ pod }) => (pod.graceSeconds === seconds ? undefined : `the grace period is ${pod.graceSeconds} s`);
}

function endsBefore(seconds: number): Check {
  return (stage, condition) => {
    const last = lastExit(runsFor(stage, condition));
    return last < seconds ? undefined : `the last container ends at ${last} s`;
  };
}

function lastExit(runs: readonly World[]): number {
  return Math.max(...runs.flatMap(({ events }) => events.filter(({ kind }) => kind === 'EXITED').map(({ atMillis }) => atMillis))) / 1000;
}

