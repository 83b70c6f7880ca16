import type { Document } from 'yaml';
import { isObject, Manifest } from '../pod/manifest';

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
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('yaml');
}

/** Reads an Envoy configuration in YAML or JSON; throws with the line of what is wrong. */
export function parseBootstrap(text: string, source: string): BootstrapDocument {
  const { LineCounter, parseDocument } = yamlLibrary();
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, intAsBigInt: true, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    throw new Error(`'bootstrap' (${source}:${lineCounter.linePos(error.pos[0]).line}) must be one YAML document: `
      + `${error.message}; mend the file`);
  }
  const value = plainValue(document, source);
  if (!isObject(value)) {
    throw new Error(`'bootstrap' (${source}) must be an Envoy configuration: `
      + 'it holds no fields; pass the file that you give to envoy --config-path');
  }
  return {
    source, text, value,
    place: (path) => `${source}:${lineCounter.linePos(offsetOf(document, path)).line}`,
    withAdded: (additions) => added(document, additions),
  };
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

function added(document: Document, additions: readonly Addition[]): string {
  const copy = document.clone();
  for (const { path, value, append } of additions) {
    if (append && copy.hasIn(path)) copy.addIn(path, copy.createNode(value));
    else copy.setIn(path, copy.createNode(append ? [value] : value));
  }
  return copy.toString({ lineWidth: 0 });
}

/**
 * The key under which a field stands: protobuf's JSON has two spellings of each, `static_resources`
 * and `staticResources`, and refuses both at once.
 */
export function keyOf(object: unknown, field: string): string {
  const camelCase = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return isObject(object) && camelCase in object ? camelCase : field;
}

/** A field in either spelling. */
export function fieldOf(object: unknown, field: string): unknown {
  return isObject(object) ? object[keyOf(object, field)] : undefined;
}

/** A field below others, in either spelling of each. */
export function fieldAt(object: unknown, fields: readonly string[]): unknown {
  return fields.reduce(fieldOf, object);
}
