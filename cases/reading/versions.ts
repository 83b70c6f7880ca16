import { tidied } from './times';
import { parseVersionText } from '../../src/values/version-text';

/** A part of a statement, and the kubelet that it is true of where that is not the one of the case. */
export interface VersionedPart {
  readonly words: string;
  readonly version?: string;
}

/** "... (1.28 and later)" and "... (1.28 and later: SIGKILL at 302 s)"; remarks in parentheses are left out. */
export function versionedParts(part: string, kubernetes: string): VersionedPart[] {
  const [, before, version, other, behind] = /^(.*?)\((\d+\.\d+) and later(?:: ([^)]*))?\)(.*)$/.exec(part) ?? [];
  if (before === undefined) return olderParts(part);
  const words = withoutRemarks(`${before} ${behind}`);
  const needed = isOlder(kubernetes, version) ? version : undefined;
  if (other === undefined) return [{ words, version: needed }];
  return [{ words }, { words: tidied(other), version }];
}

/** "... (1.27 and earlier: SIGKILL at 600 s)". */
function olderParts(part: string): VersionedPart[] {
  const [, before, version, other, behind] = /^(.*?)\((?:up to |until )?(1\.\d+)(?: and earlier)?: ([^)]*)\)(.*)$/.exec(part) ?? [];
  if (before === undefined) return [{ words: withoutRemarks(part) }];
  return [{ words: withoutRemarks(`${before} ${behind}`) }, { words: tidied(other), version }];
}

/** Names of settings, such as `(ready timeout)`; what has a time in it is no remark. */
function withoutRemarks(words: string): string {
  return tidied(words.replace(/\((?![^)]*\d)[^)]*\)/g, ''));
}

function isOlder(kubernetes: string, version: string): boolean {
  const [declared, needed] = [kubernetes, version].map(parseVersionText);
  return declared !== undefined && needed !== undefined && declared.minor < needed.minor;
}
