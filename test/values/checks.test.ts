import { checkedListeners } from '../../src/values/listeners';
import { checkedName, checkedServiceName } from '../../src/values/names';
import { checkedFields, checkedNames, given, ownField, withoutUndefined } from '../../src/values/objects';
import { checkedPath, isDirectory, isUrlPath } from '../../src/values/paths';
import { checkedPort } from '../../src/values/ports';
import { checkedChoice, checkedCommand, checkedTexts, checkTextValues } from '../../src/values/texts';
import { checkedUser } from '../../src/values/users';

type Check = (value: any) => unknown;

/** Values that are taken as they are, values that are refused, and what the error says that they must be. */
type Row = readonly [what: string, check: Check, taken: readonly any[], refused: readonly any[], must: string];
const CHECKS: readonly Row[] = [
  ['a port', (port) => checkedPort('p', port), [1, 80, 65_535], [0, 65_536, -1, 1.5, '80', null], 'must be a port from 1 to 65535'],
  ['a user', (user) => checkedUser('p', user), [0, 65_532, 2_147_483_647], [-1, 2_147_483_648, 0.5, '0'],
    'must be a whole number from 0 to 2147483647'],
  ['a program', (path) => checkedPath('p', path), ['/a', '/usr/bin/envoy'], ['envoy', './envoy', '/', '/a/', '/a b', ' /a', '', 5, null],
    'must be the absolute path of a program'],
  ['a name', (name) => checkedName('p', name),
    ['a', '0', 'a-b', 'a.b-c.0', 'a'.repeat(63), `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`],
    ['', 'A', 'a_b', '-a', 'a-', 'a..b', '.a', 'a.', 'a'.repeat(64), `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(62)}`, 5],
    'must be a Kubernetes name'],
  ['a Service\'s name', (name) => checkedServiceName('p', name), ['a', 'a0', 'a-0', 'a'.repeat(63)],
    ['', '0a', '-a', 'a-', 'a.b', 'A', 'a'.repeat(64), 5], 'must be the name of a Service'],
  ['fields', (fields) => checkedFields('p', fields), [{}, { a: 1 }, new Date(0)], [null, undefined, 'a', 5, []], 'must be an object'],
  ['known fields', (fields) => checkedNames('p', fields, ['a', 'b']), [{}, { a: 1 }, { a: 1, b: 2 }], [{ c: 1 }, { a: 1, toString: 2 }],
    'must have no fields but a, b'],
  ['a command', (command) => checkedCommand('p', command, 'b'), [['a'], ['a', '']], [[], [''], [' '], 'a', ['a', 5], null],
    'must be a list of at least one word'],
  ['texts', (texts) => checkedTexts('p', texts, 'b'), [[], ['a'], ['a', '']], ['a', [5], ['a', 5], null], 'must be a list of texts'],
  ['a choice', (choice) => checkedChoice('p', choice, ['A', 'B'], 'b'), ['A', 'B'], ['C', 'a', '', undefined], 'must be one of A, B'],
  ['listeners', (listeners) => checkedListeners(listeners), [[], [{ name: 'http', port: 80 }], [{ name: 'dns', port: 53, protocol: 'UDP', externalPort: 53 }]],
    [null, {}, [null], ['http'], 'http'], '\'listeners\' ('],
];

test.each(CHECKS.flatMap(([what, check, taken]) =>
  taken.map((value) => [what, JSON.stringify(value), check, value] as const)))(
  '%s may be %s', (_, __, check, value) => {
    expect(check(value)).toEqual(value);
  });

test.each(CHECKS.flatMap(([what, check, , refused, must]) =>
  refused.map((value) => [what, JSON.stringify(value), check, value, must] as const)))(
  '%s may not be %s', (_, __, check, value, must) => {
    expect(() => check(value)).toThrow(must);
  });

test.each<[string, any, string]>([
  ['without a name', { port: 80 }, '\'name\' (nothing) must be the name of a listener'],
  ['with an empty name', { name: '', port: 80 }, '\'name\' ("") must be the name of a listener'],
  ['without a port', { name: 'http' }, '\'port\' (nothing) must be a port'],
  ['with an external port of 0', { name: 'http', port: 80, externalPort: 0 }, '\'externalPort\' (0) must be a port'],
  ['with another protocol', { name: 'http', port: 80, protocol: 'SCTP' }, '\'protocol\' ("SCTP") must be one of'],
])('a listener %s is refused', (_, listener, message) => {
  expect(() => checkedListeners([listener])).toThrow(message);
});

test('a listener\'s fields that are null count as left out', () => {
  expect(checkedListeners([{ name: 'http', port: 80, protocol: null, externalPort: null } as any])).toEqual([{ name: 'http', port: 80 }]);
});

test('what is wrong is called as its user calls it', () => {
  expect(() => checkedPort('healthPort', 0)).toThrow(/^'healthPort' \(0\) must be a port/);
  expect(() => checkTextValues('labels', { a: 'x', b: 5 as any })).toThrow(/^'labels' \(b: 5\) must have texts for values: .*; write 'b' as a text$/);
  expect(() => checkTextValues('labels', { a: 'x', b: '' })).not.toThrow();
});

test.each<[string, unknown, boolean, boolean]>([
  ['/a', '/a', true, true], ['/a/b', '/a/b', true, true], ['a hidden folder', '/.a', true, true], ['three dots', '/...', true, true],
  ['the root', '/', false, true], ['a slash at the end', '/a/', false, true], ['two slashes', '/a//b', false, true], ['a dot', '/./a', false, true],
  ['two dots', '/a/..', false, true], ['two dots amid', '/a/../b', false, true], ['a relative one', 'a', false, false],
  ['a space', '/a b', false, false], ['nothing', '', false, false], ['a number', 5, false, false],
])('of a directory in its shortest form, and of a URL path: %s', (_, path, directory, urlPath) => {
  expect([isDirectory(path), isUrlPath(path)]).toEqual([directory, urlPath]);
});

describe('a struct', () => {
  class Options {
    public readonly a = undefined;
  }
  const own = new Options();

  test.each<[string, any, object]>([
    ['nothing', undefined, {}], ['null', null, {}], ['null fields', { a: null, b: undefined, c: 0, d: '' }, { c: 0, d: '' }],
    ['null fields of an object without prototype', Object.assign(Object.create(null), { a: null, b: 1 }), { b: 1 }],
  ])('counts %s as left out', (_, options, left) => {
    expect(given(options)).toStrictEqual(left);
  });

  test('of a class stays as it is', () => {
    expect(given(own)).toBe(own);
  });

  test('must not be a text', () => {
    expect(() => given('a' as any)).toThrow('\'options\' ("a") must be an object');
  });

  test('loses its undefined fields, but not null, where it is spread', () => {
    expect(Object.entries(withoutUndefined({ a: undefined, b: null, c: 0 }))).toEqual([['b', null], ['c', 0]]);
  });

  test('has its own fields only', () => {
    expect(ownField({ a: 1 }, 'a')).toBe(1);
    expect(ownField({ a: 1 }, 'toString')).toBeUndefined();
    expect(ownField<unknown>({ toString: 1 }, 'toString')).toBe(1);
  });
});
