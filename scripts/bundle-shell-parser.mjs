// The shell parser `unbash` is published as ES modules only, which neither Node before 20.19 nor Jest loads by
// require(). This makes one CommonJS file of it, with its license, which the package ships.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const project = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const home = join(project, 'node_modules', 'unbash');
const { name, version, license } = createRequire(import.meta.url)(join(home, 'package.json'));
const text = readFileSync(join(home, 'LICENSE'), 'utf8').trim();

await build({
  entryPoints: [join(home, 'dist', 'parser.js')],
  outfile: join(project, 'vendor', 'unbash.cjs'),
  bundle: true, format: 'cjs', platform: 'neutral', target: 'node20', legalComments: 'inline', logLevel: 'warning',
  banner: { js: `/*\n${name} ${version} (${license})\n\n${text.replaceAll('*/', '* /')}\n*/` },
});
