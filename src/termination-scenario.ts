import { Duration } from 'cdk8s';
import { Action, Faults, NO_FAULTS, Scenario, Traffic } from './kubelet/scenario';
import { TerminationCeiling } from './termination-ceiling';
import { toMillis, toWholeSeconds } from './values/durations';
import { refusal, shown } from './values/errors';

/** The traffic while a pod ends. */
export interface TerminationTraffic {
  /**
   * How long new connections go on coming after the deletion.
   *
   * @default Duration.seconds(5)
   */
  readonly endpointLag?: Duration;

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

/** What ends a pod, or one of its containers, and the traffic meanwhile. */
export class TerminationScenario {
  /** The pod is deleted: rollouts, scaling down, node drains. */
  public static deletion(options: DeletionScenarioOptions = {}): TerminationScenario {
    const graceSeconds = options.gracePeriod && toWholeSeconds('gracePeriod', options.gracePeriod);
    return new TerminationScenario({ kind: 'deletion', graceSeconds }, options);
  }

  /**
   * The kubelet ends the pod because a resource of the node runs short, with its own bound.
   *
   * @param bound `eviction-max-pod-grace-period` for a soft eviction, 0 s for a hard one
   * @see https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/
   */
  public static eviction(bound: Duration, options: TerminationScenarioOptions = {}): TerminationScenario {
    return new TerminationScenario(
      { kind: 'kubelet-ends-pod', graceSeconds: toWholeSeconds('bound', bound) }, options);
  }

  /**
   * The node goes away with a limit: a spot notice, or its graceful shutdown.
   *
   * @param ceiling the limit that the platform sets
   */
  public static nodeGoes(ceiling: TerminationCeiling, options: TerminationScenarioOptions = {}): TerminationScenario {
    return new TerminationScenario(
      { kind: 'kubelet-ends-pod', graceSeconds: ceiling.longest.toSeconds() }, options);
  }

  /** The liveness probe of one container fails for good: only that container is stopped and started again. */
  public static livenessFailure(container: string, options: TerminationScenarioOptions = {}): TerminationScenario {
    return new TerminationScenario({ kind: 'probe-failure', container, probe: 'liveness' }, options);
  }

  /** The startup probe of one container fails for good. */
  public static startupFailure(container: string, options: TerminationScenarioOptions = {}): TerminationScenario {
    return new TerminationScenario({ kind: 'probe-failure', container, probe: 'startup' }, options);
  }

  /** One container ends by itself, or is killed for memory: no hook runs. */
  public static crash(container: string, options: TerminationScenarioOptions = {}): TerminationScenario {
    return new TerminationScenario({ kind: 'crash', container, code: 137 }, options);
  }

  /** @internal */
  public readonly _scenarios: readonly Scenario[];

  private constructor(action: Action, options: TerminationScenarioOptions) {
    const faults = faultsOf(options.faults ?? {});
    const { traffic = {} } = options;
    const given = traffic.keepAliveConnections !== undefined;
    const traffics = given ? [traffic] : [traffic, { ...traffic, ...QUIET_TRAFFIC }];
    this._scenarios = traffics.map((each) => ({ action, faults, traffic: trafficOf(each) }));
  }
}

/** Some drains are shortest, and lose most, in a moment in which nothing is open. */
const QUIET_TRAFFIC: TerminationTraffic = { keepAliveConnections: 0 };

function trafficOf(traffic: TerminationTraffic): Traffic {
  const { keepAliveConnections = 10, newConnectionsPerSecond = 20 } = traffic;
  const counts = {
    newConnectionsPerSecond, keepAliveConnections, idleConnections: traffic.idleConnections ?? 0,
    endlessStreams: traffic.endlessStreams ?? 0, tcpConnections: traffic.tcpConnections ?? 0,
  };
  for (const [prop, count] of Object.entries(counts)) checkCount(prop, count);
  return {
    ...counts,
    endpointLagMillis: toMillis('endpointLag', traffic.endpointLag ?? Duration.seconds(5)),
    longestRequestMillis: toMillis('longestRequest', traffic.longestRequest ?? Duration.seconds(3)),
    longRequestClients: keepAliveConnections > 0 ? 3 : 0,
    requestsInFlight: [],
  };
}

function checkCount(prop: string, count: number): void {
  if (Number.isInteger(count) && count >= 0) return;
  throw refusal({
    prop, got: shown(count), must: 'be a whole number of at least 0',
    because: 'it counts connections', fix: 'leave it out for the default',
  });
}

function faultsOf(faults: TerminationFaults): Faults {
  const { killedContainer, killedAfter = Duration.seconds(1), staleReadyFile } = faults;
  return {
    ...NO_FAULTS,
    notRunning: faults.notRunning ?? [],
    killed: killedContainer === undefined ? []
      : [{ container: killedContainer, atMillis: toMillis('killedAfter', killedAfter) }],
    staleFiles: staleReadyFile === undefined ? [] : [staleFile(staleReadyFile)],
    adminDead: faults.adminDead ?? false,
    hookDelayMillis: toMillis('hookDelay', faults.hookDelay ?? Duration.seconds(0)),
  };
}

function staleFile(text: string): { container: string; path: string } {
  const [, container, path] = /^([^:]+):(\/.+)$/.exec(text) ?? [];
  if (path !== undefined) return { container, path };
  throw refusal({
    prop: 'staleReadyFile', got: shown(text), must: 'be a container and a path, as in shutdown-manager:/tmp/shutdown-ready',
    because: 'each container has files of its own', fix: 'write both',
  });
}
