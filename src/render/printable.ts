/**
 * What a terminal would act upon: control characters of ASCII and Latin 1, line and paragraph separators, and the marks
 * that turn the direction of what follows. Tabs and line feeds may stay.
 */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const ACTED_UPON = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A text of several lines in which nothing steers the terminal; JSON still holds the same values. */
export function printable(text: string): string {
  return text.replace(ACTED_UPON, escaped);
}

/** The same for what must stay in its line. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\t\n]/g, escaped);
}

function escaped(character: string): string {
  return { '\n': '\\n', '\t': '\\t' }[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
