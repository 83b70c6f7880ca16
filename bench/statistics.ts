/** A B A B ..., after one of each that does not count: the machine's speed drifts. */
export function alternating(one: () => number, other: () => number, pairs: number): [number[], number[]] {
  one();
  other();
  const results: [number[], number[]] = [[], []];
  for (let pair = 0; pair < pairs; pair++) {
    results[0].push(one());
    results[1].push(other());
  }
  return results;
}

export function ratios(one: readonly number[], other: readonly number[]): number[] {
  return one.map((value, index) => value / other[index]);
}

export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}

export function ms(values: readonly number[]): string {
  return `${Math.round(median(values))} ms`;
}

/** Milliseconds of CPU that something takes. */
export function cpuMillis(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
