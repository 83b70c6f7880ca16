import { listed, refusal, shown } from '../../src/values/errors';

class Certificate {
  public readonly subject = 'edge';
}

const circle: { self?: unknown } = {};
circle.self = circle;
const circularList: unknown[] = [];
circularList.push(circularList);

test.each<[string, unknown, string]>([
  ['a text in quotes', 'a "b"', '"a \\"b\\""'],
  ['a text of 60 letters as it is', 'x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['a longer text cut', 'x'.repeat(61), `"${'x'.repeat(57)}..."`],
  ['what is missing', undefined, 'nothing'],
  ['null', null, 'null'],
  ['a number', 5, '5'],
  ['a boolean', false, 'false'],
  ['a function', () => 5, 'a function'],
  ['an object as JSON', { a: [1] }, '{"a":[1]}'],
  ['an object without prototype as JSON', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  ['a list as JSON', ['a', 1], '["a",1]'],
  ['long JSON cut', { text: 'x'.repeat(60) }, `{"text":"${'x'.repeat(48)}...`],
  ['an object of a class by its name', new Certificate(), 'a Certificate'],
  ['an object of a class without a name', new (class {})(), 'an object'],
  ['an object that only has a prototype without a class', Object.create(Object.create(null)), 'an object'],
  ['an object that JSON leaves out', { toJSON: () => undefined }, 'an object'],
  ['an object with a circle', circle, 'an object'],
  ['a list with a circle', circularList, 'a list'],
])('an error shows %s', (_, value, text) => {
  expect(shown(value)).toBe(text);
});

test.each<[string, readonly string[], string]>([
  ['nothing', [], 'none'], ['one name', ['a'], 'a'], ['several names', ['a', 'b', 'c'], 'a, b, c'],
])('an error lists %s', (_, names, text) => {
  expect(listed(names)).toBe(text);
});

test('an error says what was given, what it must be, what breaks and what to change', () => {
  const { message } = refusal({ prop: 'port', got: '0', must: 'be a port', because: 'nothing listens there', fix: 'use another' });
  expect(message).toBe('\'port\' (0) must be a port: nothing listens there; use another');
});
