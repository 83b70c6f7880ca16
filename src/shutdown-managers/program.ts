import { ShutdownManagerRequest } from '../shutdown-manager-parts';
import { ShutdownManagerProgram } from '../shutdown-manager-program';
import { SidecarPlacement } from '../sidecar-placement';
import { refusal } from '../values/errors';

/** Where an image volume is mounted in Envoy's container. */
export const PROGRAM_DIRECTORY = '/opt/shutdown-manager';

/** How Envoy's container gets at the manager's program. */
export interface ResolvedProgram {
  readonly path: string;
  readonly image?: string;
}

/** The program for `ENVOY_CONTAINER`; undefined for the placements that have a container of their own. */
export function resolveProgram(
  request: ShutdownManagerRequest, program: ShutdownManagerProgram | undefined, officialPath: string, image: string,
): ResolvedProgram | undefined {
  if (request.placement !== SidecarPlacement.ENVOY_CONTAINER) {
    if (program) throw unusedProgram(request.placement);
    return undefined;
  }
  if (!program) throw missingProgram();
  const path = program.path ?? officialPath;
  return program.fromImageVolume ? { path: PROGRAM_DIRECTORY + path, image: program.image ?? image } : { path };
}

function unusedProgram(placement: SidecarPlacement): Error {
  return refusal({
    prop: 'program', got: 'given', must: `go with 'placement' ENVOY_CONTAINER (${placement})`,
    because: 'a manager in a container of its own brings its program along',
    fix: 'leave \'program\' out, or ask for SidecarPlacement.ENVOY_CONTAINER',
  });
}

function missingProgram(): Error {
  return refusal({
    prop: 'program', got: 'nothing', must: 'be given with \'placement\' ENVOY_CONTAINER',
    because: 'Envoy\'s image has no shutdown manager, and the first deletion would lose its hook',
    fix: 'use ShutdownManagerProgram.combinedImage(path) or ShutdownManagerProgram.imageVolume()',
  });
}
