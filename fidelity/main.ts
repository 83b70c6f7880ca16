import { writeFileSync } from 'fs';
import { join } from 'path';
import { judge } from './judge';
import { readRecordings } from './recording';
import { agrees, isCompared, nameOfRecording, reportOf, summaryOf } from './report';

const OWN_RECORDINGS = join(__dirname, '..', 'test', 'recordings');
const USAGE = 'usage: npm run fidelity -- FOLDER   holds a folder of recordings, with a folder a kubelet, against the simulator\n'
  + '       npm run fidelity:update      does so with the project\'s own, and writes FIDELITY.md\n';

/** Ends with 0 if all recordings agree, with 1 if not, with 2 if there is nothing to compare. */
function main(argument: string | undefined): void {
  if (argument === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const update = argument === '--update';
  const verdicts = readRecordings(update ? OWN_RECORDINGS : argument).map(judge);
  for (const { recording, disagreements, notComparable } of verdicts) {
    const name = nameOfRecording(recording);
    for (const text of disagreements) process.stdout.write(`${name}: ${text}\n`);
    if (notComparable !== undefined) process.stdout.write(`${name}: not compared: ${notComparable}\n`);
  }
  if (update) writeFileSync(join(__dirname, '..', 'FIDELITY.md'), reportOf(verdicts));
  process.stdout.write(`${summaryOf(verdicts)}\n`);
  if (!verdicts.some(isCompared)) process.exitCode = 2;
  else if (!update && !verdicts.filter(isCompared).every(agrees)) process.exitCode = 1;
}

try {
  main(process.argv[2]);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
