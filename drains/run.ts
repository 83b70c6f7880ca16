import { existsSync, readFileSync } from 'fs';

/** One drain of a real Envoy by a real shutdown manager under load; test/drains/README.md describes the schema. */
export interface Run {
  readonly name: string;
  readonly proxy: 'eg' | 'contour';
  readonly topology: string;
  readonly envoy: string;
  /** Program and version. */
  readonly manager: string;
  readonly envoyArgs: readonly string[] | null;
  readonly shutdownArgs: readonly string[] | null;
  readonly managerArgs: readonly string[] | null;
  readonly graceSeconds: number;
  readonly endpointLagSeconds: number;
  readonly sleepSeconds: number;
  readonly load: Load;
  readonly faults: RunFaults;
  readonly observed: Observed;
}

export interface Load {
  readonly new_rate?: number;
  readonly keepalive?: number;
  readonly long?: number;
  readonly long_s?: number;
  readonly oneshot?: number;
  readonly stream?: number;
  /** Without it, streams never end. */
  readonly stream_s?: number;
  readonly tcp?: number;
  readonly idle?: number;
}

export interface RunFaults {
  readonly no_exec_hook?: boolean;
  readonly kill_sidecar_s?: number;
  readonly sidecar_dead?: boolean;
  readonly stale?: boolean;
  readonly kill_admin?: boolean;
  readonly sidecar_ro_tmp?: boolean;
  readonly ready_file?: string;
  readonly hook_uid?: number;
  readonly aux_idle?: readonly number[];
  /** Pairs of texts: what was replaced in Envoy's configuration, and with what. */
  readonly cfg_sed?: ReadonlyArray<readonly [string, string]>;
  readonly env?: readonly string[];
}

/** All times in milliseconds after the start of the hooks, -1 for what did not happen. */
export interface Observed {
  readonly envoySigtermMs: number;
  readonly failed: number;
  readonly clients: { readonly [client: string]: { readonly fail?: { readonly [kind: string]: number } } } | null;
}

/** The runs of a file, one a line. */
export function readRuns(path: string): Run[] {
  if (!existsSync(path)) throw new Error(`there is no file ${path}`);
  return readFileSync(path, 'utf8').split('\n').filter((line) => line.trim() !== '').map((line, index) => {
    try {
      return JSON.parse(line) as Run;
    } catch (error) {
      throw new Error(`${path}:${index + 1}: ${(error as Error).message}`);
    }
  });
}
