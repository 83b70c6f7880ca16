import { checkWritable, mountOf, SAFE_TO_EVICT_VOLUMES, withMount, withSafeToEvict, withVolume } from '../../src/pod/volumes';

const mounts = (...paths: string[]) => ({ name: 'c', volumeMounts: paths.map((mountPath) => ({ name: 'v', mountPath })) });

test.each<[string, string[], string, string | undefined]>([
  ['itself', ['/a/b'], '/a/b', '/a/b'], ['one above', ['/a'], '/a/b', '/a'], ['the root', ['/'], '/a', '/'], ['a slash too many', ['/a//'], '/a/b', '/a//'],
  ['the nearest', ['/', '/a/b', '/a'], '/a/b/c', '/a/b'], ['none beside', ['/ab'], '/a', undefined], ['none below', ['/a/b'], '/a', undefined],
  ['none', [], '/a', undefined],
])('the mount that holds a directory: %s', (_, paths, directory, path) => {
  expect(mountOf(mounts(...paths), directory)?.mountPath).toBe(path);
});

test.each<[string, any, any, string | undefined]>([
  ['an emptyDir', { emptyDir: {} }, {}, undefined], ['a claim', { persistentVolumeClaim: {} }, {}, undefined], ['a volume that is not there', undefined, {}, undefined],
  ['a read-only mount', { emptyDir: {} }, { readOnly: true }, 'read-only'], ['a read-only claim', { persistentVolumeClaim: { readOnly: true } }, {}, 'persistentVolumeClaim'],
  ['a read-only driver', { csi: { readOnly: true } }, {}, 'csi'],
  ...['configMap', 'downwardAPI', 'image', 'projected', 'secret'].map((kind): [string, any, any, string] => [kind, { [kind]: {} }, {}, kind]),
])('whether a ready file can be written to %s', (_, volume, mount, kind) => {
  const check = () => checkWritable({ name: 'v', mountPath: '/m', ...mount }, volume ? [{ name: 'u' }, { name: 'v', ...volume }] : [], 'c', '/m/d');
  if (kind === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(`'volumeMounts' ('v' at /m, ${kind}) must be writable in container 'c': the end of the drain is noted in /m/d`);
});

test.each<[string, any[], any[]]>([
  ['after the others', [{ name: 'a' }], [{ name: 'a' }, { emptyDir: {}, name: 'v' }]],
  ['not twice', [{ name: 'v', emptyDir: { medium: 'Memory' } }], [{ name: 'v', emptyDir: { medium: 'Memory' } }]],
])('a volume is added %s', (_, volumes, expected) => {
  expect(withVolume(volumes, { name: 'v', emptyDir: {} })).toEqual(expected);
});

test('a volume of another kind has not its name', () => {
  expect(() => withVolume([{ name: 'v', secret: {} }], { name: 'v', emptyDir: {} })).toThrow('\'volumes\' (v) must leave the name \'v\' to the shutdown manager');
  expect(() => withVolume([{ name: 'v', emptyDir: {} }], { name: 'v', image: {} })).toThrow('must leave the name \'v\'');
});

test('a mount comes after the others', () => {
  expect(withMount(mounts('/a'), { name: 'w', mountPath: '/b' }).volumeMounts.map(({ mountPath }: any) => mountPath)).toEqual(['/a', '/b']);
  expect(withMount({ name: 'c' }, { name: 'w', mountPath: '/b' }).volumeMounts).toHaveLength(1);
});

test.each<[string, any, string[], string | undefined]>([
  ['nothing of ours', undefined, [], undefined], ['ours', undefined, ['a', 'b'], 'a,b'], ['theirs first', 'x', ['a'], 'x,a'], ['each once', 'a,x', ['a'], 'a,x'],
  ['no empty names', ',x,', ['a'], 'x,a'],
])('the autoscaler may take away a pod with %s', (_, given, names, annotation) => {
  const before = given === undefined ? {} : { annotations: { [SAFE_TO_EVICT_VOLUMES]: given } };
  const { annotations = {} } = withSafeToEvict({ labels: {}, ...before }, names);
  expect(annotations[SAFE_TO_EVICT_VOLUMES]).toBe(annotation);
});
