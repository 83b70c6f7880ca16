import { execFileSync, spawnSync } from 'child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join, resolve } from 'path';

const RACY = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n    - name: envoy\n      image: envoyproxy/envoy:v1.39.0\n';
const SKIPPED = 'kind: ConfigMap\n';

/** The bundle, made of the sources, in a folder that has no peers and no dependencies. */
let folder: string;
let bundle: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'envoy-drain-'));
  bundle = join(folder, 'lib', 'cli', 'envoy-drain.js');
  mkdirSync(join(folder, 'lib', 'cli'), { recursive: true });
  execFileSync(process.execPath, ['scripts/bundle-command.mjs', resolve('src/cli/main.ts'), bundle]);
  const lenient = 'lenient-documents';
  execFileSync(process.execPath, [
    'scripts/bundle-command.mjs', resolve('src/cli', `${lenient}.ts`), join(folder, 'lib', 'cli', `${lenient}.js`),
  ]);
  mkdirSync(join(folder, 'vendor'));
  symlinkSync(resolve('vendor/unbash.cjs'), join(folder, 'vendor', 'unbash.cjs'));
  writeFileSync(join(folder, 'package.json'), '{"version": "1.2.3"}');
  writeFileSync(join(folder, 'racy.yaml'), RACY);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function ran(args: readonly string[], input: string | Uint8Array = '', script = bundle): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: folder, input, encoding: 'utf8' });
  return { code: status, out: stdout, error: stderr };
}

describe('the bundled command', () => {
  test.each<[string, string[], string | Uint8Array, number, string, string]>([
    ['a finding', ['lint', 'racy.yaml'], '', 1, 'racy.yaml:6 error no-drain-trigger', ''],
    ['a finding in what is piped in', ['lint', '-'], RACY, 1, 'standard input:6 error', ''],
    ['nothing', ['lint', '-'], SKIPPED, 0, '1 document, 0 pods, 1 skipped: nothing found', ''],
    ['a broken document beside a finding', ['lint', '-'], `${RACY}---\na: [\n`, 2, 'no-drain-trigger', 'standard input:10: '],
    ['invalid UTF-8', ['lint', '-'], Buffer.from([0x61, 0xff]), 2, 'not readable', 'must be UTF-8'],
    ['a missing file', ['lint', 'none.yaml'], '', 2, '', 'none.yaml: ENOENT'],
    ['no path', ['lint'], '', 2, '', '(envoy-drain --help shows what there is)'],
    ['rules', ['rules'], '', 0, 'no-drain-trigger', ''],
    ['help', ['--help'], '', 0, 'Usage: envoy-drain', ''],
    ['help of lint', ['lint', '--help'], '', 0, '--load-balancer-detection', ''],
    ['SARIF with the version of the package', ['lint', 'racy.yaml', '--format', 'sarif'], '', 1, '"version": "1.2.3"', ''],
    ['an unknown command', ['lnt'], '', 2, '', '(Did you mean lint?)'],
  ])('%s', (name, args, input, code, out, error) => {
    const result = ran(args, input);
    expect(result).toEqual({ code, out: expect.stringContaining(out), error: expect.stringContaining(error) });
    if (name === 'no path') expect(result.out).toBe('');
  });

  test('needs no module but its own, and holds none that is only needed late', () => {
    expect([...readFileSync(bundle, 'utf8').matchAll(/node_modules\/((?:@[^/"]+\/)?[^/"]+)\//g)].map(([, name]) => name)
      .filter((name, index, names) => names.indexOf(name) === index).sort()).toEqual(['commander', 'js-yaml', 'semver']);
  });

  test('is a plugin of kubectl under that name', () => {
    const plugin = join(folder, 'kubectl-envoy_drain');
    symlinkSync(bundle, plugin);
    expect(ran(['--help'], '', plugin).out).toContain('Usage: kubectl envoy-drain [options] [command]');
    expect(ran(['lint', '--help'], '', plugin).out).toContain('Usage: kubectl envoy-drain lint');
    expect(ran(['lint', '-'], RACY, plugin).code).toBe(1);
    expect(spawnSync(plugin, ['lint'], { encoding: 'utf8' }).stderr).toContain('(kubectl envoy-drain --help shows what there is)');
  });
});

/** `script` of util-linux makes a terminal. */
const hasScript = spawnSync('script', ['--version']).status === 0;

(hasScript ? describe : describe.skip)('on a terminal', () => {
  const onTerminal = (environment: NodeJS.ProcessEnv): string => spawnSync('script', ['-qec', `${process.execPath} ${bundle} lint racy.yaml`, '/dev/null'], {
    cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...environment },
  }).stdout;

  test.each([
    [{}, true], [{ NO_COLOR: '1' }, false], [{ FORCE_COLOR: '0' }, false], [{ TERM: 'dumb' }, false], [{ FORCE_COLOR: '1' }, true],
  ])('with %j there are colours: %s', (environment, colours) => {
    const out = onTerminal(environment);
    expect([out.includes('no-drain-trigger'), out.includes('\x1b[31merror\x1b[39m'), out.includes('\x1b')]).toEqual([true, colours, colours]);
  });

  test('there are none elsewhere, whatever is asked for', () => {
    const { stdout } = spawnSync(process.execPath, [bundle, 'lint', 'racy.yaml'], {
      cwd: folder, encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '1' },
    });
    expect(stdout).not.toContain('\x1b');
  });
});
