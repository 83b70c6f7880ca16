import { run } from '../../src/cli/run';

/** What a run of the command wrote, how it ended, and what it took. */
export interface MeasuredRun {
  readonly args: readonly string[];
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly millis: number;
}

/** Runs the command on standard input. What escapes from it is no exit code. */
export function measuredRun(args: readonly string[], input: string | Uint8Array, hasColour = false): MeasuredRun {
  let [out, error, code] = ['', '', -1];
  const start = performance.now();
  try {
    code = run([...args, '-'], {
      standardInput: () => input, hasColour,
      out: (text) => { out += text; },
      error: (text) => { error += text; },
    });
  } catch (escaped) {
    error += `escaped: ${escaped instanceof Error ? escaped.stack : String(escaped)}`;
  }
  return { args, code, out, error, millis: performance.now() - start };
}

/** What a run takes of the processor, for one that seems slow: others may have been in its way. */
export function processorMillis(args: readonly string[], input: string | Uint8Array): number {
  const start = process.cpuUsage();
  measuredRun(args, input);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
