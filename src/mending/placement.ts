import { KubernetesVersion } from '../kubernetes-version';
import { ShutdownManagerProgram } from '../shutdown-manager-program';
import { SidecarPlacement } from '../sidecar-placement';
import { decidePlacement } from '../values/placement-decision';

/** Where a manager goes in somebody else's pod, and where its program comes from. */
export interface MendPlacement {
  readonly placement: SidecarPlacement;
  readonly program?: ShutdownManagerProgram;
}

/** As the library decides, but a manager that is native already stays so where nobody knows the version. */
export function placementFor(
  requested: SidecarPlacement, version: KubernetesVersion, isNative: boolean,
): MendPlacement {
  const stays = requested === SidecarPlacement.AUTO && isNative && (!version.isKnown || version.nativeSidecarsPossible);
  if (stays) return { placement: SidecarPlacement.NATIVE };
  const { placement } = decidePlacement(version, requested);
  // Strangers' images hold Envoy alone.
  const program = placement === SidecarPlacement.ENVOY_CONTAINER ? ShutdownManagerProgram.imageVolume() : undefined;
  return { placement, program };
}
