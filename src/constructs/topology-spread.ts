import { ApiObject } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-28';
import { onRender } from './on-render';
import { SpreadOptions } from '../availability-options';
import { KubernetesVersion } from '../kubernetes-version';
import { Manifest, mapPodTemplate, sorted } from '../pod/manifest';
import { refusal, shown } from '../values/errors';
import { isSupported, KUBERNETES_FEATURES } from '../values/kubernetes-features';
import { given } from '../values/objects';

/** Spreads the pods of a proxy while it renders, since cdk8s-plus has no such constraints. */
export function spreadPods(workload: Deployment, options: SpreadOptions, version: () => KubernetesVersion): void {
  const { topologyKey = 'topology.kubernetes.io/zone', maxSkew = 1, required = false } = given(options);
  check(topologyKey, maxSkew);
  onRender(ApiObject.of(workload), (manifest) => mapPodTemplate(manifest, (template) => ({
    ...template, spec: withConstraint(template.spec, sorted({
      maxSkew, topologyKey,
      whenUnsatisfiable: required ? 'DoNotSchedule' : 'ScheduleAnyway',
      labelSelector: { matchLabels: { ...workload.matchLabels } },
      // Old pods of a rollout go away, and must not decide where new ones go.
      matchLabelKeys: isSupported(version()._minorAndPatch, KUBERNETES_FEATURES.spreadByLabelKeys) ? ['pod-template-hash'] : undefined,
    })),
  })));
}

function withConstraint(spec: Manifest, constraint: Manifest): Manifest {
  return sorted({ ...spec, topologySpreadConstraints: [...spec.topologySpreadConstraints ?? [], constraint] });
}

function check(topologyKey: string, maxSkew: number): void {
  if (typeof topologyKey !== 'string' || topologyKey === '') {
    throw refusal({
      prop: 'topologyKey', got: shown(topologyKey), must: 'be a label of nodes', because: 'places are told apart by it',
      fix: 'write for example kubernetes.io/hostname',
    });
  }
  if (Number.isInteger(maxSkew) && maxSkew >= 1) return;
  throw refusal({
    prop: 'maxSkew', got: shown(maxSkew), must: 'be a whole number, at least 1', because: 'the API server would refuse the pod',
    fix: 'write 1',
  });
}
