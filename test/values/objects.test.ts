import { grouped } from '../../src/values/objects';

describe('items by what they have in common', () => {
  test('each group keeps the order of its items, and groups that of their first', () => {
    expect([...grouped(['b1', 'a1', 'b2', 'a2', 'c1'], ([letter]) => letter)])
      .toEqual([['b', ['b1', 'b2']], ['a', ['a1', 'a2']], ['c', ['c1']]]);
  });

  test('objects are told apart by identity', () => {
    const [one, other] = [{ start: 0 }, { start: 0 }];
    expect([...grouped([one, other, one], (item) => item).values()]).toEqual([[one, one], [other]]);
  });

  test('nothing makes no group', () => {
    expect([...grouped([], String)]).toEqual([]);
  });
});
