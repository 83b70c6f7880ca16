import { KubernetesVersion } from '../kubernetes-version';
import type { Losses } from './losses';
import { Scenario } from './scenario';
import { PodLifecycle } from '../pod/pod-lifecycle';
import { HookProgram, ProgramBehaviour } from '../upstream/behaviour';

/** Everything that a simulation depends on: same input, same output. */
export interface SimulationInput {
  readonly pod: PodLifecycle;
  readonly version: KubernetesVersion;
  /** Kubernetes 1.28 ran native sidecars only where a gate was switched on. */
  readonly nativeSidecarsGate?: boolean;
  /** The main program of each container, by container name. */
  readonly programs: { readonly [container: string]: ProgramBehaviour };
  /** What an exec hook (or exec probe) of a container does. */
  readonly hookProgram: (container: string, command: readonly string[]) => HookProgram;
  readonly scenario: Scenario;
}

export type SimulatedKind =
  /** A container's process runs (creation, or again after a kill). */
  | 'STARTED' | 'RESTARTED'
  | 'HOOK_STARTED' | 'HOOK_ENDED'
  /** The kubelet emits FailedPreStopHook; `detail` says why. */
  | 'HOOK_FAILED'
  /** The grace period ended first; the hook goes on without the kubelet. */
  | 'HOOK_ABANDONED'
  | 'DRAIN_STARTED' | 'HEALTH_CHECKS_FAIL' | 'READY_FILE_WRITTEN' | 'LISTENERS_CLOSED'
  | 'SIGTERM' | 'SIGKILL' | 'EXITED' | 'POD_GONE';

/** One event of one run. */
export interface SimulatedEvent {
  readonly atMillis: number;
  readonly kind: SimulatedKind;
  readonly container?: string;
  /** Exit code of EXITED. */
  readonly code?: number;
  readonly detail?: string;
}

/** An event over all runs: races and phases of polls make its time a span. */
export interface EventSpan {
  readonly kind: SimulatedKind;
  readonly container?: string;
  readonly code?: number;
  readonly detail?: string;
  readonly earliestMillis: number;
  readonly typicalMillis: number;
  readonly latestMillis: number;
  /** False where a race decides whether it happens at all. */
  readonly certain: boolean;
}

/** What all runs together say. */
export interface Simulation {
  readonly events: readonly EventSpan[];
  /** Names of containers whose program is not known, on which something here depends. */
  readonly unknown: readonly string[];
  readonly losses: Losses;
}
