import { canWrite, fileKey } from '../../src/pod/mounted-files';
import { ContainerLifecycle } from '../../src/pod/pod-lifecycle';
import { readPods } from '../../src/pod/read';

interface Mount {
  readonly mountPath: string;
  readonly readOnly?: boolean;
  readonly name?: string;
  readonly subPath?: string;
}

function containerOf(mounts: readonly Mount[], readOnlyRootFilesystem = false): ContainerLifecycle {
  const volumeMounts = mounts.map((mount) => ({ name: 'files', ...mount }));
  const container = { name: 'envoy', volumeMounts, securityContext: { readOnlyRootFilesystem } };
  return readPods({ apiVersion: 'v1', kind: 'Pod', spec: { containers: [container] } })[0].containers[0];
}

const READ_ONLY = { mountPath: '/tmp', readOnly: true };
const WRITABLE = { mountPath: '/tmp' };

test.each<[string, readonly Mount[], boolean, boolean]>([
  ['in a writable image', [], false, true],
  ['in a read-only image', [], true, false],
  ['in a writable volume', [WRITABLE], true, true],
  ['in a read-only volume', [READ_ONLY], false, false],
  ['beside a read-only volume whose path is a part of its name', [{ mountPath: '/tmp/a', readOnly: true }], false, true],
  ['in a writable volume within a read-only one', [READ_ONLY, { mountPath: '/tmp/ab' }], false, true],
  ['in a read-only volume within a writable one', [{ mountPath: '/tmp/ab', readOnly: true }, WRITABLE], false, false],
  ['in a read-only volume over the root', [{ mountPath: '/', readOnly: true }], false, false],
  ['that is itself mounted read-only', [WRITABLE, { mountPath: '/tmp/ab/file', readOnly: true }], false, false],
])('a file %s can be written or not', (_, mounts, readOnlyRoot, expected) => {
  expect(canWrite(containerOf(mounts, readOnlyRoot), '/tmp/ab/file')).toBe(expected);
});

test.each<[string, string, Mount[], string]>([
  ['an absolute path in no volume', '/tmp/file', [], 'container:envoy:/tmp/file'],
  ['a path in a volume', '/tmp/file', [WRITABLE], 'volume:files:/file'],
  ['a path in a volume whose mount ends with a slash', '/tmp/file', [{ mountPath: '/tmp/' }], 'volume:files:/file'],
  ['a path in a folder of a volume', '/tmp/file', [{ ...WRITABLE, subPath: 'sub' }], 'volume:files:sub/file'],
  ['a path in the deepest of several', '/tmp/a/file', [WRITABLE, { mountPath: '/tmp/a', name: 'deep' }, { mountPath: '/' }], 'volume:deep:/file'],
  ['a path beside a mount', '/tmpa/file', [WRITABLE], 'container:envoy:/tmpa/file'],
  ['a mount itself', '/tmp', [WRITABLE], 'volume:files:'],
  ['a relative path', 'file', [WRITABLE], 'pod:file'],
])('%s has a key of its own', (_, path, mounts, expected) => {
  expect(fileKey(containerOf(mounts), path)).toBe(expected);
});
