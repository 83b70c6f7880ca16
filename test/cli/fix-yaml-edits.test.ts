import { Document, isScalar, parseAllDocuments, Scalar, stringify, visit } from 'yaml';
import { editedYaml, yamlDocuments } from '../../src/cli/yaml-edits';
import { Dice, diceOf } from '../support/random-pods';

/** The text after a change of every document's value. */
function edited(text: string, change: (value: any, index: number) => unknown): string {
  const edits = [...yamlDocuments(text)].map((document, index) => {
    const before: unknown = document.toJS();
    const copy: unknown = document.toJS();
    return { document, before, after: change(copy, index) ?? copy };
  });
  const result = editedYaml(text, edits);
  expect([...yamlDocuments(result)].map((document) => document.toJS())).toEqual(edits.map(({ after }) => after));
  return result;
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}

describe('editing the text of a YAML document', () => {
  test.each<[string, string, (value: any) => void, string]>([
    ['a scalar, with the comment behind it', 'a: 1   # why\nb: 2\n', (value) => { value.a = 30; }, 'a: 30   # why\nb: 2\n'],
    ['quotes stay', 'a: "1"\nb: \'2\'\nc: x\n', (value) => { value.a = 'o'; value.b = 'p'; value.c = 'on'; }, 'a: "o"\nb: \'p\'\nc: "on"\n'],
    ['a new field comes where people write it', 'spec:\n  containers:\n    - name: a\n',
      (value) => { value.spec.terminationGracePeriodSeconds = 67; },
      'spec:\n  terminationGracePeriodSeconds: 67\n  containers:\n    - name: a\n'],
    ['a field behind the last one, before a comment that follows', 'a: 1\nb:\n  c: 2\n  # end of b\n# end\n',
      (value) => { value.b.d = [1, { e: 2 }]; }, 'a: 1\nb:\n  c: 2\n  d:\n    - 1\n    - e: 2\n  # end of b\n# end\n'],
    ['a field goes, the comment before it stays', 'a: 1\n# about b\nb:\n  c: 1\n\nd: 2\n', (value) => { delete value.b; },
      'a: 1\n# about b\n\nd: 2\n'],
    ['the first field of an item goes', '- a: 1\n  b: 2\n- a: 3\n', (value) => { delete value[0].a; }, '- b: 2\n- a: 3\n'],
    ['the last field goes', 'a: {b: 1}\nc:\n  d: 1\n', (value) => { delete value.a.b; delete value.c.d; }, 'a: {}\nc: {}\n'],
    ['items come, go and stay', '# list\n- name: a # first\n# of b\n- name: b\n- name: c\n',
      (value) => { value.splice(1, 1); value.push({ name: 'd' }); value[0].x = 1; },
      '# list\n- name: a # first\n  x: 1\n# of b\n- name: c\n- name: d\n'],
    ['an item before the first one', 'a:\n- name: b\n', (value) => { value.a.unshift({ name: 'z', x: 1 }); },
      'a:\n- name: z\n  x: 1\n- name: b\n'],
    ['braces and brackets', 'a: {b: 1, c: [x, "y"]} # z\n', (value) => { value.a.c.push('q r'); value.a.d = { e: true }; delete value.a.b; },
      'a: {c: [x, "y", q r], d: {e: true}} # z\n'],
    ['braces over several lines', 'a: {\n  b: 1, # one\n  c: 2\n}\n', (value) => { value.a.d = 3; delete value.a.b; },
      'a: {\n  c: 2,\n  d: 3\n}\n'],
    ['empty ones', 'a: {}\nb: []\nc:\nd: 1\n', (value) => { value.a.x = 1; value.b.push(1); value.c = { w: 2 }; },
      'a:\n  x: 1\nb:\n  - 1\nc:\n  w: 2\nd: 1\n'],
    ['a word in a list of words', 'args: [envoy, shutdown, --drain-timeout=60s] # c\n', (value) => { value.args[2] = '--drain-timeout=30s'; },
      'args: [envoy, shutdown, --drain-timeout=30s] # c\n'],
    ['a block scalar', 'a: |\n  one\n  two\nb: 1\n', (value) => { value.a = 'one\n  three\n'; value.c = 'x\ny\n'; },
      'a: |\n  one\n    three\nb: 1\nc: |\n  x\n  y\n'],
    ['behind a block scalar that keeps its end', 'a: |+\n  one\n\nb: 1\n', (value) => { value.a1 = 2; delete value.b; },
      'a: |+\n  one\n\na1: 2\n'],
    ['lists as far out as their key', 'a:\n- b:\n  - c\n', (value) => { value.a[0].b.push('d'); value.a[0].e = ['f']; },
      'a:\n- b:\n  - c\n  - d\n  e:\n  - f\n'],
    ['steps of four', 'a:\n    b: 1\n', (value) => { value.a.c = { d: 1 }; }, 'a:\n    b: 1\n    c:\n        d: 1\n'],
    ['no final line break', 'a:\n  b: 1', (value) => { value.a.c = 2; value.d = 3; }, 'a:\n  b: 1\n  c: 2\nd: 3'],
    ['the last line goes, where it has no line break', 'a: 1\nb: 2', (value) => { delete value.b; }, 'a: 1'],
    ['line breaks of Windows', 'a:\r\n  b: 1 # x\r\nc: 2\r\n', (value) => { value.a.d = [1]; delete value.c; },
      'a:\r\n  b: 1 # x\r\n  d:\r\n    - 1\r\n'],
    ['JSON', '{\n    "a": 1,\n    "b": ["x"]\n}', (value) => { value.a = 'on'; value.b.push('y'); value.c = { d: [1] }; },
      '{\n    "a": "on",\n    "b": ["x", "y"],\n    "c": {\n        "d": [\n            1\n        ]\n    }\n}'],
    ['JSON in one line', '{"a":1,"b":{"c":[1]}}', (value) => { value.b.d = [{ e: 1 }]; delete value.a; }, '{"b":{"c":[1],"d":[{"e":1}]}}'],
  ])('%s', (_, text, change, expected) => {
    expect(edited(text, (value) => { change(value); })).toBe(expected);
  });

  test('a container moves between the lists with its comments', () => {
    const text = lines('spec:', '  containers:', '    - name: envoy', '    # the manager', '    - name: shutdown-manager', '      image: m # pinned',
      '      # its words', '      args:', '        - a', '        - |', '          b', '  volumes: [] # none');
    expect(edited(text, ({ spec }) => {
      const [, manager] = spec.containers.splice(0, 2, spec.containers[0]);
      spec.initContainers = [{ ...manager, restartPolicy: 'Always', image: 'o' }];
    })).toBe(lines('spec:', '  initContainers:', '    - name: shutdown-manager', '      restartPolicy: Always', '      image: o # pinned',
      '      # its words', '      args:', '        - a', '        - |', '          b', '  containers:', '    - name: envoy', '    # the manager',
      '  volumes: [] # none'));
  });

  test('it moves into a list that is there, written further in', () => {
    const text = lines('containers:', '- name: a', '- name: b', '  x:', '    # why', '    y: 1', 'initContainers:', '    - name: c');
    expect(edited(text, (pod) => {
      pod.initContainers.push(pod.containers.pop());
    })).toBe(lines('containers:', '- name: a', 'initContainers:', '    - name: c', '    - name: b', '      x:', '        # why', '        y: 1'));
  });
});

