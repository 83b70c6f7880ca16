import {
  choiceAt, countAt, FieldError, flagAt, Place, placeAt, placesAt, refusedField, requiredPlace,
  requiredText, textAt, textMapAt, textsAt, wrongField,
} from '../../src/pod/fields';

const at = (f: unknown): Place => ({ value: { f }, pointer: '/spec' });
const choice = (place: Place): string => choiceAt(place, 'f', ['A', 'B']);
const MAXIMUM = 2_147_483_647;

type Read = (place: Place) => unknown;

test.each<[string, Read, unknown, unknown]>([
  ['an object', (p) => placeAt(p, 'f'), { a: 1 }, { value: { a: 1 }, pointer: '/spec/f' }],
  ['no object', (p) => placeAt(p, 'f'), null, undefined],
  ['an object that must be there', (p) => requiredPlace(p, 'f'), {}, { value: {}, pointer: '/spec/f' }],
  ['objects', (p) => placesAt(p, 'f'), [{ a: 1 }, {}], [{ value: { a: 1 }, pointer: '/spec/f/0' }, { value: {}, pointer: '/spec/f/1' }]],
  ['no objects', (p) => placesAt(p, 'f'), undefined, []],
  ['texts', (p) => textsAt(p, 'f'), ['a', ''], ['a', '']],
  ['no texts', (p) => textsAt(p, 'f'), null, []],
  ['a text', (p) => textAt(p, 'f'), '', ''],
  ['no text', (p) => textAt(p, 'f'), null, undefined],
  ['a text that must be there', (p) => requiredText(p, 'f'), 'a', 'a'],
  ['a choice', choice, 'B', 'B'], ['the first choice for an empty one', choice, '', 'A'], ['the first choice for none', choice, undefined, 'A'],
  ['0', (p) => countAt(p, 'f'), 0, 0], ['the largest count', (p) => countAt(p, 'f'), MAXIMUM, MAXIMUM], ['no count', (p) => countAt(p, 'f'), null, undefined],
  ['true', (p) => flagAt(p, 'f'), true, true], ['false for nothing', (p) => flagAt(p, 'f'), null, false],
  ['a map', (p) => textMapAt(p, 'f'), { a: 'x', b: null, c: '' }, { a: 'x', c: '' }], ['no map', (p) => textMapAt(p, 'f'), null, {}],
])('%s is read', (_, read, value, expected) => {
  expect(read(at(value))).toEqual(expected);
});

test.each<[string, Read, unknown, string]>([
  ['an object', (p) => placeAt(p, 'f'), [], '\'f\' ([]) of /spec must be an object: the API server would refuse the pod; write it as in the Kubernetes API'],
  ['an object that must be there', (p) => requiredPlace(p, 'f'), null, '\'f\' (null) of /spec must be an object'],
  ['objects', (p) => placesAt(p, 'f'), {}, '\'f\' ({}) of /spec must be a list'],
  ['each of them', (p) => placesAt(p, 'f'), [{}, 5], '\'1\' (5) of /spec/f must be an object'],
  ['texts', (p) => textsAt(p, 'f'), ['a', 5], '\'1\' (5) of /spec/f must be a text: the API server would refuse the pod; write it in quotes'],
  ['a text', (p) => textAt(p, 'f'), 5, '\'f\' (5) of /spec must be a text: the API server would refuse the pod; write it in quotes'],
  ['a text that must be there', (p) => requiredText(p, 'f'), '', '\'f\' ("") of /spec must be a text that is not empty'],
  ['a choice', choice, 'C', '\'f\' ("C") of /spec must be one of A, B'],
  ['a number', (p) => countAt(p, 'f'), '5', '\'f\' ("5") of /spec must be a number'],
  ['a count', (p) => countAt(p, 'f'), -1, '\'f\' (-1) of /spec must be a whole number from 0 to 2147483647'],
  ['a whole count', (p) => countAt(p, 'f'), 0.5, '\'f\' (0.5) of /spec must be a whole number'],
  ['a count of 31 bits', (p) => countAt(p, 'f'), MAXIMUM + 1, '\'f\' (2147483648) of /spec must be a whole number'],
  ['a switch', (p) => flagAt(p, 'f'), 'true', '\'f\' ("true") of /spec must be true or false'],
  ['a map of texts', (p) => textMapAt(p, 'f'), { a: 5 }, '\'a\' (5) of /spec/f must be a text'],
])('%s is refused where it is something else', (_, read, value, message) => {
  expect(() => read(at(value))).toThrow(message);
});

test.each([['a/b', '/spec/a~1b'], ['a~b', '/spec/a~0b'], ['a~/b~/', '/spec/a~0~1b~0~1'], ['ab', '/spec/ab']])(
  'the field %s has the pointer %s', (field, pointer) => {
    expect(wrongField(field, 1, '/spec', 'be 2').pointer).toBe(pointer);
    expect(placeAt({ value: { [field]: {} }, pointer: '/spec' }, field)!.pointer).toBe(pointer);
  });

test('an error can say where a field really stands', () => {
  const error: FieldError = refusedField('f', 1, '', 'must be 2');
  expect(error.message).toBe('\'f\' (1) of the document must be 2');
  const moved = error.moved((pointer) => `/moved${pointer}`);
  expect([moved.message, moved.pointer]).toEqual(['\'f\' (1) of /moved must be 2', '/moved/f']);
});
