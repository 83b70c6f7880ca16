import { EXIT } from './io';

/** What of a process is watched. */
export interface OutputProcess {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  exitCode?: string | number | null;
}

/** A stream that says when it cannot be written. */
export interface OutputStream {
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
  write(text: string): unknown;
}

/** A reader that has seen enough (`| head -1`) is no error, and leaves the exit code alone; a full disk is one. */
export function watchOutput(watched: OutputProcess): void {
  watched.stdout.on('error', ({ code, message }) => {
    if (code === 'EPIPE') return;
    watched.stderr.write(`error: 'standard output' (${code ?? message}) must be writable: the result is incomplete; `
      + 'make room, or write it elsewhere\n');
    watched.exitCode = EXIT.usage;
  });
  // Where not even errors can be written, only the exit code is left to speak.
  watched.stderr.on('error', () => undefined);
}
