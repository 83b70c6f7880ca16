import { execFileSync } from 'child_process';
import { EventEmitter } from 'events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { readSources, SourceDocument } from '../../src/cli/documents';
import { SourceError } from '../../src/cli/files';
import { OutputProcess, watchOutput } from '../../src/cli/output';
import { run } from '../../src/cli/run';

const POD = 'kind: Pod\nspec:\n  containers:\n    - name: envoy\n      image: envoyproxy/envoy:v1.39.0\n';

interface Sources {
  readonly documents: readonly SourceDocument[];
  readonly errors: readonly SourceError[];
  readonly skipped: number;
}

function sources(paths: readonly string[], text: string | Uint8Array = ''): Sources {
  const items = [...readSources(paths, () => text)];
  return {
    documents: items.filter((item) => item.kind === 'document'),
    errors: items.filter((item) => item.kind === 'error'),
    skipped: items.filter(({ kind }) => kind === 'skipped').length,
  };
}

const read = (text: string | Uint8Array): Sources => sources(['-'], text);

interface Ran {
  readonly code: number;
  readonly error: string;
}

function ran(input: string | Uint8Array, ...args: string[]): Ran {
  let error = '';
  const code = run(['simulate', ...args], {
    standardInput: () => input, out: () => undefined, error: (text) => { error += text; },
  });
  return { code, error };
}

describe('YAML that cannot be taken at its word is an error with its line', () => {
  test.each([
    ['a duplicate key', 'a: 1\nb: 2\na: 3\n', 3, "'key' (\"a\") must be unique"],
    ['an unknown tag', 'a: 1\nb: !secret x\n', 2, '\'tag\' ("!secret") must be one that YAML defines'],
    ['a list for a key', 'a: 1\n? [x, y]\n: 2\n', 2, "'key' (a list, an object or an alias) must be a text"],
    ['an alias of nothing', 'a: 1\nb: *nobody\n', 2, "'alias' (\"nobody\") must name an anchor"],
    ['brackets without end', `a: 1\n---\n${'['.repeat(20_000)}`, 3, "'document' (nested too deep) must have at most 200 levels"],
  ])('%s', (_, text, line, message) => {
    expect(read(text).errors).toMatchObject([{ source: 'standard input', line, message: expect.stringContaining(message) }]);
  });

  test('100,000 keys are read in seconds', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `  key${index}: x\n`).join('');
    expect(read(`kind: Pod\ndata:\n${keys}`).documents).toHaveLength(1);
  }, 10_000);
});

describe('the line of an error is that of the field', () => {
  const grace = (text: string): string => `kind: Pod\nspec:\n  containers:\n    - name: envoy\n${text}`;

  test.each([
    ['a field', grace('\n\n  terminationGracePeriodSeconds: "30"\n'), 7],
    ['a command that looks like a pointer', grace('      image: x\n      command: /bin/sh -c foo\n'), 6],
    ['behind an alias', 'a: &spec\n  hostPID: 1\n  containers: [{name: envoy}]\nkind: Pod\nspec: *spec\n', 2],
    ['behind a merge key', 'a: &spec\n  hostPID: 1\nkind: Pod\nspec:\n  <<: *spec\n  containers: [{name: envoy}]\n', 2],
    ['a workload without template', 'kind: Deployment\n\nspec: {}\n', 3],
  ])('%s', (_, text, line) => {
    const { code, error } = ran(text, '-');
    expect([code, error]).toEqual([2, expect.stringContaining(`standard input:${line}: '`)]);
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'documents-'));
    for (const name of ['a.YAML', 'b.Yml', 'c.json']) writeFileSync(join(folder, name), name === 'c.json' ? '{}' : POD);
    symlinkSync('nowhere', join(folder, 'dangling.yaml'));
    writeFileSync(join(folder, 'latin.yaml'), Buffer.from([0x61, 0x3a, 0xe4]));
    mkdirSync(join(folder, 'd.yaml'));
    writeFileSync(join(folder, 'd.yaml', 'inner.yaml'), POD);
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('that cannot be read do not hide the others', () => {
    const { documents, errors } = sources([folder]);
    expect(documents.map(({ source }) => source.slice(folder.length + 1))).toEqual(['a.YAML', 'b.Yml', 'c.json', 'd.yaml/inner.yaml']);
    expect(errors.map(({ source, message }) => [source.slice(folder.length + 1), message])).toEqual([
      ['dangling.yaml', expect.stringContaining('ENOENT')],
      ['latin.yaml', expect.stringContaining('must be UTF-8')],
      ['pipe.yaml', expect.stringContaining('must be a regular file')],
    ]);
  });

  test.each([
    ['a device', ['/dev/zero'], '', 'must be a regular file'],
    ['standard input twice', ['-', '-'], POD, "'path' (-) must be given once"],
    ['a path without text', [''], POD, "'path' (\"\") must be"],
    ['standard input in Latin 1', ['-'], Buffer.from([0x61, 0x3a, 0xe4]), 'must be UTF-8'],
    ['an empty Kubernetes version', ['-', '--kubernetes-version', ''], POD, '--kubernetes-version: '],
    ['a wrong Envoy Gateway', ['-', '--envoy-gateway', 'foo'], POD, '--envoy-gateway: '],
    ['a container that no pod has', ['-', '--scenario', 'liveness:nope'], POD, "'--scenario' (liveness:nope) must name a container"],
  ])('%s is refused', (_, args, input, words) => {
    expect(ran(input, ...args)).toEqual({ code: 2, error: expect.stringContaining(words) });
  });

  test('a pod without the container of the scenario is skipped where another has it', () => {
    const { code, error } = ran(`${POD}---\n${POD.replace('name: envoy', 'name: other')}`, '-', '--scenario', 'crash:other');
    expect(error).toContain('standard input:2: note: no such container');
    expect(code).toBe(1);
  });
});

describe('an output that cannot be written', () => {
  test.each([
    ['EPIPE', '', 1], ['ENOSPC', "error: 'standard output' (ENOSPC) must be writable", 2],
  ])('with %s says %j and ends with %d', (code, words, exitCode) => {
    let said = '';
    const [stdout, stderr] = [new EventEmitter(), new EventEmitter()].map((emitter) =>
      Object.assign(emitter, { write: (text: string) => { said += text; } }));
    const watched: OutputProcess = { stdout, stderr, exitCode: 1 };
    watchOutput(watched);
    stdout.emit('error', Object.assign(new Error('x'), { code }));
    stderr.emit('error', Object.assign(new Error('x'), { code }));
    expect(said.startsWith(words) && (words !== '' || said === '')).toBe(true);
    expect(watched.exitCode).toBe(exitCode);
  });
});
