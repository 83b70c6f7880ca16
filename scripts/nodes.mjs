// The Nodes that are supported, for tests and benches that need each of them: node scripts/nodes.mjs MAJOR prints the
// path of one. The versions are those of the npm package `node`, which ships real binaries.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

export const NODES = { 20: undefined, 22: '22.23.3', 24: '24.21.0' };

/** A Node of another major, installed once below the folder that git ignores. */
export function nodeOf(major, version = NODES[major]) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  if (version === undefined) throw new Error(`run this script with Node ${major}`);
  const home = join(PROJECT, '.cache', `node-${version}`);
  const binary = join(home, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(binary)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{"private": true}');
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', `node@${version}`], { cwd: home });
  }
  const actual = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim();
  if (!actual.startsWith(`v${major}.`)) throw new Error(`${binary} is ${actual}`);
  return binary;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log(nodeOf(process.argv[2]));
}
