import { Duration, Size } from 'cdk8s';
import { DrainTiming } from './drain-timing';
import { ShutdownManagerBehaviour } from './shutdown-manager-behaviour';
import { SidecarPlacement } from './sidecar-placement';

/**
 * A shutdown manager: the small program that starts Envoy's drain and says when it has ended.
 *
 * Implement it for a program of your own, in any language of jsii; `ShutdownManager` has the known
 * ones, and `ShutdownManager.custom` for programs that only differ in their command lines.
 */
export interface IShutdownManager {
  /** How errors and reasons call it. */
  readonly managerName: string;

  /** The bound of a drain where the user gave none. */
  readonly defaultDrainTimeout: Duration;

  /** Whether nothing but the grace period ends a drain with connections that stay open. */
  readonly boundedByGracePeriod: boolean;

  /**
   * The grace period with which the longest drain ends before the kubelet ends it, whole seconds.
   *
   * @param drainTiming the times that will be handed to `bind`
   */
  gracePeriodFor(drainTiming: DrainTiming): Duration;

  /**
   * The parts for one pod; called at least once a synthesis for each pod.
   *
   * Throws if the program cannot do what is asked for.
   *
   * @param request placement, times, and what the pod has already
   */
  bind(request: ShutdownManagerRequest): ShutdownManagerParts;
}

/** What a shutdown manager has to fit into. */
export interface ShutdownManagerRequest {
  /** Where it will live: never `AUTO`. */
  readonly placement: SidecarPlacement;

  /** The times that it has to keep. */
  readonly drainTiming: DrainTiming;

  /**
   * Image of the manager that the pod has already, and keeps unless another one was given.
   *
   * @default - the pod has no manager yet
   */
  readonly currentImage?: string;

  /**
   * Command of the manager that the pod has already.
   *
   * @default - the pod has no manager yet, or one that starts by its image's entrypoint
   */
  readonly currentCommand?: string[];
}

/** CPU and memory of a shutdown manager. */
export interface ShutdownManagerResources {
  /**
   * Requested thousandths of a CPU.
   *
   * @default 50
   */
  readonly cpuRequestMillis?: number;

  /**
   * Limit in thousandths of a CPU, at least 100: a throttled manager is one that dies mid-drain.
   *
   * @default - no limit
   * @see https://github.com/projectcontour/contour/issues/7366
   */
  readonly cpuLimitMillis?: number;

  /**
   * Requested memory.
   *
   * @default - above what was measured for the program: 96 MiB (Envoy Gateway), else 64 MiB
   */
  readonly memoryRequest?: Size;

  /**
   * Limit of memory.
   *
   * A manager killed for memory mid-drain cuts every connection.
   *
   * @default - no limit
   */
  readonly memoryLimit?: Size;
}

/** Where Envoy's hook waits by HTTP: an endpoint that only answers, and changes nothing. */
export interface ShutdownManagerWait {
  /** Path that answers when the drain has ended. */
  readonly path: string;

  /** Port of the manager, which must listen on the pod's address. */
  readonly port: number;
}

/** What a shutdown manager brings into a pod. */
export interface ShutdownManagerParts {
  /** Image of its container, or of the image volume. */
  readonly image: string;

  /**
   * Pull policy of its image.
   *
   * @default - that of the manager the pod has already, else IfNotPresent
   */
  readonly imagePullPolicy?: string;

  /** Starts the manager where it has a container of its own. */
  readonly command: string[];

  /**
   * Arguments of `command`.
   *
   * @default - none
   */
  readonly args?: string[];

  /**
   * Environment of the manager.
   *
   * @default - that of the manager the pod has already
   */
  readonly environment?: { [name: string]: string };

  /**
   * Resources that the user asked for.
   *
   * @default - those of the manager the pod has already, else `defaultResources`
   */
  readonly resources?: ShutdownManagerResources;

  /** Resources where neither user nor pod have any. */
  readonly defaultResources: ShutdownManagerResources;

  /** Exec hook that starts the drain and lasts as long as it: the manager's, or Envoy's with `ENVOY_CONTAINER`. */
  readonly drainCommand: string[];

  /**
   * Where Envoy's hook waits by HTTP.
   *
   * @default - `waitCommand` waits
   */
  readonly wait?: ShutdownManagerWait;

  /**
   * Exec hook of Envoy's container that waits.
   *
   * Its program must be in Envoy's image.
   *
   * @default - `wait` waits
   */
  readonly waitCommand?: string[];

  /**
   * Path that answers 200 as soon as the manager listens.
   *
   * @default - no startup probe
   */
  readonly healthPath?: string;

  /**
   * Port of `healthPath`.
   *
   * @default - no startup probe
   */
  readonly healthPort?: number;

  /**
   * Directory where the program writes its ready file (and finds Envoy's admin socket, if `sharesDirectory`).
   *
   * @default - it writes nothing
   */
  readonly directory?: string;

  /** Whether `directory` must be one volume of both containers. */
  readonly sharesDirectory: boolean;

  /** Whether it logs to the first process of its container, and panics where it may not. */
  readonly logsToFirstProcess: boolean;

  /**
   * User of its image.
   *
   * @default - not known
   */
  readonly user?: number;

  /**
   * Port of Envoy's admin interface on 127.0.0.1 that it calls.
   *
   * @default - it calls `adminSocket`
   */
  readonly adminPort?: number;

  /**
   * Unix socket of Envoy's admin interface that it calls.
   *
   * @default - it calls `adminPort`
   */
  readonly adminSocket?: string;

  /** Port of Envoy's readiness listener, which the manager does not count as traffic. */
  readonly readinessPort: number;

  /** Port of Envoy's statistics, which the manager does not count as traffic. */
  readonly statisticsPort: number;

  /**
   * Statistics prefix of both listeners, where the manager tells them from traffic by it.
   *
   * @default - it tells them by their ports
   */
  readonly statisticsPrefix?: string;

  /**
   * Image that `ENVOY_CONTAINER` mounts to get at the program.
   *
   * @default - the program is in Envoy's image
   */
  readonly programImage?: string;

  /**
   * What the program does, for the simulator.
   *
   * @default - known programs are recognised, and others are not known
   */
  readonly behaviour?: ShutdownManagerBehaviour;
}
