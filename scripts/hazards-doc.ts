import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { hazardsDocument } from './hazards-document';

/** Writes HAZARDS.md from the rules and the examples in examples/hazards; `--check` only compares. */
const FILE = join(__dirname, '..', 'HAZARDS.md');
const text = hazardsDocument();

if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') === text) process.exit(0);
  console.error("'HAZARDS.md' must be what the rules say: it is out of date; run npm run hazards");
  process.exit(1);
}
writeFileSync(FILE, text);
