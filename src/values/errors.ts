/** What a refused value looks like to the user: see the error grammar in ARCHITECTURE.md. */
export interface Refusal {
  /** The prop, in the user's words. */
  readonly prop: string;
  /** What was given, already with its unit. */
  readonly got: string;
  /** What it must be, with the other value where there is one: "be at least 'x' (5s)". */
  readonly must: string;
  /** What breaks otherwise. */
  readonly because: string;
  /** What to change. */
  readonly fix: string;
}

/** The one error for a value that contradicts another value or the platform. */
export function refusal({ prop, got, must, because, fix }: Refusal): Error {
  return new Error(`'${prop}' (${got}) must ${must}: ${because}; ${fix}`);
}

/** How a value of any type is shown in an error: short, and never `[object Object]`. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clipped(value));
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return isPlain(value) ? clipped(json(value)) : kindOf(value);
  return typeof value === 'function' ? 'a function' : String(value);
}

function isPlain(value: object): boolean {
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

function kindOf(value: object): string {
  const name = value.constructor?.name;
  return name ? `a ${name}` : 'an object';
}

/** What cannot be written as JSON (circles, BigInts) is only named. */
function json(value: object): string {
  try {
    return JSON.stringify(value) ?? 'an object';
  } catch {
    return Array.isArray(value) ? 'a list' : 'an object';
  }
}

/** A list in an error: `a, b, c`, or `none`. */
export function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

function clipped(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
