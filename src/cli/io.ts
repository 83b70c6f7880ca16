/** What comes in: bytes that are still to be decoded, or a text. */
export type StandardInput = () => string | Uint8Array;

/** The path that stands for it. */
export const STANDARD_INPUT = '-';

/** What it is called in places. */
export const STANDARD_INPUT_NAME = 'standard input';

/** What a command reads and writes, so that tests can stand in for it. */
export interface CommandIo {
  readonly standardInput: StandardInput;
  /** Whether colours may be written; left out for no. */
  readonly hasColour?: boolean;
  /** Shows how far a command is, and nothing for an empty text; left out where nobody watches. */
  readonly progress?: (text: string) => void;
  out(text: string): void;
  error(text: string): void;
}

/** Exit codes, a contract. */
export const EXIT = { nothing: 0, findings: 1, usage: 2 } as const;

/**
 * A usage error: what is wrong, and what would be right. Known by its name, since the bundled command and what it loads
 * late have a class each.
 */
export class UsageError extends Error {
  public readonly name = 'UsageError';
}

/** Where something stands, as editors and terminals make links of it. */
export function place(source: string, line: number | undefined): string {
  return line === undefined ? source : `${source}:${line}`;
}
