/** A discrete-event clock: a heap ordered by time, priority and sequence, so that equal times stay in order. */
export interface Clock {
  /** Time of the event that runs just now, in whole milliseconds. */
  readonly now: number;
  /** Runs something at a time; what is already past runs now. Lower priorities run first. */
  at(millis: number, action: () => void, priority?: number): void;
  /** Runs everything until nothing is left; throws after too many events, which only a defect can cause. */
  run(): void;
  /** Nothing that comes later matters any more. */
  stop(): void;
}

interface Entry {
  readonly millis: number;
  readonly priority: number;
  readonly sequence: number;
  readonly action: () => void;
}

/** A pod's end has some hundred events; a loop that never ends must not hang a build. */
const MAXIMUM_EVENTS = 200_000;

export function createClock(): Clock {
  const heap: Entry[] = [];
  let sequence = 0;
  const clock = {
    now: -Infinity,
    at(millis: number, action: () => void, priority = 0) {
      push(heap, { millis: Math.max(Math.round(millis), clock.now), priority, sequence: sequence++, action });
    },
    run() {
      for (let count = 0; heap.length > 0; count++) {
        if (count > MAXIMUM_EVENTS) throw new Error('the simulation does not come to an end; this is a defect, report it');
        const entry = pop(heap);
        clock.now = entry.millis;
        entry.action();
      }
    },
    stop() {
      heap.length = 0;
    },
  };
  return clock;
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.millis !== other.millis ? one.millis < other.millis
    : one.priority !== other.priority ? one.priority < other.priority : one.sequence < other.sequence;
}

function push(heap: Entry[], entry: Entry): void {
  let index = heap.push(entry) - 1;
  while (index > 0) {
    const parent = Math.floor((index - 1) / 2);
    if (!isBefore(heap[index], heap[parent])) return;
    [heap[index], heap[parent]] = [heap[parent], heap[index]];
    index = parent;
  }
}

function pop(heap: Entry[]): Entry {
  const first = heap[0];
  const last = heap.pop()!;
  if (heap.length === 0) return first;
  heap[0] = last;
  for (let index = 0; ;) {
    const [left, right] = [2 * index + 1, 2 * index + 2];
    let smallest = index;
    if (left < heap.length && isBefore(heap[left], heap[smallest])) smallest = left;
    if (right < heap.length && isBefore(heap[right], heap[smallest])) smallest = right;
    if (smallest === index) return first;
    [heap[index], heap[smallest]] = [heap[smallest], heap[index]];
    index = smallest;
  }
}
