// What the scripts that try the packed tarball share: what they install, and how they tell what came of it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const PROJECT = resolve(import.meta.dirname ?? '.', '..');
export const MANIFEST = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
export const PEERS = Object.keys(MANIFEST.peerDependencies).map((name) => `${name}@${MANIFEST.devDependencies[name]}`);

const results = [];

/** Goes on after a failure, which `finish` counts. */
export function attempt(what, check) {
  try {
    check();
    results.push(true);
    console.log(`  ok: ${what}`);
  } catch (error) {
    results.push(false);
    console.log(`  FAILED: ${what}: ${error.message}`);
  }
}

/** The last line, and the exit code. */
export function finish(name) {
  const failed = results.filter((passed) => !passed).length;
  console.log(`${name}: ${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
