import { listOf, LISTS } from './edits';
import { ManagerFlavour } from './mend-request';
import { shutdownManagerContainerName } from '../container-names';
import { ContainerStory } from '../hazards/container-story';
import { Manifest } from '../pod/manifest';
import { CONTOUR } from '../upstream/contour';
import { refusal, shown } from '../values/errors';
import { isReleaseFrom, versionOfImage } from '../values/images';

/** Under whichever name it is there. */
export function currentManager(spec: Manifest, managers: readonly ContainerStory[]): Manifest | undefined {
  const containers = LISTS.flatMap((list) => [...listOf(spec, list)]);
  const namesake = containers.find(({ name }) => name === shutdownManagerContainerName);
  if (namesake && isSomethingElse(namesake, managers)) {
    throw refusal({
      prop: 'name', got: shown(shutdownManagerContainerName), must: 'be that of a shutdown manager',
      because: `image ${String(namesake.image)} is not known to be one, and the pod's own manager would get that name`,
      fix: 'rename the container, or remove it',
    });
  }
  return namesake ?? containers.find(({ name }) => name === managers[0]?.lifecycle.name);
}

/** A program of a manager's, or an image that only has its program at another place. */
function isSomethingElse({ name, image, command }: Manifest, managers: readonly ContainerStory[]): boolean {
  if (managers.some(({ lifecycle }) => lifecycle.name === name) || Array.isArray(command)) return false;
  return !/(^|\/)(gateway(-dev)?|contour)([:@]|$)/.test(String(image));
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