describe('anchors', () => {
  test('what changes in one place is written out there, and the others stay', () => {
    const text = lines('x: &a {q: 1}', 'y: *a', 'z: *a');
    expect(edited(text, (value) => ({ ...value, y: { q: 2 } }))).toBe(lines('x: &a {q: 1}', 'y:', '  q: 2', 'z: *a'));
  });

  test('where the anchor itself changes, aliases that do not are written out', () => {
    const text = lines('x: &a {q: 1}', 'y: *a', 'z: *a # same');
    expect(edited(text, (value) => ({ ...value, x: { q: 2 }, z: { q: 2 } }))).toBe(lines('x: &a {q: 2}', 'y:', '  q: 1', 'z: *a # same'));
  });

  test('an anchor in what goes is not missed', () => {
    expect(edited(lines('x: {n: &a [1, 2]}', 'y: *a', 'z: {w: *a}'), ({ y, z }) => ({ y, z })))
      .toBe(lines('y:', '  - 1', '  - 2', 'z: {w: [1, 2]}'));
  });

  test.each<[string, (value: any) => unknown]>([
    ['a merged field is overridden', (value) => ({ ...value, z: { ...value.z, p: 9 } })],
    ['a merged field goes', (value) => ({ ...value, z: { w: 3 } })],
    ['the source changes', (value) => ({ ...value, x: { p: 5, q: 2 } })],
    ['an own field changes', (value) => ({ ...value, z: { ...value.z, w: 4 } })],
  ])('merge keys: %s', (_, change) => {
    const result = edited(lines('x: &a', '  p: 1', '  q: 2', 'z:', '  <<: *a # base', '  w: 3'), change);
    expect(result).toContain('x: &a\n');
  });
});

describe('several documents and objects', () => {
  test('only the one that changes', () => {
    const text = lines('# one', 'a: 1', '---', '# two', 'a: 1', '...', '---', 'a: 1');
    expect(edited(text, (value, index) => (index === 1 ? { a: 2 } : value)))
      .toBe(lines('# one', 'a: 1', '---', '# two', 'a: 2', '...', '---', 'a: 1'));
  });

  test('items of a List, told by kind and name', () => {
    const text = lines('kind: List', 'items:', '- kind: Pod # p', '  metadata: {name: a}', '  spec: {x: 1}', '# second', '- kind: Pod', '  metadata: {name: b}');
    expect(edited(text, ({ items }) => {
      items[0].spec.x = 2;
      items[1].spec = { w: 1 };
    })).toBe(lines('kind: List', 'items:', '- kind: Pod # p', '  metadata: {name: a}', '  spec: {x: 2}', '# second', '- kind: Pod', '  metadata: {name: b}',
      '  spec:', '    w: 1'));
  });
});

