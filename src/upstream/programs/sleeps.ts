import { baseName } from '../../values/paths';

/** `sleep 5`, `sleep 0.5`, `sleep 1m 30s`, `sleep infinity`, `sleep $DRAIN_TIME_SECONDS`. */
export function sleepMillis(argv: readonly string[], env: { readonly [name: string]: string }): number | undefined {
  if (baseName(argv[0]) !== 'sleep' || argv.length < 2) return undefined;
  const parts = argv.slice(1).map((word) => partMillis(calculated(word, env) ?? resolved(word, env)));
  return parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0);
}

const MILLIS_PER_UNIT: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** An amount as `sleep` and `timeout` take it. */
export function partMillis(word: string): number | undefined {
  if (/^inf(inity)?$/i.test(word)) return Infinity;
  const match = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(word);
  return match ? Math.round(Number(match[1]) * MILLIS_PER_UNIT[match[2] || 's']) : undefined;
}

/** A variable of the container, with the default that the script gives. */
export function resolved(word: string, env: { readonly [name: string]: string }): string {
  const [, braced, otherwise, bare] = /^\$(?:\{(\w+)(?::?-([^}]*))?\}|(\w+))$/.exec(word) ?? [];
  return env[braced ?? bare ?? ''] ?? otherwise ?? word;
}

/** `$((A + 5))`: sums and differences of whole numbers and variables; undefined for anything else. */
function calculated(word: string, env: { readonly [name: string]: string }): string | undefined {
  const [, expression] = word.startsWith('$((') ? /^\$\(\((.*)\)\)$/s.exec(word) ?? [] : [];
  if (expression === undefined || !/^\s*\$?\{?\w+\}?(\s*[-+]\s*\$?\{?\w+\}?)*\s*$/.test(expression)) return undefined;
  const terms = [...expression.matchAll(/([-+]?)\s*\$?\{?(\w+)\}?/g)];
  const sum = terms.reduce((total, [, sign, term]) => {
    const value = Number(/^\d+$/.test(term) ? term : env[term]);
    return sign === '-' ? total - value : total + value;
  }, 0);
  return Number.isInteger(sum) && sum >= 0 ? String(sum) : undefined;
}
