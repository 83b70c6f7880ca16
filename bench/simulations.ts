import { readFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { KubernetesVersion, TerminationScenario } from '../lib';
import { recognisedPrograms } from '../lib/kubelet/pod-programs';
import { simulate } from '../lib/kubelet/simulate';
import { readPods } from '../lib/pod/read';

/** How many simulated terminations a second the limit asks for, and how many are made. */
export interface SimulationRate {
  readonly perSecond: number;
  /** A fixed loop on the same machine, to compare machines by. */
  readonly calibrationMillis: number;
  readonly heapGrowthMebibytes: number;
}

/** A pod as Envoy Gateway makes it, with its default drain. */
export function measureSimulations(count: number): SimulationRate {
  const manifest = readFileSync(join(__dirname, 'envoy-gateway-pod.yaml'), 'utf8');
  const [pod] = readPods(parse(manifest));
  const [scenario] = TerminationScenario.deletion()._scenarios;
  const input = { pod, scenario, version: KubernetesVersion.of('1.34'), ...recognisedPrograms(pod) };
  for (let warm = 0; warm < 500; warm++) simulate(input);
  global.gc?.();
  const heap = process.memoryUsage().heapUsed;
  const start = process.cpuUsage();
  for (let made = 0; made < count; made++) simulate(input);
  const { user, system } = process.cpuUsage(start);
  global.gc?.();
  return {
    perSecond: Math.round(count / ((user + system) / 1e6)),
    calibrationMillis: calibration(),
    heapGrowthMebibytes: (process.memoryUsage().heapUsed - heap) / 2 ** 20,
  };
}

function calibration(): number {
  const start = process.cpuUsage();
  let sum = 0;
  for (let number = 0; number < 50_000_000; number++) sum = (sum + number * 31) % 1_000_003;
  if (sum < 0) throw new Error('the loop was not run');
  return Math.round(process.cpuUsage(start).user / 1000);
}
