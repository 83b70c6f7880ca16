import { parseAllDocuments } from 'yaml';
import { AliasTargets, aliasTargets } from './yaml-aliases';
import { offsetOf } from './yaml-node-places';
import { Manifest } from '../pod/manifest';

/** A document that the strict parser refuses, and where in it things stand. */
export interface LenientDocument {
  readonly value: Manifest;
  readonly offsetAt: (pointer: string) => number;
}

/** Its search for duplicate keys takes time that grows with the square of their number. */
const LONGEST_TEXT = 256 * 1024;

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const NOT_PRINTABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/**
 * What kubectl takes though the standard does not: a closing bracket in the column of its key, a tab behind a colon.
 * Undefined where this parser sees anything wrong with it, too.
 */
export function lenientDocuments(text: string): readonly LenientDocument[] | undefined {
  if (text.length > LONGEST_TEXT || NOT_PRINTABLE.test(text)) return undefined;
  const documents = parseAllDocuments(text, { merge: true });
  if (!Array.isArray(documents)) return undefined;
  if (documents.some(({ errors, warnings }) => errors.length + warnings.length > 0)) return undefined;
  try {
    return documents.flatMap((document) => {
      const value: unknown = document.toJS();
      let targets: AliasTargets | undefined;
      return value === null || value === undefined ? [] : [{
        value: value as Manifest,
        offsetAt: (pointer: string) => offsetOf(document, targets ??= aliasTargets(document), pointer.split('/').slice(1)),
      }];
    });
  } catch {
    // aliases of aliases
    return undefined;
  }
}
