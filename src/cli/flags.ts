import { UsageError } from './io';
import { KubernetesVersion } from '../kubernetes-version';
import { durationMillis } from '../upstream/arguments';
import { ENVOY_GATEWAY } from '../upstream/envoy-gateway';
import { checkedRelease } from '../values/images';

/** A flag's value, which must be one of a few. */
export function choiceFlag<Choice extends string>(flag: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new UsageError(`${flag} ${text}: known are ${choices.join(', ')}`);
  return choice;
}

/** A time as Go and people write it. */
export function durationFlag(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const millis = durationMillis(text);
  if (millis !== undefined && Number.isInteger(millis) && millis <= LONGEST_MILLIS) return millis;
  throw new UsageError(`${flag} ${text}: write a duration such as 5s, 500ms or 1m30s`);
}

/** Fields of Kubernetes hold 32 bits of seconds. */
const LONGEST_MILLIS = (2 ** 31 - 1) * 1000;

/** A version, or what `kubectl version -o json` prints. */
export function kubernetesVersionFlag(text: string | undefined): KubernetesVersion | undefined {
  return blamed('--kubernetes-version', text, (given) => (given.trimStart().startsWith('{')
    ? KubernetesVersion.fromVersionInfo(given) : KubernetesVersion.of(given)));
}

export function envoyGatewayFlag(text: string | undefined): string | undefined {
  return blamed('--envoy-gateway', text, (given) => checkedRelease('Envoy Gateway', given, ENVOY_GATEWAY.firstVersion));
}

/** What a flag says; an error names the flag. */
function blamed<Value>(flag: string, text: string | undefined, read: (text: string) => Value): Value | undefined {
  if (text === undefined) return undefined;
  try {
    return read(text);
  } catch (error) {
    throw new UsageError(`${flag}: ${(error as Error).message}`);
  }
}
