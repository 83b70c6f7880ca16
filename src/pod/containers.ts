import { Manifest, namesOf, objectsAt } from './manifest';
import { shutdownManagerContainerName } from '../container-names';
import { refusal } from '../values/errors';

/** A container and where it stands. */
export interface FoundContainer {
  readonly container: Manifest;
  readonly list: 'containers' | 'initContainers';
  readonly index: number;
}

/** The container that runs Envoy, by its name. */
export function findEnvoy(spec: Manifest, name: string): FoundContainer {
  if (name === shutdownManagerContainerName) {
    throw refusal({
      prop: 'envoyContainer', got: name, must: 'differ from the shutdown manager\'s container',
      because: 'one container cannot be both', fix: 'pass the name of the container that runs Envoy',
    });
  }
  const containers = objectsAt(spec, 'containers', 'the pod');
  const indexes = indexesOf(containers, name);
  if (indexes.length !== 1) throw notExactlyOne(name, indexes.length, containers, spec);
  return { container: containers[indexes[0]], list: 'containers', index: indexes[0] };
}

/** The shutdown manager that the pod has already. */
export function findManager(spec: Manifest): FoundContainer | undefined {
  const found = (['containers', 'initContainers'] as const).flatMap((list) => {
    const containers = objectsAt(spec, list, 'the pod');
    return indexesOf(containers, shutdownManagerContainerName)
      .map((index) => ({ container: containers[index], list, index }));
  });
  if (found.length > 1) {
    throw refusal({
      prop: 'containers', got: `${found.length} named '${shutdownManagerContainerName}'`, must: 'have one of that name at most',
      because: 'the API server refuses two containers of one name', fix: 'remove one of them',
    });
  }
  return found[0];
}

function indexesOf(containers: readonly Manifest[], name: string): number[] {
  return containers.flatMap((container, index) => (container.name === name ? [index] : []));
}

function notExactlyOne(name: string, count: number, containers: readonly Manifest[], spec: Manifest): Error {
  const initContainers = objectsAt(spec, 'initContainers', 'the pod');
  const others = initContainers.length > 0 ? `; init containers: ${namesOf(initContainers)}` : '';
  return refusal({
    prop: 'envoyContainer', got: name,
    must: `name exactly one container of the pod, not ${count} (containers: ${namesOf(containers)}${others})`,
    because: 'the drain hook goes to the container that runs Envoy', fix: 'pass the name of that container',
  });
}
