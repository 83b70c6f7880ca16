/** How bad a hazard is. */
export enum HazardSeverity {
  /** Requests are cut, or the pod hangs or is refused, in an ordinary termination. */
  ERROR = 'error',

  /** The same under a fault that does happen: a probe times out, a node drains, a load balancer is slow. */
  WARNING = 'warning',

  /** Noise or cost. */
  INFO = 'info',
}

/** The Kubernetes object that a finding is about. */
export interface HazardObject {
  /** Its kind, for example `Deployment`. */
  readonly kind: string;

  /**
   * Its namespace.
   *
   * @default - the manifest names none
   */
  readonly namespace?: string;

  /**
   * Its name.
   *
   * @default - the manifest names none
   */
  readonly name?: string;
}

/** Something in a pod that will cut requests, or hang. */
export interface HazardFinding {
  /** Id of the rule, as in HAZARDS.md. */
  readonly rule: string;

  /** How bad it is. */
  readonly severity: HazardSeverity;

  /** What happens, with the container, the numbers and the consequence. */
  readonly message: string;

  /** What to do about it. */
  readonly remedy: string;

  /** The object whose pod it is about. */
  readonly object: HazardObject;

  /**
   * The container that it is about.
   *
   * @default - it is about the pod
   */
  readonly container?: string;

  /** JSON pointer of the field in the object's document. */
  readonly pointer: string;

  /** Which of the manifests that were judged it is in, from 0. */
  readonly document: number;
}

/** A fact that nobody declared, and the rules that could say more with it. */
export interface UndeclaredFact {
  /** The option that declares it, for example `kubernetesVersion`. */
  readonly fact: string;

  /** Ids of the rules that said nothing, or less, without it. */
  readonly rules: string[];
}
