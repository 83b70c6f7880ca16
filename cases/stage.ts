import { CaseFile } from './case-file';
import { recognisedPrograms } from '../src/kubelet/pod-programs';
import { Action, Faults, NO_FAULTS, NO_TRAFFIC, Traffic } from '../src/kubelet/scenario';
import { runsOf } from '../src/kubelet/simulate';
import { SimulationInput } from '../src/kubelet/simulation';
import { World } from '../src/kubelet/world';
import { KubernetesVersion } from '../src/kubernetes-version';
import { PodLifecycle } from '../src/pod/pod-lifecycle';
import { readPods } from '../src/pod/read';
import { durationMillis } from '../src/upstream/arguments';
import { HookProgram } from '../src/upstream/behaviour';

/** Traffic that statements speak of. */
export type TrafficName = 'quiet' | 'busy' | 'open' | 'in-flight' | 'slow' | 'tcp' | 'coming';

/** What a statement presupposes. */
export interface Condition {
  readonly action: Action;
  readonly faults: Partial<Faults>;
  /** Undefined: whatever the traffic is. */
  readonly traffic?: TrafficName;
  /** Of the kubelet, where it is not the one of the case. */
  readonly version?: string;
  /** Containers whose hooks fail at once, and whether hooks write no files. */
  readonly failingHooks: readonly string[];
  readonly withoutFiles: boolean;
}

export const PLAIN_DELETION: Condition = { action: { kind: 'deletion' }, faults: {}, failingHooks: [], withoutFiles: false };

/** The pod of a case, and what simulations make of it. */
export interface Stage extends Pick<SimulationInput, 'programs' | 'hookProgram'> {
  readonly pod: PodLifecycle;
  runs(condition: Condition, traffic: TrafficName): readonly World[];
}

export function createStage({ manifests, kubernetes, options }: CaseFile): Stage | undefined {
  const [pod] = manifests.flatMap((manifest) => readPods(manifest as never));
  if (!pod) return undefined;
  const recognised = recognisedPrograms(pod);
  const detectionMillis = durationMillis(options['load-balancer-detection'] ?? '');
  const cache = new Map<string, readonly World[]>();
  return {
    pod,
    ...recognised,
    runs(condition, traffic) {
      const key = JSON.stringify([condition, traffic]);
      const known = cache.get(key);
      if (known) return known;
      const runs = runsOf({
        pod,
        version: versionOf(condition.version ?? kubernetes),
        programs: recognised.programs,
        hookProgram: (name, command) => changed(recognised.hookProgram(name, command), condition, name),
        scenario: {
          action: condition.action, faults: { ...NO_FAULTS, ...condition.faults },
          traffic: { ...TRAFFICS[traffic], detectionMillis },
        },
      });
      cache.set(key, runs);
      return runs;
    },
  };
}

function versionOf(text: string): KubernetesVersion {
  return text === 'unknown' ? KubernetesVersion.UNKNOWN : KubernetesVersion.of(text);
}

/** A condition may take something away from hooks. */
function changed(program: HookProgram, { failingHooks, withoutFiles }: Condition, name: string): HookProgram {
  if (failingHooks.includes(name)) return { ...program, steps: [{ step: 'exit', code: 1 }] };
  if (!withoutFiles) return program;
  return { ...program, steps: program.steps.filter(({ step }) => step !== 'write-file') };
}

/** Long enough for a request or a connection to be there whenever Envoy ends. */
const VERY_LONG_MILLIS = 3_600_000;

const COMING = { ...NO_TRAFFIC, endpointLagMillis: 5_000, newConnectionsPerSecond: 20 };

const TRAFFICS: { readonly [name in TrafficName]: Traffic } = {
  'quiet': NO_TRAFFIC,
  'busy': { ...COMING, keepAliveConnections: 10, longestRequestMillis: 3_000, longRequestClients: 3 },
  'open': { ...NO_TRAFFIC, endlessStreams: 1 },
  'coming': COMING,
  'in-flight': { ...COMING, requestsInFlight: [3_000] },
  'slow': { ...NO_TRAFFIC, keepAliveConnections: 10, longestRequestMillis: 60_000, longRequestClients: 5, requestsInFlight: [VERY_LONG_MILLIS] },
  'tcp': { ...NO_TRAFFIC, tcpConnections: 2 },
};
