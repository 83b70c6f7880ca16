import { Duration } from 'cdk8s';

/**
 * What a shutdown manager does, for `simulateTermination()`: a program that nobody describes is "not known" there.
 *
 * It changes nothing in the pod, and is believed as it is given.
 */
export interface ShutdownManagerBehaviour {
  /**
   * Whether it fails Envoy's health checks when the drain begins.
   *
   * Else it only drains the listeners.
   *
   * @default true
   */
  readonly failsHealthChecks?: boolean;

  /**
   * How often it counts connections.
   *
   * @default Duration.seconds(1)
   */
  readonly pollInterval?: Duration;

  /**
   * It ends when at most this many connections are open.
   *
   * @default 0
   */
  readonly exitAtConnections?: number;

  /**
   * Its shortest run.
   *
   * @default - `minDrainDuration`
   */
  readonly shortestRun?: Duration;

  /**
   * Its longest run, whatever is open.
   *
   * @default - `drainTimeout`
   */
  readonly longestRun?: Duration;
}
