/** What comes in: bytes that are still to be decoded, or a text. */
export type StandardInput = () => string | Uint8Array;

/** What a command reads and writes, so that tests can stand in for it. */
export interface CommandIo {
  readonly standardInput: StandardInput;
  out(text: string): void;
  error(text: string): void;
}

/** Exit codes, a contract. */
export const EXIT = { nothing: 0, findings: 1, usage: 2 } as const;

/** A usage error: what is wrong, and what would be right. */
export class UsageError extends Error {}
