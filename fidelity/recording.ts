import { existsSync, readdirSync, readFileSync } from 'fs';
import { basename, join, resolve } from 'path';

/** What one kubelet did with one pod, in the schema of the recordings (version 1). */
export interface Recording {
  /** Kubelet version and what was special about the node: the folder that the recording lay in. */
  readonly folder: string;
  /** The file that it lay in, without `.json`; the scenario, with `.r1` where it was done again. */
  readonly file: string;
  readonly what: string;
  readonly kubelet: string;
  readonly apiserver: string;
  readonly featureGates: string;
  readonly grace: number;
  readonly pod: RecordedPodSpec;
  /** Which event is 0 ms; absent where the API server refused the pod. */
  readonly t0?: string;
  /** What the API server answered to the pod, where that was special. */
  readonly create?: { readonly status: number; readonly message?: string };
  readonly load?: { readonly keepalive_workers: number; readonly new_per_s: number; readonly endpoint_lag_s: number };
  readonly events: readonly RecordedEvent[];
}

/** The spec of the pod as it was sent; the product's reader knows the rest of it. */
export interface RecordedPodSpec {
  readonly containers: readonly object[];
  readonly volumes?: ReadonlyArray<{ readonly name: string; readonly image?: object }>;
}

export interface RecordedEvent {
  readonly ms: number;
  readonly src: 'actor' | 'runtime' | 'k8s' | 'api' | 'lab';
  /** The container. */
  readonly c?: string;
  readonly ev: string;
  /** The container that owns a hook, where the request arrived elsewhere. */
  readonly for?: string;
  readonly code?: number;
  readonly sig?: number;
  readonly grace?: number | null;
  readonly message?: string;
  readonly path?: string;
}

/**
 * All recordings in a folder and its folders: one file a recording in a folder a kubelet, as they were made,
 * or one line a recording in a file a kubelet, as this project keeps them.
 */
export function readRecordings(folder: string): Recording[] {
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  const below = readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return readFolder(path);
      return entry.name.endsWith('.jsonl') ? readLines(path) : [];
    });
  return [...readFolder(folder), ...below];
}

function readFolder(folder: string): Recording[] {
  return readdirSync(folder).filter((name) => name.endsWith('.json')).sort()
    .map((name) => ({
      ...JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording,
      folder: basename(resolve(folder)), file: name.replace(/\.json$/, ''),
    }))
    // What API servers answer to pods lies beside the recordings, and is no recording.
    .filter(({ pod, events }) => pod !== undefined && events !== undefined);
}

function readLines(path: string): Recording[] {
  return readFileSync(path, 'utf8').split('\n').filter((line) => line !== '')
    .map((line) => ({ ...JSON.parse(line) as Recording, folder: basename(path, '.jsonl') }));
}
