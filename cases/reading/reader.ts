import { conditionIn } from './conditions';
import { readEvent, Reading } from './event-reader';
import { Check, Clause } from './fact';
import { OUTCOMES } from './outcomes';
import { RELATIONS } from './settings';
import { subjectIn, usualSubject, whoIs } from './subjects';
import { tidied } from './times';
import { versionedParts } from './versions';
import { withoutDrain } from './without-drain';
import { anyOfCheck, eventCheck } from '../event-check';
import { Condition, PLAIN_DELETION, Stage } from '../stage';

/** The clauses of a statement, each with its check if it is understood. */
export function readStatement(text: string, kubernetes: string, stage: Stage): Clause[] {
  const reading: Reading = { stage, condition: PLAIN_DELETION, subject: usualSubject(stage) };
  return withGrace(text, stage).split(';').flatMap((sentence) => {
    // traffic is of one sentence, what happens to the pod is of the rest
    reading.condition = { ...reading.condition, traffic: undefined };
    return partsOf(sentence).flatMap((part) => versionedParts(part, kubernetes))
      .flatMap(({ words, version }) => readPart(words, version, reading));
  });
}

/** "until the grace period ends" is a time. */
function withGrace(text: string, { pod: { graceSeconds } }: Stage): string {
  return text.replace(/\b(until|at) the (?:grace period (?:ends|is over|is spent)|end of the grace period|end of grace)/g, `$1 ${graceSeconds} s`);
}

/** Commas and colons part clauses, but for what stands in parentheses. */
function partsOf(sentence: string): string[] {
  const parts = sentence.split(/,(?![^(]*\))|(?= instead of \d)|(?<=instead of \d+ s) and /)
    .map(tidied).filter((part) => part !== '');
  return parts.reduce<string[]>((joined, part, index) => {
    // "if ... at 0 s, the manager ...": a condition belongs to what follows
    const before = joined[index - 1] ?? '';
    return /^if [^,]*$/i.test(joined[joined.length - 1] ?? before)
      ? [...joined.slice(0, -1), `${joined[joined.length - 1]}, ${part}`] : [...joined, part];
  }, []);
}

function readPart(words: string, version: string | undefined, reading: Reading): Clause[] {
  const found = conditionIn(words, reading.condition, reading.stage);
  if (!found) return [{ text: words, condition: reading.condition }];
  reading.condition = completed(words, found.condition, reading.stage);
  reading.subject = found.subject ?? reading.subject;
  return clausesOf(tidied(found.rest).replace(/^(?:(?:and|so|but|though|else)\s+)+/i, ''), reading)
    .map((clause) => (version === undefined ? clause : { ...clause, condition: { ...clause.condition, version } }));
}

/** The end of a job is what sets off everything else. */
function completed(words: string, condition: Condition, stage: Stage): Condition {
  if (!/^the job(?:'s container)? (?:ends|completes|finishes)\b/i.test(words)) return condition;
  return { ...PLAIN_DELETION, action: { kind: 'crash', container: whoIs('job', stage)[0], code: 0 }, traffic: 'quiet' };
}

/** A clause, or what "and", ":" and parentheses join. */
function clausesOf(words: string, reading: Reading): Clause[] {
  if (words === '') return [];
  const whole = readClause(words, reading);
  if (whole) return [whole];
  for (const joint of [' and ', ': ']) {
    for (let index = words.indexOf(joint); index >= 0; index = words.indexOf(joint, index + 1)) {
      const remembered = { ...reading };
      const first = readClause(words.slice(0, index), reading);
      if (first) return [first, ...clausesOf(words.slice(index + joint.length), reading)];
      Object.assign(reading, remembered);
    }
  }
  return [{ text: words, condition: reading.condition }];
}

function readClause(words: string, reading: Reading): Clause | undefined {
  const check = outcomeCheck(words, reading) ?? alternativesCheck(words, reading)
    ?? relationCheck(words, reading) ?? spokenEvent(words, reading);
  return check && { text: words, condition: reading.condition, check };
}

function outcomeCheck(words: string, reading: Reading): Check | undefined {
  for (const [pattern, read, traffic] of OUTCOMES) {
    const match = pattern.exec(words);
    if (match && traffic) reading.condition = { ...reading.condition, traffic };
    if (match) return read(match);
  }
  return undefined;
}

/** "X or Y": each run has one of them. */
function alternativesCheck(words: string, reading: Reading): Check | undefined {
  const [, one, other] = /^(.*?) or ((?:is|waits|ends|gets|fails|runs)\b.*)$/.exec(words) ?? [];
  if (one === undefined) return undefined;
  const first = readEvent(bareWords(one), reading);
  if (first) reading.subject = first.subject;
  const second = readEvent(bareWords(other), reading);
  return first && second && anyOfCheck([first, second]);
}

function bareWords(words: string): string {
  return tidied(words.replace(/\([^)]*\)| without a drain$/g, ''));
}

/** With its own subject before it, or with the last one. */
function relationCheck(words: string, reading: Reading): Check | undefined {
  const spoken = subjectIn(words, reading.stage, reading.subject);
  for (const [pattern, read] of RELATIONS) {
    const readings = [[words, reading.subject], [spoken.rest, spoken.subject ?? reading.subject]] as const;
    for (const [text, subject] of readings) {
      const match = pattern.exec(text);
      if (!match || (text === spoken.rest && spoken.subject?.hook)) continue;
      reading.subject = subject;
      return read(match, subject);
    }
  }
  return undefined;
}

function spokenEvent(words: string, reading: Reading): Check | undefined {
  const [, before] = /^(.*) without a drain$/.exec(words) ?? [];
  const fact = readEvent(before ?? words, reading);
  if (!fact) return undefined;
  const check = eventCheck(fact);
  return before === undefined ? check : (stage, condition) => check(stage, condition) ?? withoutDrain(stage, condition);
}
