import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { App, Chart } from 'cdk8s';
import { rawProxy, sharedConfigMap } from './raw-proxy';
import { DrainTiming, EnvoyBootstrap, EnvoyProxyDeployment, KubernetesVersion } from '../lib';

/** One way to make many proxies in one chart. */
export type Maker = (chart: Chart, count: number) => void;

const BOOTSTRAP = join(__dirname, '..', 'examples', 'edge', 'envoy.yaml');

export const withLibrary: Maker = (chart, count) => {
  const bootstrap = EnvoyBootstrap.fromFile(BOOTSTRAP, { name: 'bootstrap' });
  const drainTiming = DrainTiming.of();
  for (let number = 0; number < count; number++) {
    new EnvoyProxyDeployment(chart, `Proxy${number}`, { bootstrap, drainTiming });
  }
};

/** By hand, with the configuration's text at hand as a constant. */
export function byHand(text: string, checksum: string): Maker {
  return (chart, count) => {
    const configMap = sharedConfigMap(chart, text);
    for (let number = 0; number < count; number++) rawProxy(chart, `Proxy${number}`, configMap, checksum);
  };
}

/** Makes and synthesizes; gives the CPU time in milliseconds. */
export function measure(maker: Maker, count: number): number {
  const outdir = mkdtempSync(join(tmpdir(), 'envoy-proxy-bench-'));
  global.gc?.();
  const start = process.cpuUsage();
  synthesize(maker, count, outdir);
  const { user, system } = process.cpuUsage(start);
  rmSync(outdir, { recursive: true });
  return (user + system) / 1000;
}

/** The manifest that a maker gives. */
export function manifestOf(maker: Maker, count: number): string {
  const outdir = mkdtempSync(join(tmpdir(), 'envoy-proxy-bench-'));
  synthesize(maker, count, outdir);
  const [file] = readdirSync(outdir);
  const manifest = readFileSync(join(outdir, file), 'utf8');
  rmSync(outdir, { recursive: true });
  return manifest;
}

function synthesize(maker: Maker, count: number, outdir: string): void {
  const app = new App({ outdir });
  KubernetesVersion.declare(app, KubernetesVersion.of('1.34'));
  maker(new Chart(app, 'edge'), count);
  app.synth();
}
