import { Metric, PercentOrAbsolute } from 'cdk8s-plus-28';

/** How many pods may go at once when somebody drains nodes. */
export interface DisruptionBudgetOptions {
  /**
   * Pods that may be missing.
   *
   * @default - 1, where `minAvailable` is not given
   */
  readonly maxUnavailable?: PercentOrAbsolute;

  /**
   * Pods that must stay.
   *
   * @default - `maxUnavailable` decides
   */
  readonly minAvailable?: PercentOrAbsolute;
}

/** How a proxy grows and shrinks. */
export interface AutoscaleOptions {
  /** Most pods, at least `minReplicas`. */
  readonly maxReplicas: number;

  /**
   * Fewest pods, at least 1.
   *
   * @default 2
   */
  readonly minReplicas?: number;

  /**
   * What is measured.
   *
   * @default - CPU of 70 % of what is requested
   */
  readonly metrics?: Metric[];
}

/** Who may reach the pods. */
export interface IngressRestrictionOptions {
  /**
   * Ranges of addresses that may reach the listeners of users, such as `10.0.0.0/8`.
   *
   * @default - everybody
   */
  readonly trafficFrom?: string[];

  /**
   * Labels of the namespaces whose pods may read statistics.
   *
   * @default - pods of any namespace
   */
  readonly statisticsFromNamespaces?: { readonly [label: string]: string };
}

/** How pods are spread over nodes or zones. */
export interface SpreadOptions {
  /**
   * Label of nodes by which places are told apart.
   *
   * @default topology.kubernetes.io/zone
   */
  readonly topologyKey?: string;

  /**
   * How many more pods one place may have than another, at least 1.
   *
   * @default 1
   */
  readonly maxSkew?: number;

  /**
   * Whether a pod that cannot be spread so stays pending.
   *
   * @default false
   */
  readonly required?: boolean;
}
