import { readdirSync, readFileSync, Stats, statSync } from 'fs';
import { join, resolve } from 'path';
import { STANDARD_INPUT, STANDARD_INPUT_NAME, StandardInput, UsageError } from './io';
import { refusal, shown } from '../values/errors';

/** What could not be read; the rest still can. */
export interface SourceError {
  readonly kind: 'error';
  readonly source: string;
  readonly line?: number;
  readonly message: string;
}

/** A text, and where it comes from. */
export interface SourceText {
  readonly kind: 'text';
  readonly source: string;
  readonly text: string;
}

/** V8 holds texts of half a gibibyte. */
const LONGEST_TEXT = 500 * 2 ** 20;

type Item = SourceText | SourceError;

/**
 * The texts of standard input (`-`), files, and all YAML and JSON files in folders. A file that is named twice is
 * read once.
 */
export function* readTexts(paths: readonly string[], standardInput: StandardInput): Generator<Item> {
  checkPaths(paths);
  const seen = new Set<string>();
  for (const path of paths) {
    if (path === STANDARD_INPUT) yield* textFrom(STANDARD_INPUT_NAME, standardInput);
    else yield* textsBelow(path, seen);
  }
}

function checkPaths(paths: readonly string[]): void {
  if (paths.includes('')) {
    throw new UsageError("'path' (\"\") must be a file, a folder or -: there is nothing to read; name one");
  }
  if (paths.indexOf(STANDARD_INPUT) === paths.lastIndexOf(STANDARD_INPUT)) return;
  throw new UsageError("'path' (-) must be given once: standard input can be read only once; remove the others");
}

/** A folder or a file that cannot be opened does not hide the others. */
function* textsBelow(path: string, seen: Set<string>): Generator<Item> {
  let kind: Stats;
  let entries: readonly string[] = [];
  try {
    kind = statSync(path);
    if (kind.isDirectory()) entries = filesIn(path);
  } catch (error) {
    return yield failure(path, error);
  }
  for (const entry of entries) yield* textsBelow(entry, seen);
  if (kind.isDirectory() || seen.has(resolve(path))) return;
  seen.add(resolve(path));
  yield* textFrom(path, () => contentOf(path, kind));
}

/** What in a folder is a folder, or YAML or JSON by its name. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || /\.(ya?ml|json)$/i.test(entry.name))
    .map(({ name }) => join(folder, name))
    .sort();
}

function* textFrom(source: string, read: StandardInput): Generator<Item> {
  let text: string;
  try {
    text = textOf(read());
  } catch (error) {
    return yield failure(source, error);
  }
  yield { kind: 'text', source, text };
}

function failure(source: string, error: unknown): SourceError {
  return { kind: 'error', source, message: (error as Error).message };
}

/** Pipes and devices may never come to an end. */
function contentOf(file: string, kind: Stats): Uint8Array {
  if (kind.isFile()) return readFileSync(file);
  throw refusal({
    prop: 'file', got: shown(file), must: 'be a regular file', because: 'reading another kind may never end',
    fix: 'pipe it in and pass - instead',
  });
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function textOf(content: string | Uint8Array): string {
  if (content.length > LONGEST_TEXT) {
    throw refusal({
      prop: 'size', got: `${content.length} bytes`, must: `be at most ${LONGEST_TEXT} bytes`,
      because: 'the text would not fit in memory', fix: 'split the file',
    });
  }
  if (typeof content === 'string') return content;
  try {
    return UTF_8.decode(content);
  } catch {
    throw refusal({
      prop: 'encoding', got: 'not UTF-8', must: 'be UTF-8', because: 'the text cannot be read', fix: 'save it as UTF-8',
    });
  }
}
