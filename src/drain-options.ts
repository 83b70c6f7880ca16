import { DrainTiming } from './drain-timing';
import { KubernetesVersion } from './kubernetes-version';
import { IShutdownManager } from './shutdown-manager-parts';
import { SidecarPlacement } from './sidecar-placement';
import { TerminationCeiling } from './termination-ceiling';

/** What decides how a pod drains, whoever makes it. */
export interface PodDrainOptions {
  /**
   * The oldest version of the API server and all kubelets that the pod goes to.
   *
   * @default - what `KubernetesVersion.declare` set above, else UNKNOWN
   */
  readonly kubernetesVersion?: KubernetesVersion;

  /**
   * Times of the drain.
   *
   * @default - `DrainTiming.of()`, with the manager's own default for `drainTimeout`
   */
  readonly drainTiming?: DrainTiming;

  /**
   * Where that program lives.
   *
   * @default SidecarPlacement.AUTO
   */
  readonly placement?: SidecarPlacement;

  /**
   * Limits of the platform that the grace period must keep.
   *
   * @default - none
   */
  readonly terminationCeilings?: TerminationCeiling[];

  /**
   * Rules of HAZARDS.md that this pod may break, by id, each with the reason.
   *
   * An error finding fails synthesis, after all patches, unless its rule is here.
   *
   * @default - none
   */
  readonly ignoreHazards?: { readonly [rule: string]: string };
}

/** What decides how a pod drains that gets a shutdown manager of one's choice. */
export interface DrainOptions extends PodDrainOptions {
  /**
   * The program that starts the drain and reports its end.
   *
   * @default - ShutdownManager.envoyGateway()
   */
  readonly shutdownManager?: IShutdownManager;

  /**
   * Whether the emptyDirs that the library adds lie in memory.
   *
   * Autoscalers then do not take them for local storage, also those that do not know the annotation which names them;
   * `kubectl drain` does all the same. A few kilobytes count against the memory of the containers.
   *
   * @default false
   * @see https://github.com/kubernetes/autoscaler/pull/5551
   */
  readonly emptyDirsInMemory?: boolean;
}
