import { jsonMerge, mergeKeyOf, strategicMerge } from '../../src/pod/strategic-merge';

const list = (...names: string[]) => names.map((name) => ({ name }));

test.each<[string, any, any, any]>([
  ['fields are added', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['fields are replaced', { a: 1 }, { a: 2 }, { a: 2 }],
  ['null deletes', { a: 1, b: 2 }, { a: null }, { b: 2 }],
  ['objects are merged', { a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
  ['an object takes the place of a text', { a: 'x' }, { a: { b: 1 } }, { a: { b: 1 } }],
  ['containers are merged by name', { containers: [{ name: 'a', image: 'x', tty: true }] }, { containers: [{ name: 'a', image: 'y' }] },
    { containers: [{ name: 'a', image: 'y', tty: true }] }],
  ['mounts are merged by path', { volumeMounts: [{ mountPath: '/a', name: 'v' }] }, { volumeMounts: [{ mountPath: '/a', readOnly: true }] },
    { volumeMounts: [{ mountPath: '/a', name: 'v', readOnly: true }] }],
  ['new items come before those that are not named', { containers: list('a', 'b') }, { containers: list('c') }, { containers: list('c', 'a', 'b') }],
  ['named items keep their place', { containers: list('a', 'b', 'c') }, { containers: list('b') }, { containers: list('a', 'b', 'c') }],
  ['named items take the order of the patch', { containers: list('a', 'b', 'c') }, { containers: list('c', 'a') }, { containers: list('b', 'c', 'a') }],
  ['a list is begun', {}, { containers: list('a') }, { containers: list('a') }],
  ['a list takes the place of a text', { containers: 'x' }, { containers: list('a') }, { containers: list('a') }],
  ['what is no object in the old list is left out', { containers: ['x', { name: 'b' }] }, { containers: list('a') }, { containers: list('a', 'b') }],
  ['a list with a text in it replaces', { containers: list('a') }, { containers: [{ name: 'b' }, 'x'] }, { containers: [{ name: 'b' }, 'x'] }],
  ['other lists are replaced', { args: ['a', 'b'] }, { args: ['c'] }, { args: ['c'] }],
  ['other lists of objects are replaced', { other: list('a') }, { other: list('b') }, { other: list('b') }],
  ['an item is deleted', { containers: list('a', 'b') }, { containers: [{ name: 'a', $patch: 'delete' }] }, { containers: list('b') }],
  ['an item is replaced', { containers: [{ name: 'a', image: 'x' }] }, { containers: [{ name: 'a', tty: true, $patch: 'replace' }] }, { containers: [{ name: 'a', tty: true }] }],
  ['a list is replaced as a whole', { containers: list('a', 'b') }, { containers: [{ $patch: 'replace' }, { name: 'c' }] }, { containers: list('c') }],
  ['an object is replaced', { a: { b: 1 } }, { a: { c: 1, $patch: 'replace' } }, { a: { c: 1 } }],
  ['an object is emptied', { a: { b: 1 } }, { a: { $patch: 'delete' } }, { a: {} }],
  ['only named keys are retained', { a: { b: 1, c: 2 } }, { a: { d: 3, $retainKeys: ['b', 'd'] } }, { a: { b: 1, d: 3 } }],
  ['directives are no fields', { a: 1 }, { '$setElementOrder/containers': [], '$deleteFromPrimitiveList/x': [], 'b': 1 }, { a: 1, b: 1 }],
  ['what only looks like a directive is a field', { a: 1 }, { $patched: 1, x$patch: 2 }, { a: 1, $patched: 1, x$patch: 2 }],
])('strategic merge: %s', (_, original, patch, merged) => {
  const result = strategicMerge(original, patch);
  expect(result).toEqual(merged);
  expect(JSON.stringify(result.containers)).toBe(JSON.stringify(merged.containers));
});

test.each<[string, any, any, any]>([
  ['fields are merged', { a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } }], ['null deletes', { a: 1, b: 2 }, { a: null }, { b: 2 }],
  ['lists are replaced', { a: [1, 2] }, { a: [3] }, { a: [3] }], ['a text takes the place of all', { a: 1 }, 'x', 'x'],
  ['an object takes the place of a text', 'x', { a: 1 }, { a: 1 }],
])('JSON merge: %s', (_, original, patch, merged) => {
  expect(jsonMerge(original, patch)).toEqual(merged);
});

test.each([['containers', 'name'], ['volumeMounts', 'mountPath'], ['ports', 'containerPort'], ['args', undefined], ['constructor', undefined]])(
  'items of %s are told apart by %s', (field, key) => {
    expect(mergeKeyOf(field)).toBe(key);
  });
