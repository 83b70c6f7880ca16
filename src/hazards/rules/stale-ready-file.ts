import { ContainerLifecycle } from '../../pod/pod-lifecycle';
import { managerWrites } from '../ready-file';
import { at, HazardRule } from '../rule';

export const staleReadyFile: HazardRule = {
  id: 'stale-ready-file',
  severity: 'warning',
  title: 'The ready file survives restarts',
  why: 'If the manager\'s hook once ran early, for a restart, its file stays on the volume. At the next deletion Envoy\'s hook finds it '
    + 'and ends at once: Envoy is stopped without a drain.',
  remedy: 'Keep the ready file in the container\'s own filesystem, or remove it when the container starts; let no probe restart the manager.',
  sources: ['https://github.com/projectcontour/contour/issues/4851'],
  check: ({ pod, containers }) => managerWrites(containers).flatMap(({ container, file, mount }) => {
    const { lifecycle, hook } = container;
    if (!mount || !pod.volumes.some(({ name }) => name === mount.volume) || removes(lifecycle, file)) return [];
    return [at(lifecycle, `${lifecycle.name} writes ${file} on the volume ${mount.volume}, which survives a restart of the container: once its hook ran `
      + 'early, Envoy\'s hook finds the file at the next deletion, and nothing drains',
    { pointer: hook!.lifecycle.pointer, severity: lifecycle.livenessProbe ? undefined : 'info' })];
  }),
};

/** It cleans up at every start; what starts only with the pod, such as an init container, finds nothing yet. */
function removes({ argv, postStart }: ContainerLifecycle, file: string): boolean {
  const words = [...argv, ...postStart?.kind === 'exec' ? postStart.command : []].join(' ');
  return /\brm\b/.test(words) && words.includes(file);
}
