import { readCases } from './case-file';
import { agrees, judge, summaryOf } from './judge';

const USAGE = 'usage: npm run cases -- FOLDER   holds a folder of cases against the rules and the simulator\n';

/** Ends with 0 if all cases agree, with 1 if not, with 2 if there is nothing to compare. */
function main(folder: string | undefined, ...options: readonly string[]): void {
  if (folder === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const verdicts = readCases(folder).map(judge);
  for (const { testCase: { name }, hazards, simulated, checked, notChecked } of verdicts) {
    for (const text of hazards) process.stdout.write(`${name}: ${text}\n`);
    for (const text of simulated) process.stdout.write(`${name}: ${text}\n`);
    for (const text of notChecked) process.stdout.write(`${name}: not checked: ${text}\n`);
    if (options.includes('--verbose')) for (const text of checked) process.stdout.write(`${name}: checked: ${text}\n`);
  }
  process.stdout.write(`${summaryOf(verdicts)}\n`);
  if (verdicts.length === 0) process.exitCode = 2;
  else if (!verdicts.every(agrees)) process.exitCode = 1;
}

try {
  const [folder, ...options] = process.argv.slice(2);
  main(folder, ...options);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
