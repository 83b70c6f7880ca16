import { join } from 'path';
import { judge } from '../fidelity/judge';
import { EXPLAINED } from '../fidelity/not-reproduced';
import { readRecordings } from '../fidelity/recording';
import { nameOfRecording } from '../fidelity/report';

/** As test/fidelity.test.ts, but each recording is judged in a test of its own. */
const RECORDINGS = readRecordings(join(__dirname, '..', 'test', 'recordings'))
  .filter((recording) => !EXPLAINED.includes(nameOfRecording(recording)));

test.each(RECORDINGS.map((recording) => [nameOfRecording(recording), recording] as const))('%s', (_, recording) => {
  expect(judge(recording).disagreements).toEqual([]);
});
