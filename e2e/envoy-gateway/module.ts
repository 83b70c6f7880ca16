import { execFileSync, spawnSync } from 'child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'fs';
import { join } from 'path';
import { byVersion, cacheFolder } from '../api/server/versions';

const MODULE = 'github.com/envoyproxy/gateway';
export const PACKAGE = 'internal/infrastructure/kubernetes/proxy';

/** Our Go files: the test, and how its renderer is made by Envoy Gateway from a minor version on. */
const GO_FILES = join(__dirname, 'renderer');
const SHAPE = /^from-(\d+\.\d+)\.go\.txt$/;

/**
 * Commits that 1.9.0 requires, of a module with the types of Envoy's API. Other releases require commits that the
 * public proxy may have dropped; of a workload, only the text of the bootstrap comes from them.
 */
const CONTROL_PLANE = 'github.com/envoyproxy/go-control-plane';
const STAND_INS: { readonly [folder: string]: string } = {
  '': 'v0.14.1-0.20260729145720-a2d8c7492908',
  '/contrib': 'v1.36.1-0.20260729145720-a2d8c7492908',
  '/envoy': 'v1.37.1-0.20260729145720-a2d8c7492908',
  '/ratelimit': 'v0.1.1-0.20260729145720-a2d8c7492908',
};

/** A copy of the module, since Go lets nobody else import what is internal; with our test as its package's only one. */
export function preparedModule(version: string): string {
  const module = copiedModule(version);
  const folder = join(module, PACKAGE);
  // upstream's tests would take longer to compile than all the rest
  for (const file of readdirSync(folder)) if (file.endsWith('_test.go')) rmSync(join(folder, file));
  copyFileSync(join(GO_FILES, 'render_test.go.txt'), join(folder, 'render_test.go'));
  copyFileSync(join(GO_FILES, shapeFor(version)), join(folder, 'renderer_test.go'));
  if (!isComplete(module)) useStandIns(module);
  if (hasStandIns(module)) console.log(`${version}: its go-control-plane cannot be had, that of 1.9.0 stands in`);
  return module;
}

function copiedModule(version: string): string {
  const module = join(cacheFolder(), `envoy-gateway-${version}`);
  if (existsSync(module)) return module;
  mkdirSync(cacheFolder(), { recursive: true });
  const copy = mkdtempSync(`${module}-`);
  execFileSync('cp', ['-R', `${downloaded(version)}/.`, copy]);
  execFileSync('chmod', ['-R', 'u+w', copy]);
  renameSync(copy, module);
  return module;
}

function downloaded(version: string): string {
  const json = execFileSync('go', ['mod', 'download', '-json', `${MODULE}@v${version}`], {
    cwd: cacheFolder(), encoding: 'utf8', env: goEnvironment(), stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (JSON.parse(json) as { readonly Dir: string }).Dir;
}

/** Whether everything that the package imports can be had. */
function isComplete(module: string): boolean {
  const list = ['list', '-deps', `./${PACKAGE}`];
  return spawnSync('go', list, { cwd: module, env: goEnvironment(), stdio: 'ignore' }).status === 0;
}

function useStandIns(module: string): void {
  const replacements = Object.entries(STAND_INS)
    .map(([folder, commit]) => `-replace=${CONTROL_PLANE}${folder}=${CONTROL_PLANE}${folder}@${commit}`);
  // the second adds the sums of what they require
  for (const args of [['mod', 'edit', ...replacements], ['list', '-mod=mod', '-deps', `./${PACKAGE}`]]) {
    execFileSync('go', args, { cwd: module, env: goEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

function hasStandIns(module: string): boolean {
  return readFileSync(join(module, 'go.mod'), 'utf8').includes(`${CONTROL_PLANE} => `);
}

function shapeFor(version: string): string {
  const shapes = readdirSync(GO_FILES).flatMap((file) => SHAPE.exec(file)?.[1] ?? []).sort(byVersion);
  const shape = shapes.reverse().find((since) => byVersion(since, version) <= 0);
  if (shape === undefined) throw new Error(`Envoy Gateway ${version} is older than all of ${GO_FILES}`);
  return `from-${shape}.go.txt`;
}

/** The installed Go builds everything: a release's own toolchain would have to be downloaded. */
export function goEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, GOTOOLCHAIN: 'local' };
}
