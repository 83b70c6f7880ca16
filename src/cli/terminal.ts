/** A stream that may be a terminal. */
export interface TerminalStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Writes one line again and again; nothing where nobody watches. */
export function progressOn(stream: TerminalStream): ((text: string) => void) | undefined {
  return stream.isTTY ? (text) => stream.write(`\r\x1b[K${text}`) : undefined;
}
