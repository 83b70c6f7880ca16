import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { load } from 'js-yaml';
import { brokenPromises, problemsOf, slowness, svgProblems } from '../support/broken-promises';
import { measuredRun, MeasuredRun, processorMillis } from '../support/measured-runs';

const SEEDS = Number(process.env.FUZZ_SEEDS ?? 20_000);
/** `FUZZ_FROM=4711 FUZZ_SEEDS=1` tries one again. */
const FIRST_SEED = Number(process.env.FUZZ_FROM ?? 1);
const CHUNK = 1_000;

describe('no manifest, however broken, breaks the command', () => {
  const chunks = Array.from({ length: Math.ceil(SEEDS / CHUNK) }, (_, index) => FIRST_SEED + index * CHUNK);

  test.each(chunks)('from seed %d on', (first) => {
    const end = Math.min(first + CHUNK, FIRST_SEED + SEEDS);
    const broken: string[] = [];
    for (let seed = first; seed < end; seed++) broken.push(...brokenPromises(seed));
    expect(broken).toEqual([]);
  });
});

/** A pod whose Envoy nothing drains; more of its container, and what stands before all. */
function pod(container = '', top = ''): string {
  return `${top}apiVersion: v1\nkind: Pod\nmetadata: {name: edge}\nspec:\n  containers:\n  - name: envoy\n    image: envoyproxy/envoy:v1.39.0\n${container}`;
}

/** A run that keeps all promises. */
function goodRun(args: readonly string[], input: string): MeasuredRun {
  const ran = measuredRun(args, input);
  expect([...problemsOf(ran), ...slowness(ran, input)]).toEqual([]);
  return ran;
}

function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

const BOMB = /standard input:\d+: 'alias' \("\w+"\) must not bring aliases to stand for more than 100000 values: /;

describe('what would take too long is refused with its place', () => {
  const nested = `l0: &l0 [${times(10, () => 'x,')}]\n${times(9, (index) => `l${index + 1}: &l${index + 1} [${times(10, () => `*l${index},`)}]\n`)}`;
  const longText = `a: &a ${'x'.repeat(100_000)}\n`;

  test.each([
    ['a nested alias bomb', ['lint'], pod('', nested), BOMB],
    ['a flat alias bomb', ['lint'], pod(`    args: [${times(100_001, () => '*a,')}]\n`, 'a: &a x\n'), BOMB],
    ['a few hundred aliases of a long text', ['lint'], pod(`    command: {x: [${times(1_000, () => '*a,')}]}\n`, longText), BOMB],
    ['aliases of a long key', ['lint'], pod(`    command: {x: [${times(1_000, () => '*a,')}]}\n`, `a: &a {${'x'.repeat(100_000)}: 1}\n`), BOMB],
    ['10,000 nested lists', ['lint'], pod(`    args: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`),
      /^standard input:8: 'document' \(nested too deep\) must have at most 200 levels: /],
    ['10,000 nested lists in JSON', ['simulate'], `{"kind": "Pod", "spec": ${'['.repeat(10_000)}`, /^standard input:1: 'document' \(nested too deep\)/],
    ['a document of 64 MiB', ['lint'], pod(`#${'x'.repeat(64 * 2 ** 20)}\n`), /^standard input:1: 'document' \(\d+ characters\) must have at most 67108864: /],
    ['many aliases in what is edited', ['fix'], pod(`    <<: [${times(30_000, () => '*a,')}]\n`, 'a: &a {}\n'),
      /^standard input:1: 'document' \(30001 anchors and aliases\) must have at most 5000 to be edited: /],
  ])('%s', (_, args, text, error) => {
    const { code, error: said } = goodRun(args, text);
    expect([code, said]).toEqual([2, expect.stringMatching(error)]);
  });
});

