const MILLIS_PER_UNIT: { readonly [unit: string]: number } = {
  ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000,
};

/** Numbers with units, one after the other. */
const GO_DURATION = /^[+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;

/**
 * The value of a flag, by any of its names (`--drain-time-s`, `-c`), as it stands in the command line:
 * `--flag value`, `--flag=value`, both in one text, or with one dash as Go programs allow. The last one
 * counts. Undefined where it is not given, or given without a value.
 */
export function flagValue(argv: readonly string[], names: readonly string[]): string | undefined {
  const words = wordsOf(argv);
  const index = lastIndex(words, names);
  if (index < 0) return undefined;
  const { value } = split(words[index]);
  return value ?? valueIn(words[index + 1]);
}

/** Whether a flag is given at all; a boolean flag that is given as `false` is not. */
export function hasFlag(argv: readonly string[], names: readonly string[]): boolean {
  const words = wordsOf(argv);
  const index = lastIndex(words, names);
  return index >= 0 && split(words[index]).value?.toLowerCase() !== 'false';
}

/** A duration as Go writes it: `1h2m3.5s`, `500ms`, `0`; undefined for anything else, also numbers without unit. */
export function durationMillis(text: string): number | undefined {
  if (text === '0') return 0;
  if (!GO_DURATION.test(text)) return undefined;
  const parts = [...text.matchAll(/([\d.]+)([a-zµμ]+)/g)];
  const millis = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * MILLIS_PER_UNIT[unit], 0);
  // binary fractions: 2.3s are 2300 ms
  return Math.round(millis * 1e6) / 1e6;
}

/** Old Envoy Gateways, and people, write a flag with its value as one argument: `--log-level info`. */
function wordsOf(argv: readonly string[]): readonly string[] {
  if (!argv.some((word) => FLAG_WITH_VALUE.test(word))) return argv;
  return argv.map((word) => {
    const match = FLAG_WITH_VALUE.exec(word);
    return match ? `${match[1]}=${match[2].trimEnd()}` : word;
  });
}

const FLAG_WITH_VALUE = /^(--?[A-Za-z][\w-]*)\s+(\S.*)$/s;

function lastIndex(words: readonly string[], names: readonly string[]): number {
  for (let index = words.length - 1; index >= 0; index -= 1) {
    const { name } = split(words[index]);
    if (name !== undefined && names.some((candidate) => bare(candidate) === name)) return index;
  }
  return -1;
}

/** `--flag=value` in its two parts; the number of dashes means nothing. */
function split(word: string): { name?: string; value?: string } {
  const match = /^--?([A-Za-z][\w.-]*)(?:=(.*))?$/s.exec(word);
  return match ? { name: match[1], value: match[2] } : {};
}

function bare(name: string): string {
  return name.replace(/^--?/, '');
}

/** The word after a flag, unless it is the next flag; a negative number is none. */
function valueIn(word: string | undefined): string | undefined {
  return word === undefined || /^--?[A-Za-z]/.test(word) ? undefined : word;
}
