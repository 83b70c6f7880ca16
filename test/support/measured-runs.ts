import { run } from '../../src/cli/run';

/** What a run of the command wrote, how it ended, and what it took. */
export interface MeasuredRun {
  readonly args: readonly string[];
  readonly code: number;
  readonly out: string;
  readonly error: string;
  /** Of all threads: other processes on the machine do not count. */
  readonly cpuMillis: number;
}

/** Runs the command on standard input. What escapes from it is no exit code. */
export function measuredRun(args: readonly string[], input: string | Uint8Array, hasColour = false): MeasuredRun {
  let [out, error, code] = ['', '', -1];
  const start = process.cpuUsage();
  try {
    code = run([...args, '-'], {
      standardInput: () => input, hasColour,
      out: (text) => { out += text; },
      error: (text) => { error += text; },
    });
  } catch (escaped) {
    error += `escaped: ${escaped instanceof Error ? escaped.stack : String(escaped)}`;
  }
  const { user, system } = process.cpuUsage(start);
  return { args, code, out, error, cpuMillis: (user + system) / 1000 };
}