describe('what is large but well takes less than a second', () => {
  test.each([
    ['30,000 merges of nothing', ['lint'], `a: &a {}\nb: {<<: [${times(30_000, () => '*a,')}]}\n`],
    ['4,000 merges in what is edited', ['fix'], `a: &a {}\nb: {<<: [${times(4_000, () => '*a,')}]}\n`],
    ['a name of a million letters', ['lint'], `x: ${'y'.repeat(1_000_000)}\n`],
    ['100,000 empty documents', ['lint'], times(100_000, () => '---\n')],
    ['100,000 lines of Helm', ['lint'], `${times(100_000, () => '# {{- if .Values.x }}\n')}`],
  ])('%s', (_, args, top) => {
    expect(goodRun(args, pod('', top)).code).toBe(args[0] === 'fix' ? 0 : 1);
  });

  test('one map with 400,000 keys, or on a slow machine a few times what the bare parser takes', () => {
    const text = pod('', `x:\n${times(400_000, (index) => `  k${index}: v\n`)}`);
    const start = process.cpuUsage();
    load(text);
    const { user, system } = process.cpuUsage(start);
    const taken = Math.min(...[1, 2, 3].map(() => processorMillis(['lint'], text)));
    expect(taken).toBeLessThan(Math.max(1_000, (user + system) / 1_000 * 3));
  });

  test.each([
    ['merged maps', (count: number) => `{<<: [${times(count, (index) => `{envoy-drain/ignore-x${index}: "y"}, `)}]}`],
    ['one map', (count: number) => `{${times(count, (index) => `envoy-drain/ignore-x${index}: "y", `)}}`],
  ])('10,000 findings in %s', (_, annotations) => {
    const text = pod().replace('{name: edge}', `{annotations: ${annotations(10_000)}}`);
    expect(goodRun(['lint', '--format', 'github'], text).out.split('\n')).toHaveLength(10_002);
  });
});

describe('a stranger cannot steer what is shown', () => {
  const name = '\\x1b[2J\\u202eevil\\u2066\\n::error::x<script>&\\"\'\\uFFFE\\ud800';
  const text = pod().replace('{name: edge}', `{name: "${name}"}`);
  const shown = '\\u001b[2J\\u202eevil\\u2066\\n::error::x<script>&"\'';

  test.each([
    ['lint', 'text', `standard input:6 error no-drain-trigger [Pod ${shown}`],
    ['lint', 'github', `::error title=no-drain-trigger%3A Pod ${shown.replace('\\n', '%0A').replace(/:/g, '%3A')}`],
    ['lint', 'json', '"name": "\\u001b[2J\\u202eevil\\u2066\\n::error::x<script>&\\"\'\uFFFE\\ud800"'],
    ['simulate', 'text', `Pod ${shown}`],
    ['simulate', 'svg', '\\u001b[2J\\u202eevil\\u2066\\n::error::x&#60;script&#62;&#38;&#34;&#39;\\ufffe\\ud800'],
  ])('%s --format %s', (command, format, words) => {
    const { code, out } = goodRun([command, '--format', format], text);
    expect([code, out]).toEqual([1, expect.stringContaining(words)]);
  });

  test('errors and notes cannot pretend to be others', () => {
    const wrong = pod().replace('{name: edge}', '{name: edge, annotations: {"x\\nstandard input:1: y": 1}}');
    for (const command of ['lint', 'simulate', 'fix']) {
      const { code, error } = goodRun([command], wrong);
      expect([code, error.trimEnd().split('\n')]).toEqual([2, [expect.stringContaining('x\\nstandard input:1: y')]]);
    }
  });

  test.each([
    ['<a x="1"><b/>&#60;</a>', []], ['<a><b></a></b>', ['</a> closes something else']], ['<a>', ['<a> is not closed']],
    ['<a>&</a>', ['not of XML: "&"']], ['<a>\u0001</a>', ['not of XML: "\\u0001"']],
  ])('the picture %j: %j', (svg, problems) => {
    expect(svgProblems(svg)).toEqual(problems);
  });
});

describe('texts stay what they are', () => {
  test('U+2028 in a text ends no document, and no line', () => {
    const { out } = goodRun(['lint', '--format', 'json'], pod('', 'x: "a\u2028---\u2028b"\n'));
    const { summary, findings } = JSON.parse(out);
    expect([summary.documents, summary.errors, findings[0].line]).toEqual([1, [], 7]);
  });

  test('SARIF names a file with spaces and letters beyond ASCII by a URI', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
    writeFileSync(join(folder, 'a b\u00fc#%.yaml'), pod());
    const ran = measuredRun(['lint', folder, '--format', 'sarif'], '');
    rmSync(folder, { recursive: true });
    const [{ locations }] = JSON.parse(ran.out).runs[0].results;
    expect(locations[0].physicalLocation.artifactLocation.uri).toBe(`file://${folder}/a%20b%C3%BC%23%25.yaml`);
  });
});
