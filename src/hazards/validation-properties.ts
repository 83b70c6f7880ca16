import { Duration } from 'cdk8s';
import { HazardSeverity } from '../hazard-finding';
import type { HazardOptions } from '../hazard-report';
import { KubernetesVersion } from '../kubernetes-version';
import { durationMillis } from '../upstream/arguments';
import { refusal, shown } from '../values/errors';
import { checkedFields, checkedNames, given, withoutUndefined } from '../values/objects';
import { checkedChoice } from '../values/texts';

/** What `properties` of a validation in cdk8s.yaml may hold, as YAML has it. */
export interface ValidationProperties {
  /**
   * The oldest version of the API server and all kubelets, in quotes.
   *
   * @default - not declared
   */
  readonly kubernetesVersion?: string;

  /**
   * How long the load balancer in front goes on sending after health checks began to fail, such as `90s`.
   *
   * @default - not declared
   */
  readonly loadBalancerDetection?: string;

  /**
   * The longest time that the platform gives a pod, such as `120s`.
   *
   * @default - not declared
   */
  readonly graceCeiling?: string;

  /**
   * The longest request that must not be cut, except for streams, such as `30s`.
   *
   * @default - not declared
   */
  readonly longestRequest?: string;

  /**
   * Release of Envoy Gateway that makes pods of EnvoyProxy resources, in quotes.
   *
   * @default - the newest known
   */
  readonly envoyGatewayVersion?: string;

  /**
   * The mildest finding that fails the synthesis; milder ones are only told.
   *
   * @default - error
   */
  readonly failOn?: HazardSeverity;

  /**
   * Rules to pass over, by id, each with the reason.
   *
   * @default - none
   */
  readonly ignore?: { readonly [rule: string]: string };
}

/** Properties that were checked. */
export interface ValidationSettings {
  readonly options: HazardOptions;
  readonly failOn: HazardSeverity;
}

const NAMES: readonly (keyof ValidationProperties)[] = [
  'kubernetesVersion', 'loadBalancerDetection', 'graceCeiling', 'longestRequest', 'envoyGatewayVersion', 'failOn', 'ignore',
];

/** Checks what somebody wrote, which may be of any type; a report checks `ignore`. */
export function settingsOf(properties: ValidationProperties): ValidationSettings {
  const { kubernetesVersion, envoyGatewayVersion, failOn = HazardSeverity.ERROR, ignore, ...times } =
    checkedNames('properties', given(checkedFields('properties', properties)), NAMES);
  const version = versionText('kubernetesVersion', kubernetesVersion);
  return {
    failOn: checkedChoice('failOn', failOn, Object.values(HazardSeverity), 'it decides which findings fail the synthesis'),
    options: withoutUndefined<HazardOptions>({
      kubernetesVersion: version === undefined ? undefined : KubernetesVersion.of(version),
      loadBalancerDetection: duration('loadBalancerDetection', times.loadBalancerDetection),
      graceCeiling: duration('graceCeiling', times.graceCeiling),
      longestRequest: duration('longestRequest', times.longestRequest),
      envoyGatewayVersion: versionText('envoyGatewayVersion', envoyGatewayVersion),
      ignore,
    }),
  };
}

/** YAML has already lost the zero of 1.30 when the number arrives. */
function versionText(prop: string, version: unknown): string | undefined {
  if (version === undefined || typeof version === 'string') return version;
  throw refusal({
    prop, got: shown(version), must: 'be a text', because: 'YAML reads 1.30 as the number 1.3', fix: 'put it in quotes',
  });
}

function duration(prop: string, text: unknown): Duration | undefined {
  if (text === undefined) return undefined;
  const millis = typeof text === 'string' ? durationMillis(text) : undefined;
  if (millis !== undefined) return Duration.millis(millis);
  throw refusal({
    prop, got: shown(text), must: 'be a duration', because: 'it cannot be read, and a number alone has no unit',
    fix: 'write for example 90s, 500ms or 1m30s',
  });
}
