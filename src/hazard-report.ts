import type { Duration } from 'cdk8s';
import { HazardFinding, HazardSeverity, UndeclaredFact } from './hazard-finding';
import type { Declared } from './hazards/declared';
import { KubernetesVersion } from './kubernetes-version';
import { toMillis } from './values/durations';
import { refusal, shown } from './values/errors';
import { checkedNames, given, withoutUndefined } from './values/objects';

/**
 * Facts that manifests do not hold.
 *
 * Rules that need one which is left out say nothing, and the report names them.
 */
export interface HazardOptions {
  /**
   * The oldest version of the API server and all kubelets.
   *
   * @default - not declared
   */
  readonly kubernetesVersion?: KubernetesVersion;

  /**
   * How long the load balancer in front goes on sending after health checks began to fail.
   *
   * @default - not declared
   */
  readonly loadBalancerDetection?: Duration;

  /**
   * The longest time that the platform gives a pod, such as the notice of a spot node.
   *
   * @default - not declared
   */
  readonly graceCeiling?: Duration;

  /**
   * The longest request that must not be cut, except for streams.
   *
   * @default - not declared
   */
  readonly longestRequest?: Duration;

  /**
   * Release of Envoy Gateway that makes pods of an EnvoyProxy resource.
   *
   * @default - the newest known
   */
  readonly envoyGatewayVersion?: string;

  /**
   * Rules to pass over, by id, each with the reason.
   *
   * @default - none
   */
  readonly ignore?: { readonly [rule: string]: string };
}

/**
 * What will cut requests or hang when pods end, told from their manifests alone.
 *
 * The rules are those of HAZARDS.md; each names its source.
 */
export class HazardReport {
  /**
   * Judges the pods of manifests; those that make no pod are passed over.
   *
   * Throws for a field of a wrong type, naming it, and for an option that nobody knows.
   *
   * @param manifests parsed YAML: workloads, Lists, EnvoyProxy resources, Services and anything else
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- manifests are whatever YAML holds
  public static of(manifests: any[], options: HazardOptions = {}): HazardReport {
    if (!Array.isArray(manifests)) {
      throw refusal({
        prop: 'manifests', got: shown(manifests), must: 'be a list of manifests',
        because: 'pods and the Services before them are judged together', fix: 'write [manifest] for one',
      });
    }
    const { envoyGatewayVersion, ignore = {}, ...facts } = checkedNames('options', given(options), OPTIONS);
    const judge = judges().createJudge(declaredOf(facts), { envoyGatewayVersion, ignore });
    const judged = manifests.map((manifest) => judge.add(manifest));
    return new HazardReport([...judged.flat(), ...judge.finish()].sort((one, other) => one.document - other.document),
      judge.undeclared());
  }

  /** By document, and within one in the order of the rules. */
  public readonly findings: HazardFinding[];

  /** Facts that would let rules say more. */
  public readonly undeclared: UndeclaredFact[];

  private constructor(findings: readonly HazardFinding[], undeclared: readonly UndeclaredFact[]) {
    this.findings = [...findings];
    this.undeclared = [...undeclared];
  }

  /** Whether nothing at or above a severity was found. */
  public isFreeOf(severity: HazardSeverity): boolean {
    return this.atLeast(severity).length === 0;
  }

  /** The findings of a severity and of those above it. */
  public atLeast(severity: HazardSeverity): HazardFinding[] {
    const order = Object.values(HazardSeverity);
    return this.findings.filter((finding) => order.indexOf(finding.severity) <= order.indexOf(severity));
  }
}

const OPTIONS: readonly (keyof HazardOptions)[] = [
  'kubernetesVersion', 'loadBalancerDetection', 'graceCeiling', 'longestRequest', 'envoyGatewayVersion', 'ignore',
];

function declaredOf(options: HazardOptions): Declared {
  const { kubernetesVersion, loadBalancerDetection, graceCeiling, longestRequest } = options;
  if (kubernetesVersion !== undefined && !(kubernetesVersion instanceof KubernetesVersion)) {
    throw refusal({
      prop: 'kubernetesVersion', got: shown(kubernetesVersion), must: 'be a KubernetesVersion',
      because: 'rules that need it would say nothing', fix: 'write KubernetesVersion.of(text)',
    });
  }
  return withoutUndefined<Declared>({
    kubernetesVersion: kubernetesVersion?.isKnown ? kubernetesVersion : undefined,
    loadBalancerDetectionMillis: loadBalancerDetection && toMillis('loadBalancerDetection', loadBalancerDetection),
    graceCeilingMillis: graceCeiling && toMillis('graceCeiling', graceCeiling),
    longestRequestMillis: longestRequest && toMillis('longestRequest', longestRequest),
  });
}

/** Rules are many: they are loaded when the first manifest is judged. */
function judges(): typeof import('./hazards/judge') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./hazards/judge');
}
