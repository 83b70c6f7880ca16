/**
 * What AWS Load Balancer Controller reads from Services and Namespaces.
 *
 * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/main/docs/guide/service/annotations.md
 * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/main/docs/guide/service/nlb.md
 */
export const AWS_LOAD_BALANCER = {
  networkClass: 'service.k8s.aws/nlb',
  targetType: 'service.beta.kubernetes.io/aws-load-balancer-nlb-target-type',
  interval: 'service.beta.kubernetes.io/aws-load-balancer-healthcheck-interval',
  timeout: 'service.beta.kubernetes.io/aws-load-balancer-healthcheck-timeout',
  healthyThreshold: 'service.beta.kubernetes.io/aws-load-balancer-healthcheck-healthy-threshold',
  unhealthyThreshold: 'service.beta.kubernetes.io/aws-load-balancer-healthcheck-unhealthy-threshold',

  /**
   * The label of a Namespace in whose pods the controller puts readiness gates.
   *
   * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/main/docs/deploy/pod_readiness_gate.md
   */
  readinessGateLabel: 'elbv2.k8s.aws/pod-readiness-gate-inject',
  readinessGateValue: 'enabled',

  /**
   * What the API of AWS takes.
   *
   * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/network/target-group-health-checks.html
   */
  intervalSeconds: { least: 5, most: 300 },
  thresholds: { least: 2, most: 10 },

  /**
   * How long a check may take where nothing is said, with `externalTrafficPolicy: Local`; shorter than the interval.
   *
   * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/main/pkg/service/model_builder.go
   */
  timeoutSeconds: 6,
} as const;
