import { existsSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Tally } from './checks/tally';
import { byVersion } from './server/versions';

const PATH = join(__dirname, '..', 'API.md');

const HEAD = `# Accepted by real API servers

Written by \`npm run e2e:api -- --kubernetes VERSION\`, which replaces the row of its version; do not edit.

Each variant is synthesized for the version of its row and created by server-side dry run with strict field
validation, the pod of every template as well, in a namespace that enforces Pod Security "restricted"
("privileged" for host ports and the host network, which then warn about nothing else). Accepted means status
201; a warning, or a field that did not come back as it was sent, fails the run.

Variants: manager (Envoy Gateway, Contour, custom) x placement (automatic, native, sibling, combined image, image
volume where the version has it on) x workload (\`EnvoyProxyDeployment\`, \`EnvoyProxyDaemonSet\`, a Deployment, a
StatefulSet, a DaemonSet, a CronJob and a Pod of a user's own); host ports, host network; Contour's bootstrap;
Services of every type; pods that have a manager already; every setting at once; the examples. Not accepted, and
refused by the library where it can be asked for it: \`e2e/api/refusals.json\`, in the servers' own words.
`;

const COLUMNS = [
  'Kubernetes', 'date', 'variants', 'objects sent', 'accepted', 'warnings', 'fields dropped or changed',
  'image volumes', 'refused or dropped as expected', 'checks passed', 'checks failed',
];

/** What one run found, as a row. */
export interface RunResult {
  readonly release: string;
  readonly variants: number;
  readonly imageVolumes: boolean;
  readonly tally: Tally;
}

/** Puts the row of this version into the table; the rows of others stay. */
export function writeReport({ release, variants, imageVolumes, tally }: RunResult): void {
  const row = [
    release, new Date().toISOString().slice(0, 10), variants, tally.counted('objects'), tally.counted('accepted'),
    tally.counted('warnings'), tally.counted('dropped'), imageVolumes ? 'on' : 'off by default',
    tally.counted('refusals'), tally.passed, tally.failed,
  ];
  const rows = new Map(presentRows().map((line) => [line.split('|')[1].trim(), line]));
  rows.set(release, tableLine(row));
  const sorted = [...rows.keys()].sort(byVersion).map((version) => rows.get(version));
  writeFileSync(PATH, [HEAD, tableLine(COLUMNS), tableLine(COLUMNS.map(() => '---')), ...sorted, ''].join('\n'));
}

function presentRows(): string[] {
  if (!existsSync(PATH)) return [];
  return readFileSync(PATH, 'utf8').split('\n').filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line));
}

function tableLine(cells: readonly unknown[]): string {
  return `| ${cells.join(' | ')} |`;
}
