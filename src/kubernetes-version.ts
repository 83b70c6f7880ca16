import { IConstruct } from 'constructs';
import { refusal, shown } from './values/errors';
import {
  compareVersions, isDefective, isGeneral, isSupported, KUBERNETES_FEATURES, MinorAndPatch,
  SIDECAR_STARTUP_PROBE_DEFECT,
} from './values/kubernetes-features';
import { declareVersion, declaredVersion } from './values/version-declarations';
import { parseVersionText, versionTextOfJson } from './values/version-text';

const ACCEPTED = 'accepted are for example 1.33, v1.35.9+k3s1, v1.29.0-eks-c417bb3, v1.33.1-gke.1386000, 1.29+';

/**
 * The Kubernetes version that manifests are meant for: the oldest of the API server and all kubelets.
 *
 * A newer version than the cluster's makes it drop fields without a word, a native sidecar then never
 * ends its init phase; an older one merely leaves improvements unused. An undeclared patch counts as `.0`.
 *
 * @see https://kubernetes.io/releases/version-skew-policy/
 */
export class KubernetesVersion {
  /** Nobody said which version: every feature question is answered with no. */
  public static readonly UNKNOWN = new KubernetesVersion('unknown');

  /**
   * Reads a version as people and clusters write it.
   *
   * Vendor suffixes never make a version older; an upstream `-alpha.N` counts as the minor before.
   * Throws if the text is no Kubernetes version, showing what is accepted.
   *
   * @param text for example `1.33`, `v1.35.9+k3s1`, `v1.29.0-eks-c417bb3` or an image tag
   */
  public static of(text: string): KubernetesVersion {
    const version = typeof text === 'string' ? parseVersionText(text) : undefined;
    if (!version) {
      throw refusal({
        prop: 'kubernetesVersion', got: shown(text), must: 'be a Kubernetes version',
        because: 'it decides where the shutdown manager lives', fix: ACCEPTED,
      });
    }
    return new KubernetesVersion(text, version);
  }

  /**
   * Takes over what a cluster reported; absent or unreadable text becomes `UNKNOWN`.
   *
   * UNKNOWN falls back to the layout that works everywhere, and `placementReason` says so.
   *
   * @param text the reported version, white space around it is ignored
   */
  public static detected(text?: string): KubernetesVersion {
    const trimmed = String(text ?? '').trim();
    const version = parseVersionText(trimmed);
    return version ? new KubernetesVersion(trimmed, version) : KubernetesVersion.UNKNOWN;
  }

  /**
   * The oldest of several versions, such as those of an API server and its kubelets.
   *
   * One UNKNOWN makes the result UNKNOWN. Throws for an empty list.
   *
   * @param versions at least one version
   */
  public static oldestOf(versions: KubernetesVersion[]): KubernetesVersion {
    if (!Array.isArray(versions) || versions.length === 0) {
      throw refusal({
        prop: 'versions', got: shown(versions), must: 'hold at least one version',
        because: 'there is no oldest of none', fix: 'use KubernetesVersion.UNKNOWN if none is known',
      });
    }
    for (const version of versions) {
      if (!(version instanceof KubernetesVersion)) throw notAVersion('versions', version);
    }
    return versions.reduce((oldest, version) => (isOlder(version, oldest) ? version : oldest));
  }

  /**
   * Reads the JSON of the `/version` endpoint or of `kubectl version -o json`.
   *
   * An emulated version counts as the server's. The kubelets may be older: see `oldestOf`. Throws if
   * the JSON cannot be read, or holds only the version of kubectl itself.
   *
   * @param json the text as it was printed
   * @see https://kubernetes.io/docs/reference/using-api/health-checks/
   */
  public static fromVersionInfo(json: string): KubernetesVersion {
    return KubernetesVersion.of(versionTextOfJson(json));
  }

  /**
   * Sets the version for everything below a construct that gets no `kubernetesVersion` of its own.
   *
   * It works after children exist. Throws if something below has already read its version (naming
   * it), or if the same construct was given another version before.
   *
   * @param scope an app, a chart or any construct
   * @param version the version of the cluster that everything below goes to
   */
  public static declare(scope: IConstruct, version: KubernetesVersion): void {
    if (!(version instanceof KubernetesVersion)) {
      throw notAVersion('version', version);
    }
    declareVersion(scope, version, (other) => !isOlder(version, other) && !isOlder(other, version));
  }

  /**
   * The version in force at a construct: declared on it, on the nearest construct above, or UNKNOWN.
   *
   * From then on the constructs that were asked on the way take no declaration any more.
   *
   * @param scope the construct that asks
   */
  public static declaredFor(scope: IConstruct): KubernetesVersion {
    return declaredVersion<KubernetesVersion>(scope) ?? KubernetesVersion.UNKNOWN;
  }

  private constructor(private readonly text: string, private readonly version?: MinorAndPatch) {}

  /** False for `UNKNOWN`. */
  public get isKnown(): boolean {
    return this.version !== undefined;
  }

  /**
   * Init containers with `restartPolicy: Always` work without anybody switching a gate (1.29).
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
   */
  public get nativeSidecarsPossible(): boolean {
    return isSupported(this.version, KUBERNETES_FEATURES.nativeSidecars);
  }

  /** Native sidecars are generally available, so that no component can have them off (1.33). */
  public get nativeSidecarsGeneral(): boolean {
    return !!this.version && isGeneral(this.version, KUBERNETES_FEATURES.nativeSidecars);
  }

  /** Hooks of kind `sleep` run without anybody switching a gate (1.30). */
  public get sleepHookPossible(): boolean {
    return isSupported(this.version, KUBERNETES_FEATURES.sleepHook);
  }

  /**
   * Volumes of kind `image` are kept by the API server and mounted by the kubelet (1.35).
   *
   * The container runtime must support them too: containerd 2.1 or later.
   *
   * @see https://kubernetes.io/docs/concepts/storage/volumes/#image
   */
  public get imageVolumePossible(): boolean {
    return isSupported(this.version, KUBERNETES_FEATURES.imageVolume);
  }

  /** A probe may carry a `terminationGracePeriodSeconds` of its own (1.25). */
  public get probeGracePeriodPossible(): boolean {
    return isSupported(this.version, KUBERNETES_FEATURES.probeGracePeriod);
  }

  /**
   * A sidecar with a startup probe keeps a crashed container of its pod down after a restart of the
   * kubelet (1.35.0 to 1.35.5; fixed in 1.35.6).
   *
   * @see https://github.com/kubernetes/kubernetes/issues/136910
   */
  public get sidecarStartupProbeDefective(): boolean {
    return !!this.version && isDefective(this.version, SIDECAR_STARTUP_PROBE_DEFECT);
  }

  /** The version as it was written, or `unknown`. */
  public toString(): string {
    return this.text;
  }

  /** @internal */
  public get _minorAndPatch(): MinorAndPatch | undefined {
    return this.version;
  }

  /** @internal */
  public _isOlderThan(other: KubernetesVersion): boolean {
    if (!this.version || !other.version) return !this.version && !!other.version;
    return compareVersions(this.version, other.version) < 0;
  }
}

function notAVersion(prop: string, got: unknown): Error {
  return refusal({
    prop, got: shown(got), must: 'be a KubernetesVersion',
    because: 'text may be nonsense',
    fix: typeof got === 'string' ? `write KubernetesVersion.of(${shown(got)})` : 'use KubernetesVersion.of(text)',
  });
}

function isOlder(version: KubernetesVersion, other: KubernetesVersion): boolean {
  return version._isOlderThan(other);
}
