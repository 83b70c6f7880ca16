#!/usr/bin/env node
import { readFileSync } from 'fs';
import { basename } from 'path';
import { setFlagsFromString } from 'v8';
import { watchOutput } from './output';
import { run } from './run';
import { progressOn } from './terminal';

const STANDARD_INPUT = 0;

watchOutput(process);

process.exitCode = run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  standardInput: readInput,
  hasColour: process.stdout.isTTY && process.stdout.hasColors(),
  progress: progressOn(process.stderr),
}, nameOf(process.argv[1]));

/** V8 lets garbage grow to four times what is in use: hundreds of mebibytes with all of a cluster piped in. */
function readInput(): Uint8Array {
  setFlagsFromString('--heap-growing-percent=30');
  return readFileSync(STANDARD_INPUT);
}

/** kubectl calls its plugins by the names of their files. */
function nameOf(script: string): string {
  return basename(script).startsWith('kubectl-') ? 'kubectl envoy-drain' : 'envoy-drain';
}
