import { Duration } from 'cdk8s';
import { LONGEST_DRAIN, toWholeSeconds } from './values/durations';
import { refusal } from './values/errors';
import { given } from './values/objects';

/** Health check of a load balancer's target, as configured there. */
export interface LoadBalancerHealthCheck {
  /**
   * Time between two health checks, whole seconds.
   *
   * @default Duration.seconds(10)
   */
  readonly interval?: Duration;

  /**
   * Failed checks in a row after which a target is unhealthy.
   *
   * @default 3
   */
  readonly threshold?: number;
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

/** Kubernetes' own endpoint propagation: below 1 to 2 s as a rule, several on large clusters. */
const ENDPOINT_PROPAGATION_SECONDS = 5;

/** After an NLB's health checks have failed, flows stop about this much later (an estimate). */
const NLB_FLOWS_STOP_SECONDS = 40;

/** What connections that were told to leave get, after the load balancer has gone. */
const LEAVING_SECONDS = 60;

interface LoadBalancerFacts {
  readonly name: string;
  readonly detectionSeconds: number;
  readonly registrationSeconds: number;
  readonly leavingSeconds?: number;
  readonly serveWhileDetecting?: boolean;
}

/**
 * What stands before the pods: how long it goes on sending after a deletion, how late it begins.
 *
 * None of these could be measured where the library is made; each factory names its source.
 * `DrainTiming.forLoadBalancer` turns one into times.
 */
export class LoadBalancer {
  /**
   * Only Kubernetes Services: endpoints are gone within 5 s, also on large clusters.
   *
   * @see https://kubernetes.io/docs/tutorials/services/pods-and-endpoint-termination-flow/
   */
  public static inCluster(): LoadBalancer {
    return new LoadBalancer({
      name: 'in-cluster traffic', detectionSeconds: ENDPOINT_PROPAGATION_SECONDS,
      registrationSeconds: ENDPOINT_PROPAGATION_SECONDS,
    });
  }

  /**
   * AWS NLB with IP targets: deregistration takes about 120 s whatever its delay says.
   *
   * The controller's steps come on top (10 s), and a new target may wait 90 to 300 s for traffic.
   *
   * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/issues/2366
   * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/issues/1834
   */
  public static awsNetworkIp(): LoadBalancer {
    return new LoadBalancer({ name: 'AWS NLB with IP targets', detectionSeconds: 130, registrationSeconds: 300 });
  }

  /**
   * AWS NLB with instance targets and `externalTrafficPolicy: Local`.
   *
   * kube-proxy sees the endpoint go (5 s), the node's health check fails (interval x threshold), and
   * flows stop about 40 s later (an estimate). With policy `Cluster` the node stays a target: use `inCluster()` there.
   *
   * @see https://github.com/projectcontour/contour/issues/145
   * @see https://github.com/aws/containers-roadmap/issues/470
   */
  public static awsNetworkInstance(healthCheck: LoadBalancerHealthCheck = {}): LoadBalancer {
    const failingSeconds = failingTime(given(healthCheck));
    return new LoadBalancer({
      name: 'AWS NLB with instance targets',
      detectionSeconds: ENDPOINT_PROPAGATION_SECONDS + failingSeconds + NLB_FLOWS_STOP_SECONDS,
      registrationSeconds: ENDPOINT_PROPAGATION_SECONDS + failingSeconds,
      serveWhileDetecting: true,
    });
  }

  /**
   * AWS ALB with IP targets: 10 to 30 s until no new request, taken as 45 s.
   *
   * Its idle connections live 60 s more.
   *
   * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/issues/1719
   * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/issues/2131
   */
  public static awsApplicationIp(): LoadBalancer {
    return new LoadBalancer({
      name: 'AWS ALB with IP targets', detectionSeconds: 45, registrationSeconds: 45, leavingSeconds: 75,
    });
  }

