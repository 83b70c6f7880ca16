import { isObject, Manifest, namesOf, objectsAt, sorted } from './manifest';
import { refusal } from '../values/errors';

/** Kinds of volume that nobody can write to. */
const READ_ONLY_KINDS = ['configMap', 'downwardAPI', 'image', 'projected', 'secret'];

/** The autoscaler takes a pod with these emptyDirs away; without it they keep a node from going. */
const SAFE_TO_EVICT_VOLUMES = 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes';

/** The mount of a container that holds a directory: itself or one above it. */
export function mountOf(container: Manifest, directory: string): Manifest | undefined {
  const place = `container '${container.name}'`;
  return [...objectsAt(container, 'volumeMounts', place)]
    .filter((mount) => holds(String(mount.mountPath), directory))
    .sort((one, other) => String(other.mountPath).length - String(one.mountPath).length)[0];
}

function holds(mountPath: string, directory: string): boolean {
  const base = mountPath.replace(/\/+$/, '');
  return directory === base || directory.startsWith(`${base}/`);
}

export function withMount(container: Manifest, mount: Manifest): Manifest {
  const mounts = objectsAt(container, 'volumeMounts', `container '${container.name}'`);
  return { ...container, volumeMounts: [...mounts, sorted(mount)] };
}

/** Refuses a mount that the manager could not write its ready file to. */
export function checkWritable(
  mount: Manifest, volumes: readonly Manifest[], container: string, directory: string,
): void {
  const volume = volumes.find(({ name }) => name === mount.name);
  const kind = volume && READ_ONLY_KINDS.find((readOnlyKind) => isObject(volume[readOnlyKind]));
  if (mount.readOnly !== true && kind === undefined) return;
  throw refusal({
    prop: 'volumeMounts', got: `'${mount.name}' at ${mount.mountPath}, ${kind ?? 'read-only'}`,
    must: `be writable in container '${container}'`,
    because: `the end of the drain is noted in ${directory}, and Envoy's hook would wait for it until SIGKILL`,
    fix: 'mount an emptyDir there',
  });
}

/** A pod's volumes with one more; an emptyDir of that name that is there already serves as well. */
export function withVolume(volumes: readonly Manifest[], volume: Manifest): readonly Manifest[] {
  const taken = volumes.find(({ name }) => name === volume.name);
  if (!taken) return [...volumes, sorted(volume)];
  if (isObject(taken.emptyDir) && isObject(volume.emptyDir)) return volumes;
  throw refusal({
    prop: 'volumes', got: namesOf(volumes), must: `leave the name '${volume.name}' to the shutdown manager`,
    because: 'it needs a volume of its own', fix: 'rename your volume',
  });
}

/** Template metadata that lets the autoscaler take the pod away although it has an emptyDir of ours. */
export function withSafeToEvict(metadata: Manifest, volumeNames: readonly string[]): Manifest {
  if (volumeNames.length === 0) return metadata;
  const annotations: Manifest = isObject(metadata.annotations) ? metadata.annotations : {};
  const already = String(annotations[SAFE_TO_EVICT_VOLUMES] ?? '').split(',').filter((name) => name !== '');
  const names = [...new Set([...already, ...volumeNames])];
  return sorted({ ...metadata, annotations: sorted({ ...annotations, [SAFE_TO_EVICT_VOLUMES]: names.join(',') }) });
}
