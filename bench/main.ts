import { execFileSync } from 'child_process';
import { join } from 'path';
import { parse } from 'yaml';
import { byHand, Maker, manifestOf, measure, withLibrary } from './proxies';
import { measureSimulations } from './simulations';
import { alternating, median, ms, ratios } from './statistics';

/** What the library may cost; see README.md beside this file for what it did cost. */
const LIMITS = { againstRaw: 1.25, fourTimesAsMany: 4.4, require: 1.25 };
const SIMULATIONS = { perSecond: 10_000, heapGrowthMebibytes: 8, count: 100_000 };
const PAIRS = 9;

interface Row {
  readonly what: string;
  readonly ratio: number;
  readonly limit: number;
  readonly detail: string;
}

function main(): void {
  const raw = byHand(...bootstrapOf(manifestOf(withLibrary, 1)));
  checkSame(manifestOf(withLibrary, 3), manifestOf(raw, 3));
  const rows = [againstRaw(raw), fourTimesAsMany(), requireTime()];
  for (const { what, ratio, limit, detail } of rows) {
    process.stdout.write(`${what}: ${ratio.toFixed(2)} x (limit ${limit} x; ${detail})\n`);
  }
  const quick = simulationsAreQuick();
  if (quick && rows.every(({ ratio, limit }) => ratio <= limit)) return;
  process.stdout.write('beyond its limit\n');
  process.exitCode = 1;
}

/** The calibration loop beside it tells a slow machine from a slow simulator. */
function simulationsAreQuick(): boolean {
  const { perSecond, calibrationMillis, heapGrowthMebibytes } = measureSimulations(SIMULATIONS.count);
  const count = (figure: number): string => figure.toLocaleString('en');
  process.stdout.write(`simulated terminations of the Envoy Gateway pod: ${count(perSecond)} a second `
    + `(limit ${count(SIMULATIONS.perSecond)}; calibration loop ${calibrationMillis} ms)\n`
    + `heap after ${count(SIMULATIONS.count)} of them: ${heapGrowthMebibytes.toFixed(1)} MiB more `
    + `(limit ${SIMULATIONS.heapGrowthMebibytes} MiB)\n`);
  return perSecond >= SIMULATIONS.perSecond && heapGrowthMebibytes <= SIMULATIONS.heapGrowthMebibytes;
}

function againstRaw(raw: Maker): Row {
  const [library, hand] = alternating(() => measure(withLibrary, 1000), () => measure(raw, 1000), PAIRS);
  return {
    what: '1,000 proxies against the same manifests by hand', limit: LIMITS.againstRaw,
    ratio: median(ratios(library, hand)), detail: `median ${ms(library)} against ${ms(hand)} CPU, ${PAIRS} pairs`,
  };
}

function fourTimesAsMany(): Row {
  const [many, few] = alternating(() => measure(withLibrary, 4000), () => measure(withLibrary, 1000), 5);
  return {
    what: '4,000 proxies in one chart against 1,000', limit: LIMITS.fourTimesAsMany,
    ratio: median(ratios(many, few)), detail: `median ${ms(many)} against ${ms(few)} CPU, 5 pairs`,
  };
}

/** Start-up is measured in processes of its own, where nothing is loaded yet. */
function requireTime(): Row {
  const peers = 'require("cdk8s"); require("cdk8s-plus-28"); require("constructs");';
  const library = `${peers} require(${JSON.stringify(join(__dirname, '..', 'lib'))});`;
  const [all, alone] = alternating(() => startUp(library), () => startUp(peers), 15);
  return {
    what: 'require of the library against its peers alone', limit: LIMITS.require,
    ratio: median(ratios(all, alone)), detail: `median ${ms(all)} against ${ms(alone)} CPU, 15 pairs`,
  };
}

function startUp(code: string): number {
  const script = `const start = process.cpuUsage(); ${code} const { user, system } = process.cpuUsage(start);`
    + 'process.stdout.write(String((user + system) / 1000));';
  return Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', cwd: join(__dirname, '..') }));
}

function bootstrapOf(manifest: string): [string, string] {
  const [configMap, deployment] = manifest.split('\n---\n').map((document) => parse(document));
  return [configMap.data['envoy.yaml'], Object.values<string>(deployment.spec.template.metadata.annotations)[0]];
}

function checkSame(library: string, hand: string): void {
  if (library === hand) return;
  const [ours, theirs] = [library.split('\n'), hand.split('\n')];
  const line = ours.findIndex((text, index) => text !== theirs[index]);
  throw new Error(`the manifests differ in line ${line + 1}:\n  library: ${ours[line]}\n  by hand: ${theirs[line]}`);
}

main();
