import { canWrite } from '../../pod/mounted-files';
import { managerWrites } from '../ready-file';
import { at, HazardRule } from '../rule';

export const readOnlyReadyFile: HazardRule = {
  id: 'read-only-ready-file',
  severity: 'error',
  title: 'The manager may not write that the drain is over',
  why: 'On a read-only root filesystem the ready file cannot be written. The drain runs, and Envoy\'s hook waits on until it gives up: '
    + 'every pod takes that long to go.',
  remedy: 'Let the manager\'s root filesystem be writable; a volume there would keep the file over restarts.',
  sources: ['https://github.com/envoyproxy/gateway/issues/8911'],
  check: ({ containers }) => managerWrites(containers)
    .filter(({ container, file }) => !canWrite(container.lifecycle, file))
    .map(({ container: { lifecycle }, file }) => at(lifecycle,
      `${lifecycle.name} may not write ${file}${lifecycle.readOnlyRootFilesystem ? ': its root filesystem is read-only' : ' where it lies'}, and Envoy's hook `
      + 'waits for it until it gives up, long after the drain')),
};
