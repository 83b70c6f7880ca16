import { isUtf8 } from 'buffer';
import { Dirent, readdirSync, readFileSync, Stats, statSync } from 'fs';
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
function* textsBelow(path: string, seen: Set<string>, known?: Kind): Generator<Item> {
  let kind: Kind;
  let entries: readonly (readonly [string, Kind | undefined])[] = [];
  try {
    kind = known ?? kindOf(statSync(path));
    if (kind === 'folder') entries = filesIn(path);
  } catch (error) {
    return yield failure(path, error);
  }
  for (const [entry, kindOfEntry] of entries) yield* textsBelow(entry, seen, kindOfEntry);
  const name = resolve(path);
  if (kind === 'folder' || seen.has(name)) return;
  seen.add(name);
  yield* textFrom(path, () => contentOf(path, kind));
}

type Kind = 'file' | 'folder' | 'other';

function kindOf(entry: Stats | Dirent): Kind {
  return entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
}

/** What in a folder is a folder, or YAML or JSON by its name; of links, it takes another look to know what they are. */
function filesIn(folder: string): readonly (readonly [string, Kind | undefined])[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || /\.(ya?ml|json)$/i.test(entry.name))
    .map((entry) => [join(folder, entry.name), entry.isSymbolicLink() ? undefined : kindOf(entry)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
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
function contentOf(file: string, kind: Kind): Uint8Array {
  if (kind === 'file') return readFileSync(file);
  throw refusal({
    prop: 'file', got: shown(file), must: 'be a regular file', because: 'reading another kind may never end',
    fix: 'pipe it in and pass - instead',
  });
}

const BYTE_ORDER_MARK = '\ufeff';

function textOf(content: string | Uint8Array): string {
  if (content.length > LONGEST_TEXT) {
    throw refusal({
      prop: 'size', got: `${content.length} bytes`, must: `be at most ${LONGEST_TEXT} bytes`,
      because: 'the text would not fit in memory', fix: 'split the file',
    });
  }
  if (typeof content === 'string') return content;
  if (!isUtf8(content)) {
    throw refusal({
      prop: 'encoding', got: 'not UTF-8', must: 'be UTF-8', because: 'the text cannot be read', fix: 'save it as UTF-8',
    });
  }
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
