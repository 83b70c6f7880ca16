import { isObject, Manifest, namesOf, objectAt, objectsAt, sorted } from './manifest';
import { refusal } from '../values/errors';

/** Kinds of volume that nobody can write to. */
const READ_ONLY_KINDS = ['configMap', 'downwardAPI', 'image', 'projected', 'secret'];

/** Kinds that nobody can write to if they say so. */
const READ_ONLY_CLAIMS = ['csi', 'persistentVolumeClaim'];

/** The autoscaler takes a pod with these emptyDirs away; without it they keep a node from going. */
export const SAFE_TO_EVICT_VOLUMES = 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes';

/** The mount of a container that holds a directory: itself or one above it. */
export function mountOf(container: Manifest, directory: string): Manifest | undefined {
  const place = `container '${container.name}'`;
  return [...objectsAt(container, 'volumeMounts', place)]
    .filter((mount) => holds(String(mount.mountPath), directory))
    .sort((one, other) => String(other.mountPath).length - String(one.mountPath).length)[0];
}

function holds(mountPath: string, directory: string): boolean {
  let end = mountPath.length;
  while (mountPath[end - 1] === '/') end -= 1;
  const base = mountPath.slice(0, end);
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
  const kind = volume && readOnlyKind(volume);
  if (mount.readOnly !== true && kind === undefined) return;
  throw refusal({
    prop: 'volumeMounts', got: `'${mount.name}' at ${mount.mountPath}, ${kind ?? 'read-only'}`,
    must: `be writable in container '${container}'`,
    because: `the end of the drain is noted in ${directory}, and Envoy's hook would wait for it until SIGKILL`,
    fix: 'mount an emptyDir there',
  });
}

function readOnlyKind(volume: Manifest): string | undefined {
  return READ_ONLY_KINDS.find((kind) => isObject(volume[kind]))
    ?? READ_ONLY_CLAIMS.find((kind) => isObject(volume[kind]) && volume[kind].readOnly === true);
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
  const annotations = objectAt(metadata, 'annotations', 'the pod');
  const already = String(annotations[SAFE_TO_EVICT_VOLUMES] ?? '').split(',').filter((name) => name !== '');
  const names = [...new Set([...already, ...volumeNames])];
  return sorted({ ...metadata, annotations: sorted({ ...annotations, [SAFE_TO_EVICT_VOLUMES]: names.join(',') }) });
}
