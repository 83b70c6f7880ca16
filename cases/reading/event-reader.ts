import { factOf, Verb, verbOf } from './events';
import { EventFact, Subject, Time } from './fact';
import { subjectIn, whoIs } from './subjects';
import { tidied, timeIn } from './times';
import { Condition, Stage } from '../stage';

/** What a reader remembers from one clause to the next. */
export interface Reading {
  readonly stage: Stage;
  condition: Condition;
  subject: Subject;
  /** What was told last, to which "then" and "at the latest" refer. */
  event?: EventFact;
}

/** A clause in its parts. */
interface Spoken {
  /** Undefined where the clause names nobody. */
  readonly subject?: Subject;
  readonly verb: string;
  readonly time?: Time;
  /** It speaks of the latest time that there is. */
  readonly latest: boolean;
}

/** Somebody, a verb and a time; what is left out is as in the clause before. */
export function readEvent(words: string, reading: Reading): EventFact | undefined {
  const spoken = partsOf(words, reading);
  if (!spoken) return undefined;
  const subject = spoken.subject ?? reading.subject;
  const verb = verbOf(spoken.verb, subject);
  const fact = verb ? said(verb, subject, spoken, reading) : repeated(spoken, reading);
  if (!fact) return undefined;
  // a hook that is cut is one that had to wait
  const waits = fact.kinds[0] === 'HOOK_ABANDONED' && reading.condition.traffic === undefined;
  if (spoken.latest || waits) reading.condition = { ...reading.condition, traffic: 'open' };
  reading.subject = { ...fact.subject, hook: false };
  reading.event = fact;
  return fact;
}

function partsOf(words: string, { stage, subject: last, event }: Reading): Spoken | undefined {
  const turned = words.replace(/^releases (.+?'s hook)/i, '$1 ends');
  const [, before, other, what] = /^(.*) after ((?:the )?[\w-]+) has (ended|come back)$/i.exec(turned) ?? [];
  const { subject, rest: behind } = subjectIn((before ?? turned).replace(/^then (?!SIG)/i, ''), stage, last);
  if (!subject && NAMES_SOMEBODY.test(turned)) return undefined;
  const { time, latest, rest } = timeIn(behind, event);
  const follows: Time | undefined = /^then /i.test(turned) && event ? { kind: 'with', event, within: 0 } : undefined;
  return {
    subject, latest, verb: tidied(rest.replace(/\bthen\b/gi, '')),
    time: other === undefined ? time ?? follows : afterEnd(whoIs(other, stage), what),
  };
}

/** Somebody whom the pod does not have makes a clause one that is not understood. */
const NAMES_SOMEBODY = /^(?!(?:the |its )?(?:drain|listeners))(?:(?:the|its|an?) |[\w-]+'s hook)/i;

function afterEnd(containers: readonly string[], what: string): Time {
  const kinds = what === 'ended' ? ['EXITED'] as const : ['RESTARTED'] as const;
  return { kind: 'after', event: { kinds, subject: { containers, hook: false }, time: { kind: 'ever' } } };
}

function said(verb: Verb, subject: Subject, { time }: Spoken, { stage, condition }: Reading): EventFact | undefined {
  const isGone = verb.kinds[0] === 'EXITED' && condition.action.kind !== 'crash' && (time === undefined || isAtOnce(time));
  const when = isGone ? afterSigterm(subject) : time;
  return factOf(verb, subject, when, { envoys: whoIs('envoy', stage), managers: whoIs('manager', stage) });
}

/** "is cut at once": as soon as it gets SIGTERM. */
function isAtOnce(time: Time): boolean {
  return time.kind === 'within' && time.to === 0;
}

function afterSigterm(subject: Subject): Time {
  return { kind: 'with', within: 0, event: { kinds: ['SIGTERM'], subject, time: { kind: 'ever' } } };
}

/** "at the latest at 60 s", "Envoy's hook at most 1 s later": the verb of the clause before. */
function repeated({ subject, verb, time }: Spoken, { event }: Reading): EventFact | undefined {
  if (!event || !time || !['', 'when the last one is gone or'].includes(verb)) return undefined;
  return { ...event, time, subject: subject ?? event.subject };
}
