/** Beyond ASCII: control characters of Latin 1, line and paragraph separators, and marks that turn the direction. */
const MARKS = '\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff';

/** What a terminal would act upon; tabs and line feeds may stay. */
const ACTED_UPON = new RegExp(`[\\x00-\\x08\\x0b-\\x1f${MARKS}]`, 'g');

const ACTED_UPON_IN_A_LINE = new RegExp(`[\\x00-\\x1f${MARKS}]`, 'g');

/** A text of several lines in which nothing steers the terminal; JSON still holds the same values. */
export function printable(text: string): string {
  return text.replace(ACTED_UPON, escaped);
}

/** The same for what must stay in its line. */
export function printableLine(text: string): string {
  return text.replace(ACTED_UPON_IN_A_LINE, escaped);
}

function escaped(character: string): string {
  return { '\n': '\\n', '\t': '\\t' }[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
