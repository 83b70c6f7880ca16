import { join } from 'path';
import { readCases } from '../cases/case-file';
import { judge } from '../cases/judge';

/** As test/cases.test.ts, but each case is judged in a test of its own: each mutant meets only those that reach it. */
const CASES = ['cases', 'cases-own'].flatMap((folder) => readCases(join(__dirname, '..', 'test', folder)));

test.each(CASES.map((testCase) => [testCase.name, testCase] as const))('%s', (_, testCase) => {
  const { hazards, simulated } = judge(testCase);
  expect([...hazards, ...simulated]).toEqual([]);
});
