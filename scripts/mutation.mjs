// Changes the code of one folder after the other in thousands of small ways, and tells which changes no test notices:
// `npm run mutation [-- hazards kubelet pod values]`. With `--again` only what new tests or new code may change is tried;
// MUTATION_SHARE=0.3 MUTATION_SEED=2 draws a sample of the functions, since a whole folder may take a
// quarter of an hour on two cores.
// Works in a copy, where it installs Stryker, which nobody else needs.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const COPY = join(homedir(), '.cache', 'cdk8s-envoy-proxy', 'mutation');
/** Version 10 of Stryker needs Node 22. */
const TOOLS = [
  '@stryker-mutator/core@9.6.1', '@stryker-mutator/mocha-runner@9.6.1', 'mocha@11', '@swc-node/register@1', '@swc/core@1', 'jest-each@30', 'expect@30',
];
const COPIED = [
  'src', 'test', 'cases', 'fidelity', 'drains', 'bench', 'examples', 'scripts', 'mutation', 'vendor', 'package.json', 'package-lock.json',
  'tsconfig.json', 'tsconfig.dev.json', 'HAZARDS.md', 'FIDELITY.md', 'README.md',
];
const AREAS = ['hazards', 'kubelet', 'pod', 'values'];

const again = process.argv.includes('--again');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--again');
const areas = wanted.length === 0 ? AREAS : wanted;
const unknown = areas.filter((area) => !AREAS.includes(area));
if (unknown.length > 0) {
  console.error(`unknown folder ${unknown.join(', ')}; there are ${AREAS.join(', ')}`);
  process.exit(2);
}

copyProject();
installTools();
const scores = areas.map((area) => [area, mutate(area)]);
for (const [area, score] of scores) console.log(`${area}: ${score}`);

function copyProject() {
  mkdirSync(COPY, { recursive: true });
  for (const path of COPIED) {
    rmSync(join(COPY, path), { recursive: true, force: true });
    cpSync(join(PROJECT, path), join(COPY, path), { recursive: true });
  }
}

/** Again only where the versions of the project or of the tools changed. */
function installTools() {
  const stamp = join(COPY, '.installed');
  const state = `${TOOLS.join(' ')}\n${readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...TOOLS]);
  writeFileSync(stamp, state);
}

function mutate(area) {
  console.log(`\n== ${area}`);
  run('npx', ['stryker', 'run', 'mutation/stryker.config.mjs'], {
    MUTATION_AREA: area, ...again ? { MUTATION_AGAIN: '1' } : {}, TS_NODE_PROJECT: 'tsconfig.dev.json',
    WITNESS_SEEDS: '12', PROPERTY_SEEDS: '4',
  });
  return summaryOf(JSON.parse(readFileSync(join(COPY, 'reports', `${area}.json`), 'utf8')));
}

/** Mutants of code that runs when a file is loaded are ignored, and not counted. */
function summaryOf({ files }) {
  const all = Object.values(files).flatMap(({ mutants }) => mutants).map(({ status }) => status);
  const count = (...statuses) => all.filter((status) => statuses.includes(status)).length;
  const [killed, survived, uncovered] = [count('Killed', 'Timeout'), count('Survived'), count('NoCoverage')];
  const total = killed + survived + uncovered;
  return `${total} mutants, ${killed} killed, ${survived} survived, ${uncovered} not covered, `
    + `${count('Ignored')} ignored: ${(100 * killed / total).toFixed(1)} %`;
}

function run(command, args, environment = {}) {
  const { status } = spawnSync(command, args, { cwd: COPY, stdio: 'inherit', env: { ...process.env, ...environment } });
  if (status !== 0) throw new Error(`${command} ${args.slice(0, 2).join(' ')} ended with ${status}`);
}
