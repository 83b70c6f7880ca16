import { agrees, judge, summaryOf } from './judge';
import { readRuns } from './run';

const USAGE = 'usage: npm run drains -- FILE   holds runs of real Envoys, one a line, against the simulator\n';

/** Ends with 0 if all runs agree, with 1 if not, with 2 if there is nothing to compare. */
function main(file: string | undefined): void {
  if (file === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const verdicts = readRuns(file).map(judge);
  for (const { run, disagreements } of verdicts) {
    for (const text of disagreements) process.stdout.write(`${run.name}: ${text}\n`);
  }
  process.stdout.write(`${summaryOf(verdicts)}\n`);
  if (verdicts.length === 0) process.exitCode = 2;
  else if (!verdicts.every(agrees)) process.exitCode = 1;
}

try {
  main(process.argv[2]);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
