import { DrainTimingOptions } from '../drain-timing';
import { HazardFinding } from '../hazard-finding';
import { Declared } from '../hazards/declared';
import { PodStory } from '../hazards/pod-story';
import { Manifest } from '../pod/manifest';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { SidecarPlacement } from '../sidecar-placement';

/** The shutdown managers that can be woven in. */
export type ManagerFlavour = 'envoy-gateway' | 'contour';

/** How pods shall be mended; what is left out is taken from the pod, or is the library's default. */
export interface MendRequest {
  readonly declared: Declared;
  readonly placement: SidecarPlacement;
  readonly times: DrainTimingOptions;
  /** Of pods without a manager. */
  readonly flavour: ManagerFlavour;
  readonly managerImage?: string;
}

/** What a mend is made from. */
export interface MendCase {
  /** An object with one pod. */
  readonly object: Manifest;
  readonly finding: HazardFinding;
  readonly story: PodStory;
  /** With what the object's annotations declare. */
  readonly declared: Declared;
  readonly request: MendRequest;
}

/** What a mend did. */
export interface Mended {
  readonly object: Manifest;
  /** What the user has to know or to check. */
  readonly notes: readonly string[];
  readonly newManager?: NewManager;
}

/** A manager that was put into a pod that had none, whose Envoy may not have its admin interface where that looks. */
export interface NewManager {
  readonly envoyContainer: string;
  readonly parts: ShutdownManagerParts;
  readonly twoContainers: boolean;
}

/** Changes an object so that a finding goes away; a reason where it would not be safe. */
export type Mend = (mendCase: MendCase) => Mended | CannotMend | undefined;

/** Why a finding stays. */
export interface CannotMend {
  readonly reason: string;
}
