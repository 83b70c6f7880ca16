import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { loadAll } from 'js-yaml';
import { splitDocuments } from '../../src/cli/yaml-split';

/** A document to begin with, as a text and as the value it stands for. */
export interface GoodManifest {
  readonly text: string;
  /** As JSON, of which every mutation takes a copy of its own. */
  readonly json: string;
}

const FOLDERS = ['test/cases', 'test/cases-own', 'examples/hazards'];
const FILES = ['examples/retrofit/before.yaml', 'bench/lint-documents.yaml'];

/** All documents of the cases and examples, always in the same order. */
export function goodManifests(): readonly GoodManifest[] {
  return [...FOLDERS.flatMap(yamlIn), ...FILES].flatMap((file) =>
    [...splitDocuments(readFileSync(file, 'utf8'))].flatMap(({ text }) => {
      const values: unknown[] = loadAll(text);
      return values.filter((value) => value !== null).map((value) => ({ text, json: JSON.stringify(value) }));
    }));
}

function yamlIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.yaml')).sort().map((name) => join(folder, name));
}
