import { ApiObject, Lazy } from 'cdk8s';
import { Deployment, PercentOrAbsolute } from 'cdk8s-plus-28';
import { DisruptionBudgetOptions } from '../availability-options';
import { KubernetesVersion } from '../kubernetes-version';
import { refusal } from '../values/errors';
import { isSupported, KUBERNETES_FEATURES } from '../values/kubernetes-features';
import { given, withoutUndefined } from '../values/objects';

/** A PodDisruptionBudget for the pods of a proxy. Throws where it would stop every drain of a node. */
export function disruptionBudget(
  workload: Deployment, options: DisruptionBudgetOptions, version: () => KubernetesVersion,
): ApiObject {
  const { maxUnavailable, minAvailable } = given(options);
  check(maxUnavailable, minAvailable, workload.replicas);
  const bound = minAvailable ? { minAvailable: minAvailable.value } : { maxUnavailable: (maxUnavailable ?? ONE).value };
  return new ApiObject(workload, 'DisruptionBudget', {
    apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { namespace: workload.metadata.namespace },
    spec: Lazy.any({
      produce: () => withoutUndefined({
        ...bound,
        selector: { matchLabels: { ...workload.matchLabels } },
        // An Envoy that drains, or never became ready, serves nobody: it must not hold up a node.
        unhealthyPodEvictionPolicy: isSupported(version()._minorAndPatch, KUBERNETES_FEATURES.unhealthyPodEviction)
          ? 'AlwaysAllow' : undefined,
      }),
    }),
  });
}

const ONE = PercentOrAbsolute.absolute(1);

function check(
  maxUnavailable: PercentOrAbsolute | undefined, minAvailable: PercentOrAbsolute | undefined, replicas?: number,
): void {
  if (maxUnavailable && minAvailable) {
    throw refusal({
      prop: 'minAvailable', got: String(minAvailable.value), must: `be left out beside 'maxUnavailable' (${maxUnavailable.value})`,
      because: 'a budget has one of the two', fix: 'remove one',
    });
  }
  if (maxUnavailable?.isZero()) {
    throw refusal({
      prop: 'maxUnavailable', got: String(maxUnavailable.value), must: 'be more than none',
      because: 'no node with such a pod could ever be drained', fix: 'allow 1',
    });
  }
  const least: unknown = minAvailable?.value;
  const all = least === '100%' || (typeof least === 'number' && replicas !== undefined && least >= replicas);
  if (!all) return;
  throw refusal({
    prop: 'minAvailable', got: String(least), must: `be less than 'replicas' (${replicas ?? 'all'})`,
    because: 'no node with such a pod could ever be drained', fix: 'raise the replicas, or allow one to be missing',
  });
}
