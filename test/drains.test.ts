import { join } from 'path';
import { agrees, judge, summaryOf } from '../drains/judge';
import { readRuns, Run } from '../drains/run';

const RUNS = readRuns(join(__dirname, 'drains', 'runs.jsonl'));
const verdicts = RUNS.map(judge);

afterAll(() => {
  process.stderr.write(`drains of real Envoys: ${summaryOf(verdicts)}\n`);
});

describe('a drain of a real Envoy by a real shutdown manager', () => {
  test.each(verdicts.map(({ run, disagreements }) => [run.name, disagreements] as const))(
    '%s is simulated as it was', (_, disagreements) => {
      expect(disagreements).toEqual([]);
    });

  test('is not simulated as both lost and not lost, but where the phase of a poll decides', () => {
    const uncertain = verdicts.filter((verdict) => verdict.uncertain).map(({ run }) => run.name);
    expect(uncertain).toEqual(['eg13-stale-count-min0']);
  });
});

describe('the comparison', () => {
  const run = RUNS.find(({ name }) => name === 'eg-native-12s5s-mix-lag3')!;
  const withObserved = (observed: Partial<Run['observed']>): Run => ({ ...run, observed: { ...run.observed, ...observed } });

  test.each<[string, Partial<Run['observed']>]>([
    ['an Envoy that ended too early', { envoySigtermMs: 5_000 }],
    ['an Envoy that ended too late', { envoySigtermMs: 9_000 }],
    ['an Envoy that was never stopped', { envoySigtermMs: -1 }],
    ['requests that were cut', { failed: 3, clients: { long: { fail: { truncated: 3 } } } }],
    ['connections that were refused', { failed: 3, clients: { new: { fail: { refused: 3 } } } }],
  ])('sees %s', (_, observed) => {
    expect(judge(withObserved(observed)).disagreements).toHaveLength(1);
  });

  test('sees a loss that did not happen', () => {
    const stale = RUNS.find(({ name }) => name === 'T5-eg-stale')!;
    const verdict = judge({ ...stale, observed: { ...stale.observed, failed: 0, clients: {} } });
    expect(agrees(verdict)).toBe(false);
    expect(verdict.disagreements[0]).toMatch(/^lost nothing, simulated 13 connections with requests are cut when Envoy ends/);
  });
});
