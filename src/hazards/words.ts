/** `35 s`, `0.5 s`: how findings write times. */
export function time(millis: number): string {
  return millis === Infinity ? 'for ever' : `${Math.round(millis / 100) / 10} s`;
}

/** `a, b and c`. */
export function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
