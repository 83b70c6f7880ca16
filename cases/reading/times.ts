import { EventFact, Time } from './fact';

/** A time phrase and what is left of the words around it. */
export interface TimePhrase {
  readonly time?: Time;
  /** It speaks of the latest time that there is: connections are open. */
  readonly latest: boolean;
  readonly rest: string;
}

const NUMBER = '(\\d+(?:\\.\\d+)?)';
const SPAN = `(?:about )?${NUMBER}(?:\\s*s)?(?: to ${NUMBER})?\\s*s(?:econds)?\\b`;

type Reading = (from: number, to: number, previous: EventFact | undefined) => Time | undefined;

const within: Reading = (from, to) => ({ kind: 'within', from, to });
const by: Reading = (_, to) => ({ kind: 'by', to });
const follows: Reading = (_, to, previous) => previous && { kind: 'with', event: previous, within: to };

/** The first that fits counts. */
const PHRASES: readonly { readonly pattern: RegExp; readonly latest?: true; readonly read: Reading }[] = [
  { pattern: new RegExp(`(?:at|by) ${SPAN} at the latest`), read: by },
  { pattern: new RegExp(`at the latest (?:at|by|after) ${SPAN}`), latest: true, read: within },
  { pattern: new RegExp(`(?:at most|within) ${SPAN} (?:later|after (?:it|that|this))`), read: follows },
  { pattern: new RegExp(`${SPAN} later`), read: follows },
  { pattern: new RegExp(`(?:by|within|after at most) ${SPAN}`), read: by },
  { pattern: new RegExp(`(?:until|at|from|for(?: up to)?|after) ${SPAN}(?: on)?`), read: within },
  // "holds 30 s"
  { pattern: new RegExp(`(?<=^(?:holds?|sleeps?|waits?|hangs?) )${SPAN}`), read: within },
  { pattern: /\bat once\b|\bimmediately\b/, read: () => ({ kind: 'within', from: 0, to: 0 }) },
  { pattern: /\b(?:then|at the same time|with it)\b/, read: (_from, _to, previous) => follows(0, 0, previous) },
];

/** The time that some words name; `previous` is what was told last. */
export function timeIn(words: string, previous: EventFact | undefined): TimePhrase {
  for (const { pattern, latest = false, read } of PHRASES) {
    const match = pattern.exec(words);
    if (!match) continue;
    const from = Number(match[1]);
    const time = read(from, Number(match[2] ?? match[1]), previous);
    const rest = `${words.slice(0, match.index)} ${words.slice(match.index + match[0].length)}`;
    return { time, latest, rest: tidied(rest) };
  }
  return { latest: false, rest: tidied(words) };
}

export function tidied(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}
