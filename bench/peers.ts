import { spawnSync } from 'child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { proxiesAndServices } from './lint-input';
import { installedPeers } from './peers-install';
import { strictSchemas } from './peers-schemas';
import { median } from './statistics';

/** How much of a peer's time linting may take, with a Node that is maintained. */
const LIMITS = { 'kubeconform': 0.7, 'kube-score': 0.5 };
/** Node 20 has had no releases since April 2026 (https://nodejs.org/en/about/previous-releases): its figure is only told. */
const NODES = [{ major: '20', isHeld: false }, { major: '22', isHeld: true }, { major: '24', isHeld: true }];
const RUNS = 5;

const COMMAND = join(__dirname, '..', 'lib', 'cli', 'envoy-drain.js');
const NODE_FINDER = join(__dirname, '..', 'scripts', 'nodes.mjs');

function main(): void {
  const peers = installedPeers();
  const folder = mkdtempSync(join(tmpdir(), 'peers-bench-'));
  try {
    const file = join(folder, 'manifests.yaml');
    writeFileSync(file, proxiesAndServices(1_000));
    if (peers.kubeconform !== undefined) compare('kubeconform', [peers.kubeconform, '-strict', '-summary', ...schemaArguments(folder)], file);
    if (peers['kube-score'] !== undefined) compare('kube-score', [peers['kube-score'], 'score', '--output-format', 'ci'], file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Its schemas come from the network otherwise. */
function schemaArguments(folder: string): string[] {
  const template = strictSchemas(join(folder, 'schemas'));
  if (template !== undefined) return ['-schema-location', template];
  say('kubeconform: no schemas are to be had here, so that it only parses (-ignore-missing-schemas)');
  return ['-schema-location', join(folder, 'none', '{{ .ResourceKind }}.json'), '-ignore-missing-schemas'];
}

function compare(name: keyof typeof LIMITS, peer: readonly string[], file: string): void {
  for (const { major, isHeld } of NODES) {
    const ratio = compareWith(major, name, peer, file);
    if (!isHeld || ratio <= LIMITS[name]) continue;
    say('beyond its limit');
    process.exitCode = 1;
  }
}

/** A B A B ..., whole processes; which exit code the findings make does not matter. */
function compareWith(major: string, name: keyof typeof LIMITS, peer: readonly string[], file: string): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, [NODE_FINDER, major], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Node ${major}: ${stderr}`);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    ours.push(wallMillis([stdout.trim(), COMMAND, 'lint', file]));
    theirs.push(wallMillis([...peer, file]));
  }
  const ratio = median(ours.map((millis, index) => millis / theirs[index]));
  const perSecond = Math.round(2_000 / (median(ours) / 1000)).toLocaleString('en');
  say(`lint of 1,000 Deployments and 1,000 Services against ${name}, Node ${major}: ${ratio.toFixed(2)} x (limit ${LIMITS[name]} x; `
    + `median ${Math.round(median(ours))} ms against ${Math.round(median(theirs))} ms wall, ${RUNS} runs; ${perSecond} documents a second)`);
  return ratio;
}

function wallMillis([command, ...args]: readonly string[]): number {
  const start = process.hrtime.bigint();
  const { error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (error || stdout.length + stderr.length === 0) throw error ?? new Error(`${command} said nothing`);
  if (/could not find schema|failed downloading/i.test(stdout)) throw new Error(`${command}: ${stdout.slice(0, 300)}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main();
