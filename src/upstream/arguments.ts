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
  return words[index].value ?? valueIn(words[index + 1]);
}

/** Whether a flag is given at all; a boolean flag that is given as `false` is not. */
export function hasFlag(argv: readonly string[], names: readonly string[]): boolean {
  const words = wordsOf(argv);
  const index = lastIndex(words, names);
  return index >= 0 && words[index].value?.toLowerCase() !== 'false';
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

/** A word of a command line; `--flag=value` in its two parts, without dashes, whose number means nothing. */
interface Word {
  readonly text: string;
  readonly name?: string;
  readonly value?: string;
}

/** Every recogniser asks for many flags of the same command line. */
const WORDS = new WeakMap<readonly string[], readonly Word[]>();

function wordsOf(argv: readonly string[]): readonly Word[] {
  const known = WORDS.get(argv);
  if (known) return known;
  const words = argv.map(wordOf);
  WORDS.set(argv, words);
  return words;
}

/** Old Envoy Gateways, and people, write a flag with its value as one argument: `--log-level info`. */
function wordOf(text: string): Word {
  if (!text.startsWith('-')) return { text };
  const [, together, apart] = /^--?([A-Za-z][\w-]*)\s+(\S.*)$/s.exec(text) ?? [];
  if (together !== undefined) return { text, name: together, value: apart.trimEnd() };
  const [, name, value] = /^--?([A-Za-z][\w.-]*)(?:=(.*))?$/s.exec(text) ?? [];
  return { text, name, value };
}

function lastIndex(words: readonly Word[], names: readonly string[]): number {
  for (let index = words.length - 1; index >= 0; index -= 1) {
    const { name } = words[index];
    if (name !== undefined && names.some((candidate) => isCalled(candidate, name))) return index;
  }
  return -1;
}

function isCalled(flag: string, name: string): boolean {
  return flag.endsWith(name) && /^-{0,2}$/.test(flag.slice(0, flag.length - name.length));
}

/** The word after a flag, unless it is the next flag; a negative number is none. */
function valueIn(word: Word | undefined): string | undefined {
  return word === undefined || /^--?[A-Za-z]/.test(word.text) ? undefined : word.text;
}
