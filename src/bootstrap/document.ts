import type { Document } from 'yaml';
import { isObject, Manifest } from '../pod/manifest';
import { refusal } from '../values/errors';

/** An Envoy configuration with the place of everything in it. */
export interface BootstrapDocument {
  /** File name, or what stands for it in errors. */
  readonly source: string;
  readonly text: string;
  readonly value: Manifest;
  /** `envoy.yaml:12` for a path of keys and indexes; the nearest thing above what is not there. */
  place(path: readonly PathStep[]): string;
  /** The text with values added; everything that was there keeps its form and its comments. */
  withAdded(additions: readonly Addition[]): string;
}

export type PathStep = string | number;

/** A value to set at a path, or to append to the list there. */
export interface Addition {
  readonly path: readonly PathStep[];
  readonly value: Manifest;
  readonly append: boolean;
}

/** Loaded when the first configuration is read: most of the library's users never need the parser. */
function yamlLibrary(): typeof import('yaml') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it at once
  return require('yaml');
}

/** Reads an Envoy configuration in YAML or JSON; throws with the line of what is wrong. */
export function parseBootstrap(text: string, source: string): BootstrapDocument {
  const { LineCounter, parseDocument } = yamlLibrary();
  const lineCounter = new LineCounter();
  checkSize(text, source);
  const document = parseDocument(text, { lineCounter, intAsBigInt: true, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    throw new Error(`'bootstrap' (${source}:${lineCounter.linePos(error.pos[0]).line}) must be one YAML document: `
      + `${error.message}; mend the file`);
  }
  const octal = OCTAL_PORT.exec(text);
  if (octal) {
    throw refusal({
      prop: 'port_value', got: octal[1], must: `be written without a leading zero (${source}:${lineCounter.linePos(octal.index).line})`,
      because: 'Envoy reads it as an octal number', fix: 'write it as a decimal number',
    });
  }
  const value = plainValue(document, source);
  if (!isObject(value)) {
    throw new Error(`'bootstrap' (${source}) must be an Envoy configuration: `
      + 'it holds no fields; pass the file that you give to envoy --config-path');
  }
  return {
    source, text, value,
    place: (path) => `${source}:${lineCounter.linePos(offsetOf(document, path)).line}`,
    withAdded: (additions) => added(text, additions),
  };
}

const OCTAL_PORT = /port_?[vV]alue["']?\s*:\s*["']?(0\d+)/;

/** A ConfigMap holds a mebibyte; what is far above is not worth the time that parsing takes. */
const LONGEST_TEXT = 2 * 2 ** 20;

function checkSize(text: string, source: string): void {
  if (text.length <= LONGEST_TEXT) return;
  throw refusal({
    prop: 'bootstrap', got: `${source}, ${text.length} characters`, must: 'be at most 1048576 bytes',
    because: 'the API server refuses a larger ConfigMap', fix: 'move clusters and routes to a control plane',
  });
}

/** Aliases are resolved here: those that lead nowhere, or to millions of copies, are refused. */
function plainValue(document: Document, source: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new Error(`'bootstrap' (${source}) must have aliases that can be resolved: `
      + `${(error as Error).message}; write out what they stand for`, { cause: error });
  }
}

function offsetOf(document: Document, path: readonly PathStep[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}

/**
 * Everything keeps its form, digit by digit: Envoy reads numbers in its own way (0660 is octal), so here
 * every scalar is the text that was written.
 */
function added(text: string, additions: readonly Addition[]): string {
  const document = yamlLibrary().parseDocument(text, { schema: 'failsafe' });
  // First all ways, so that no alias stands for what is added elsewhere.
  for (const { path, append } of additions) openWay(document, append ? path : path.slice(0, -1));
  for (const { path, value, append } of additions) {
    const node = document.createNode(asTexts(append && !document.hasIn(path) ? [value] : value));
    if (append && document.hasIn(path)) document.addIn(path, node);
    else document.setIn(path, node);
  }
  return document.toString({ lineWidth: 0 });
}

/** What leads to the addition: nothing behind a key becomes a map to fill, an alias what it stands for. */
function openWay(document: Document, path: readonly PathStep[]): void {
  const { isAlias, isScalar } = yamlLibrary();
  for (let length = 1; length <= path.length; length++) {
    const part = path.slice(0, length);
    const node: unknown = document.getIn(part, true);
    if (isScalar(node)) document.deleteIn(part);
    if (isAlias(node)) document.setIn(part, document.createNode(node.resolve(document)?.toJS(document)));
  }
}

function asTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTexts);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asTexts(part)]));
  return String(value);
}

/** The key under which a field stands: JSON of protobuf may write `static_resources` or `staticResources`. */
export function keyOf(object: unknown, field: string): string {
  const camelCase = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (camelCase === field || !isObject(object) || !(camelCase in object)) return field;
  if (!(field in object)) return camelCase;
  throw refusal({
    prop: 'bootstrap', got: `${field} and ${camelCase}`, must: 'spell a field in one way',
    because: 'only one of the two would count', fix: 'put both together under one key',
  });
}

/** A field in either spelling. */
export function fieldOf(object: unknown, field: string): unknown {
  if (Array.isArray(object)) return object[Number(field)];
  return isObject(object) ? object[keyOf(object, field)] : undefined;
}

/** A field below others, in either spelling of each. */
export function fieldAt(object: unknown, fields: readonly string[]): unknown {
  return fields.reduce(fieldOf, object);
}
