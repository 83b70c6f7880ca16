import { EventSpan } from '../kubelet/simulation';

/** What a container does between two times, at their usual. */
export interface LanePart {
  readonly state: 'runs' | 'hook' | 'stops';
  readonly fromMillis: number;
  readonly toMillis: number;
}

/** One container's row of a drawing. */
export interface Lane {
  readonly container: string;
  readonly parts: readonly LanePart[];
  readonly marks: readonly EventSpan[];
}

/** Events that are drawn as a mark of their own. */
const MARKS = ['SIGTERM', 'SIGKILL', 'EXITED', 'HOOK_FAILED', 'HOOK_ABANDONED', 'HEALTH_CHECKS_FAIL', 'RESTARTED'];

/** Rows for containers, in the order in which the pod has them. */
export function lanesOf(events: readonly EventSpan[], containers: readonly string[]): Lane[] {
  const end = endOf(events);
  return containers.map((container) => {
    const own = events.filter((event) => event.container === container);
    return { container, parts: partsOf(own, end), marks: own.filter(({ kind }) => MARKS.includes(kind)) };
  });
}

/** When the last thing happens. */
export function endOf(events: readonly EventSpan[]): number {
  return Math.max(0, ...events.map(({ typicalMillis }) => typicalMillis));
}

function partsOf(events: readonly EventSpan[], end: number): LanePart[] {
  const parts: LanePart[] = [];
  let state: State = 'runs';
  let from = 0;
  const change = (to: number, next: State): void => {
    if (state !== 'ended' && to > from) parts.push({ state, fromMillis: from, toMillis: to });
    state = next;
    from = to;
  };
  for (const { kind, typicalMillis } of events) change(typicalMillis, stateAfter(kind, state));
  change(end, 'ended');
  return parts;
}

type State = LanePart['state'] | 'ended';

function stateAfter(kind: EventSpan['kind'], state: State): State {
  switch (kind) {
    case 'HOOK_STARTED': return state === 'runs' ? 'hook' : state;
    case 'HOOK_ENDED':
    case 'HOOK_FAILED': return state === 'hook' ? 'runs' : state;
    case 'SIGTERM': return 'stops';
    case 'EXITED': return 'ended';
    case 'STARTED':
    case 'RESTARTED': return 'runs';
    default: return state;
  }
}
