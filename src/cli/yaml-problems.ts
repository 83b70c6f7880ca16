import { YAMLException } from 'js-yaml';
import { refusal, shown } from '../values/errors';

/** What is wrong in a document, and where in its text. */
export class YamlProblem extends Error {
  /** @param isIndentation whether less strict parsers take it all the same */
  public constructor(public readonly offset: number, { message }: Error, public readonly isIndentation = false) {
    super(message);
  }
}

/** Deeper than any manifest; every level is a call. */
export const DEEPEST = 200;

/** A document of this many characters holds tens of thousands of pods. */
export const LONGEST_DOCUMENT = 64 * 2 ** 20;

/** How many values aliases may stand for, all in all: walking through them takes time, however few lines they are. */
export const MOST_BORROWED = 100_000;

/** A text that is longer counts as more than one value. */
export const CHARACTERS_OF_A_VALUE = 100;

/** The parser's own errors, in the words of this tool. */
export function parserProblem(error: unknown, text: string): YamlProblem {
  if (!(error instanceof YAMLException)) throw error;
  const offset = Math.min(error.mark?.position ?? 0, text.length);
  if (error.reason?.startsWith('nesting exceeded')) return tooDeep(offset);
  return new YamlProblem(offset, refusal({
    prop: 'document', got: 'not YAML', must: 'be YAML or JSON', because: String(error.reason),
    fix: text.includes('{{') ? 'templates are left in ({{ }}): render them first, as with helm template' : 'correct it here',
  }), error.reason === 'deficient indentation');
}

function tooDeep(offset: number): YamlProblem {
  return new YamlProblem(offset, refusal({
    prop: 'document', got: 'nested too deep', must: `have at most ${DEEPEST} levels`, because: 'it cannot be read',
    fix: 'no manifest needs as many, so look for brackets that are never closed',
  }));
}

export function tooLong(length: number): YamlProblem {
  return new YamlProblem(0, refusal({
    prop: 'document', got: `${length} characters`, must: `have at most ${LONGEST_DOCUMENT}`,
    because: 'reading it may take all memory', fix: 'put --- between its objects instead of one List around them',
  }));
}

export function duplicateKey(offset: number, name: string): YamlProblem {
  return new YamlProblem(offset, refusal({
    prop: 'key', got: shown(name), must: 'be unique in its object', because: 'only one value could count',
    fix: 'remove the others',
  }));
}

/** What Helm leaves in is, to YAML, an object with an object for its key. */
export function keyThatIsNoText(offset: number, text: string): YamlProblem {
  const isTemplate = text.startsWith('{{', offset - 1) || text.startsWith('{{', offset);
  return new YamlProblem(offset, refusal({
    prop: 'key', got: 'a list, an object or an alias', must: 'be a text', because: 'Kubernetes has no other keys',
    fix: isTemplate ? 'render the template first ({{ }} is left in), as with helm template' : 'write a text',
  }));
}

export function unknownTag(offset: number, tag: string): YamlProblem {
  return new YamlProblem(offset, refusal({
    prop: 'tag', got: shown(tag), must: 'be one that YAML defines, and fit its value',
    because: 'the value that is meant is not known', fix: 'remove it, or write the value itself',
  }));
}

export function unknownAnchor(offset: number, name: string): YamlProblem {
  return new YamlProblem(offset, refusal({
    prop: 'alias', got: shown(name), must: 'name an anchor before it', because: 'it stands for nothing',
    fix: `write &${name} before the value that is meant`,
  }));
}

export function circularAlias(offset: number, name: string): YamlProblem {
  return new YamlProblem(offset, refusal({
    prop: 'alias', got: shown(name), must: 'stand outside of its anchor', because: 'the value would hold itself without end',
    fix: 'write the value itself',
  }));
}

export function aliasBomb(offset: number, name: string): YamlProblem {
  return new YamlProblem(offset, refusal({
    prop: 'alias', got: shown(name), must: `not bring aliases to stand for more than ${MOST_BORROWED} values`,
    because: 'walking through them takes time and memory without bounds', fix: 'write fewer aliases of aliases',
  }));
}

/** For each alias, the library that edits looks through all others. */
export const MOST_EDITED_MARKS = 5_000;

export function tooManyMarks(count: number): Error {
  return refusal({
    prop: 'document', got: `${count} anchors and aliases`, must: `have at most ${MOST_EDITED_MARKS} to be edited`,
    because: 'editing takes time that grows with their square', fix: 'write the values themselves',
  });
}

/** The linter's parser and the editor's do not agree on everything. */
export function notEditable({ message }: Error): Error {
  return refusal({
    prop: 'document', got: 'unusual YAML', must: 'be one that can be edited in place', because: String(message.split('\n')[0]),
    fix: 'write it in the usual block style',
  });
}

export function notMergeable(offset: number): YamlProblem {
  return new YamlProblem(offset, refusal({
    prop: '<<', got: 'something else', must: 'be an object or a list of objects', because: 'nothing else has keys to take over',
    fix: 'write an alias of an object',
  }));
}
