import { readdirSync, readFileSync, statSync } from 'fs';
import { join } from 'path';
import { StandardInput, UsageError } from './io';
import { shown } from '../values/errors';

/** What could not be read; the rest still can. */
export interface SourceError {
  readonly source: string;
  readonly line?: number;
  readonly message: string;
}

/** Texts by where they come from. */
export interface Texts {
  readonly texts: readonly (readonly [string, string])[];
  readonly errors: readonly SourceError[];
}

const STANDARD_INPUT = '-';

/** The texts of standard input (`-`), files, and all YAML and JSON files in folders. */
export function readTexts(paths: readonly string[], standardInput: StandardInput): Texts {
  checkPaths(paths);
  const texts: [string, string][] = [];
  const errors: SourceError[] = [];
  const attempt = (source: string, read: () => void): void => {
    try {
      read();
    } catch (error) {
      errors.push({ source, message: (error as Error).message });
    }
  };
  const readFile = (file: string): void => attempt(file, () => texts.push([file, textOf(contentOf(file))]));
  const readPath = (path: string): void => attempt(path, () => {
    if (!statSync(path).isDirectory()) return readFile(path);
    return filesBelow(path, attempt).forEach(readFile);
  });
  const readInput = (): void => attempt('standard input', () => texts.push(['standard input', textOf(standardInput())]));
  for (const path of paths) path === STANDARD_INPUT ? readInput() : readPath(path);
  return { texts, errors };
}

function checkPaths(paths: readonly string[]): void {
  if (paths.includes('')) {
    throw new UsageError("'path' (\"\") must be a file, a folder or -: there is nothing to read; name one");
  }
  if (paths.indexOf(STANDARD_INPUT) === paths.lastIndexOf(STANDARD_INPUT)) return;
  throw new UsageError("'path' (-) must be given once: standard input can be read only once; remove the others");
}

/** A folder that cannot be opened does not hide the others. */
function filesBelow(folder: string, attempt: (source: string, read: () => void) => void): string[] {
  const files: string[] = [];
  attempt(folder, () => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const entry of entries) {
      const inside = join(folder, entry.name);
      if (entry.isDirectory()) files.push(...filesBelow(inside, attempt));
      else if (/\.(ya?ml|json)$/i.test(entry.name)) files.push(inside);
    }
  });
  return files;
}

/** Pipes and devices may never come to an end. */
function contentOf(file: string): Uint8Array {
  if (statSync(file).isFile()) return readFileSync(file);
  throw new Error(`'file' (${shown(file)}) must be a regular file: reading another kind may never end; `
    + 'pipe it in and pass - instead');
}

function textOf(content: string | Uint8Array): string {
  if (typeof content === 'string') return content;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new Error("'encoding' (not UTF-8) must be UTF-8: the text cannot be read; save it as UTF-8");
  }
}
