import { readFileSync } from 'fs';
import { join } from 'path';
import { Duration } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
// In a project of your own: from 'cdk8s-envoy-proxy'.
import {
  KubernetesVersion, TerminationCeiling, TerminationOutcome, TerminationScenario, TerminationTimeline,
} from '../src';

/** A row of a table in docs/contour.md: what the simulator says of one pod in several scenarios. */
export type Row = readonly string[];

interface Container {
  readonly name: string;
  readonly lifecycle?: object;
  livenessProbe?: object;
}

interface Workload {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: Container[];
        readonly initContainers?: Container[];
      };
    };
  };
}

/** A pod, and the container beside Envoy that begins its drain. */
interface Candidate {
  readonly name: string;
  readonly manifest: Workload;
  readonly manager?: Container;
}

/** The heading of a column, and its scenario, or why it cannot happen to a pod. */
type Column = readonly [heading: string, scenario: (candidate: Candidate) => TerminationScenario | string];

const seconds = Duration.seconds;
const VERSION = KubernetesVersion.of('v1.35.9+k3s1');

/** Contour's pod in its layouts. */
export function contourVariants(): readonly Row[] {
  return rows('layout', [
    candidate('before Contour 1.24', withManagerProbe(readExample('contour-variants/today.yaml'))),
    candidate('today', workloadIn(readExample('contour-variants/today.yaml'))),
    ...[['requests and probes', 'requests-and-probes'], ['native sidecar', 'native'], ['combined image', 'combined-image']]
      .map(([name, file]) => candidate(name, workloadIn(readExample(`expected/contour-variants/${file}.yaml`)))),
  ], [
    ['deletion, `kubectl drain`', () => TerminationScenario.deletion()],
    ['the node goes in 30 s', () => TerminationScenario.nodeGoes(TerminationCeiling.custom('the node', seconds(30)))],
    ['the manager is killed for memory', ({ manager }) => manager ? TerminationScenario.crash(manager.name) : 'no manager'],
    ['2 s after a deletion it is', ({ manager }) => TerminationScenario.deletion({
      faults: { killedContainer: manager?.name ?? 'envoy', killedAfter: seconds(2) },
    })],
    ['its liveness probe fails', restartOfManager],
    ['deletion with a ready file of an earlier hook', ({ manager }) => manager
      ? TerminationScenario.deletion({ faults: { staleReadyFile: `${manager.name}:/admin/ok` } })
      : 'it goes with the container'],
  ]);
}

/** Ways to begin a drain, at the same times: each lasts 30 s, and `--drain-time-s` is 15. */
export function drainListeners(): readonly Row[] {
  const listeners = readExample('drain-listeners/drain-listeners.yaml');
  const traffic = (endpointLag: number, loadBalancer?: number): TerminationScenario => TerminationScenario.deletion({
    traffic: {
      endpointLag: seconds(endpointLag),
      ...loadBalancer === undefined ? {} : { loadBalancerDetection: seconds(loadBalancer) },
    },
  });
  return rows('the hook calls', [
    candidate('`/healthcheck/fail`', workloadIn(readExample('drain-listeners/healthcheck-fail.yaml'))),
    candidate('`/drain_listeners?graceful`', workloadIn(listeners)),
    candidate('`/drain_listeners?graceful&skip_exit`', workloadIn(listeners.replace('?graceful', '?graceful&skip_exit'))),
    candidate('`/drain_listeners`', workloadIn(listeners.replace('?graceful', ''))),
  ], [
    ['deletion, endpoints lag by 10 s', () => traffic(10)],
    ['by 20 s', () => traffic(20)],
    ['a load balancer notices in 12 s', () => traffic(5, 12)],
    ['a probe restarts the drainer', restartOfManager],
  ]);
}

/** As Markdown has it. */
export function tableOf([head, ...body]: readonly Row[]): string {
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...body.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

function rows(first: string, candidates: readonly Candidate[], columns: readonly Column[]): readonly Row[] {
  return [[first, ...columns.map(([heading]) => heading)], ...candidates.map((each) =>
    [each.name, ...columns.map(([, scenarioOf]) => cell(each, scenarioOf(each)))])];
}

function cell({ manifest }: Candidate, scenario: TerminationScenario | string): string {
  if (typeof scenario === 'string') return scenario;
  const { outcome } = TerminationTimeline.simulate(manifest, { scenario, kubernetesVersion: VERSION });
  return verdict(outcome);
}

function verdict({ isKnown, losesRequests, certainLoss, losses }: TerminationOutcome): string {
  if (!isKnown) return 'not known';
  return losesRequests ? `${certainLoss ? 'lost' : 'may be lost'}: ${losses.filter((loss) => !CONDITION.test(loss)).join('; ')}` : 'nothing is lost';
}

/** "May be lost" says it in the table. */
const CONDITION = /^that is so when/;

function restartOfManager({ manager }: Candidate): TerminationScenario | string {
  if (!manager) return 'no manager';
  return manager.livenessProbe ? TerminationScenario.livenessFailure(manager.name) : 'it has none';
}

function candidate(name: string, manifest: Workload): Candidate {
  const { containers, initContainers = [] } = manifest.spec.template.spec;
  const manager = [...initContainers, ...containers].find((each) => each.name !== 'envoy' && each.lifecycle);
  return { name, manifest, manager };
}

/** What Contour's manifests had until 1.23: https://github.com/projectcontour/contour/pull/4967 */
function withManagerProbe(text: string): Workload {
  const manifest = workloadIn(text);
  const manager = manifest.spec.template.spec.containers.find(({ name }) => name === 'shutdown-manager');
  manager!.livenessProbe = { httpGet: { path: '/healthz', port: 8090 }, initialDelaySeconds: 3, periodSeconds: 10 };
  return manifest;
}

function readExample(file: string): string {
  return readFileSync(join(__dirname, file), 'utf8');
}

function workloadIn(text: string): Workload {
  return parseAllDocuments(text).map((document) => document.toJS()).find(({ spec }) => spec?.template !== undefined);
}

if (require.main === module) process.stdout.write(`${tableOf(contourVariants())}\n\n${tableOf(drainListeners())}\n`);
