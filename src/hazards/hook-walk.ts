import { LATENCIES } from '../kubelet/latencies';
import { ConnectionWait, HookStep } from '../upstream/behaviour';

/** Something that a hook does to an Envoy, and when at the earliest. */
export interface Effect {
  readonly kind: 'fail-health-checks' | 'drain-listeners' | 'quit-envoy' | 'quit-proxy' | 'refused-admin-call';
  readonly atMillis: number;
  /** Of `drain-listeners`: clients are told first, and listeners close after the drain time or never. */
  readonly graceful?: boolean;
  readonly skipExit?: boolean;
  /** Of `quit-proxy`: the program that ends. */
  readonly program?: string;
  /** Of `refused-admin-call`: what was asked for. */
  readonly path?: string;
}

/** When something is done. */
export interface Times {
  /** With nothing open, at the earliest. */
  readonly leastMillis: number;
  /** With a connection that never closes, at the earliest. */
  readonly openMillis: number;
  /** Infinity where nothing bounds it. */
  readonly mostMillis: number;
}

/** What a hook does, all times from the moment that hooks are started. */
export interface Walk extends Times {
  /** False after a step that nobody recognised; `leastMillis` is still right. */
  readonly known: boolean;
  readonly effects: readonly Effect[];
  readonly writes: readonly (Times & { readonly file: string })[];
  readonly connections?: ConnectionWait;
  /** Only time passes. */
  readonly onlyWaits: boolean;
  readonly code: number;
}

/** When a file that a hook waits for is there; not known where nobody known writes it. */
export type FileTime = (file: string) => Times & { readonly known: boolean };

/** Acts a hook's steps out in thought. */
export function walk(steps: readonly HookStep[], fileTime: FileTime): Walk {
  const { min } = LATENCIES.execHookStart;
  const state: State = {
    leastMillis: min, openMillis: min, mostMillis: 0,
    known: true, effects: [], writes: [], onlyWaits: steps.length > 0, code: 0,
  };
  for (const step of steps) {
    if (step.step !== 'wait' && step.step !== 'hang') state.onlyWaits = false;
    if (step.step === 'exit') return { ...state, code: step.code };
    ACTS[step.step](state, step as never, fileTime);
  }
  return state;
}

type State = {
  -readonly [Field in keyof Walk]: Walk[Field] extends readonly (infer Item)[] ? Item[] : Walk[Field];
};

type Act<Kind extends HookStep['step']> =
  (state: State, step: Extract<HookStep, { step: Kind }>, fileTime: FileTime) => void;

const ACTS: { readonly [Kind in Exclude<HookStep['step'], 'exit'>]: Act<Kind> } = {
  'wait': (state, { millis }) => reach(state, (before) => before + millis),
  'hang': (state) => reach(state, () => Infinity),
  'wait-for-file': (state, { file }, fileTime) => {
    const { known, ...times } = fileTime(file);
    state.known &&= known;
    reach(state, (before, kind) => Math.max(before, times[kind]));
  },
  'write-file': (state, { file }) => {
    const { leastMillis, openMillis, mostMillis } = state;
    state.writes.push({ file, leastMillis, openMillis, mostMillis });
  },
  'fail-health-checks': (state) => acts(state, { kind: 'fail-health-checks' }),
  'drain-listeners': (state, { graceful, skipExit }) => acts(state, { kind: 'drain-listeners', graceful, skipExit }),
  'quit-envoy': (state) => acts(state, { kind: 'quit-envoy' }),
  'quit-proxy': (state, { program }) => acts(state, { kind: 'quit-proxy', program }),
  'refused-admin-call': (state, { path }) => acts(state, { kind: 'refused-admin-call', path }),
  'await-connections': (state, { wait }) => {
    const { minMillis, timeoutMillis = Infinity, healthCheckFailureDelayMillis: delay } = wait;
    if (delay !== undefined) state.effects.push({ kind: 'fail-health-checks', atMillis: countedAt(state.leastMillis, delay, wait) });
    state.connections = wait;
    state.leastMillis = countedAt(state.leastMillis, Math.min(minMillis, timeoutMillis), wait);
    state.openMillis = timeoutMillis === Infinity ? Infinity : countedAt(state.openMillis, timeoutMillis, wait);
    state.mostMillis = Math.max(state.mostMillis, timeoutMillis);
  },
  'unknown': (state) => {
    state.known = false;
    state.mostMillis = Infinity;
  },
};

/**
 * The first count at or after a time, at the earliest. The first of all is made at once, and each takes as
 * long as a call of the admin interface: with quick ones it takes more of them, with slow ones fewer.
 */
function countedAt(sinceMillis: number, millis: number, { pollMillis }: ConnectionWait): number {
  const { min, max } = LATENCIES.adminCall;
  return Math.min(...[min, max].map((call) => {
    const period = pollMillis + call;
    return sinceMillis + Math.ceil(Math.max(0, millis - sinceMillis) / period) * period;
  }));
}

function reach(state: State, time: (before: number, kind: keyof Times) => number): void {
  for (const kind of ['leastMillis', 'openMillis', 'mostMillis'] as const) state[kind] = time(state[kind], kind);
}

function acts(state: State, effect: Omit<Effect, 'atMillis'>): void {
  state.effects.push({ ...effect, atMillis: state.leastMillis });
}
