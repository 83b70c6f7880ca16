import { join } from 'path';
import {
  EnvoyBootstrap, IShutdownManager, KubernetesVersion, ShutdownManager, ShutdownManagerProgram, SidecarPlacement,
} from '../../../src';

/** The known managers and one of a user's own. */
export interface Flavour {
  readonly name: string;
  readonly programPath: string;
  manager(program?: ShutdownManagerProgram): IShutdownManager;
}

export const ENVOY_GATEWAY: Flavour = {
  name: 'envoyGateway', programPath: '/usr/local/bin/envoy-gateway',
  manager: (program) => ShutdownManager.envoyGateway({ program }),
};

export const CONTOUR: Flavour = {
  name: 'contour', programPath: '/bin/contour',
  manager: (program) => ShutdownManager.contour({ program }),
};

const DRAINER = '/bin/drainer';

export const CUSTOM: Flavour = {
  name: 'custom', programPath: DRAINER,
  manager: (program) => ShutdownManager.custom({
    program, image: 'registry.example.org/drainer:v1.0.0', command: [DRAINER], args: ['serve'],
    drainCommand: [DRAINER, 'drain'], waitPath: '/wait', waitPort: 8095, healthPath: '/healthz',
  }),
};

export const FLAVOURS = [ENVOY_GATEWAY, CONTOUR, CUSTOM];

/** Where the manager lives, and how its program gets there. */
export interface Placing {
  readonly name: string;
  readonly placement: SidecarPlacement;
  isPossible(version: KubernetesVersion): boolean;
  program?(flavour: Flavour): ShutdownManagerProgram;
}

export const NATIVE: Placing = {
  name: 'native', placement: SidecarPlacement.NATIVE,
  isPossible: (version) => version.nativeSidecarsPossible,
};

export const SIBLING: Placing = {
  name: 'sibling', placement: SidecarPlacement.SIBLING, isPossible: () => true,
};

export const COMBINED_IMAGE: Placing = {
  name: 'combined image', placement: SidecarPlacement.ENVOY_CONTAINER, isPossible: () => true,
  program: ({ programPath }) => ShutdownManagerProgram.combinedImage(programPath),
};

export const IMAGE_VOLUME: Placing = {
  name: 'image volume', placement: SidecarPlacement.ENVOY_CONTAINER,
  isPossible: (version) => version.imageVolumePossible,
  program: () => ShutdownManagerProgram.imageVolume(),
};

const AUTO: Placing = { name: 'auto', placement: SidecarPlacement.AUTO, isPossible: () => true };

export const PLACINGS = [AUTO, NATIVE, SIBLING, COMBINED_IMAGE, IMAGE_VOLUME];

/** The two options that a flavour and a placing come down to. */
export function drainOptions(flavour: Flavour, placing: Placing) {
  return { placement: placing.placement, shutdownManager: flavour.manager(placing.program?.(flavour)) };
}

/** The same for a proxy, with an image that holds the manager's program too where that is how it gets there. */
export function proxyOptions(flavour: Flavour, placing: Placing) {
  const combined = placing === COMBINED_IMAGE;
  return {
    ...drainOptions(flavour, placing),
    envoyImage: combined ? 'registry.example/edge/envoy-with-managers:v1.39.0' : undefined,
  };
}

export const BOOTSTRAP_FILE = join(__dirname, '..', 'fixtures', 'envoy.yaml');

export function ownBootstrap(): EnvoyBootstrap {
  return EnvoyBootstrap.fromFile(BOOTSTRAP_FILE);
}
