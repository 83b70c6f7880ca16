import { duringPhase } from './faults';
import { Phase } from './phases';
import { RecordedEvent, Recording } from './recording';
import { SimulatedKind } from '../src/kubelet/simulation';

/** An event of a recording, in the simulator's words. */
export interface ObservedEvent {
  readonly kind: SimulatedKind;
  readonly container?: string;
  readonly code?: number;
  /** From the origin of its phase. */
  readonly atMillis: number;
  /** It need not be simulated: it shows what a client did, for whatever reason. */
  readonly optional?: boolean;
}

/** What was recorded during a phase, in the order of time. */
export function observedIn(recording: Recording, phase: Phase): ObservedEvent[] {
  const events = withoutEndsForNobody(duringPhase(recording, phase));
  const observed = events.flatMap((event): ObservedEvent[] => {
    const kind = kindOf(recording, event);
    return kind === undefined ? [] : [{
      kind, atMillis: event.ms - phase.origin,
      ...kind === 'POD_GONE' ? {} : { container: ownerOf(event) },
      ...kind === 'EXITED' ? { code: event.code } : {},
      ...isClientGone(event) ? { optional: true } : {},
    }];
  });
  return observed.map((event) => (event.kind === 'POD_GONE' ? atTheEnd(event, observed) : event))
    .sort((one, other) => one.atMillis - other.atMillis);
}

const KINDS: { readonly [sourceAndEvent: string]: SimulatedKind } = {
  'actor hook-start': 'HOOK_STARTED',
  'actor hook-end': 'HOOK_ENDED',
  'actor touch': 'READY_FILE_WRITTEN',
  'actor sigterm': 'SIGTERM',
  'k8s FailedPreStopHook': 'HOOK_FAILED',
  'runtime exit': 'EXITED',
  'runtime start': 'STARTED',
  'api object-deleted': 'POD_GONE',
};

function kindOf({ events }: Recording, event: RecordedEvent): SimulatedKind | undefined {
  if (isClientGone(event)) return 'HOOK_ENDED';
  const kind = KINDS[`${event.src} ${event.ev}`];
  if (kind !== 'STARTED') return kind;
  const first = events.find(({ src, ev, c }) => src === 'runtime' && ev === 'start' && c === event.c);
  return first === event ? 'STARTED' : 'RESTARTED';
}

/** The kubelet has read enough of an answer, and the hook is over for it. */
function isClientGone({ src, ev }: RecordedEvent): boolean {
  return src === 'actor' && ev.endsWith('client-gone');
}

/** What a server does after its client has gone is nobody's hook any more. */
function withoutEndsForNobody(events: readonly RecordedEvent[]): RecordedEvent[] {
  return events.filter((event, index) => {
    if (event.ev !== 'hook-end') return true;
    const before = events.slice(0, index)
      .filter((other) => ownerOf(other) === ownerOf(event) && isOfHook(other)).at(-1);
    return !before || !isClientGone(before);
  });
}

function isOfHook(event: RecordedEvent): boolean {
  return event.ev === 'hook-start' || isClientGone(event);
}

/** An HTTP hook is noted by the container that answers it, with the name of the one that owns it. */
function ownerOf(event: RecordedEvent): string | undefined {
  return event.for ?? event.c;
}

/** A deletion without grace removes the object at once: the pod itself is gone with its last container. */
function atTheEnd(gone: ObservedEvent, observed: readonly ObservedEvent[]): ObservedEvent {
  const lastExit = Math.max(...observed.filter(({ kind }) => kind === 'EXITED').map(({ atMillis }) => atMillis));
  return { ...gone, atMillis: Math.max(gone.atMillis, lastExit) };
}
