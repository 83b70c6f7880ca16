/** What happens while a pod ends. */
export enum TerminationEventKind {
  /** A container's process runs. */
  STARTED = 'STARTED',
  /** The kubelet has started a container again. */
  RESTARTED = 'RESTARTED',
  /** A preStop hook begins: its process runs, or its request has arrived. */
  HOOK_STARTED = 'HOOK_STARTED',
  /** A preStop hook ended well. */
  HOOK_ENDED = 'HOOK_ENDED',
  /** A preStop hook failed; Kubernetes reports FailedPreStopHook. */
  HOOK_FAILED = 'HOOK_FAILED',
  /** The grace period ended before the hook; the hook goes on alone. */
  HOOK_ABANDONED = 'HOOK_ABANDONED',
  /** Envoy tells clients to leave, each at its next reply. */
  DRAIN_STARTED = 'DRAIN_STARTED',
  /** Envoy's health checks begin to fail. */
  HEALTH_CHECKS_FAIL = 'HEALTH_CHECKS_FAIL',
  /** The end of the drain is noted. */
  READY_FILE_WRITTEN = 'READY_FILE_WRITTEN',
  /** Envoy takes no new connections any more, though it still runs. */
  LISTENERS_CLOSED = 'LISTENERS_CLOSED',
  /** The main process of a container gets SIGTERM. */
  SIGTERM = 'SIGTERM',
  /** The main process of a container is killed. */
  SIGKILL = 'SIGKILL',
  /** The main process of a container has ended. */
  EXITED = 'EXITED',
  /** The pod's object is gone. */
  POD_GONE = 'POD_GONE',
}

/**
 * One event of a timeline.
 *
 * Times count from the start of the hooks.
 */
export interface TerminationEvent {
  /** What happens. */
  readonly kind: TerminationEventKind;

  /** Usual time, milliseconds. */
  readonly atMillis: number;

  /** Earliest time, milliseconds. */
  readonly earliestMillis: number;

  /** Latest time, milliseconds. */
  readonly latestMillis: number;

  /** Whether it happens for certain, and is not decided by a race. */
  readonly certain: boolean;

  /**
   * Container that it happens to.
   *
   * @default - the pod
   */
  readonly container?: string;

  /**
   * Exit code of a process that ended.
   *
   * @default - no process ended
   */
  readonly exitCode?: number;

  /**
   * Why, or what exactly.
   *
   * @default - nothing to add
   */
  readonly detail?: string;
}

/** What a termination comes to. */
export interface TerminationOutcome {
  /** Whether requests are lost, at least in some runs. */
  readonly losesRequests: boolean;

  /** Whether they are lost in every run. */
  readonly certainLoss: boolean;

  /**
   * Whether the verdict is known: there is an Envoy, and no unknown program decides.
   *
   * Where it is false, `losesRequests` is only what would be lost if unknown programs did nothing.
   */
  readonly isKnown: boolean;

  /** Containers that run an Envoy. */
  readonly envoyContainers: string[];

  /** What is lost and why, a sentence each. */
  readonly losses: string[];

  /**
   * When Envoy gets SIGTERM, at the earliest, milliseconds.
   *
   * @default - no Envoy in the pod, or none that gets SIGTERM
   */
  readonly envoySigtermEarliestMillis?: number;

  /**
   * When Envoy gets SIGTERM, at the latest, milliseconds.
   *
   * @default - no Envoy in the pod, or none that gets SIGTERM
   */
  readonly envoySigtermLatestMillis?: number;

  /**
   * From when new connections are refused, at the earliest, milliseconds.
   *
   * @default - none that comes is refused
   */
  readonly refusedFromMillis?: number;

  /**
   * Until when new connections are refused, at the latest, milliseconds.
   *
   * @default - none that comes is refused
   */
  readonly refusedToMillis?: number;

  /**
   * When Envoy ends at the earliest although a request stays open, milliseconds.
   *
   * What is still open then is cut, whatever it is.
   *
   * @default - no Envoy in the pod, or none that ends
   */
  readonly openRequestsCutMillis?: number;

  /**
   * How long Envoy still runs after the last request of the traffic, at the most, milliseconds.
   *
   * @default - no Envoy in the pod, or none that ends
   */
  readonly lingersMillis?: number;

  /**
   * When the pod is gone, at the latest, milliseconds.
   *
   * @default - it stays
   */
  readonly podGoneLatestMillis?: number;

  /** Containers that are killed, at least in some runs. */
  readonly killedContainers: string[];

  /** Containers whose hook fails, so that FailedPreStopHook is reported, at least in some runs. */
  readonly failedHooks: string[];

  /** Whether those failures mean nothing: every drain was complete when they came. */
  readonly failedHooksAreHarmless: boolean;

  /** Containers whose program is not known, on which something here depends: what they do is not known. */
  readonly notKnown: string[];
}
