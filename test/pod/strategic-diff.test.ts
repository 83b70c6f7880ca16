import { strategicDiff } from '../../src/pod/strategic-diff';
import { strategicMerge } from '../../src/pod/strategic-merge';

type Row = readonly [what: string, original: any, wanted: any, patch: any];

const container = (name: string, more: object = {}): any => ({ name, image: `${name}:1`, ...more });

const ROWS: readonly Row[] = [
  ['nothing', { a: 1, b: { c: [1] } }, { a: 1, b: { c: [1] } }, {}],
  ['nothing, in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, {}],
  ['a field', { a: 1, b: 2 }, { a: 1, b: 3 }, { b: 3 }],
  ['a new field', { a: 1 }, { a: 1, b: { c: 1 } }, { b: { c: 1 } }],
  ['a field that goes', { a: 1, b: { c: 1, d: 2 } }, { a: 1, b: { c: 1 } }, { b: { d: null } }],
  ['an object of which nothing stays', { preStop: { httpGet: { port: 1 } } }, { preStop: { exec: { command: ['a'] } } },
    { preStop: { $patch: 'replace', exec: { command: ['a'] } } }],
  ['an undefined field, which is none', { a: 1, b: undefined }, { a: 1 }, {}],
  ['an empty list, which is none', { a: 1, b: [] }, { a: 1 }, {}],
  ['a list without names', { args: ['a', 'b'] }, { args: ['a'] }, { args: ['a'] }],
  ['a field of an item', { containers: [container('a'), container('b')] }, { containers: [container('a'), container('b', { image: 'b:2' })] },
    { containers: [{ name: 'b', image: 'b:2' }] }],
  ['a field of an item that goes', { containers: [container('a', { tty: true })] }, { containers: [container('a')] },
    { containers: [{ name: 'a', tty: null }] }],
  ['a field that goes of an item that is known as a whole', { containers: [container('whole', { tty: true })] }, { containers: [container('whole')] },
    { containers: [{ name: 'whole', $retainKeys: ['image', 'name'] }] }],
  ['an item that goes', { containers: [container('a'), container('b')] }, { containers: [container('a')] },
    { containers: [{ $patch: 'delete', name: 'b' }] }],
  ['a first item', {}, { initContainers: [container('a')] }, { initContainers: [container('a')] }],
  ['an item behind others, which are named for the order', { volumes: [{ name: 'a' }, { name: 'b' }] }, { volumes: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
    { volumes: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }],
  ['an item before others', { volumes: [{ name: 'b' }] }, { volumes: [{ name: 'a' }, { name: 'b' }] },
    { volumes: [{ name: 'a' }, { name: 'b' }] }],
  ['items by another key than the name', { volumeMounts: [{ mountPath: '/a', name: 'x' }] }, { volumeMounts: [{ mountPath: '/a', name: 'y' }] },
    { volumeMounts: [{ mountPath: '/a', name: 'y' }] }],
  ['a list in which a name stands twice', { ports: [{ containerPort: 1, protocol: 'TCP' }, { containerPort: 1, protocol: 'UDP' }] }, { ports: [{ containerPort: 1, protocol: 'UDP' }] },
    { ports: [{ containerPort: 1, protocol: 'UDP' }, { $patch: 'replace' }] }],
];

test.each(ROWS)('%s is told as a patch', (_, original, wanted, patch) => {
  expect(strategicDiff(original, wanted, ['whole'])).toEqual(patch);
});

test.each(ROWS)('%s: the patch makes the one of the other, and twice the same', (_, original, wanted) => {
  const patch = strategicDiff(original, wanted, ['whole']);
  const merged = strategicMerge(original, patch);
  expect(withoutEmpty(merged)).toEqual(withoutEmpty(wanted));
  expect(withoutEmpty(strategicMerge(merged, patch))).toEqual(withoutEmpty(wanted));
});

function withoutEmpty(object: any): any {
  const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmpty(value)));
}
