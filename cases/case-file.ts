import { existsSync, readdirSync, readFileSync, statSync } from 'fs';
import { basename, join } from 'path';
import { parseAllDocuments } from 'yaml';

/** A pod from a public report, and what is true of it; test/cases/README.md describes the seven lines of its header. */
export interface CaseFile {
  readonly name: string;
  readonly title: string;
  readonly source: string;
  readonly kubernetes: string;
  /** Declared facts by name, with their values as they are written. */
  readonly options: { readonly [name: string]: string };
  readonly expect: readonly string[];
  readonly may: readonly string[];
  /** What a simulation must conclude, in words; undefined for `-`. */
  readonly simulate?: string;
  readonly manifests: readonly unknown[];
}

const KEYS = ['case', 'source', 'kubernetes', 'options', 'expect', 'may', 'simulate'] as const;

/** The cases of a folder, in the order of their names. */
export function readCases(folder: string): CaseFile[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`there is no folder ${folder}`);
  return readdirSync(folder).filter((name) => /\.ya?ml$/.test(name)).sort()
    .map((name) => parseCase(name, readFileSync(join(folder, name), 'utf8')));
}

export function parseCase(file: string, text: string): CaseFile {
  const header = headerOf(file, text);
  return {
    name: basename(file).replace(/\.ya?ml$/, ''),
    title: header.case,
    source: header.source,
    kubernetes: header.kubernetes,
    options: Object.fromEntries(listOf(header.options).map((option) => {
      const [name, value = ''] = option.split('=');
      return [name, value];
    })),
    expect: listOf(header.expect),
    may: listOf(header.may),
    ...header.simulate === '-' ? {} : { simulate: header.simulate },
    manifests: parseAllDocuments(text).map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0].message}`);
      return document.toJS() as unknown;
    }).filter((manifest) => manifest !== null),
  };
}

function headerOf(file: string, text: string): { readonly [Key in typeof KEYS[number]]: string } {
  const lines = text.split(/\r?\n/);
  return Object.fromEntries(KEYS.map((key, index) => {
    const [, value] = new RegExp(`^# ${key}: (.*\\S)\\s*$`).exec(lines[index] ?? '') ?? [];
    if (value === undefined) throw new Error(`${file}:${index + 1}: the header must have '# ${key}: ...' here`);
    return [key, value];
  })) as { readonly [Key in typeof KEYS[number]]: string };
}

function listOf(text: string): string[] {
  return ['-', 'none'].includes(text) ? [] : text.split(',').map((item) => item.trim()).filter((item) => item !== '');
}
