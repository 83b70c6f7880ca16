import { Duration } from 'cdk8s';

/** The traffic while a pod ends. */
export interface TerminationTraffic {
  /**
   * How long new connections go on coming after the deletion.
   *
   * @default Duration.seconds(5)
   */
  readonly endpointLag?: Duration;

  /**
   * How long a load balancer goes on sending new connections after Envoy's health checks began to fail.
   *
   * Where they never fail, it counts from Envoy's end.
   *
   * @default - only `endpointLag` counts
   */
  readonly loadBalancerDetection?: Duration;

  /**
   * New connections a second while they come.
   *
   * @default 20
   */
  readonly newConnectionsPerSecond?: number;

  /**
   * Connections on which requests follow each other.
   *
   * @default - both 10 and none, and the worse counts
   */
  readonly keepAliveConnections?: number;

  /**
   * The longest request.
   *
   * @default Duration.seconds(3)
   */
  readonly longestRequest?: Duration;

  /**
   * Connections that stay open without a request.
   *
   * @default 0
   */
  readonly idleConnections?: number;

  /**
   * Requests that never end.
   *
   * They are cut at the drain's bound, whatever the pod does.
   *
   * @default 0
   */
  readonly endlessStreams?: number;

  /**
   * TCP connections that stay open.
   *
   * @default 0
   */
  readonly tcpConnections?: number;
}

/** What goes wrong meanwhile. */
export interface TerminationFaults {
  /**
   * Containers that do not run when the pod ends, such as a manager in CrashLoopBackOff.
   *
   * @default - all run
   */
  readonly notRunning?: string[];

  /**
   * A container that is killed from outside, for example for memory.
   *
   * @default - none
   */
  readonly killedContainer?: string;

  /**
   * When it is killed, after the start of the hooks.
   *
   * @default Duration.seconds(1)
   */
  readonly killedAfter?: Duration;

  /**
   * How much later than usual the processes of exec hooks start, as on a starved node.
   *
   * @default Duration.seconds(0)
   */
  readonly hookDelay?: Duration;

  /**
   * A ready file that an earlier run left behind, as `container:/path`.
   *
   * @default - none
   */
  readonly staleReadyFile?: string;

  /**
   * Envoy's admin interface does not answer.
   *
   * @default false
   */
  readonly adminDead?: boolean;
}

/** What every scenario lets you set. */
export interface TerminationScenarioOptions {
  /**
   * Traffic while the pod ends.
   *
   * @default - new connections for 5 s, with and without keep-alive clients and 3 s requests
   */
  readonly traffic?: TerminationTraffic;

  /**
   * What goes wrong meanwhile.
   *
   * @default - nothing
   */
  readonly faults?: TerminationFaults;
}

/** A deletion. */
export interface DeletionScenarioOptions extends TerminationScenarioOptions {
  /**
   * Grace period of the deletion, whole seconds, as in `kubectl delete --grace-period`.
   *
   * @default - the pod's own
   */
  readonly gracePeriod?: Duration;
}
