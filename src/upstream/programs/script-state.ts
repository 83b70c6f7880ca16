import { RawRequest } from './raw-requests';
import { HookRecogniser } from './recogniser';
import { HookStep, HookSurroundings, MissingProgram } from '../behaviour';
import { ShellNode } from '../shell-syntax';

/** What a script has set up so far. */
export interface ScriptState {
  readonly source: string;
  readonly around: HookSurroundings;
  readonly hookOf: HookRecogniser;
  /** Variables; one that may be anything stands for itself: `$NAME`. */
  readonly env: { [name: string]: string };
  readonly functions: Set<string>;
  errexit: boolean;
  /** What follows may not run at all. */
  doubt: boolean;
  /** The script may have come to its end before: all the rest is in doubt. */
  mayHaveEnded: boolean;
  /** Something goes on in the background. */
  background: boolean;
  exitTrap?: string;
  /** Whether its shell knows `/dev/tcp`; undefined where that is not known. */
  readonly opensSockets?: boolean;
  /** Connections by the number of their descriptor. */
  readonly sockets: Map<string, ScriptSocket>;
  /** Programs that it calls and that its image lacks, or may lack. */
  readonly missing: MissingProgram[];
}

/** What a part of a script does. */
export interface Outcome {
  readonly steps: readonly HookStep[];
  readonly status: 'succeeds' | 'fails' | 'unsure';
  /** The status that counts for `set -e`, if another one. */
  readonly decisive?: Outcome['status'];
  /** Nothing of the script comes after it. */
  readonly ended?: boolean;
  readonly code?: number;
  /** By `exec`: traps do not run. */
  readonly replaced?: boolean;
}

export type Run = (node: ShellNode | undefined, state: ScriptState) => Outcome;

/** A connection that a script keeps open through `/dev/tcp`. */
export interface ScriptSocket {
  readonly port: string;
  request?: RawRequest;
}
