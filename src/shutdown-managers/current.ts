import { ShutdownManagerRequest } from '../shutdown-manager-parts';
import { refusal } from '../values/errors';

/** The image of a pod's own manager, which is kept unless another was given, and must hold the program asked for. */
export function keptImage(
  request: ShutdownManagerRequest, given: string | undefined, program: string,
): string | undefined {
  if (given !== undefined) return given;
  const { currentImage, currentCommand: [command] = [] } = request;
  if (currentImage === undefined || command === undefined || nameOf(command) === program) return currentImage;
  throw refusal({
    prop: 'shutdownManager', got: program, must: `be the program of the pod's own manager (${nameOf(command)})`,
    because: `its image '${currentImage}' is kept, and does not hold ${program}`,
    fix: 'ask for the flavour that the pod has, or give an \'image\'',
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
