// Builds a checkout that has not been built yet, which is what npm makes of a package that comes from git: the
// pre-commit hook is installed in this way. The package that is published is built, and has no scripts/.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname ?? '.', '..');
const PROJEN = join('node_modules', 'projen', 'bin', 'projen');

if (!existsSync(join(PROJECT, 'lib'))) build();

function build() {
  // `npm install --global` of a git package asks for its development dependencies, and installs none:
  // https://github.com/npm/cli/issues/8440
  if (!existsSync(join(PROJECT, PROJEN))) run('npm', ['ci', '--ignore-scripts', '--global=false', '--include=dev', '--no-audit']);
  for (const task of ['pre-compile', 'compile']) run(process.execPath, [PROJEN, task]);
}

function run(command, args) {
  execFileSync(command, args, { cwd: PROJECT, stdio: 'inherit', shell: process.platform === 'win32' });
}
