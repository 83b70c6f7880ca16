import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';

const SOURCE = join(__dirname, '..', 'src');

/** Every TypeScript file below `src`, by its path there. */
function sourceFiles(folder = ''): string[] {
  return readdirSync(join(SOURCE, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sourceFiles(path) : [path];
  });
}

const files = sourceFiles();
const flat = files.filter((path) => !path.includes('/') && path !== 'index.ts');

test('index.ts exports exactly the flat files, in alphabetical order', () => {
  const expected = flat.map((path) => `export * from './${path.replace(/\.ts$/, '')}';`).sort();
  expect(readFileSync(join(SOURCE, 'index.ts'), 'utf8').trimEnd().split('\n')).toEqual(expected);
});

test('pure folders never load cdk8s-plus, a file system, a clock or chance', () => {
  const pure = files.filter((path) => /^(values|upstream|shutdown-managers|pod|bootstrap)\//.test(path));
  expect(pure.length).toBeGreaterThan(15);
  for (const path of pure) {
    const text = readFileSync(join(SOURCE, path), 'utf8');
    expect([path, /from '(cdk8s-plus-28|fs|path|child_process|os)'|Date\.now|new Date|Math\.random|\bprocess\.(env|cwd|argv|stdout)/.test(text)])
      .toEqual([path, false]);
  }
});

test('only one file compares Kubernetes versions', () => {
  const comparing = files.filter((path) => /\.(minor|patch)\s*(<|>|===|-)/.test(readFileSync(join(SOURCE, path), 'utf8')));
  expect(comparing).toEqual(['values/kubernetes-features.ts']);
});

test('files can be held in the head', () => {
  const lengths = files.map((path) => readFileSync(join(SOURCE, path), 'utf8').split('\n').length).sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(110);
  expect(lengths.at(-1)).toBeLessThanOrEqual(250);
});

test('nothing reads the folder that its makers share', () => {
  for (const path of files) expect(readFileSync(join(SOURCE, path), 'utf8')).not.toContain('../shared');
});
