import { createClock } from '../../src/kubelet/clock';

type Entry = readonly [name: string, millis: number, priority?: number];

/** What runs, in which order, and when. */
function ran(entries: readonly Entry[]): string[] {
  const clock = createClock();
  const order: string[] = [];
  for (const [name, millis, priority] of entries) clock.at(millis, () => order.push(`${name} ${clock.now}`), priority);
  clock.run();
  return order;
}

test.each<[string, readonly Entry[], readonly string[]]>([
  ['times in their order', [['c', 30], ['a', -10], ['d', 40], ['b', 20]], ['a -10', 'b 20', 'c 30', 'd 40']],
  ['the same time in the order of asking', [['a', 5], ['b', 5], ['c', 5], ['d', 5]], ['a 5', 'b 5', 'c 5', 'd 5']],
  ['the lower priority first at the same time', [['a', 5, 1], ['b', 5], ['c', 5, -1]], ['c 5', 'b 5', 'a 5']],
  ['the earlier time first, whatever the priority', [['a', 5], ['b', 4, 9]], ['b 4', 'a 5']],
  ['times as whole milliseconds', [['a', 1.4], ['b', 1.6]], ['a 1', 'b 2']],
])('the clock runs %s', (_, entries, order) => {
  expect(ran(entries)).toEqual(order);
});

test('a thousand times in any order run in their order', () => {
  const millis = Array.from({ length: 1_000 }, (_, index) => index * 7_919 % 1_009);
  const entries = millis.map((time, index): Entry => [String(index), time, index % 3]);
  const sorted = entries.map((entry, index) => ({ entry, index }))
    .sort((one, other) => one.entry[1] - other.entry[1] || one.entry[2]! - other.entry[2]! || one.index - other.index);
  expect(ran(entries)).toEqual(sorted.map(({ entry: [name, time] }) => `${name} ${time}`));
});

test('what is asked for in the past runs now, after what is asked for now already', () => {
  const clock = createClock();
  const order: string[] = [];
  clock.at(10, () => {
    clock.at(10, () => order.push(`first ${clock.now}`));
    clock.at(3, () => order.push(`past ${clock.now}`));
  });
  clock.run();
  expect(order).toEqual(['first 10', 'past 10']);
});

test('nothing runs any more after a stop', () => {
  const clock = createClock();
  const order: string[] = [];
  clock.at(1, () => {
    order.push('first');
    clock.stop();
  });
  clock.at(2, () => order.push('second'));
  clock.run();
  expect(order).toEqual(['first']);
});

test.each([[200_001, false], [200_002, true]])('of %d events in a row, that there is no end is said: %s', (count, fails) => {
  const clock = createClock();
  let left = count;
  const again = (): void => {
    left -= 1;
    if (left > 0) clock.at(clock.now + 1, again);
  };
  clock.at(0, again);
  if (fails) expect(() => clock.run()).toThrow('the simulation does not come to an end; this is a defect, report it');
  else expect(() => clock.run()).not.toThrow();
});
