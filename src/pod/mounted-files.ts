import { ContainerLifecycle, MountLifecycle } from './pod-lifecycle';

/** One file has one key, through whichever container's mount it is reached. */
export function fileKey(container: ContainerLifecycle, path: string): string {
  if (!path.startsWith('/')) return `pod:${path}`;
  const mount = mountOf(container, path);
  if (!mount) return `container:${container.name}:${path}`;
  return `volume:${mount.volume}:${mount.subPath ?? ''}${path.slice(mount.path.replace(/\/$/, '').length)}`;
}

/** The mount through which a container reaches a path; the deepest one wins. */
export function mountOf({ mounts }: ContainerLifecycle, path: string): MountLifecycle | undefined {
  let deepest: MountLifecycle | undefined;
  for (const mount of mounts) {
    if (isBelow(path, mount.path) && (!deepest || mount.path.length > deepest.path.length)) deepest = mount;
  }
  return deepest;
}

/** Whether a container can write a file; of a relative path, nobody knows where it is. */
export function canWrite(container: ContainerLifecycle, path: string): boolean {
  if (!path.startsWith('/')) return true;
  const mount = mountOf(container, path);
  return mount ? !mount.readOnly : !container.readOnlyRootFilesystem;
}

function isBelow(path: string, directory: string): boolean {
  return path.startsWith(directory) && (path.length === directory.length || directory.endsWith('/') || path[directory.length] === '/');
}
