/** A document of a text, and where in it it begins. */
export interface TextPart {
  readonly text: string;
  readonly start: number;
}

/**
 * A line that begins with a document marker ends the document before it, in block scalars and quoted texts too.
 * There is no `m` flag, because that takes U+2028 inside a text for the end of a line.
 */
const MARKER = /[\r\n](?=\uFEFF?(?:---|\.\.\.)(?:[ \t\r\n]|$))/g;

/** Nothing but a marker. */
const BLANK = /^\uFEFF?(?:---|\.\.\.)?\s*$/;

/**
 * A text's documents, so that a broken one loses only itself. Each keeps its `---`, with all that stands in
 * that line; what is blank is left out.
 */
export function* splitDocuments(text: string): Generator<TextPart> {
  let start = 0;
  for (const end of boundaries(text)) {
    const part = text.slice(start, end);
    if (end < text.length && isPreamble(part)) continue;
    if (!BLANK.test(part)) yield* splitJson({ text: part, start });
    start = end;
  }
}

/** Where documents end; the last one at the end of the text. */
function boundaries(text: string): number[] {
  const ends: number[] = [];
  for (let marker = MARKER.exec(text); marker; marker = MARKER.exec(text)) ends.push(marker.index + 1);
  return [...ends, text.length];
}

/** Directives belong to the document behind them. */
function isPreamble(part: string): boolean {
  return BEGINS_WITH_DIRECTIVE.test(part)
    && part.split(/[\r\n]+/).every((line) => /^(?:\uFEFF?(?:\.\.\.)?[ \t]*(?:#.*)?|%.*)$/.test(line));
}

/** Behind nothing but comments. */
const BEGINS_WITH_DIRECTIVE = /^(?:\uFEFF?(?:\.\.\.)?[ \t]*(?:#[^\r\n]*)?[\r\n])*%/;

/** JSON objects may follow one another without anything between them. */
function* splitJson({ text, start }: TextPart): Generator<TextPart> {
  if (!/^\uFEFF?\s*(?:\[|\{\s*["}])/.test(text)) return yield { text, start };
  let from = 0;
  while (from < text.length) {
    const end = endOfJson(text, from);
    yield { text: text.slice(from, end), start: start + from };
    from = end;
  }
}

/** Behind the first value and the white space after it, where another one follows; the end of the text otherwise. */
function endOfJson(text: string, from: number): number {
  const token = /"(?:[^"\\]|\\[^])*(?:"|$)|[[\]{}]/g;
  token.lastIndex = from;
  let depth = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0].startsWith('"')) continue;
    depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
    if (depth > 0) continue;
    const next = /\s*(?=[{[])/y;
    next.lastIndex = token.lastIndex;
    return next.test(text) ? next.lastIndex : text.length;
  }
  return text.length;
}
