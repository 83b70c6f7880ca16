import { execFileSync } from 'child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { goEnvironment, PACKAGE, preparedModule } from './module';
import { Manifest } from '../../src/pod/manifest';
import { ENVOY_GATEWAY } from '../../src/upstream/envoy-gateway';

/** The first compilation took 3 to 7 minutes on two cores. */
const RENDER_MILLIS = 20 * 60_000;

/** What Envoy Gateway's own code makes of each EnvoyProxy, under the same names. */
export function rendered(version: string, proxies: ReadonlyMap<string, Manifest>): Map<string, Manifest> {
  const module = preparedModule(version);
  const folder = mkdtempSync(join(tmpdir(), 'envoy-gateway-'));
  try {
    for (const [name, proxy] of proxies) writeFileSync(join(folder, `${slug(name)}.proxy.json`), JSON.stringify(proxy));
    runTest(module, { ENVOY_PROXIES: folder, SHUTDOWN_MANAGER_IMAGE: `${ENVOY_GATEWAY.imageRepository}:v${version}` });
    return new Map([...proxies.keys()].map((name) => [name, readJson(join(folder, `${slug(name)}.workload.json`))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As a file name, which Go's message has where a release refuses the resource. */
function slug(name: string): string {
  return name.replace(/[^\w.]+/g, '-');
}

function runTest(module: string, settings: { readonly [name: string]: string }): void {
  const test = ['go', 'test', `./${PACKAGE}`, '-run', '^TestRender$', '-count=1', '-vet=off'];
  try {
    execFileSync('nice', test, {
      cwd: module, encoding: 'utf8', env: { ...goEnvironment(), ...settings }, timeout: RENDER_MILLIS, stdio: 'pipe',
    });
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    const words = `${stdout}${stderr}`.split('\n').filter((line) => !line.startsWith('go: downloading '));
    throw new Error([`Envoy Gateway did not render: ${message.split('\n')[0]}`, ...words.slice(-20)].join('\n'));
  }
}

function readJson(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}
