import { Duration } from 'cdk8s';
import { ShutdownManagerBehaviour } from './shutdown-manager-behaviour';
import { ShutdownManagerResources } from './shutdown-manager-parts';
import { ShutdownManagerProgram } from './shutdown-manager-program';

/** What every flavour of shutdown manager lets you set. */
export interface ShutdownManagerOptions {
  /**
   * Pull policy of the image: `Always`, `IfNotPresent` or `Never`.
   *
   * @default - that of the manager the pod has already, else IfNotPresent
   */
  readonly imagePullPolicy?: string;

  /**
   * Environment of the manager's container.
   *
   * @default - that of the manager the pod has already
   */
  readonly environment?: { [name: string]: string };

  /**
   * CPU and memory of the manager's container.
   *
   * What is left out of it has its default.
   *
   * @default - those of the manager the pod has already, else requests above what was measured
   */
  readonly resources?: ShutdownManagerResources;

  /**
   * Where Envoy's container finds the program.
   *
   * Needed with `SidecarPlacement.ENVOY_CONTAINER`, and refused elsewhere; the `drainCommand` of a custom
   * manager may also lie in Envoy's image as it is written.
   *
   * @default - the manager has a container of its own
   */
  readonly program?: ShutdownManagerProgram;
}

/** Settings of Envoy Gateway's shutdown manager. */
export interface EnvoyGatewayShutdownManagerOptions extends ShutdownManagerOptions {
  /**
   * Release of Envoy Gateway, which decides the flags that its program knows.
   *
   * @default - by the image's tag, else 1.9.0
   */
  readonly version?: string;

  /**
   * Image, for example from a mirror.
   *
   * @default - that of the manager the pod has already, else docker.io/envoyproxy/gateway in that version
   */
  readonly image?: string;
}

/** Settings of Contour's shutdown manager. */
export interface ContourShutdownManagerOptions extends ShutdownManagerOptions {
  /**
   * Release of Contour, at least 1.19.0.
   *
   * @default - by the image's tag, else 1.33.6
   */
  readonly version?: string;

  /**
   * Image, for example from a mirror.
   *
   * @default - that of the manager the pod has already, else ghcr.io/projectcontour/contour in that version
   */
  readonly image?: string;

  /**
   * Directory of Envoy's admin socket `admin.sock` and of the manager's ready file `ok`.
   *
   * @default - /admin; with `SidecarPlacement.ENVOY_CONTAINER` /tmp
   */
  readonly adminDirectory?: string;
}

/** A shutdown manager of your own. */
export interface CustomShutdownManagerOptions extends ShutdownManagerOptions {
  /** Image of the manager's container. */
  readonly image: string;

  /**
   * Starts the manager.
   *
   * @default - the image's entrypoint
   */
  readonly command?: string[];

  /**
   * Arguments of `command`.
   *
   * @default - the image's
   */
  readonly args?: string[];

  /**
   * Exec hook that starts the drain and lasts until it has ended.
   *
   * It runs in Envoy's container with `SidecarPlacement.ENVOY_CONTAINER`, else in the manager's. With a
   * `program`, its first word is replaced by the program's path.
   */
  readonly drainCommand: string[];

  /**
   * Path where Envoy's hook waits.
   *
   * The endpoint must only answer, never start anything: whoever reaches the pod can call it.
   *
   * @default - `waitCommand` waits
   */
  readonly waitPath?: string;

  /**
   * Port of `waitPath`, on the pod's address.
   *
   * @default - `waitCommand` waits
   */
  readonly waitPort?: number;

  /**
   * Exec hook of Envoy's container that waits.
   *
   * Its program must be in Envoy's image.
   *
   * @default - `waitPath` and `waitPort` wait
   */
  readonly waitCommand?: string[];

  /**
   * The longest that Envoy's hook can last, whole seconds.
   *
   * @default - the drain timeout
   */
  readonly longestRun?: Duration;

  /**
   * Path that answers 200 as soon as the manager listens, so that Envoy starts after it.
   *
   * Needs `healthPort` or `waitPort`.
   *
   * @default - nothing orders their start
   */
  readonly healthPath?: string;

  /**
   * Port of `healthPath`.
   *
   * @default - `waitPort`
   */
  readonly healthPort?: number;

  /**
   * What the program does, for `simulateTermination()`.
   *
   * @default - what depends on it is not known
   */
  readonly behaviour?: ShutdownManagerBehaviour;

  /**
   * User id of the image.
   *
   * @default - Envoy's
   */
  readonly user?: number;

  /**
   * Port of Envoy's admin interface on 127.0.0.1.
   *
   * @default 19000
   */
  readonly adminPort?: number;

  /**
   * Port of the readiness listener that the bootstrap gets.
   *
   * @default 19003
   */
  readonly readinessPort?: number;

  /**
   * Port of the statistics listener that the bootstrap gets.
   *
   * @default 19001
   */
  readonly statisticsPort?: number;
}
