import { choiceFlag } from './flags';
import { CommandIo, EXIT, UsageError } from './io';
import { nearest } from './suggestions';
import { HazardRule } from '../hazards/rule';
import { HAZARD_RULES } from '../hazards/rules';

/** Options of `envoy-drain rules`, as they are written. */
export interface RulesFlags {
  readonly format: string;
}

const WIDTH = 100;

/** Lists all rules. */
export function rulesCommand({ format }: RulesFlags, io: CommandIo): number {
  io.out(choiceFlag('--format', format, ['text', 'json']) === 'json' ? rulesJson() : rulesText());
  return EXIT.nothing;
}

function rulesText(): string {
  const widest = Math.max(...HAZARD_RULES.map(({ id }) => id.length));
  return HAZARD_RULES.map(({ id, severity, title }) => `${id.padEnd(widest)}  ${severity.padEnd(7)}  ${title}\n`).join('');
}

function rulesJson(): string {
  return `${JSON.stringify(HAZARD_RULES.map(({ id, severity, title }) => ({ id, severity, title })), null, 2)}\n`;
}

/** All that is known of one rule. Throws for an id that is none. */
export function explanationOf(id: string): string {
  const rule = HAZARD_RULES.find((candidate) => candidate.id === id);
  if (rule) return explained(rule);
  const near = nearest(id, HAZARD_RULES.map((candidate) => candidate.id));
  const fix = near === undefined ? 'envoy-drain rules lists them' : `did you mean ${near}?`;
  throw new UsageError(`'--explain' (${id}) must be the id of a rule: there is none of that name; ${fix}`);
}

function explained({ id, severity, title, why, remedy, sources }: HazardRule): string {
  const section = (heading: string, text: string): string => `${heading}\n${wrapped(text)}\n`;
  return [
    `${id} (${severity})\n${wrapped(title)}\n`,
    section('Why', why),
    section('Remedy', remedy),
    `Sources\n${sources.map((source) => `  ${source}\n`).join('')}`,
  ].join('\n');
}

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines[lines.length - 1];
    if (line !== '' && line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `  ${line}`).join('\n');
}
