import { Duration } from 'cdk8s';
import { CustomLoadBalancerOptions, LoadBalancerHealthCheck, LoadBalancerTargetOptions } from './load-balancer-options';
import { AWS_LOAD_BALANCER } from './values/aws-load-balancer';
import { LONGEST_DRAIN, toWholeSeconds } from './values/durations';
import { refusal, shown } from './values/errors';
import { given } from './values/objects';

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
  readonly readinessGates?: boolean;
  /** None where it is not made for Services of type LoadBalancer. */
  readonly service?: LoadBalancerService;
}

/** What a Service of type LoadBalancer must say to get it. */
interface LoadBalancerService {
  readonly loadBalancerClass?: string;
  readonly annotations: { readonly [name: string]: string };
}

/** Any such Service, whatever its annotations. */
const ANY_SERVICE: LoadBalancerService = { annotations: {} };

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
      registrationSeconds: ENDPOINT_PROPAGATION_SECONDS, service: ANY_SERVICE,
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
  public static awsNetworkIp(options: LoadBalancerTargetOptions = {}): LoadBalancer {
    return new LoadBalancer({
      name: 'AWS NLB with IP targets', detectionSeconds: 130, registrationSeconds: 300,
      readinessGates: hasGates(options),
      service: { loadBalancerClass: AWS_LOAD_BALANCER.networkClass, annotations: { [AWS_LOAD_BALANCER.targetType]: 'ip' } },
    });
  }

  /**
   * AWS NLB with instance targets and `externalTrafficPolicy: Local`.
   *
   * kube-proxy sees the endpoint go (5 s), the node's health check fails (interval x threshold), and
   * flows stop about 40 s later (an estimate). With policy `Cluster` the node stays a target: use `inCluster()` there.
   * `exposeListeners` writes the health check into the Service, since the controller's own default differs (10 s x 2).
   *
   * Throws if AWS would refuse the health check.
   *
   * @see https://github.com/projectcontour/contour/issues/145
   * @see https://github.com/aws/containers-roadmap/issues/470
   */
  public static awsNetworkInstance(healthCheck: LoadBalancerHealthCheck = {}): LoadBalancer {
    const { intervalSeconds, threshold } = checkedHealthCheck(given(healthCheck));
    const failingSeconds = intervalSeconds * threshold;
    return new LoadBalancer({
      name: 'AWS NLB with instance targets',
      detectionSeconds: ENDPOINT_PROPAGATION_SECONDS + failingSeconds + NLB_FLOWS_STOP_SECONDS,
      registrationSeconds: ENDPOINT_PROPAGATION_SECONDS + failingSeconds,
      serveWhileDetecting: true,
      service: {
        loadBalancerClass: AWS_LOAD_BALANCER.networkClass,
        annotations: {
          [AWS_LOAD_BALANCER.targetType]: 'instance', ...healthCheckAnnotations(intervalSeconds, threshold),
        },
      },
    });
  }

  /**
   * AWS ALB with IP targets: 10 to 30 s until no new request, taken as 45 s.
   *
   * Its idle connections live 60 s more. An Ingress makes it, not a Service of type LoadBalancer.
   *
   * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/issues/1719
   * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/issues/2131
   */
  public static awsApplicationIp(options: LoadBalancerTargetOptions = {}): LoadBalancer {
    return new LoadBalancer({
      name: 'AWS ALB with IP targets', detectionSeconds: 45, registrationSeconds: 45, leavingSeconds: 75,
      readinessGates: hasGates(options),
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
      registrationSeconds: ENDPOINT_PROPAGATION_SECONDS + 24, serveWhileDetecting: true, service: ANY_SERVICE,
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
      registrationSeconds: ENDPOINT_PROPAGATION_SECONDS + 30, serveWhileDetecting: true, service: ANY_SERVICE,
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
      service: ANY_SERVICE,
    });
  }

  /** How it is called in errors. */
  public readonly name: string;

  /** Longest time from a pod's deletion until no new connection reaches it. */
  public readonly detection: Duration;

  /**
   * Longest time from a pod being ready until it gets traffic.
   *
   * None with readiness gates, since the pod is not ready before.
   */
  public readonly registration: Duration;

  /** Time that connections get to leave after detection. */
  public readonly leaving: Duration;

  /** Whether the pod must stay ready until it is found out. */
  public readonly serveWhileDetecting: boolean;

  /** Whether its controller keeps a new pod from being ready until it gets traffic. */
  public readonly readinessGates: boolean;

  /** @internal */
  public readonly _service?: LoadBalancerService;

  private constructor(facts: LoadBalancerFacts) {
    this.name = facts.name;
    this.detection = Duration.seconds(facts.detectionSeconds);
    this.readinessGates = facts.readinessGates ?? false;
    this.registration = Duration.seconds(this.readinessGates ? 0 : facts.registrationSeconds);
    this.leaving = Duration.seconds(facts.leavingSeconds ?? LEAVING_SECONDS);
    this.serveWhileDetecting = facts.serveWhileDetecting ?? false;
    this._service = facts.service;
  }
}

function hasGates(options: LoadBalancerTargetOptions): boolean {
  const { readinessGates = false } = given(options);
  if (typeof readinessGates === 'boolean') return readinessGates;
  throw refusal({
    prop: 'readinessGates', got: shown(readinessGates), must: 'be true or false',
    because: 'a rollout waits for them or for \'minReady\'', fix: 'write true where the namespace has the label',
  });
}

interface CheckedHealthCheck {
  readonly intervalSeconds: number;
  readonly threshold: number;
}

function checkedHealthCheck(
  { interval = Duration.seconds(10), threshold = 3 }: LoadBalancerHealthCheck,
): CheckedHealthCheck {
  const intervalSeconds = toWholeSeconds('interval', interval, LONGEST_DRAIN);
  checkRange('interval', `${intervalSeconds}s`, intervalSeconds, AWS_LOAD_BALANCER.intervalSeconds, 's');
  checkRange('threshold', String(threshold), threshold, AWS_LOAD_BALANCER.thresholds, '');
  return { intervalSeconds, threshold };
}

interface Range {
  readonly least: number;
  readonly most: number;
}

function checkRange(prop: string, got: string, value: number, { least, most }: Range, unit: string): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw refusal({
    prop, got, must: `be a whole number from ${least}${unit} to ${most}${unit}`,
    because: 'AWS refuses other health checks', fix: 'read it from the target group',
  });
}

/** All that the times are reckoned with, so that no default of a controller changes them. */
function healthCheckAnnotations(intervalSeconds: number, threshold: number): { [name: string]: string } {
  return {
    [AWS_LOAD_BALANCER.interval]: String(intervalSeconds),
    [AWS_LOAD_BALANCER.timeout]: String(Math.min(AWS_LOAD_BALANCER.timeoutSeconds, intervalSeconds - 1)),
    [AWS_LOAD_BALANCER.healthyThreshold]: String(threshold),
    [AWS_LOAD_BALANCER.unhealthyThreshold]: String(threshold),
  };
}
