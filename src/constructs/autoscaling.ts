import { Duration } from 'cdk8s';
import { Deployment, HorizontalPodAutoscaler, Metric, MetricTarget, Replicas, ScalingStrategy } from 'cdk8s-plus-28';
import { AutoscaleOptions } from '../availability-options';
import { refusal, shown } from '../values/errors';
import { given } from '../values/objects';

/**
 * An autoscaler that takes away one pod in the time that a drain takes: the connections of a pod that goes come to
 * those that stay, which must not go in the same moment.
 */
export function autoscaler(workload: Deployment, options: AutoscaleOptions, grace: Duration): HorizontalPodAutoscaler {
  const { maxReplicas, minReplicas = 2, metrics = DEFAULT_METRICS } = given(options);
  check(minReplicas, maxReplicas, workload.replicas);
  const seconds = Math.min(LONGEST_PERIOD_SECONDS, Math.max(SHORTEST_PERIOD_SECONDS, grace.toSeconds()));
  return new HorizontalPodAutoscaler(workload, 'Autoscaler', {
    target: workload, minReplicas, maxReplicas, metrics,
    metadata: { namespace: workload.metadata.namespace },
    scaleDown: {
      strategy: ScalingStrategy.MIN_CHANGE,
      policies: [{ replicas: Replicas.absolute(1), duration: Duration.seconds(seconds) }],
      stabilizationWindow: Duration.seconds(STABILIZATION_SECONDS),
    },
  });
}

const DEFAULT_METRICS = [Metric.resourceCpu(MetricTarget.averageUtilization(70))];

/** The API takes at most half an hour. */
const LONGEST_PERIOD_SECONDS = 1800;
const SHORTEST_PERIOD_SECONDS = 60;

/** Kubernetes' own default for scaling down. */
const STABILIZATION_SECONDS = 300;

function check(minReplicas: number, maxReplicas: number, replicas: number | undefined): void {
  if (replicas !== undefined) {
    throw refusal({
      prop: 'replicas', got: shown(replicas), must: 'be left out with an autoscaler',
      because: 'every rollout would set the number that the autoscaler has found', fix: 'remove it, and give \'minReplicas\'',
    });
  }
  if (!Number.isInteger(minReplicas) || minReplicas < 1) {
    throw refusal({
      prop: 'minReplicas', got: shown(minReplicas), must: 'be a whole number, at least 1',
      because: 'without a pod nobody answers', fix: 'write for example 2',
    });
  }
  if (Number.isInteger(maxReplicas) && maxReplicas >= minReplicas) return;
  throw refusal({
    prop: 'maxReplicas', got: shown(maxReplicas), must: `be a whole number, at least 'minReplicas' (${minReplicas})`,
    because: 'the API server would refuse it', fix: 'raise it',
  });
}
