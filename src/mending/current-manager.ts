import { listOf, LISTS } from './edits';
import { ManagerFlavour } from './mend-request';
import { shutdownManagerContainerName } from '../container-names';
import { ContainerStory } from '../hazards/container-story';
import { Manifest } from '../pod/manifest';
import { CONTOUR } from '../upstream/contour';
import { isReleaseFrom, versionOfImage } from '../values/images';

/** Under whichever name it is there. */
export function currentManager(spec: Manifest, managers: readonly ContainerStory[]): Manifest | undefined {
  const containers = LISTS.flatMap((list) => [...listOf(spec, list)]);
  return containers.find(({ name }) => name === shutdownManagerContainerName)
    ?? containers.find(({ name }) => name === managers[0]?.lifecycle.name);
}

export function flavourOf({ image, command, args }: Manifest, otherwise: ManagerFlavour): ManagerFlavour {
  const words = [...Array.isArray(command) ? command : [], ...Array.isArray(args) ? args : []].map(String);
  const runs = (program: RegExp, repository: RegExp): boolean =>
    words.some((word) => program.test(word)) || repository.test(String(image));
  if (runs(/(^|\/)envoy-gateway$/, /\/gateway(-dev)?[:@]/)) return 'envoy-gateway';
  return runs(/(^|\/)contour$/, /\/contour[:@]/) ? 'contour' : otherwise;
}

/** A manager of Contour that is too old for the admin socket gets a newer image. */
export function imageFor(
  flavour: ManagerFlavour, current: Manifest | undefined, asked: string | undefined,
): { readonly image?: string; readonly note?: string } {
  const version = typeof current?.image === 'string' ? versionOfImage(current.image) : undefined;
  const isOld = flavour === 'contour' && version !== undefined && !isReleaseFrom(version, CONTOUR.firstVersion);
  if (asked !== undefined || !isOld) return { image: asked };
  const image = `${CONTOUR.imageRepository}:v${CONTOUR.defaultVersion}`;
  return { image, note: `Contour's shutdown manager ${version} cannot be told to drain safely: its image is now ${image}` };
}

