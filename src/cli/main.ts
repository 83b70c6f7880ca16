#!/usr/bin/env node
import { readFileSync } from 'fs';
import { watchOutput } from './output';
import { run } from './run';

const STANDARD_INPUT = 0;

watchOutput(process);

process.exitCode = run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  standardInput: () => readFileSync(STANDARD_INPUT),
});
