import { endOf, Lane, lanesOf } from './lanes';
import { printableLine } from './printable';
import { eventText } from './words';
import { EventSpan } from '../kubelet/simulation';
import { seconds, spanText } from '../values/durations';

/** What a drawing shows. */
export interface Drawing {
  readonly title: string;
  /** What ends the pod, and the kubelet. */
  readonly subtitle: string;
  readonly containers: readonly string[];
  readonly events: readonly EventSpan[];
  /** The verdict, a line each. */
  readonly conclusions: readonly string[];
}

const LANE_COLUMNS = 60;
const FILL = { runs: '-', hook: '=', stops: '~' };
const SIGN: { readonly [kind: string]: string } = {
  SIGTERM: 'T', SIGKILL: 'K', EXITED: 'x', HOOK_FAILED: '!', HOOK_ABANDONED: '>', HEALTH_CHECKS_FAIL: 'f', RESTARTED: 'r',
};
const LEGEND = '- runs  = hook  ~ stops  f health checks fail  ! hook fails  > hook abandoned  T SIGTERM  K SIGKILL  x ended  r started again;'
  + ' each at its usual time';

/** Lanes for a terminal, the events in order, and the verdict. */
export function drawText({ title, subtitle, containers, events, conclusions }: Drawing): string {
  const end = Math.max(1, endOf(events));
  const width = Math.max(3, ...containers.map((name) => printableLine(name).length));
  const times = events.map((event) => spanText(event.earliestMillis, event.latestMillis));
  const timeWidth = Math.max(...times.map((time) => time.length), 0);
  return [
    printableLine(title), printableLine(subtitle), '',
    ...lanesOf(events, containers).map((lane) => `${printableLine(lane.container).padEnd(width)}  ${laneText(lane, end)}`),
    `${''.padEnd(width)}  0${seconds(end).concat(' s').padStart(LANE_COLUMNS - 1)}`, LEGEND, '',
    ...events.map((event, index) =>
      `${times[index].padStart(timeWidth)}  ${printableLine(event.container ?? 'pod').padEnd(width)}  ${printableLine(eventText(event))}`),
    '', ...conclusions.map(printableLine), '',
  ].join('\n');
}

function laneText({ parts, marks }: Lane, end: number): string {
  const columns = Array<string>(LANE_COLUMNS).fill(' ');
  const column = (millis: number): number =>
    Math.min(LANE_COLUMNS - 1, Math.max(0, Math.round(millis / end * (LANE_COLUMNS - 1))));
  for (const { state, fromMillis, toMillis } of parts) {
    columns.fill(FILL[state], column(fromMillis), column(toMillis) + 1);
  }
  const taken = new Set<number>();
  for (const { kind, typicalMillis } of marks) {
    let place = column(typicalMillis);
    while (taken.has(place) && place < LANE_COLUMNS - 1) place += 1;
    taken.add(place);
    columns[place] = SIGN[kind];
  }
  return columns.join('').trimEnd();
}
