#!/usr/bin/env node
import { readFileSync } from 'fs';
import { run } from './run';

const STANDARD_INPUT = 0;

process.exitCode = run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  standardInput: () => readFileSync(STANDARD_INPUT, 'utf8'),
});
