import { Event, EVENT_ID, parseEvents } from 'js-yaml';
import { readTexts, SourceError, SourceText } from './files';
import { StandardInput } from './io';
import { createLineIndex } from './line-index';
import { mustBeRead } from './relevance';
import { YamlComposer } from './yaml-compose';
import { YamlPlaces } from './yaml-places';
import { DEEPEST, LONGEST_DOCUMENT, parserProblem, tooLong, YamlProblem } from './yaml-problems';
import { splitDocuments, TextPart } from './yaml-split';
import { Manifest } from '../pod/manifest';

/** A document of a file, and where in it things stand. */
export interface SourceDocument extends PlacedDocument {
  readonly kind: 'document';
  /** Whoever keeps it keeps all of it. */
  readonly value: Manifest;
}

/** As much of a document as it takes to find lines in it later. */
export interface PlacedDocument {
  readonly source: string;
  /** Line of the thing that a JSON pointer names, or of the nearest thing around it. */
  readonly lineOf: (pointer: string) => number;
}

/** A document that can hold no pod, and was not read. */
export interface SkippedDocument {
  readonly kind: 'skipped';
  readonly source: string;
}

export type SourceItem = SourceDocument | SkippedDocument | SourceError;

/**
 * Reads standard input (`-`), files, and folders with all YAML and JSON below them, one document after the other,
 * so that nobody has to hold all of them.
 */
export function* readSources(paths: readonly string[], standardInput: StandardInput): Generator<SourceItem> {
  const parsed = parsedLately();
  for (const item of readTexts(paths, standardInput)) {
    if (item.kind === 'error') yield item;
    else yield* documentsOf(item, parsed);
  }
}

function* documentsOf({ source, text }: SourceText, parsed: Reading['parsed']): Generator<SourceItem> {
  const reading = { source, lineAt: createLineIndex(text), parsed };
  for (const part of splitDocuments(text)) {
    if (mustBeRead(part.text)) yield* documentsIn(part, reading);
    else yield { kind: 'skipped', source };
  }
}

/** What the documents of a text have in common. */
interface Reading {
  readonly source: string;
  readonly lineAt: (offset: number) => number;
  readonly parsed: (part: TextPart) => Parsed;
}

/** One, but for texts without markers in between that the parser tells apart all the same. */
function* documentsIn(part: TextPart, { source, lineAt, parsed }: Reading): Generator<SourceItem> {
  try {
    for (const root of rootsOf(parsed(part).events)) {
      const value = new YamlComposer(part.text, parsed(part).events, root).compose();
      if (value === null) continue;
      yield {
        kind: 'document', source, value: value as Manifest,
        lineOf: (pointer) => lineAt(part.start + parsed(part).places(root).offsetOf(pointer)),
      };
    }
  } catch (problem) {
    if (!(problem instanceof YamlProblem)) throw problem;
    const read = problem.isIndentation ? lenient().lenientDocuments(part.text) : undefined;
    for (const { value, offsetAt } of read ?? []) {
      yield { kind: 'document', source, value, lineOf: (pointer) => lineAt(part.start + offsetAt(pointer)) };
    }
    if (!read) yield { kind: 'error', source, line: lineAt(part.start + problem.offset), message: problem.message };
  }
}

/** Its parser is slow, and takes time to load. */
function lenient(): typeof import('./lenient-documents') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./lenient-documents');
}

interface Parsed {
  readonly part: TextPart;
  readonly events: readonly Event[];
  readonly places: (root: number) => YamlPlaces;
}

/** Of all texts, the document that is asked about last is kept; for lines of another one it is read again. */
function parsedLately(): (part: TextPart) => Parsed {
  let last: Parsed | undefined;
  return (part) => (last?.part === part ? last : last = parse(part));
}

function parse(part: TextPart): Parsed {
  const events = eventsOf(part.text);
  const found = new Map<number, YamlPlaces>();
  const places = (root: number): YamlPlaces => {
    const known = found.get(root) ?? new YamlPlaces(part.text, events, root);
    found.set(root, known);
    return known;
  };
  return { part, events, places };
}

function eventsOf(text: string): readonly Event[] {
  if (text.length > LONGEST_DOCUMENT) throw tooLong(text.length);
  try {
    return parseEvents(text, { maxDepth: DEEPEST });
  } catch (error) {
    throw parserProblem(error, text);
  }
}

/** A loop, because there are many events, and hardly ever more than one of these. */
function rootsOf(events: readonly Event[]): number[] {
  const roots: number[] = [];
  for (let index = 0; index < events.length; index++) {
    if (events[index].type === EVENT_ID.DOCUMENT) roots.push(index);
  }
  return roots;
}
