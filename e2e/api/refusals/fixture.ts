import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';

/** A server's answer to something that it must not take. */
export interface RefusalAnswer {
  readonly status: number;
  readonly message?: string;
  readonly warnings?: readonly string[];
  /** Fields that did not come back as sent. */
  readonly dropped?: readonly string[];
}

/** An answer of a server that cannot be asked again. */
export interface RecordedAnswer extends RefusalAnswer {
  readonly what: string;
  readonly fieldValidation: string;
}

/** `refusals.json`: servers' own words, by release and by case and minor. */
export interface Refusals {
  readonly about: string;
  readonly recorded: { readonly [release: string]: readonly RecordedAnswer[] };
  readonly cases: { readonly [id: string]: CaseAnswers };
}

export interface CaseAnswers {
  readonly what: string;
  readonly answers: { readonly [minor: string]: RefusalAnswer };
}

const PATH = join(__dirname, '..', 'refusals.json');

export function readRefusals(): Refusals {
  return JSON.parse(readFileSync(PATH, 'utf8')) as Refusals;
}

export function writeRefusals(refusals: Refusals): void {
  writeFileSync(PATH, `${JSON.stringify(refusals, undefined, 2)}\n`);
}
