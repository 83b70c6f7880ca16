import { ShutdownManagerRequest } from '../shutdown-manager-parts';
import { CONTOUR } from '../upstream/contour';
import { ENVOY_GATEWAY } from '../upstream/envoy-gateway';
import { refusal, shown } from '../values/errors';
import { baseName } from '../values/paths';

/** The program that images of a repository start, by the last part of the repository's name. */
const PROGRAMS = new Map<string, string>([
  ['contour', CONTOUR.programName], ['gateway', ENVOY_GATEWAY.programName], ['envoy-gateway', ENVOY_GATEWAY.programName],
]);

/** The image of a pod's own manager, which is kept unless another was given, and must hold the program asked for. */
export function keptImage(
  { currentImage, currentCommand }: ShutdownManagerRequest, given: string | undefined, program: string,
): string | undefined {
  if (given !== undefined) return given;
  const image = checkedCurrentImage(currentImage);
  const command = commandOf(currentCommand);
  const current = command === undefined ? programOfImage(image) : baseName(command);
  if (image === undefined || current === undefined || current === program) return image;
  throw refusal({
    prop: 'shutdownManager', got: program, must: `be the program of the pod's own manager (${current})`,
    because: `its image '${image}' is kept, and does not hold ${program}`,
    fix: 'ask for the flavour that the pod has, or give an \'image\'',
  });
}

function checkedCurrentImage(image: string | undefined): string | undefined {
  if (image === undefined || image === null) return undefined;
  if (typeof image === 'string' && image.trim() !== '') return image;
  throw refusal({
    prop: 'image', got: shown(image), must: 'be an image reference in the pod\'s own manager',
    because: 'it is kept, and the pod would stay in InvalidImageName', fix: 'correct it, or give the manager an \'image\'',
  });
}

/** The program of the pod's own manager, undefined where the image's entrypoint starts it. */
function commandOf(command: string[] | undefined): string | undefined {
  if (command === undefined || command === null) return undefined;
  if (Array.isArray(command) && command.every((word) => typeof word === 'string')) return command[0];
  throw refusal({
    prop: 'command', got: shown(command), must: 'be a list of texts in the pod\'s own manager',
    because: 'the API server would refuse the pod', fix: 'write program and arguments, one text each',
  });
}

function programOfImage(image: string | undefined): string | undefined {
  const repository = image?.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  return repository === undefined ? undefined : PROGRAMS.get(baseName(repository));
}
