import { compare, deviation, isUsual } from './compare';
import { inputOf, podOf } from './input';
import { observedIn } from './observed';
import { Phase, phasesOf } from './phases';
import { Recording } from './recording';
import { simulate } from '../src/kubelet/simulate';
import { EventSpan, SimulationInput } from '../src/kubelet/simulation';
import { actorLogsHook, isActor } from '../test/support/actor';

/** How a recording and the simulator get on. */
export interface Verdict {
  readonly recording: Recording;
  /** Why there is nothing to compare. */
  readonly notComparable?: string;
  /** Empty where they agree. */
  readonly disagreements: readonly string[];
  /** The largest distance of a recorded time from the simulator's usual one, the end of the pod apart. */
  readonly worstMillis: number;
  /** Some time is further from the usual one than measuring explains, but within the simulator's span. */
  readonly spanNeeded: boolean;
  readonly events: number;
}

export function judge(recording: Recording): Verdict {
  const nothing = { recording, disagreements: [], worstMillis: 0, spanNeeded: false, events: 0 };
  if (recording.t0 === undefined) {
    const { status, message = '' } = recording.create!;
    return { ...nothing, notComparable: `the API server refused the pod (${status}): ${message}` };
  }
  try {
    return phasesOf(recording).reduce(withPhase, { ...nothing, hooksLeft: new Set<string>() } as VerdictSoFar);
  } catch (error) {
    return { ...nothing, disagreements: [`not simulated: ${(error as Error).message}`] };
  }
}

interface VerdictSoFar extends Verdict {
  readonly hooksLeft: ReadonlySet<string>;
}

function withPhase(verdict: VerdictSoFar, phase: Phase): VerdictSoFar {
  const { recording } = verdict;
  const input = inputOf(recording, podOf(recording), phase);
  const { events, unknown } = simulate(input);
  const { pairs, disagreements } = compare(observedIn(recording, phase), events, {
    isRecorded: (event) => isRecorded(recording, input, event),
    untilMillis: phase.until - phase.origin,
    hooksLeft: verdict.hooksLeft,
  });
  const timed = pairs.filter(({ simulated }) => simulated.kind !== 'POD_GONE');
  return {
    recording,
    disagreements: [
      ...verdict.disagreements, ...disagreements.map((text) => `${phase.action.kind}: ${text}`),
      ...unknown.map((name) => `${phase.action.kind}: the program of ${name} is not known`),
    ],
    worstMillis: Math.max(
      verdict.worstMillis, ...timed.map(({ observed, simulated }) => deviation(observed.atMillis, simulated)),
    ),
    spanNeeded: verdict.spanNeeded || !pairs.every(isUsual),
    events: verdict.events + pairs.length,
    hooksLeft: new Set([...verdict.hooksLeft, ...hooksLeftBy(events, phase)]),
  };
}

/** Hooks that the kubelet gave up, and that had not ended when the phase did. */
function hooksLeftBy(events: readonly EventSpan[], phase: Phase): string[] {
  const until = phase.until - phase.origin;
  return events.filter(({ kind, typicalMillis }) => kind === 'HOOK_ABANDONED' && typicalMillis < until)
    .map(({ container }) => container!)
    .filter((name) => !events.some(({ kind, container, latestMillis }) =>
      container === name && (kind === 'HOOK_ENDED' || kind === 'HOOK_FAILED') && latestMillis < until));
}

/** What no recording holds of any container: only what it causes can be seen. */
const NEVER_RECORDED = ['HOOK_ABANDONED', 'DRAIN_STARTED', 'HEALTH_CHECKS_FAIL', 'LISTENERS_CLOSED', 'SIGKILL'];

/** Whether the recording would hold an event of this kind and container: programs differ in what they write down. */
function isRecorded(
  recording: Recording, { pod, scenario }: SimulationInput, { kind, container: name }: EventSpan,
): boolean {
  if (NEVER_RECORDED.includes(kind)) return false;
  const container = pod.containers.find((other) => other.name === name);
  if (kind === 'HOOK_STARTED' || kind === 'HOOK_ENDED') return actorLogsHook(container?.preStop);
  if (kind === 'READY_FILE_WRITTEN') return container !== undefined && isActor(container);
  if (kind !== 'SIGTERM') return true;
  if (scenario.faults.frozen.includes(name!)) return false;
  return (container !== undefined && isActor(container))
    || recording.events.some(({ ev, c }) => ev === 'sigterm' && c === name);
}
