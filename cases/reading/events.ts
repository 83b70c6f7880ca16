import { DRAIN_BEGINS, EventFact, HOOK_OVER, Subject, Time } from './fact';
import { SimulatedKind } from '../../src/kubelet/simulation';

/** A verb, and what happens then. */
export interface Verb {
  readonly pattern: RegExp;
  readonly kinds: readonly SimulatedKind[];
  /** Of hooks only, or of containers only. */
  readonly of?: 'hook' | 'container';
  /** It happens to Envoy, or to the manager's hook, whoever the clause is about. */
  readonly ofEnvoy?: true;
  readonly ofManagersHook?: true;
  readonly detail?: RegExp;
  /** It is told of runs only in which Envoy has ended before. */
  readonly afterEnvoy?: true;
  /** Envoy's hook looks once a second whether the drain is over: it serves on that long. */
  readonly slackSeconds?: number;
  /** When, where nothing is said. */
  readonly otherwise?: Time;
}

const AT_ONCE: Time = { kind: 'within', from: 0, to: 0 };

/** The first that fits counts. */
const VERBS: readonly Verb[] = [
  { pattern: /^may go on until SIGKILL$/, kinds: ['SIGKILL'], of: 'container' },
  { pattern: /^(?:gets? |receives? )?SIGTERM$/, kinds: ['SIGTERM'] },
  { pattern: /^(?:gets? |receives? )?SIGKILL$|^(?:is |are )?(?:SIG)?killed$/, kinds: ['SIGKILL'] },
  { pattern: /^(?:is |are )?refused$/, kinds: ['HOOK_FAILED'], of: 'hook', detail: /refused|node/, otherwise: AT_ONCE },
  { pattern: /^fails?$|^ends? with an error$|^panics?$/, kinds: ['HOOK_FAILED'], of: 'hook' },
  { pattern: /^(?:is |are )?(?:cut|abandoned)(?: off)?$/, kinds: ['HOOK_ABANDONED'], of: 'hook' },
  { pattern: /^(?:starts?|begins?|asks? the manager)$/, kinds: ['HOOK_STARTED'], of: 'hook' },
  { pattern: /^posts? (?:to )?\/healthcheck\/fail$/, kinds: ['HEALTH_CHECKS_FAIL'], ofEnvoy: true },
  { pattern: /^polls? a dead envoy$/i, kinds: HOOK_OVER, of: 'hook', afterEnvoy: true },
  { pattern: /^(?:ends?|returns?|is over|runs?|waits?(?: on)?|lasts?|hangs?|drains?|holds?|polls?|sleeps?|goes on|gets? (?:an? )?\d{3})$/, kinds: HOOK_OVER, of: 'hook' },
  { pattern: /^serves?$/, kinds: ['EXITED'], of: 'container', slackSeconds: 1 },
  {
    pattern: /^(?:ends?(?: itself)?|exits?|is gone|is cut|stops?|runs?)$/, kinds: ['EXITED'], of: 'container',
    otherwise: { kind: 'ever' },
  },
  { pattern: /^(?:comes? back|is (?:back|restarted))$/, kinds: ['RESTARTED'], of: 'container', otherwise: { kind: 'ever' } },
  { pattern: /^(?:the )?drain(?:ing)? (?:starts|begins|is told|told)$/, kinds: DRAIN_BEGINS, ofEnvoy: true },
  { pattern: /^(?:the )?drain (?:is )?over$/, kinds: HOOK_OVER, ofManagersHook: true },
  { pattern: /^drains(?: envoy)?$/i, kinds: DRAIN_BEGINS, of: 'container', ofEnvoy: true, otherwise: { kind: 'ever' } },
  { pattern: /^health checks (?:begin to )?fail$/, kinds: ['HEALTH_CHECKS_FAIL'], ofEnvoy: true },
  { pattern: /^(?:its |the )?listeners (?:are )?close(?:d)?$/, kinds: ['LISTENERS_CLOSED'], ofEnvoy: true },
];

export function verbOf(words: string, subject: Subject): Verb | undefined {
  return VERBS.find(({ pattern, of }) => pattern.test(words) && (of === undefined || (of === 'hook') === subject.hook));
}

/** What a verb says of somebody. */
export function factOf(
  { kinds, detail, ofEnvoy, ofManagersHook, otherwise, slackSeconds = 0, afterEnvoy }: Verb,
  subject: Subject, time: Time | undefined,
  { envoys, managers }: { readonly envoys: readonly string[]; readonly managers: readonly string[] },
): EventFact | undefined {
  const when = time?.kind === 'within' ? { ...time, to: time.to + slackSeconds } : time ?? otherwise;
  if (!when) return undefined;
  const containers = ofEnvoy ? envoys : ofManagersHook ? managers : subject.containers;
  return containers.length === 0 ? undefined : {
    kinds, detail, time: when, subject: { containers, hook: subject.hook }, ...afterEnvoy ? { afterEndOf: envoys } : {},
  };
}
