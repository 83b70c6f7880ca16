import { mkdirSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { readRecordings, RecordedEvent } from '../fidelity/recording';

/**
 * Takes recordings of kubelets over into the project's fixtures: ts-node scripts/take-recordings.ts FOLDER.
 *
 * One file a kubelet, one line a recording, without what nothing compares: the traffic's own events,
 * logs, and the status that the API server showed.
 */
const TARGET = join(__dirname, '..', 'test', 'recordings');

const FIELDS = [
  'file', 'what', 'kubelet', 'apiserver', 'runtime', 'featureGates', 'grace', 't0', 'actionMs', 'create', 'load', 'pod', 'summary',
];

const EVENTS: { readonly [source: string]: readonly string[] } = {
  actor: ['start', 'listening', 'listener-closed', 'signal', 'hook-start', 'hook-end', 'touch', 'sigterm', 'exit'],
  k8s: ['Killing', 'FailedPreStopHook', 'Unhealthy', 'BackOff', 'Failed', 'FailedMount', 'ErrImageNeverPull'],
  api: ['object-deleted'],
};

/** What differs from run to run, or says again what the event's name says. */
const NOISE = ['ua', 'host', 'hdr', 'addr', 'line', 'tookMs', 'type', 'count'];

function main(folder: string | undefined): void {
  if (folder === undefined) throw new Error('which folder? It holds a folder of recordings for each kubelet');
  const recordings = readRecordings(folder);
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  for (const name of new Set(recordings.map((recording) => recording.folder))) {
    const lines = recordings.filter((recording) => recording.folder === name).map((recording) => JSON.stringify({
      ...Object.fromEntries(FIELDS.map((field) => [field, recording[field as keyof typeof recording]])),
      events: recording.events.filter(isKept).map(withoutNoise),
    }));
    writeFileSync(join(TARGET, `${name}.jsonl`), `${lines.join('\n')}\n`);
  }
  process.stdout.write(`${recordings.length} recordings taken into ${TARGET}\n`);
}

function isKept({ src, ev }: RecordedEvent): boolean {
  return EVENTS[src]?.includes(ev) ?? true;
}

function withoutNoise(event: RecordedEvent): object {
  return Object.fromEntries(Object.entries(event).filter(([field]) => !NOISE.includes(field)));
}

main(process.argv[2]);
