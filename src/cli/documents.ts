import { Composer, LineCounter, Parser } from 'yaml';
import { readTexts, SourceError } from './files';
import { StandardInput } from './io';
import { lineFinder } from './yaml-lines';
import { parserFailure, problemIn, YamlProblem } from './yaml-problems';
import { Manifest } from '../pod/manifest';

/** A document of a file, and where in it things stand. */
export interface SourceDocument {
  readonly source: string;
  readonly value: Manifest;
  /** Line of the thing that a JSON pointer names, or of the nearest thing around it. */
  lineOf(pointer: string): number;
}

export interface Sources {
  readonly documents: readonly SourceDocument[];
  readonly errors: readonly SourceError[];
}

/** Reads standard input (`-`), files, and folders with all YAML and JSON below them. */
export function readSources(paths: readonly string[], standardInput: StandardInput): Sources {
  const { texts, errors } = readTexts(paths, standardInput);
  const documents: SourceDocument[] = [];
  const found: SourceError[] = [...errors];
  for (const [source, text] of texts) read(source, text, documents, found);
  return { documents, errors: found };
}

/** Goes through the documents one by one, so that those before one that ends the parser are kept. */
function read(source: string, text: string, documents: SourceDocument[], errors: SourceError[]): void {
  const counter = new LineCounter();
  const lineAt = (offset: number): number => counter.linePos(offset).line;
  // The parser's own search for duplicate keys takes time that grows with the square of their number.
  const composer = new Composer({ uniqueKeys: false, merge: true, lineCounter: counter });
  let position = 0;
  const refuse = ({ offset, message }: YamlProblem): void => {
    errors.push({ source, line: lineAt(offset), message });
  };
  try {
    for (const document of composer.compose(new Parser(counter.addNewLine).parse(text))) {
      position = document.contents?.range?.[0] ?? position;
      const problem = problemIn(document);
      if (problem) {
        refuse(problem);
      } else {
        const value: unknown = document.toJS();
        if (value !== null && value !== undefined) {
          documents.push({ source, value: value as Manifest, lineOf: lineFinder(document, lineAt) });
        }
      }
      position = document.range?.[2] ?? position;
    }
  } catch (failure) {
    refuse({ offset: position, message: parserFailure(failure as Error) });
  }
}
