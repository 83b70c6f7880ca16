import { readFileSync } from 'fs';
import { join } from 'path';
import { judge } from '../fidelity/judge';
import { EXPLAINED } from '../fidelity/not-reproduced';
import { phasesOf } from '../fidelity/phases';
import { readRecordings, RecordedEvent, Recording } from '../fidelity/recording';
import { agrees, isCompared, nameOfRecording, reportOf, summaryOf } from '../fidelity/report';

const recordings = readRecordings(join(__dirname, 'recordings'));
const verdicts = recordings.map(judge);
const byName = new Map(verdicts.map((verdict) => [nameOfRecording(verdict.recording), verdict]));

test('there are recordings, and none is there twice', () => {
  expect(recordings.length).toBeGreaterThanOrEqual(297);
  expect(byName.size).toBe(recordings.length);
});

test.each([...byName.keys()].filter((name) => !EXPLAINED.includes(name)))('the simulator agrees with %s', (name) => {
  expect(byName.get(name)!.disagreements).toEqual([]);
});

test.each(EXPLAINED)('%s is not reproduced, and FIDELITY.md says why', (name) => {
  expect(byName.get(name)!.disagreements).not.toEqual([]);
});

test('only pods that an API server refused are not compared', () => {
  for (const { recording, notComparable } of verdicts.filter((verdict) => !isCompared(verdict))) {
    expect([nameOfRecording(recording), notComparable]).toEqual([nameOfRecording(recording), expect.stringContaining('422')]);
    expect(recording.events).toEqual([]);
  }
});

test('FIDELITY.md is up to date (npm run fidelity:update)', () => {
  expect(readFileSync(join(__dirname, '..', 'FIDELITY.md'), 'utf8')).toBe(reportOf(verdicts));
});

describe('a recording that tells something else is noticed', () => {
  const all = verdicts.filter(agrees).map(({ recording }) => recording);
  const isA = (kind: string) => ({ src, ev }: RecordedEvent): boolean => `${src} ${ev}` === kind;
  const ends = ({ events }: Recording, kind: string): RecordedEvent | undefined => events.filter(isA(kind)).at(-1);
  const changed = (recording: Recording, event: RecordedEvent, ...instead: RecordedEvent[]): Recording => ({
    ...recording,
    events: recording.events.flatMap((other) => (other === event ? instead : [other])).sort((a, b) => a.ms - b.ms),
  });
  /** The share of recordings for which a change makes a disagreement. */
  const noticed = (kind: string, change: (recording: Recording, event: RecordedEvent) => Recording): number => {
    const candidates = all.flatMap((recording) => {
      const event = ends(recording, kind);
      return event && event.ms > 0 ? [change(recording, event)] : [];
    });
    expect(candidates.length).toBeGreaterThan(10);
    return candidates.filter((recording) => judge(recording).disagreements.length > 0).length / candidates.length;
  };

  test.each([
    ['an exit with another code', 'runtime exit', (r: Recording, e: RecordedEvent) => changed(r, e, { ...e, code: 99 }), 1],
    ['an exit that is not there', 'runtime exit', (r: Recording, e: RecordedEvent) => changed(r, e), 1],
    ['an exit 10 s later', 'runtime exit', (r: Recording, e: RecordedEvent) => changed(r, e, { ...e, ms: e.ms + 10_000 }), 1],
    ['a second SIGTERM', 'actor sigterm', (r: Recording, e: RecordedEvent) => changed(r, e, e, { ...e, ms: e.ms + 50 }), 1],
    ['a SIGTERM 2 s later', 'actor sigterm', (r: Recording, e: RecordedEvent) => changed(r, e, { ...e, ms: e.ms + 2_000 }), 0.95],
    ['a hook that fails', 'actor sigterm',
      (r: Recording, e: RecordedEvent) => changed(r, e, e, { ms: e.ms, src: 'k8s', ev: 'FailedPreStopHook', c: e.c }), 0.9],
    ['a hook that does not fail', 'k8s FailedPreStopHook', (r: Recording, e: RecordedEvent) => changed(r, e), 0.85],
    ['a hook that ends 1.5 s later', 'actor hook-end',
      (r: Recording, e: RecordedEvent) => changed(r, e, { ...e, ms: e.ms + 1_500 }), 0.95],
    ['a pod that is gone 9 s later', 'api object-deleted',
      (r: Recording, e: RecordedEvent) => changed(r, e, { ...e, ms: e.ms + 9_000 }), 0.97],
  ])('%s', (_, kind, change, share) => {
    expect(noticed(kind, change)).toBeGreaterThanOrEqual(share);
  });
});

describe('phases', () => {
  const of = (...events: RecordedEvent[]) => phasesOf({ ...recordings[0], grace: 10, t0: 'Killing e', events });
  const killing = (ms: number, message: string): RecordedEvent => ({ ms, src: 'k8s', ev: 'Killing', c: 'e', message });
  const liveness = killing(0, 'Container e failed liveness probe, will be restarted');
  const deletion = (ms: number, grace?: number): RecordedEvent => ({ ms, src: 'lab', ev: 'delete', grace });

  test('a deletion after a restart is a phase of its own, from the first sign of it on', () => {
    expect(of(liveness, { ms: 5_000, src: 'runtime', ev: 'exit', c: 'e' }, deletion(6_000, 1), killing(6_700, 'Stopping container e')))
      .toEqual([
        { action: { kind: 'probe-failure', container: 'e', probe: 'liveness' }, begunAt: 0, origin: 0, until: 6_000 },
        { action: { kind: 'deletion', graceSeconds: 1 }, begunAt: 6_000, origin: 6_700, until: Infinity },
      ]);
  });

  test('a deletion while a container is being killed is its second one, with the pod\'s own grace', () => {
    expect(of(liveness, deletion(2_000), { ms: 5_000, src: 'runtime', ev: 'exit', c: 'e' })).toEqual([
      expect.objectContaining({ secondDeletion: { atMillis: 2_000, graceSeconds: 10 } }),
    ]);
  });

  test('a pod that ends by itself is simulated from its creation', () => {
    expect(of({ ms: -5_000, src: 'runtime', ev: 'start', c: 'e' }, killing(0, 'Stopping container s'))).toEqual([
      { action: { kind: 'creation' }, begunAt: -5_000, origin: -5_000, until: Infinity },
    ]);
  });
});

afterAll(() => {
  process.stdout.write(`recordings of kubelets: ${summaryOf(verdicts)}\n`);
});
