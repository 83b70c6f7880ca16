import { readdirSync, readFileSync, statSync } from 'fs';
import { join } from 'path';
import type { LineCounter } from 'yaml';
import { Manifest } from '../pod/manifest';

/** A document of a file, and where in it things stand. */
export interface SourceDocument {
  readonly source: string;
  readonly value: Manifest;
  /** Line of the thing that a JSON pointer names, or of the nearest thing around it. */
  lineOf(pointer: string): number;
}

/** What could not be read; the other documents still can. */
export interface SourceError {
  readonly source: string;
  readonly line?: number;
  readonly message: string;
}

export interface Sources {
  readonly documents: readonly SourceDocument[];
  readonly errors: readonly SourceError[];
}

/** Reads standard input (`-`), files, and folders with all YAML and JSON below them. */
export function readSources(paths: readonly string[], standardInput: () => string): Sources {
  const documents: SourceDocument[] = [];
  const errors: SourceError[] = [];
  for (const path of paths) {
    for (const [source, text] of textsOf(path, standardInput, errors)) read(source, text, documents, errors);
  }
  return { documents, errors };
}

function textsOf(path: string, standardInput: () => string, errors: SourceError[]): [string, string][] {
  if (path === '-') return [['standard input', standardInput()]];
  try {
    return filesBelow(path).map((file) => [file, textOf(file)]);
  } catch (error) {
    errors.push({ source: path, message: (error as Error).message });
    return [];
  }
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return filesBelow(inside);
      return /\.(ya?ml|json)$/.test(entry.name) ? [inside] : [];
    });
}

function textOf(file: string): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
}

function read(source: string, text: string, documents: SourceDocument[], errors: SourceError[]): void {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { LineCounter, parseAllDocuments } = require('yaml') as typeof import('yaml');
  const counter: LineCounter = new LineCounter();
  const lineAt = (offset: number): number => counter.linePos(offset).line;
  for (const document of parseAllDocuments(text, { lineCounter: counter, prettyErrors: false, merge: true })) {
    const [error] = document.errors;
    if (error) {
      errors.push({ source, line: lineAt(error.pos[0]), message: error.message });
      continue;
    }
    try {
      const value: unknown = document.toJS();
      if (value === null || value === undefined) continue;
      documents.push({ source, value: value as Manifest, lineOf: (pointer) => lineAt(offsetOf(document, pointer)) });
    } catch (failure) {
      errors.push({ source, line: lineAt(document.range?.[0] ?? 0), message: (failure as Error).message });
    }
  }
}

interface Ranged {
  readonly range?: readonly number[] | null;
}

function offsetOf(document: { getIn(path: unknown[], keep: true): unknown } & Ranged, pointer: string): number {
  const path = pointer.split('/').slice(1).map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
  for (let length = path.length; length > 0; length--) {
    const steps = path.slice(0, length).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const node = document.getIn(steps, true) as Ranged | undefined;
    if (node?.range) return node.range[0];
  }
  return document.range?.[0] ?? 0;
}
