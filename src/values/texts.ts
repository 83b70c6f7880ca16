import { refusal, shown } from './errors';

/** A command line: a program and its arguments. */
export function checkedCommand(prop: string, command: string[], because: string): string[] {
  if (isTexts(command) && command.length > 0 && command[0].trim() !== '') return command;
  throw refusal({
    prop, got: shown(command), must: 'be a list of at least one word', because,
    fix: 'write program and arguments, one word each',
  });
}

/** A list of texts, which may be empty. */
export function checkedTexts(prop: string, texts: string[], because: string): string[] {
  if (isTexts(texts)) return texts;
  throw refusal({
    prop, got: shown(texts), must: 'be a list of texts', because, fix: 'write one text each, also for numbers',
  });
}

/** Refuses the values of a map that are no texts, which the API server would refuse. */
export function checkTextValues(prop: string, texts: { readonly [name: string]: string }): void {
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === 'string') continue;
    throw refusal({
      prop, got: `${name}: ${shown(value)}`, must: 'have texts for values',
      because: 'the API server refuses others', fix: `write '${name}' as a text`,
    });
  }
}

/** Why somebody accepts a danger. */
export function checkReason(prop: string, reason: string): void {
  if (typeof reason === 'string' && reason.trim() !== '') return;
  throw refusal({
    prop, got: shown(reason), must: 'be a reason',
    because: 'whoever reads it later must know why the danger is accepted', fix: 'write a sentence',
  });
}

/** One of the values of an enum, which JavaScript and casts do not check. */
export function checkedChoice<Choice extends string>(
  prop: string, got: Choice, choices: readonly Choice[], because: string,
): Choice {
  if (choices.includes(got)) return got;
  throw refusal({
    prop, got: shown(got), must: `be one of ${choices.join(', ')}`, because,
    fix: 'use one of them, or leave it out',
  });
}

function isTexts(list: unknown): list is string[] {
  return Array.isArray(list) && list.every((text) => typeof text === 'string');
}
