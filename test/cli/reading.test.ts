import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { isMap, isSeq, LineCounter, Node, parseAllDocuments } from 'yaml';
import { readSources, SourceItem } from '../../src/cli/documents';
import { splitDocuments } from '../../src/cli/yaml-split';

const read = (text: string): SourceItem[] => [...readSources(['-'], () => text)];

/** Values; of errors their line and message. */
const summary = (text: string): unknown[] => read(text).map((item) => {
  if (item.kind === 'document') return item.value;
  return item.kind === 'error' ? `${item.line}: ${item.message}` : item.kind;
});

describe('documents are split where YAML ends them', () => {
  test.each([
    ['a comment behind the marker', 'a: 1\n--- # comment\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ['a value behind the marker', 'a: 1\n--- text\n--- {b: 2}\n--- |\n x\n', [{ a: 1 }, 'text', { b: 2 }, 'x\n']],
    ['an end marker', 'a: 1\n...\n# more\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ['an end marker before a marker', 'a: 1\n...\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ['carriage returns', 'a: 1\r\n---\r\nb: 2\r---\rc: 3', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['directives', '%YAML 1.2\n---\na: 1\n...\n# x\n%YAML 1.2\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ['a byte order mark', '\ufeff---\na: 1\n\ufeff---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ['a marker inside a block text, which YAML ends there', 'a: |\n  x\n---\nb: 2\n', [{ a: 'x\n' }, { b: 2 }]],
    ['an indented marker in a block text', 'a: |\n  ---\n  x\n', [{ a: '---\nx\n' }]],
    ['a marker behind U+2028, which ends no line', 'a: "x\u2028---\u2028y"\n', [{ a: 'x\u2028---\u2028y' }]],
    ['a word that begins like one', '---a: 1\n---b: 2\n', [{ '---a': 1, '---b': 2 }]],
    ['empty documents', '---\n---\n# comment\n---\n~\n---\nnull\n---\na: 1\n---', [{ a: 1 }]],
    ['nothing', '', []],
  ])('%s', (_, text, values) => {
    expect(summary(text)).toEqual(values);
  });

  test.each([
    ['after one another', '{"kind":"Pod"}{"kind":"Job"}\n\n[1]\n', [{ kind: 'Pod' }, { kind: 'Job' }, [1]]],
    ['with brackets in texts', '{"kind":"}{\\"]["}\n{"kind":1}', [{ kind: '}{"][' }, { kind: 1 }]],
    ['indented by tabs', '{\n\t"kind": "Pod",\n\t"a": [\n\t\t1\n\t]\n}\n', [{ kind: 'Pod', a: [1] }]],
    ['with escapes', '{"kind": "\\u0041\\/\\ud83d\\ude00"}', [{ kind: 'A/😀' }]],
    ['between markers', '{"kind": 1}\n---\n{"kind": 2}\n', [{ kind: 1 }, { kind: 2 }]],
    ['YAML in brackets', "{kind: Pod, a: 'x}'}\n", [{ kind: 'Pod', a: 'x}' }]],
  ])('JSON %s', (_, text, values) => {
    expect(summary(text)).toEqual(values);
  });

  test('parts say where they begin, and none is lost', () => {
    const text = 'a: 1\n--- # c\nb: 2\n...\nc: 3\n';
    const parts = [...splitDocuments(text)];
    expect(parts.map(({ text: part }) => part).join('')).toBe(text);
    for (const { text: part, start } of parts) expect(text.slice(start, start + part.length)).toBe(part);
  });

  test('a broken document loses only itself', () => {
    expect(summary('a: 1\n---\nb: [\n---\nc: 3\n')).toEqual([{ a: 1 }, expect.stringMatching(/^4: 'document' \(not YAML\)/), { c: 3 }]);
  });
});

describe('what kubectl takes, this takes', () => {
  test.each<[string, string, unknown]>([
    ['words for true', '[yes, Yes, YES, on, On, ON, true]', [true, true, true, true, true, true, true]],
    ['words for false', '[no, No, NO, off, Off, OFF, false]', [false, false, false, false, false, false, false]],
    ['such words in quotes, and others', 'v: ["yes", \'on\', yEs, oN, y, n]', { v: ['yes', 'on', 'yEs', 'oN', 'y', 'n'] }],
    ['octal numbers', 'v: [0100, -017, 0, 08, 0o17, "010"]', { v: [64, -15, 0, 8, 15, '010'] }],
    ['a closing bracket in the column of its key', 'spec:\n  args: [\n    a,\n  ]\n', { spec: { args: ['a'] } }],
    ['a closing brace at the start of a line', 'metadata: {\n  name: a\n}\nkind: Pod\n', { metadata: { name: 'a' }, kind: 'Pod' }],
    ['a tab behind a colon', 'args:\t[a]\n', { args: ['a'] }],
  ])('%s', (_, text, value) => {
    expect(summary(text)).toEqual([value]);
  });

  test('with the lines of things', () => {
    const [document] = read('kind: Pod\nspec:\n  containers: [\n    {name: a},\n    {name: b},\n  ]\n') as any[];
    expect(['', '/spec', '/spec/containers/0', '/spec/containers/1/name', '/spec/nothing'].map(document.lineOf)).toEqual([1, 2, 4, 5, 2]);
  });

  test.each([
    ['a bracket that is never closed', 'a: [\n  b\nc: d\n'],
    ['a key that stands twice', 'a: {\n  b: 1,\n  b: 2\n}\n'],
    ['an unknown tag', 'a: [\n  !x 1\n]\n'],
    ['a control character', 'a: [\n  "\u0001"\n]\n'],
    ['a bomb of aliases', `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefgh'.split('').map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(10)}]\n`).join('')}z: [\n]\n`],
    ['a text that is too long for it', `a: [\n]\nb: ${'x'.repeat(300_000)}\n`],
  ])('but not %s', (_, text) => {
    const start = Date.now();
    expect(summary(text)).toEqual([expect.stringMatching(/^\d+: '/)]);
    expect(Date.now() - start).toBeLessThan(1_000);
  });
});

describe('values and places are those of the library yaml', () => {
  const folders = ['examples/expected', 'examples/retrofit', 'bench', '.github/workflows'];
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((name) => /\.ya?ml$/.test(name)).map((name) => [name, readFileSync(name, 'utf8')]);

  test.each([
    ...files,
    ['kinds of scalars', 'a: ~\nb: Null\nc: y\nd: 0o17\ne: 0x1F\nf: 1e3\ng: .inf\nh: -.5\ni: 18\nj: +12\nk: 1_000\nl: 12:30\n'
      + 'm: 2001-01-01\nn: ""\no: \'a\'\'b\'\np: "\\u00e9\\n"\nq: TRUE\n'],
    ['block texts', 'a: |\n\n  x\n  y\n\nb: >-\n  x\n  y\n\n  z\nc: |+\n  k\n\n'],
    ['lists', 'a:\n- b\n- - c\n  - d\n-\n  e: f\ng: [1, {h: i}, j: k]\n'],
    ['merge keys', 'base: &b {x: 1, y: 2}\nz:\n  <<: *b\n  y: 3\nq:\n  y: 4\n  <<: [*b, {w: 4, x: 5}]\n'],
    ['anchors', 'a: &x 1\nb: *x\n&k c: &l {d: e}\nf: *l\n&x g: *x\n'],
    ['tags', '!!map {a: !!str 1, b: !!int "2", c: !!seq [], d: ! 3}\n'],
    ['explicit keys', '? a\n: b\n? c\n'],
    ['tilde and slash', '{a/b: {c~d: [1]}}\n'],
  ])('%s', (_, text) => {
    const counter = new LineCounter();
    const theirs = parseAllDocuments(text, { merge: true, lineCounter: counter }).filter((document) => 'contents' in document)
      .filter((document) => document.toJS() !== null);
    const ours = read(text);
    expect(ours.length).toBe(theirs.length);
    ours.forEach((item, index) => {
      if (item.kind !== 'document') return;
      expect(item.value).toEqual(theirs[index].toJS());
      for (const [pointer, offset] of placesIn(theirs[index].contents)) {
        expect([pointer, item.lineOf(pointer)]).toEqual([pointer, counter.linePos(offset).line]);
      }
    });
  });

  function placesIn(node: Node | null, pointer = ''): [string, number][] {
    if (isMap(node)) {
      return node.items.flatMap(({ key, value }: any) => {
        const name = String(key.value);
        if (typeof key.value === 'symbol' || name === '<<') return [];
        const inner = `${pointer}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
        return [[inner, key.range[0]], ...placesIn(value, inner)] as [string, number][];
      });
    }
    if (!isSeq(node)) return [];
    return node.items.flatMap((item: any, index) => {
      const inner = `${pointer}/${index}`;
      return [[inner, item.range[0]], ...placesIn(item, inner)] as [string, number][];
    });
  }
});

test('lines of earlier documents are found later too', () => {
  const items = read('kind: Pod\na: 1\n---\nkind: Pod\n\nb:\n  - 2\n---\nkind: Pod\nc: 3\n');
  const lines = items.map((item, index) => (item.kind === 'document' ? item.lineOf(['/a', '/b/0', '/c'][index]) : 0));
  expect(lines).toEqual([2, 7, 10]);
});

describe('only what can hold a pod is read', () => {
  test.each([
    ['kind: ConfigMap\ndata: [broken\n', 'skipped'],
    ['apiVersion: v1\nkind: "Secret" # c\nx: 1\n', 'skipped'],
    ['kind: Service\nspec: {type: ClusterIP}\n', 'skipped'],
    ['kind: ClusterRole\r\nx: 1\r\n', 'skipped'],
    ['{"name": "package", "version": "1.0.0"}', 'skipped'],
    ['kind: Service\nspec: {type: LoadBalancer}\n', 'document'],
    ['kind: Deployment\nspec: {}\n', 'document'],
    ['kind: PodList\nitems: []\n', 'document'],
    ['kind: List\nitems: []\n', 'document'],
    ['kind: EnvoyProxy\n', 'document'],
    ['kind: Rollout\nspec: {template: {spec: {containers: []}}}\n', 'document'],
    ['name: nobody says which kind\n', 'document'],
    ['x:\n  kind: ConfigMap\n', 'document'],
    ['kind: Deployment\nspec: [broken\n', 'error'],
    ['{{- if .Values.on }}\nkind: Deployment\nspec:\n  containers: []\n{{- end }}\n', 'error'],
    ['{{ include "chart.deployment" . }}\n', 'error'],
  ])('%j: %s', (text, kind) => {
    expect(read(text).map((item) => item.kind)).toEqual([kind]);
  });
});

describe('what would take time or memory without bounds, or code, is refused', () => {
  const names = [...'abcdefghij'];
  const bomb = `kind: Pod\na: &a [${'x,'.repeat(10)}]\n${names.slice(1).map((name, index) =>
    `${name}: &${name} [${Array(10).fill(`*${names[index]}`).join(',')}]`).join('\n')}\n`;
  const mergeBomb = `kind: Pod\na: &a {x: 1}\n${names.slice(1).map((name, index) =>
    [`${name}: &${name}`, `  <<: *${names[index]}`, ...names.slice(0, 6).map((key) => `  ${key}${index}: *${names[index]}`)]
      .join('\n')).join('\n')}\n`;

  test.each([
    ['an alias bomb', bomb, /^6: 'alias' \("d"\) must not bring aliases to stand for more than 100000 values/],
    ['a bomb of merge keys', mergeBomb, /'alias' \("\w"\) must not bring aliases to stand for more than 100000 values/],
    ['a value that holds itself', 'kind: Pod\na: &a [*a]\n', /^2: 'alias' \("a"\) must stand outside of its anchor/],
    ['an object that merges itself', 'kind: Pod\na: &a\n  <<: *a\n', /^3: 'alias' \("a"\) must stand outside/],
    ['a merge of a text', 'kind: Pod\na:\n  <<: x\n', /^3: '<<' \(something else\) must be an object/],
    ['two merge keys', 'kind: Pod\na: &a {}\nb:\n  <<: *a\n  <<: *a\n', /^5: 'key' \("<<"\) must be unique/],
    ['201 levels', `kind: Pod\na: ${'['.repeat(200)}`, /^2: 'document' \(nested too deep\) must have at most 200 levels/],
    ['a document of 64 MiB and more', `kind: Pod\n#${' '.repeat(64 * 2 ** 20)}`, /^1: 'document' \(\d+ characters\) must have at most 67108864/],
    ['a tab', 'kind: Pod\nspec:\n\tx: 1\n', /^3: 'document' \(not YAML\) must be YAML or JSON: tab characters/],
    ['a template', 'kind: Pod\nmetadata:\n  name: {{ .Values.name }}\n', /^3: .* render the template first .*helm template$/],
    ['a template around lines', 'kind: Pod\nspec:\n  {{- toYaml .x | nindent 2 }}\n', /^3: .*templates are left in \(\{\{ \}\}\): render them first/],
    ['a duplicate key in JSON', '{"kind": "Pod",\n"kind": "Pod"}', /^2: 'key' \("kind"\) must be unique/],
    ['a tag of a language', 'kind: Pod\na: !!js/function "x"\n', /^2: 'tag' \("!!js\/function"\) must be one that YAML defines/],
    ['a tag that does not fit', 'kind: Pod\na: !!int x\n', /^2: 'tag' \("!!int"\)/],
    ['a control character', 'kind: Pod\na: "\u0001"\n', /^2: 'document' \(not YAML\)/],
  ])('%s', (_, text, error) => {
    const start = Date.now();
    expect(summary(text)).toEqual([expect.stringMatching(error)]);
    expect(Date.now() - start).toBeLessThan(1_000);
  });

  test('100,000 borrowed values are read, and 199 levels', () => {
    expect(read(`kind: Pod\na: &a [${'x,'.repeat(999)}]\nb: [${'*a,'.repeat(100)}]\n`)[0].kind).toBe('document');
    expect(read(`kind: Pod\na: ${'['.repeat(198)}${']'.repeat(198)}`)[0].kind).toBe('document');
  });

  test('keys like __proto__ are keys like others', () => {
    const text = 'kind: Pod\n__proto__: {polluted: 1}\nb: &b {__proto__: {polluted: 2}, constructor: 3}\nc: {<<: *b}\n';
    const [value] = summary(text) as any[];
    expect(({} as any).polluted).toBeUndefined();
    expect([value, value.b, value.c].map(({ polluted }) => polluted)).toEqual([undefined, undefined, undefined]);
    expect(value.c.constructor).toBe(3);
    expect(Object.keys(value)).toEqual(['kind', '__proto__', 'b', 'c']);
  });

  test.each([
    ['separators', '---\n'.repeat(100_000)], ['ends', '...\n'.repeat(100_000)], ['quotes', `{"kind${'\\"'.repeat(50_000)}`],
    ['unclosed objects', '{"kind":'.repeat(50_000)], ['directives', '%YAML 1.2\n'.repeat(20_000)],
    ['pairs in a list', `kind: Pod\na: [${'b: c, '.repeat(20_000)}]`], ['question marks', `kind: Pod\n${'? '.repeat(20_000)}`],
    ['anchors', `kind: Pod\n${Array.from({ length: 90 }, (_, level) => `${' '.repeat(level)}k: &a${level} !!map\n`).join('')}`],
    ['spaces', `{}${' '.repeat(1_000_000)}x`],
  ])('many %s take no second', (_, text) => {
    const start = Date.now();
    read(text);
    expect(Date.now() - start).toBeLessThan(1_000);
  });
});
