/** A version as the table compares it: Kubernetes 1.`minor`.`patch`. */
export interface MinorAndPatch {
  readonly minor: number;
  readonly patch: number;
}

/** Since when a cluster has a feature without anybody switching a gate. */
export interface FeatureStages {
  /** The first minor in which the API server keeps the field and the kubelet acts on it by default. */
  readonly onByDefault: number;
  /** The first minor in which it is generally available and cannot be switched off. */
  readonly general: number;
  readonly source: string;
}

const FEATURE_GATES = 'https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/';

/** The one table that says what which version can do; nothing else compares Kubernetes versions. */
export const KUBERNETES_FEATURES = {
  /** `initContainers[].restartPolicy: Always` (SidecarContainers). */
  nativeSidecars: {
    onByDefault: 29, general: 33,
    source: 'https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/',
  },
  /** `lifecycle.preStop.sleep` (PodLifecycleSleepAction). */
  sleepHook: { onByDefault: 30, general: 34, source: FEATURE_GATES },
  /** `volumes[].image` (ImageVolume); 1.33 and 1.34 know the field but drop it by default. */
  imageVolume: {
    onByDefault: 35, general: 36,
    source: 'https://kubernetes.io/docs/concepts/storage/volumes/#image',
  },
  /** `terminationGracePeriodSeconds` of a probe (ProbeTerminationGracePeriod). */
  probeGracePeriod: { onByDefault: 25, general: 28, source: FEATURE_GATES },
  /** `unhealthyPodEvictionPolicy` of a PodDisruptionBudget (PDBUnhealthyPodEvictionPolicy). */
  unhealthyPodEviction: {
    onByDefault: 27, general: 31,
    source: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#unhealthy-pod-eviction-policy',
  },
  /** `topologySpreadConstraints[].matchLabelKeys` (MatchLabelKeysInPodTopologySpread), beta to this day. */
  spreadByLabelKeys: {
    onByDefault: 27, general: Infinity,
    source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/',
  },
} as const satisfies Record<string, FeatureStages>;

/** Patches of one minor with a defect that the layout has to avoid. */
export interface DefectivePatches {
  readonly minor: number;
  readonly firstPatch: number;
  readonly fixedInPatch: number;
  readonly source: string;
}

/**
 * After a restart of the kubelet, regular containers of a pod that has a sidecar with a startup probe
 * stay down once they crash; the fix was seen in 1.35.6.
 */
export const SIDECAR_STARTUP_PROBE_DEFECT: DefectivePatches = {
  minor: 35, firstPatch: 0, fixedInPatch: 6,
  source: 'https://github.com/kubernetes/kubernetes/issues/136910',
};

export function isOnByDefault(version: MinorAndPatch, feature: FeatureStages): boolean {
  return version.minor >= feature.onByDefault;
}

/** Whether a field may be written for a version; an unknown one may not know it. */
export function isSupported(version: MinorAndPatch | undefined, feature: FeatureStages): boolean {
  return version !== undefined && isOnByDefault(version, feature);
}

export function isGeneral(version: MinorAndPatch, feature: FeatureStages): boolean {
  return version.minor >= feature.general;
}

export function isDefective(version: MinorAndPatch, patches: DefectivePatches): boolean {
  return version.minor === patches.minor
    && version.patch >= patches.firstPatch && version.patch < patches.fixedInPatch;
}

/** A change of behaviour, by the first minor and the first patches of older minors that have it. */
export interface KubeletChange {
  readonly firstMinor: number;
  /** First patch by minor, where a change came to older minors later. */
  readonly backports: { readonly [minor: number]: number };
  readonly source: string;
}

export function isSince({ minor, patch }: MinorAndPatch, change: KubeletChange): boolean {
  const backport = change.backports[minor];
  return minor >= change.firstMinor || (backport !== undefined && patch >= backport);
}

/** Negative if `one` is older than `other`, positive if newer. */
export function compareVersions(one: MinorAndPatch, other: MinorAndPatch): number {
  return one.minor - other.minor || one.patch - other.patch;
}