describe('whatever is written, the text says what is meant, and what is not touched stays', () => {
  test.each(Array.from({ length: 20 }, (_, batch) => batch))('batch %d', (batch) => {
    for (let seed = batch * 50; seed < batch * 50 + 50; seed++) {
      const dice = diceOf(seed);
      const value = Object.fromEntries(['p', 'q', 'r', 's'].map((key) => [key, randomValue(dice, 3)]));
      const lineBreak = dice.once(3) ? '\r\n' : '\n';
      const texts = Object.entries(value).map(([key, part]) => randomText(dice, { [key]: part }).replace(/\n/g, lineBreak));
      const text = `# head${lineBreak}${texts.join('')}# foot${lineBreak}`;
      const touched = dice.of(Object.keys(value));
      const result = editedWithSeed(seed, text, (copy) => ({ ...copy, [touched]: changed(dice, copy[touched]) }));
      for (const [index, key] of Object.keys(value).entries()) {
        if (key !== touched && !result.includes(texts[index])) throw new Error(`seed ${seed}: ${key} was touched in\n${text}\nwhich became\n${result}`);
      }
    }
  });
});

function editedWithSeed(seed: number, text: string, change: (value: any) => unknown): string {
  try {
    return edited(text, change);
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}\n${text}`, { cause: error });
  }
}

const WORDS = ['x', 'on', '0x10', '1e3', 'a: b', '# c', '- d', '', ' e ', 'two\nlines\n', '*f', '&g', '{h}', '"i"', '\'j\'', 'null', '~', 'ä', 'k#l', '%m', '@n', '010'];

function randomValue(dice: Dice, depth: number): unknown {
  const kind = dice.from(0, depth > 0 ? 9 : 4);
  if (kind < 3) return dice.of(WORDS);
  if (kind === 3) return dice.from(-5, 70_000);
  if (kind === 4) return dice.of([true, false, null, 1.5]);
  const length = dice.from(0, 4);
  if (kind < 7) {
    return Array.from({ length }, (_, index) => (dice.once(2) ? { name: `n${index}`, ...randomObject(dice, depth - 1) } : randomValue(dice, depth - 1)));
  }
  return randomObject(dice, depth - 1);
}

function randomObject(dice: Dice, depth: number): Record<string, unknown> {
  const keys = ['image', 'args', 'spec', 'zz', 'on', 'a b', 'restartPolicy'].filter(() => dice.once(2));
  return Object.fromEntries(keys.map((key) => [key, randomValue(dice, depth)]));
}

/** In braces and blocks, with comments, and in all quotes. */
function randomText(dice: Dice, value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar: (key, node) => {
      if (key === 'key' || typeof node.value !== 'string') return;
      if (dice.once(4)) node.type = dice.of([Scalar.QUOTE_DOUBLE, Scalar.QUOTE_SINGLE, Scalar.BLOCK_LITERAL]);
      if (dice.once(6) && !node.value.includes('\n')) node.comment = ' behind';
    },
    Collection: (_, node, path) => {
      if (path.length > 2 && dice.once(3)) node.flow = true;
    },
    Pair: (_, { key }) => {
      if (isScalar(key) && dice.once(5)) key.commentBefore = ' before';
    },
  });
  const text = document.toString({
    indent: dice.of([2, 2, 3, 4]), indentSeq: dice.once(2), lineWidth: 0, flowCollectionPadding: dice.once(2),
  });
  // The library's own output is sometimes what it cannot read.
  const [read] = parseAllDocuments(text) as Document[];
  const isRight = read?.errors.length === 0 && JSON.stringify(read.toJS()) === JSON.stringify(value);
  return isRight ? text : stringify(value, { lineWidth: 0 });
}

function changed(dice: Dice, value: unknown): unknown {
  if (dice.once(4) || typeof value !== 'object' || value === null) return randomValue(dice, 2);
  if (Array.isArray(value)) {
    const list: unknown[] = [...value];
    const added = dice.once(2) ? [randomValue(dice, 2)] : [];
    if (dice.once(2)) list.splice(dice.from(0, list.length), dice.from(0, 2), ...added);
    if (list.length > 1 && dice.once(4)) list.push(list.shift());
    return list.map((item) => (dice.once(3) ? changed(dice, item) : item));
  }
  const kept = Object.entries(value).filter(() => !dice.once(4));
  const fields = kept.map(([key, inner]) => [key, dice.once(3) ? changed(dice, inner) : inner]);
  return Object.fromEntries([...fields, ...dice.once(2) ? [['command', randomValue(dice, 2)]] : []]);
}
