import { Duration } from 'cdk8s';
import { secondsText, toWholeSeconds } from './values/durations';
import { refusal, shown } from './values/errors';
import { given } from './values/objects';

/** The kubelet's settings for a graceful shutdown of its node. */
export interface NodeShutdownOptions {
  /** `shutdownGracePeriod` of the kubelet's configuration, whole seconds. */
  readonly shutdownGracePeriod: Duration;

  /**
   * `shutdownGracePeriodCriticalPods`: the part of it that ordinary pods do not get.
   *
   * @default Duration.seconds(0)
   */
  readonly shutdownGracePeriodCriticalPods?: Duration;
}

/** Settings of the cluster autoscaler. */
export interface ClusterAutoscalerOptions {
  /**
   * `--max-graceful-termination-sec`, whole seconds.
   *
   * @default Duration.seconds(600)
   */
  readonly maxGracefulTermination?: Duration;
}

/**
 * The time that a platform gives a pod at the most, whatever its grace period says.
 *
 * Declared, it is checked: a grace period above it means that the platform cuts the drain.
 */
export class TerminationCeiling {
  /**
   * AWS spot instances: 120 s from the notice to the end of the node.
   *
   * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-instance-termination-notices.html
   */
  public static awsSpot(): TerminationCeiling {
    return new TerminationCeiling('the notice of AWS spot instances', 120);
  }

  /**
   * GCE spot and preemptible nodes: of 30 s, GKE gives ordinary pods 15 s.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/concepts/spot-vms
   */
  public static gceSpot(): TerminationCeiling {
    return new TerminationCeiling('the notice of GCE spot nodes', 15);
  }

  /**
   * Azure spot virtual machines: 30 s notice.
   *
   * @see https://learn.microsoft.com/azure/virtual-machines/spot-vms
   */
  public static azureSpot(): TerminationCeiling {
    return new TerminationCeiling('the notice of Azure spot machines', 30);
  }

  /**
   * A graceful shutdown of the node: `shutdownGracePeriod` less the part of critical pods.
   *
   * Throws if nothing is left for ordinary pods.
   *
   * @see https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/
   */
  public static nodeShutdown(options: NodeShutdownOptions): TerminationCeiling {
    const { shutdownGracePeriod, shutdownGracePeriodCriticalPods = Duration.seconds(0) } = given(options);
    const wholeSeconds = toWholeSeconds('shutdownGracePeriod', shutdownGracePeriod);
    const criticalSeconds = toWholeSeconds('shutdownGracePeriodCriticalPods', shutdownGracePeriodCriticalPods);
    if (wholeSeconds <= criticalSeconds) {
      throw refusal({
        prop: 'shutdownGracePeriod', got: `${wholeSeconds}s`,
        must: `be greater than 'shutdownGracePeriodCriticalPods' (${criticalSeconds}s)`,
        because: 'ordinary pods would get no time at all', fix: 'read both from the kubelet\'s configuration',
      });
    }
    return new TerminationCeiling('the node\'s graceful shutdown', wholeSeconds - criticalSeconds);
  }

  /**
   * The cluster autoscaler's patience with a pod, 600 s unless configured.
   *
   * @see https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/FAQ.md
   */
  public static clusterAutoscaler(options: ClusterAutoscalerOptions = {}): TerminationCeiling {
    const { maxGracefulTermination = Duration.seconds(600) } = given(options);
    return new TerminationCeiling(
      'the cluster autoscaler\'s --max-graceful-termination-sec',
      toWholeSeconds('maxGracefulTermination', maxGracefulTermination));
  }

  /**
   * Karpenter's `terminationGracePeriod` of the NodePool.
   *
   * @see https://karpenter.sh/docs/concepts/disruption/#terminationgraceperiod
   */
  public static karpenter(terminationGracePeriod: Duration): TerminationCeiling {
    return new TerminationCeiling(
      'the NodePool\'s terminationGracePeriod', toWholeSeconds('terminationGracePeriod', terminationGracePeriod));
  }

  /**
   * Any other limit, such as a policy of your platform.
   *
   * @param name how errors call it
   * @param longest the longest grace period that it allows, whole seconds
   */
  public static custom(name: string, longest: Duration): TerminationCeiling {
    return new TerminationCeiling(name, toWholeSeconds('longest', longest));
  }

  /** The longest grace period that the platform honours. */
  public readonly longest: Duration;

  private constructor(
    /** How errors call it. */
    public readonly name: string, longestSeconds: number) {
    if (longestSeconds < 1 || typeof name !== 'string' || name === '') {
      throw refusal({
        prop: 'ceiling', got: `${shown(name)}, ${longestSeconds}s`, must: 'have a name and be at least 1s',
        because: 'no pod could keep it', fix: 'leave it out where the platform has no limit',
      });
    }
    this.longest = Duration.seconds(longestSeconds);
  }

  /** @internal */
  public _check(graceSeconds: number, marginSeconds = 0): void {
    const longestSeconds = this.longest.toSeconds();
    if (graceSeconds <= longestSeconds) return;
    throw refusal({
      prop: 'terminationGracePeriod', got: secondsText(graceSeconds * 1000),
      must: `be at most ${this.name} (${secondsText(longestSeconds * 1000)})`,
      because: 'the platform would end the pod in the middle of its drain',
      fix: longestSeconds > marginSeconds
        ? `lower 'drainTimeout' to ${longestSeconds - marginSeconds}s or less ('minDrainDuration' with it), or take the ceiling out`
        : 'no drain fits into it: take the ceiling out and accept the loss',
    });
  }
}
