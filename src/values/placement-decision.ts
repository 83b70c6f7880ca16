import { KubernetesVersion } from '../kubernetes-version';
import { SidecarPlacement } from '../sidecar-placement';
import { refusal, shown } from './errors';

/** Where the shutdown manager goes, and why, in the words that `placementReason` shows. */
export interface PlacementDecision {
  readonly placement: SidecarPlacement;
  readonly reason: string;
}

/** Decides from the declared version and the request alone. */
export function decidePlacement(version: KubernetesVersion, requested: SidecarPlacement): PlacementDecision {
  switch (requested) {
    case SidecarPlacement.AUTO: return automatic(version);
    case SidecarPlacement.NATIVE: return native(version);
    case SidecarPlacement.SIBLING:
      return { placement: requested, reason: 'an ordinary container beside Envoy was asked for' };
    case SidecarPlacement.ENVOY_CONTAINER:
      return { placement: requested, reason: 'the program inside Envoy\'s container was asked for' };
    default: throw refusal({
      prop: 'placement', got: shown(requested), must: 'be AUTO, NATIVE, SIBLING or ENVOY_CONTAINER',
      because: 'no other place is known', fix: 'use the enum SidecarPlacement',
    });
  }
}

function automatic(version: KubernetesVersion): PlacementDecision {
  if (!version.isKnown) {
    return {
      placement: SidecarPlacement.SIBLING,
      reason: 'the Kubernetes version is unknown, and a cluster without native sidecars would never start the pod',
    };
  }
  if (!version.nativeSidecarsGeneral) {
    return {
      placement: SidecarPlacement.SIBLING,
      reason: `Kubernetes ${version} does not run native sidecars for certain (general since 1.33)`,
    };
  }
  return {
    placement: SidecarPlacement.NATIVE,
    reason: `Kubernetes ${version} runs native sidecars (general since 1.33)${startupProbeRemark(version)}`,
  };
}

function native(version: KubernetesVersion): PlacementDecision {
  if (!version.nativeSidecarsPossible) {
    throw refusal({
      prop: 'placement', got: 'NATIVE',
      must: `go with a 'kubernetesVersion' (${version}) of 1.29 or later`,
      because: 'an older cluster takes the manager for an init container that never ends, and the pod never starts',
      fix: version.isKnown ? 'use AUTO or SIBLING' : 'declare the version with KubernetesVersion.declare, or use AUTO',
    });
  }
  return {
    placement: SidecarPlacement.NATIVE,
    reason: `a native sidecar was asked for, Kubernetes ${version} runs it${startupProbeRemark(version)}`,
  };
}

function startupProbeRemark(version: KubernetesVersion): string {
  if (!version.sidecarStartupProbeDefective) return '';
  return '; without a startup probe, which on 1.35.0 to 1.35.5 would keep a crashed Envoy down after a restart '
    + 'of the kubelet (kubernetes#136910)';
}
