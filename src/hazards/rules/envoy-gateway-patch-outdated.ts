import { ENVOY_GATEWAY } from '../../upstream/envoy-gateway';
import { ENVOY_GATEWAY_VERSION_ANNOTATION } from '../../values/names';
import { at, HazardRule } from '../rule';

export const envoyGatewayPatchOutdated: HazardRule = {
  id: 'envoy-gateway-patch-outdated',
  severity: 'warning',
  title: 'The patch of an Envoy Gateway\'s pods was made for another release of it',
  why: 'The patch holds the whole shutdown manager: after an upgrade of the gateway the old program stays, its flags and the new '
    + 'defaults of the pod no longer belong together, and the next drain may not start, or not be waited for.',
  remedy: 'Make the patch anew with the release that is installed: envoyGatewayVersion of EnvoyGatewayProxyConfig, or envoy-drain patch '
    + '--envoy-gateway.',
  sources: ['https://github.com/envoyproxy/gateway/blob/v1.9.0/internal/infrastructure/kubernetes/proxy/resource.go'],
  check: ({ pod: { annotations, containers } }) => {
    const patched = annotations[ENVOY_GATEWAY_VERSION_ANNOTATION];
    const expected = minorOf(patched);
    if (expected === undefined) return [];
    return containers.flatMap((lifecycle) => {
      const program = PROGRAMS.find(({ repository }) => lifecycle.image?.includes(`${repository}:`));
      const minor = minorOf(/:(?:distroless-)?v?([\d.]+)(?:@|$)/.exec(lifecycle.image ?? '')?.[1]);
      if (program === undefined || minor === undefined || minor - program.ahead === expected) return [];
      return [at(lifecycle, `the patch of this pod was made for Envoy Gateway ${patched}, but the image of ${lifecycle.name} is that of `
        + `Envoy Gateway 1.${minor - program.ahead} (${lifecycle.image}): the manager and the pod around it are of two releases`)];
    });
  },
};

/** How far a program's minor release is ahead of that of its Envoy Gateway, from 1.2 on. */
const PROGRAMS = [
  { repository: 'envoyproxy/envoy', ahead: ENVOY_GATEWAY.envoyMinorAhead }, { repository: 'envoyproxy/gateway', ahead: 0 },
];

function minorOf(version: string | undefined): number | undefined {
  const [, minor] = /^1\.(\d+)\.\d+$/.exec(version ?? '') ?? [];
  return minor === undefined ? undefined : Number(minor);
}
