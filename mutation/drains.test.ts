import { join } from 'path';
import { judge } from '../drains/judge';
import { readRuns } from '../drains/run';

/** As test/drains.test.ts, but each drain is judged in a test of its own. */
const RUNS = readRuns(join(__dirname, '..', 'test', 'drains', 'runs.jsonl'));

test.each(RUNS.map((run) => [run.name, run] as const))('%s', (_, run) => {
  expect(judge(run).disagreements).toEqual([]);
});
