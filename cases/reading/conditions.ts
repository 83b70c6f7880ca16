import { Subject } from './fact';
import { whoIs } from './subjects';
import { Condition, PLAIN_DELETION, Stage } from '../stage';

/** What a clause presupposes, who it speaks of then, and the words that are left. */
export interface ConditionPhrase {
  readonly condition: Condition;
  readonly subject?: Subject;
  readonly rest: string;
}

type Reading = (match: RegExpExecArray, before: Condition, stage: Stage) => Omit<ConditionPhrase, 'rest'> | undefined;

/** A request of Envoy's hook that comes after the end of the other: https://github.com/envoyproxy/gateway/issues/9484 */
const LATE_REQUEST_MILLIS = 600;

const SEPARATOR = '(?::|,)?\\s*';

const PHRASES: readonly (readonly [string, Reading])[] = [
  ['with (?:no|no open|0) connections?(?: open| left)?', (_, before) => ({ condition: { ...before, traffic: 'quiet' } })],
  ['without (?:any )?(?:open )?connections?', (_, before) => ({ condition: { ...before, traffic: 'quiet' } })],
  ['with (?:an? |some |all )?(?:open (?:HTTP )?connections?|connections? (?:left )?open|endless streams?|(?:long )?streams?(?: open)?|request that never ends|long-lived connections?)',
    (_, before) => ({ condition: { ...before, traffic: 'open' } })],
  ['else', (_, before) => ({ condition: { ...before, traffic: 'open' } })],
  ['with (?:the|a) ceiling of (\\d+) s', ([, seconds]) =>
    ({ condition: { ...PLAIN_DELETION, action: { kind: 'kubelet-ends-pod', graceSeconds: Number(seconds) } } })],
  ['(?:a )?(liveness|startup) (?:restart|failure) of ((?:the )?[\\w-]+)', ([, probe, who], _, stage) => {
    const containers = whoIs(who, stage);
    if (containers.length !== 1) return undefined;
    const action = { kind: 'probe-failure', container: containers[0], probe: probe as 'liveness' | 'startup' } as const;
    return { condition: { ...PLAIN_DELETION, action }, subject: { containers, hook: false } };
  }],
  ['(?:the )?([\\w-]+) (?:is )?not (listening|running|started)(?: yet)?(?: at 0 s)?', ([, who, what], _, stage) => {
    const containers = whoIs(who, stage);
    if (containers.length === 0) return undefined;
    return { condition: { ...PLAIN_DELETION, faults: what === 'listening' ? { refusing: containers } : { notRunning: containers } } };
  }],
  ['if (?:the )?([\\w-]+)\'s hook fails(?: at (?:once|0 s))?', ([, who], _, stage) => {
    const failingHooks = whoIs(who, stage);
    return { condition: { ...PLAIN_DELETION, failingHooks, faults: { httpHookDelayMillis: LATE_REQUEST_MILLIS } } };
  }],
  ['(?:on |with |after )?(?:an? |the )?(?:node shutdown|spot notice|eviction|node drain)(?: of| with| in)? (\\d+) s', ([, seconds]) =>
    ({ condition: { ...PLAIN_DELETION, action: { kind: 'kubelet-ends-pod', graceSeconds: Number(seconds) } } })],
  ['(?:deleted|deletion) with (?:a grace period of )?(\\d+) s', ([, seconds]) =>
    ({ condition: { ...PLAIN_DELETION, action: { kind: 'deletion', graceSeconds: Number(seconds) } } })],
  ['if (?:the )?([\\w-]+) (?:dies|crashes|is killed)(?: at (\\d+) s)?', ([, who, seconds = '1'], _, stage) => {
    const killed = whoIs(who, stage).map((container) => ({ container, atMillis: Number(seconds) * 1000 }));
    return killed.length === 0 ? undefined : { condition: { ...PLAIN_DELETION, faults: { killed } } };
  }],
  ['with (?:an? old|a stale|the) ready file(?: left behind)?', (_, __, stage) =>
    ({ condition: { ...PLAIN_DELETION, faults: { staleFiles: filesOfHooks(stage) } } })],
  ['(?:with busy connections|under load)', (_, before) => ({ condition: { ...before, traffic: 'busy' } })],
  ['with TCP connections(?: open)?', (_, before) => ({ condition: { ...before, traffic: 'tcp' } })],
  ['without the file', (_, before) => ({ condition: { ...before, withoutFiles: true } })],
  ['a later deletion', (_, __, stage) => ({ condition: { ...PLAIN_DELETION, faults: { staleFiles: filesOfHooks(stage) } } })],
  ['if (?:Envoy\'s )?admin (?:interface )?(?:does not answer|is dead)', () =>
    ({ condition: { ...PLAIN_DELETION, faults: { adminDead: true } } })],
];

/** Takes the conditions from the beginning of a clause; undefined where one names nobody of the pod. */
export function conditionIn(words: string, before: Condition, stage: Stage): ConditionPhrase | undefined {
  for (const [pattern, read] of PHRASES) {
    const match = new RegExp(`^(?:and |but )?${pattern}\\b${SEPARATOR}`, 'i').exec(words);
    if (!match) continue;
    const found = read(match, before, stage);
    const rest = words.slice(match[0].length);
    if (!found) return undefined;
    const more = conditionIn(rest, found.condition, stage);
    return more && { subject: found.subject, ...more };
  }
  return { condition: before, rest: words };
}

/** What an earlier run of every hook may have left behind. */
function filesOfHooks({ pod, hookProgram }: Stage): { container: string; path: string }[] {
  return pod.containers.flatMap(({ name, preStop }) => (preStop?.kind !== 'exec' ? []
    : hookProgram(name, preStop.command).steps
      .flatMap((step) => (step.step === 'write-file' ? [{ container: name, path: step.file }] : []))));
}
