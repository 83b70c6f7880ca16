// Makes one file of the command line, since loading a hundred small ones takes longer than all that `lint` does with a
// small input. What loads late and is big stays outside, and peers and the shell parser do too.
import { chmodSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const project = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [entry = join(project, 'lib', 'cli', 'main.js'), outfile = join(project, 'lib', 'cli', 'envoy-drain.js')] = process.argv.slice(2);

// Commander could start other programs as subcommands. Here it never does, and Node needs 5 ms to load what that takes.
const withoutProcesses = {
  name: 'without-processes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

await build({
  entryPoints: [entry],
  outfile,
  bundle: true, format: 'cjs', platform: 'node', target: 'node20', logLevel: 'warning', legalComments: 'inline',
  minifyWhitespace: true, minifySyntax: true,
  external: ['cdk8s', 'cdk8s-plus-*', 'constructs', './simulate-command', './fix-command', './patch-command', './lenient-documents', '../../vendor/*'],
  plugins: [withoutProcesses],
});
chmodSync(outfile, 0o755);
