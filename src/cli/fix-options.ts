import { Duration } from 'cdk8s';
import { choiceFlag, durationFlag, kubernetesVersionFlag } from './flags';
import { UsageError } from './io';
import { DrainTiming, DrainTimingOptions } from '../drain-timing';
import { KubernetesVersion } from '../kubernetes-version';
import { ManagerFlavour, MendRequest } from '../mending/mend-request';
import { placementFor } from '../mending/placement';
import { SidecarPlacement } from '../sidecar-placement';
import { checkedImage } from '../values/images';
import { withoutUndefined } from '../values/objects';

/** Options of `envoy-drain fix` that say how pods are mended, as they are written. */
export interface MendFlags {
  readonly kubernetesVersion?: string;
  readonly loadBalancerDetection?: string;
  readonly graceCeiling?: string;
  readonly longestRequest?: string;
  readonly placement: string;
  readonly shutdownManager: string;
  readonly managerImage?: string;
  readonly drainTimeout?: string;
  readonly minDrainDuration?: string;
  readonly healthCheckFailureDelay?: string;
}

const PLACEMENTS: { readonly [name: string]: SidecarPlacement } = {
  'auto': SidecarPlacement.AUTO, 'native': SidecarPlacement.NATIVE, 'sibling': SidecarPlacement.SIBLING,
  'envoy-container': SidecarPlacement.ENVOY_CONTAINER,
};

const FLAVOURS: readonly ManagerFlavour[] = ['envoy-gateway', 'contour'];

/** What was asked for; contradictions are told before any file is read. */
export function mendRequestFrom(flags: MendFlags): MendRequest {
  const request = {
    declared: withoutUndefined({
      kubernetesVersion: kubernetesVersionFlag(flags.kubernetesVersion),
      loadBalancerDetectionMillis: durationFlag('--load-balancer-detection', flags.loadBalancerDetection),
      graceCeilingMillis: durationFlag('--grace-ceiling', flags.graceCeiling),
      longestRequestMillis: durationFlag('--longest-request', flags.longestRequest),
    }),
    placement: PLACEMENTS[choiceFlag('--placement', flags.placement, Object.keys(PLACEMENTS))],
    flavour: choiceFlag('--shutdown-manager', flags.shutdownManager, FLAVOURS),
    managerImage: flags.managerImage,
    times: timesFrom(flags),
  };
  usable(() => {
    DrainTiming.of(request.times);
    if (request.managerImage !== undefined) checkedImage('--manager-image', request.managerImage);
    placementFor(request.placement, request.declared.kubernetesVersion ?? KubernetesVersion.UNKNOWN, false);
  });
  return request;
}

function timesFrom(flags: MendFlags): DrainTimingOptions {
  return withoutUndefined({
    drainTimeout: duration('--drain-timeout', flags.drainTimeout),
    minDrainDuration: duration('--min-drain-duration', flags.minDrainDuration),
    healthCheckFailureDelay: duration('--health-check-failure-delay', flags.healthCheckFailureDelay),
  });
}

function duration(flag: string, text: string | undefined): Duration | undefined {
  const millis = durationFlag(flag, text);
  return millis === undefined ? undefined : Duration.millis(millis);
}

/** The library's words, with the names of the options. */
function usable(check: () => void): void {
  try {
    check();
  } catch (error) {
    const message = (error as Error).message.replace(/'(drainTimeout|minDrainDuration|healthCheckFailureDelay|placement|kubernetesVersion)'/g,
      (_, prop: string) => `'--${prop.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}'`);
    throw new UsageError(message);
  }
}
