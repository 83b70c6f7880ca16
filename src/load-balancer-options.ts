import { Duration } from 'cdk8s';

/** Health check of a load balancer's target, as configured there. */
export interface LoadBalancerHealthCheck {
  /**
   * Time between two health checks, whole seconds.
   *
   * AWS takes 5 to 300.
   *
   * @default Duration.seconds(10)
   * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/network/target-group-health-checks.html
   */
  readonly interval?: Duration;

  /**
   * Failed checks in a row after which a target is unhealthy, and good ones until it is healthy.
   *
   * AWS takes 2 to 10.
   *
   * @default 3
   * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/network/target-group-health-checks.html
   */
  readonly threshold?: number;
}

/** Pods that are targets of a load balancer themselves. */
export interface LoadBalancerTargetOptions {
  /**
   * Whether the load balancer's controller keeps a new pod from being ready until it gets traffic.
   *
   * Rollouts wait for it then, and for no longer, so that `minReady` is not needed. It does so in namespaces with the
   * label `elbv2.k8s.aws/pod-readiness-gate-inject: enabled`; a Namespace of the same app without it fails synthesis.
   *
   * @default false
   * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/main/docs/deploy/pod_readiness_gate.md
   */
  readonly readinessGates?: boolean;
}

/** A load balancer that the library does not know. */
export interface CustomLoadBalancerOptions {
  /**
   * Longest time from a pod's deletion until no new connection reaches it, whole seconds.
   *
   * Measure it: too short a time is what cuts requests.
   */
  readonly detection: Duration;

  /**
   * Longest time from a pod being ready until it gets traffic, whole seconds.
   *
   * @default Duration.seconds(0)
   */
  readonly registration?: Duration;

  /**
   * Whether the pod must stay ready while it is being found out, as with `externalTrafficPolicy: Local`.
   *
   * @default false
   */
  readonly serveWhileDetecting?: boolean;
}
