import { RecordedEvent, Recording } from './recording';
import { Action, Scenario } from '../src/kubelet/scenario';

/**
 * A stretch of a recording that one simulation acts out: from what begins it (a creation, a deletion, a
 * probe that failed for good) until the next one does.
 */
export interface Phase {
  readonly action: Action;
  readonly secondDeletion?: Scenario['secondDeletion'];
  /** When it was begun: the call to the API, or the failure of a probe. */
  readonly begunAt: number;
  /** Which time of the recording is 0 for the simulator: the first sign of the kubelet's work. */
  readonly origin: number;
  /** Until when events belong to it. */
  readonly until: number;
}

interface Cause {
  readonly ms: number;
  readonly action: Action;
}

export function phasesOf(recording: Recording): Phase[] {
  const phases: Phase[] = [];
  for (const { ms, action } of causesOf(recording)) {
    const last = phases.at(-1);
    if (last && action.kind === 'deletion' && isUnderWay(recording, last, ms)) {
      const graceSeconds = action.graceSeconds ?? recording.grace;
      phases[phases.length - 1] = { ...last, secondDeletion: { atMillis: ms - last.origin, graceSeconds } };
      continue;
    }
    if (last) phases[phases.length - 1] = { ...last, until: ms };
    phases.push({ action, begunAt: ms, origin: originOf(recording, action, ms), until: Infinity });
  }
  return phases;
}

/** What made the kubelet act, in the order of time. */
function causesOf(recording: Recording): Cause[] {
  const causes = [...creationsOf(recording), ...deletionsOf(recording), ...probeFailuresOf(recording)];
  const deleted = Math.min(...causes.filter(({ action }) => action.kind === 'deletion').map(({ ms }) => ms));
  return causes
    // A pod that is being deleted is past the failures of its probes.
    .filter(({ action, ms }) => action.kind === 'deletion' || ms < deleted)
    .sort((one, other) => one.ms - other.ms);
}

/** Where nothing was done to the pod before its containers ended, its life from the start is what was recorded. */
function creationsOf(recording: Recording): Cause[] {
  const creation = (ms: number): Cause[] => [{ ms, action: { kind: 'creation' } }];
  if (recording.t0?.startsWith('create')) return creation(0);
  const acted = [...deletionsOf(recording), ...probeFailuresOf(recording)].some(({ ms }) => ms <= 0);
  return acted ? [] : creation(Math.min(...recording.events.map(({ ms }) => ms)));
}

function deletionsOf({ events }: Recording): Cause[] {
  const deletions = new Map(events.filter(({ src, ev }) => src === 'lab' && ev === 'delete')
    // Some are noted twice at the same time, the second time with the grace period.
    .map(({ ms, grace }) => [ms, grace]));
  return [...deletions].map(([ms, grace]) => ({
    ms, action: { kind: 'deletion', ...typeof grace === 'number' ? { graceSeconds: grace } : {} },
  }));
}

/** The kubelet says in its event why it kills a container. */
function probeFailuresOf({ events }: Recording): Cause[] {
  return events.flatMap(({ ms, ev, c, message }) => {
    const probe = ev === 'Killing' ? /failed (liveness|startup) probe/.exec(message ?? '')?.[1] : undefined;
    return probe === undefined || c === undefined ? []
      : [{ ms, action: { kind: 'probe-failure' as const, container: c, probe: probe as 'liveness' | 'startup' } }];
  });
}

/** Whether a deletion at this time comes while what was begun before still goes on. */
function isUnderWay({ events }: Recording, { action, begunAt }: Phase, ms: number): boolean {
  if (action.kind === 'deletion') return true;
  if (action.kind !== 'probe-failure') return false;
  return !events.some((event) => isExit(event) && event.c === action.container && event.ms >= begunAt && event.ms < ms);
}

/** The first phase begins at the recording's own 0; later ones where they show first. */
function originOf({ events, t0 }: Recording, action: Action, begunAt: number): number {
  if (action.kind === 'creation') return begunAt;
  if (begunAt <= 0 && !t0?.startsWith('create')) return 0;
  const signs = events.filter((event) => event.ms >= begunAt && isSign(event)).map(({ ms }) => ms);
  return signs.length > 0 ? Math.min(...signs) : begunAt;
}

function isSign({ src, ev }: RecordedEvent): boolean {
  return (src === 'actor' && (ev === 'hook-start' || ev === 'sigterm')) || (src === 'k8s' && ev === 'Killing');
}

export function isExit({ src, ev }: RecordedEvent): boolean {
  return src === 'runtime' && ev === 'exit';
}
