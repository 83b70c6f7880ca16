import { spawnSync } from 'child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';

const COMMAND = join(__dirname, '..', 'lib', 'cli', 'envoy-drain.js');

/** What a run of the command took. */
export interface ProcessCost {
  readonly wallMillis: number;
  readonly mebibytes: number;
}

const REPORT = 'process.on("exit", () => require("fs").writeSync(2, "peak " + process.resourceUsage().maxRSS));';

/** Lints what is piped in, in a process that tells its peak of memory when it ends. */
export function lintProcess(file: string): ProcessCost {
  const folder = mkdtempSync(join(tmpdir(), 'lint-report-'));
  const input = openSync(file, 'r');
  try {
    const report = join(folder, 'report.cjs');
    writeFileSync(report, REPORT);
    const start = process.hrtime.bigint();
    // A real pipe, which is read in pieces.
    const { stderr, status } = spawnSync('sh', ['-c', 'cat | "$0" -r "$1" "$2" lint -', process.execPath, report, COMMAND], {
      stdio: [input, 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 2 ** 30,
    });
    const wallMillis = Number(process.hrtime.bigint() - start) / 1e6;
    const [, peak] = /^peak (\d+)$/.exec(stderr) ?? [];
    if (peak === undefined || status === 2) throw new Error(`envoy-drain lint ended with ${status}: ${stderr}`);
    return { wallMillis, mebibytes: Number(peak) / 1024 };
  } finally {
    closeSync(input);
    rmSync(folder, { recursive: true });
  }
}

const ROUNDS = 25;

/** The shortest time of each command line, in turns; Node alone where there is none. */
export function startUps(lines: readonly (readonly string[])[]): number[] {
  const best = lines.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    lines.forEach((line, index) => {
      const start = process.hrtime.bigint();
      spawnSync(process.execPath, line.length === 0 ? ['-e', '0'] : [COMMAND, ...line]);
      best[index] = Math.min(best[index], Number(process.hrtime.bigint() - start) / 1e6);
    });
  }
  return best;
}