  /**
   * GCP passthrough load balancer with `externalTrafficPolicy: Local`: health checks of 8 s x 3, and
   * resets if readiness fails at once.
   *
   * @see https://github.com/envoyproxy/gateway/issues/9210
   * @see https://github.com/projectcontour/contour/issues/4322
   */
  public static gcpPassthrough(): LoadBalancer {
    return new LoadBalancer({
      name: 'GCP passthrough load balancer', detectionSeconds: ENDPOINT_PROPAGATION_SECONDS + 24,
      registrationSeconds: ENDPOINT_PROPAGATION_SECONDS + 24, serveWhileDetecting: true,
    });
  }

  /**
   * Azure Standard load balancer: its probe goes down after 5 s x 2, or 15 s x 2 where it was left at
   * the older default, which is taken here.
   *
   * @see https://learn.microsoft.com/azure/load-balancer/load-balancer-custom-probe-overview
   */
  public static azureStandard(): LoadBalancer {
    return new LoadBalancer({
      name: 'Azure Standard load balancer', detectionSeconds: ENDPOINT_PROPAGATION_SECONDS + 30,
      registrationSeconds: ENDPOINT_PROPAGATION_SECONDS + 30, serveWhileDetecting: true,
    });
  }

  /**
   * Any other load balancer, by the times that you measured.
   *
   * Throws if a time is not a whole number of seconds, or longer than a day.
   */
  public static custom(options: CustomLoadBalancerOptions): LoadBalancer {
    const { detection, registration = Duration.seconds(0), serveWhileDetecting } = given(options);
    return new LoadBalancer({
      name: 'the custom load balancer',
      detectionSeconds: toWholeSeconds('detection', detection, LONGEST_DRAIN),
      registrationSeconds: toWholeSeconds('registration', registration, LONGEST_DRAIN),
      serveWhileDetecting,
    });
  }

  /** How it is called in errors. */
  public readonly name: string;

  /** Longest time from a pod's deletion until no new connection reaches it. */
  public readonly detection: Duration;

  /** Longest time from a pod being ready until it gets traffic. */
  public readonly registration: Duration;

  /** Time that connections get to leave after detection. */
  public readonly leaving: Duration;

  /** Whether the pod must stay ready until it is found out. */
  public readonly serveWhileDetecting: boolean;

  private constructor(facts: LoadBalancerFacts) {
    this.name = facts.name;
    this.detection = Duration.seconds(facts.detectionSeconds);
    this.registration = Duration.seconds(facts.registrationSeconds);
    this.leaving = Duration.seconds(facts.leavingSeconds ?? LEAVING_SECONDS);
    this.serveWhileDetecting = facts.serveWhileDetecting ?? false;
  }
}

function failingTime({ interval = Duration.seconds(10), threshold = 3 }: LoadBalancerHealthCheck): number {
  const intervalSeconds = toWholeSeconds('interval', interval, LONGEST_DRAIN);
  if (intervalSeconds < 1) {
    throw refusal({
      prop: 'interval', got: `${intervalSeconds}s`, must: 'be at least 1s',
      because: 'no load balancer checks without a pause', fix: 'read it from the target group',
    });
  }
  if (!Number.isInteger(threshold) || threshold < 1) {
    throw refusal({
      prop: 'threshold', got: String(threshold), must: 'be a whole number of at least 1',
      because: 'it counts failed health checks', fix: 'read it from the target group',
    });
  }
  const failingSeconds = intervalSeconds * threshold;
  if (failingSeconds > LONGEST_FAILING_SECONDS) {
    throw refusal({
      prop: 'threshold', got: String(threshold),
      must: `make at most ${LONGEST_FAILING_SECONDS}s with 'interval' (${intervalSeconds}s), not ${failingSeconds}s`,
      because: LONGEST_DRAIN.because, fix: 'read both from the target group',
    });
  }
  return failingSeconds;
}

/** What is detected on top of it must fit into a drain as well. */
const LONGEST_FAILING_SECONDS = LONGEST_DRAIN.seconds - ENDPOINT_PROPAGATION_SECONDS - NLB_FLOWS_STOP_SECONDS;
