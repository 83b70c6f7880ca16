import { Duration } from 'cdk8s';
import { durationFlag } from './flags';
import { UsageError } from './io';
import { PodLifecycle } from '../pod/pod-lifecycle';
import { TerminationCeiling } from '../termination-ceiling';
import { TerminationScenario } from '../termination-scenario';
import { TerminationScenarioOptions } from '../termination-scenario-options';
import { listed } from '../values/errors';

/** Options that say what happens, as they are written. */
export interface ScenarioFlags {
  readonly scenario: string;
  readonly endpointLag?: string;
  readonly longestRequest?: string;
}

const SCENARIOS = 'deletion, deletion:30s, eviction:0s, node-shutdown:30s, liveness:envoy, startup:envoy, crash:shutdown-manager';

/** Scenarios that happen to one container. */
const OF_CONTAINERS = ['liveness', 'startup', 'crash'];

export function scenarioOf(flags: ScenarioFlags): TerminationScenario {
  const { endpointLag, longestRequest } = flags;
  const options: TerminationScenarioOptions = {
    traffic: {
      endpointLag: duration('--endpoint-lag', endpointLag), longestRequest: duration('--longest-request', longestRequest),
    },
  };
  const [kind, argument] = partsOf(flags);
  const seconds = (): Duration => {
    if (!argument) throw new UsageError(`--scenario ${kind}: give a duration, as in ${kind}:30s`);
    return duration(`--scenario ${kind}:`, argument)!;
  };
  switch (kind) {
    case 'deletion': return TerminationScenario.deletion(
      argument === undefined ? options : { ...options, gracePeriod: seconds() });
    case 'eviction': return TerminationScenario.eviction(seconds(), options);
    case 'node-shutdown': return TerminationScenario.nodeGoes(TerminationCeiling.custom('the node', seconds()), options);
    case 'liveness': return TerminationScenario.livenessFailure(named(kind, argument), options);
    case 'startup': return TerminationScenario.startupFailure(named(kind, argument), options);
    case 'crash': return TerminationScenario.crash(named(kind, argument), options);
    default: throw new UsageError(`--scenario ${flags.scenario}: known are ${SCENARIOS}`);
  }
}

/** Whether the scenario can happen to a pod. Throws where it can happen to none of them: the name is wrong then. */
export function applicability(flags: ScenarioFlags, pods: readonly PodLifecycle[]): (pod: PodLifecycle) => boolean {
  const [kind, container] = partsOf(flags);
  if (!OF_CONTAINERS.includes(kind)) return () => true;
  const applies = ({ containers }: PodLifecycle): boolean => containers.some(({ name }) => name === container);
  if (pods.length === 0 || pods.some(applies)) return applies;
  const names = new Set(pods.flatMap(({ containers }) => containers.map(({ name }) => name)));
  throw new UsageError(`'--scenario' (${flags.scenario}) must name a container of the pods (${listed([...names])}): `
    + 'nothing would happen to it; correct the name');
}

function partsOf({ scenario }: ScenarioFlags): readonly [string, string | undefined] {
  const [kind, argument] = scenario.split(/:(.*)/s);
  return [kind, argument];
}

function named(kind: string, container: string | undefined): string {
  if (container) return container;
  throw new UsageError(`--scenario ${kind}: name the container, as in ${kind}:envoy`);
}

function duration(option: string, text: string | undefined): Duration | undefined {
  const millis = durationFlag(option, text);
  return millis === undefined ? undefined : Duration.millis(millis);
}
