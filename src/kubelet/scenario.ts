/** What happens to a pod, all times in milliseconds from the start of the hooks (or from the creation). */
export interface Scenario {
  readonly action: Action;
  /** A second deletion while the first runs. */
  readonly secondDeletion?: { readonly atMillis: number; readonly graceSeconds: number };
  readonly faults: Faults;
  readonly traffic: Traffic;
}

export type Action =
  /** Deletion through the API, with another grace period than the pod's where it is given. */
  | { readonly kind: 'deletion'; readonly graceSeconds?: number }
  /** The kubelet ends the pod by itself with this bound: eviction, node shutdown, spot notice. */
  | { readonly kind: 'kubelet-ends-pod'; readonly graceSeconds: number }
  /** One container's probe fails for good: the kubelet kills it, and starts it again. */
  | { readonly kind: 'probe-failure'; readonly container: string; readonly probe: 'liveness' | 'startup' }
  /** One container ends by itself (crash, OOM): no hook runs. */
  | { readonly kind: 'crash'; readonly container: string; readonly code: number }
  /** The pod is created: what starts when. */
  | { readonly kind: 'creation' };

export interface Faults {
  /** Containers that do not run when the pod ends: waiting in CrashLoopBackOff, or not started yet. */
  readonly notRunning: readonly string[];
  /** Containers whose HTTP port refuses connections though they run. */
  readonly refusing: readonly string[];
  /** Containers whose main process does nothing any more (SIGSTOP): only SIGKILL ends it. */
  readonly frozen: readonly string[];
  /** SIGKILL from outside at a time. */
  readonly killed: readonly { readonly container: string; readonly atMillis: number }[];
  /** Files that an earlier run left behind, by container and path. */
  readonly staleFiles: readonly { readonly container: string; readonly path: string }[];
  /** Envoy's admin interface does not answer. */
  readonly adminDead: boolean;
  /** Exec hooks start this much later than usual (a starved node). */
  readonly hookDelayMillis: number;
  /** Requests of HTTP hooks arrive this much later than usual. */
  readonly httpHookDelayMillis?: number;
  /** The kubelet stops at this time, and is back later. */
  readonly kubeletRestart?: { readonly atMillis: number; readonly backAtMillis: number };
}

/** The traffic while the pod ends. */
export interface Traffic {
  /** How long new connections go on coming after the deletion. */
  readonly endpointLagMillis: number;
  /** The endpoint goes when the kubelet sees that Envoy is not ready, or gone; else when the pod is deleted. */
  readonly endpointFollowsReadiness?: boolean;
  /** A load balancer sends new connections until this long after health checks began to fail. */
  readonly detectionMillis?: number;
  /** New connections a second while they come. */
  readonly newConnectionsPerSecond: number;
  /** Connections on which requests follow each other. */
  readonly keepAliveConnections: number;
  /** Longest request of those clients that send one after the other. */
  readonly longestRequestMillis: number;
  readonly longRequestClients: number;
  /** Requests in flight at the start that end this long after it. */
  readonly requestsInFlight: readonly number[];
  /** Connections that stay open without a request. */
  readonly idleConnections: number;
  /** When those leave by themselves; never where it is left out. */
  readonly idleUntilMillis?: number;
  /** Requests that never end. */
  readonly endlessStreams: number;
  /** TCP connections (no HTTP), open for ever. */
  readonly tcpConnections: number;
}

export const NO_FAULTS: Faults = {
  notRunning: [], refusing: [], frozen: [], killed: [], staleFiles: [], adminDead: false, hookDelayMillis: 0,
};

export const NO_TRAFFIC: Traffic = {
  endpointLagMillis: 0, newConnectionsPerSecond: 0, keepAliveConnections: 0, longestRequestMillis: 0,
  longRequestClients: 0, requestsInFlight: [], idleConnections: 0, endlessStreams: 0, tcpConnections: 0,
};
