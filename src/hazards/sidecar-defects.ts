import type { KubernetesVersion } from '../kubernetes-version';
import { SIDECAR_STARTUP_PROBE_DEFECT } from '../values/kubernetes-features';

/** A defect of kubelets with native sidecars. */
export interface SidecarDefect {
  readonly fixedInPatch: number;
  readonly what: string;
}

const BLOCKED = 'one that waits for another that is not running is stopped only when the grace period is over';

/**
 * By minor.
 *
 * @see https://github.com/kubernetes/kubernetes/issues/125880
 * @see https://github.com/kubernetes/kubernetes/issues/136910
 */
const DEFECTS: { readonly [minor: number]: SidecarDefect } = {
  29: { fixedInPatch: 9, what: BLOCKED },
  30: { fixedInPatch: 5, what: BLOCKED },
  31: { fixedInPatch: 1, what: BLOCKED },
  [SIDECAR_STARTUP_PROBE_DEFECT.minor]: {
    fixedInPatch: SIDECAR_STARTUP_PROBE_DEFECT.fixedInPatch,
    what: 'a container that crashes after the kubelet was restarted stays down',
  },
};

export function sidecarDefectOf(version: KubernetesVersion): SidecarDefect | undefined {
  return DEFECTS[version._minorAndPatch?.minor ?? 0];
}

/** Undefined where the version was declared without it. */
export function patchOf(version: KubernetesVersion): number | undefined {
  return /\d+\.\d+\.\d+/.test(version.toString()) ? version._minorAndPatch?.patch : undefined;
}
