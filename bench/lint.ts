import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { loadAll } from 'js-yaml-4';
import { proxiesAndServices, writeAsFiles } from './lint-input';
import { lintProcess, startUps } from './lint-processes';
import { alternating, cpuMillis, median, ms, ratios } from './statistics';
import { readSources } from '../lib/cli/documents';
import { run } from '../lib/cli/run';
import { createPodStory } from '../lib/hazards/pod-story';
import { readPods } from '../lib/pod/read';

/** What linting may cost; see README.md beside this file for what it did cost. */
const LIMITS = { againstParse: 2.0, tenTimesAsMany: 11, mebibytes: 400, startUpMillis: 40 };
const PAIRS = 9;

const checks: boolean[] = [];

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'lint-bench-'));
  try {
    const text = proxiesAndServices(1_000);
    const files = join(folder, 'files');
    writeAsFiles(files, 1_000);
    const parse = (): number => cpuMillis(() => loadAll(text));
    againstParse('1,000 Deployments and 1,000 Services in one text', () => lintMillis(['-'], text), parse);
    againstParse('the same as 1,000 files', () => lintMillis([files]), parse);
    profile(text);
    streams(folder);
    startUp();
  } finally {
    rmSync(folder, { recursive: true });
  }
  if (checks.every((passed) => passed)) return;
  say('beyond its limit');
  process.exitCode = 1;
}

/** All rules, and the text for people. */
function lintMillis(args: readonly string[], input = ''): number {
  let error = '';
  let out = '';
  const millis = cpuMillis(() => run(['lint', ...args], {
    standardInput: () => input, out: (text) => { out += text; }, error: (text) => { error += text; },
  }));
  if (error !== '' || !out.includes('2000 documents, 1000 pods, ')) throw new Error(`not all was linted: ${error}${out.slice(-300)}`);
  return millis;
}

function againstParse(what: string, lint: () => number, parse: () => number): void {
  const [ours, theirs] = alternating(lint, parse, PAIRS);
  const perSecond = Math.round(2_000 / (median(ours) / 1000)).toLocaleString('en');
  check(`lint of ${what} against js-yaml 4 alone`, median(ratios(ours, theirs)), LIMITS.againstParse, ' x',
    `median ${ms(ours)} against ${ms(theirs)} CPU, ${PAIRS} pairs; ${perSecond} documents a second`);
}

/** Where the time goes; the rest is rules and output. */
function profile(text: string): void {
  const read = (): unknown[] => [...readSources(['-'], () => text)].flatMap((item) => (item.kind === 'document' ? [item.value] : []));
  const values = read();
  const pods = values.flatMap((value) => readPods(value as never));
  const steps: readonly (readonly [string, () => void])[] = [
    ['reading', read], ['pods', () => values.forEach((value) => readPods(value as never))],
    ['programs', () => pods.forEach((pod) => createPodStory(pod))], ['all', () => { lintMillis(['-'], text); }],
  ];
  const told = steps.map(([name, step]) => `${name} ${ms(Array.from({ length: PAIRS }, () => cpuMillis(step)))}`);
  say(`of which ${told.join(', ')}`);
}

/** The command itself, in processes of its own. */
function streams(folder: string): void {
  const [small, big] = [1_000, 10_000].map((count) => {
    const file = join(folder, `${count}.yaml`);
    writeFileSync(file, proxiesAndServices(count));
    return file;
  });
  const [many, few] = [big, small].map((file) => Array.from({ length: 3 }, () => lintProcess(file)));
  const [wallOfMany, wallOfFew] = [many, few].map((runs) => Math.min(...runs.map(({ wallMillis }) => wallMillis)));
  const perSecond = Math.round(20_000 / (wallOfMany / 1000)).toLocaleString('en');
  check('10,000 Deployments and 10,000 Services through a pipe against 1,000', wallOfMany / wallOfFew, LIMITS.tenTimesAsMany, ' x',
    `${Math.round(wallOfMany)} ms against ${Math.round(wallOfFew)} ms wall, the best of 3; ${perSecond} documents a second`);
  check('memory for that, at its peak', Math.max(...many.map(({ mebibytes }) => mebibytes)), LIMITS.mebibytes, ' MiB',
    `${Math.round(Math.max(...few.map(({ mebibytes }) => mebibytes)))} MiB for 1,000`);
}

function startUp(): void {
  const pod = join(__dirname, 'envoy-gateway-pod.yaml');
  const [bare, ...commands] = startUps([[], ['--help'], ['rules'], ['lint', pod]]);
  commands.forEach((millis, index) => {
    check(`start-up of envoy-drain ${['--help', 'rules', 'lint with one pod'][index]}`, millis - bare, LIMITS.startUpMillis, ' ms',
      `${millis.toFixed(0)} ms against ${bare.toFixed(0)} ms of bare Node, the best of many`);
  });
}

function check(what: string, value: number, limit: number, unit: string, detail: string): void {
  checks.push(value <= limit);
  say(`${what}: ${value.toFixed(unit === ' x' ? 2 : 0)}${unit} (limit ${limit}${unit}; ${detail})`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main();
