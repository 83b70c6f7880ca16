import { EventSpan, Simulation, SimulationInput } from './simulation';
import type { TerminationOutcome } from '../termination-event';

/** What a simulation comes to. */
export function outcomeOf(input: SimulationInput, simulation: Simulation): TerminationOutcome {
  const { events, losses } = simulation;
  const envoys = input.pod.containers.filter(({ name }) => input.programs[name].envoy).map(({ name }) => name);
  const ofEnvoy = events.filter(({ kind, container }) => kind === 'SIGTERM' && envoys.includes(container ?? ''));
  const gone = events.find(({ kind }) => kind === 'POD_GONE');
  return {
    losesRequests: losses.lost,
    certainLoss: losses.lost && losses.certain,
    isKnown: envoys.length > 0 && simulation.unknown.length === 0,
    envoyContainers: envoys,
    losses: [...losses.reasons],
    ...sigtermOf(ofEnvoy),
    refusedFromMillis: losses.refusedFromMillis,
    refusedToMillis: losses.refusedToMillis,
    lingersMillis: losses.lingersMillis,
    podGoneLatestMillis: gone?.latestMillis,
    killedContainers: containersOf(events, 'SIGKILL'),
    failedHooks: containersOf(events, 'HOOK_FAILED'),
    failedHooksAreHarmless: !losses.lost && simulation.unknown.length === 0,
    notKnown: [...simulation.unknown],
  };
}

function sigtermOf(events: readonly EventSpan[]) {
  if (events.length === 0) return {};
  return {
    envoySigtermEarliestMillis: Math.min(...events.map(({ earliestMillis }) => earliestMillis)),
    envoySigtermLatestMillis: Math.max(...events.map(({ latestMillis }) => latestMillis)),
  };
}

function containersOf(events: readonly EventSpan[], kind: EventSpan['kind']): string[] {
  return [...new Set(events.filter((event) => event.kind === kind).map(({ container }) => container ?? ''))].sort();
}
