import { isExit, Phase } from './phases';
import { RecordedEvent, Recording } from './recording';
import { Faults, NO_FAULTS } from '../src/kubelet/scenario';
import { PodLifecycle } from '../src/pod/pod-lifecycle';

const SIGKILL = 9;
const SIGUSR2 = 12;
const SIGSTOP = 19;

/** The kubelet cannot make the container: its image or a volume of it is not to be had on this node. */
const NOT_TO_BE_MADE = ['Failed', 'ErrImageNeverPull', 'FailedMount'];

/** What was wrong with the containers when a phase began, and what the lab did to them during it. */
export function faultsOf(recording: Recording, pod: PodLifecycle, phase: Phase): Faults {
  const names = pod.containers.map(({ name }) => name);
  const created = phase.action.kind === 'creation';
  const sent = (signal: number): string[] => names.filter((name) => wasSent(recording, phase, name, signal));
  return {
    ...NO_FAULTS,
    notRunning: names.filter((name) => (created ? cannotStart(recording, name) : !runs(recording, phase, name))),
    refusing: sent(SIGUSR2),
    frozen: sent(SIGSTOP),
    killed: duringPhase(recording, phase)
      .filter(({ ev, sig }) => ev === 'signal-sent' && sig === SIGKILL)
      .map(({ c, ms }) => ({ container: c!, atMillis: ms - phase.origin })),
    staleFiles: staleFilesOf(recording, pod, phase),
    kubeletRestart: kubeletRestartOf(recording, phase),
  };
}

/** The events of a phase. */
export function duringPhase({ events }: Recording, { begunAt, until }: Phase): RecordedEvent[] {
  return events.filter(({ ms }) => ms >= begunAt && ms < until);
}

function before({ events }: Recording, { begunAt }: Phase): RecordedEvent[] {
  return events.filter(({ ms }) => ms < begunAt);
}

function isStart({ src, ev }: RecordedEvent): boolean {
  return src === 'runtime' && ev === 'start';
}

function runs(recording: Recording, phase: Phase, name: string): boolean {
  const last = before(recording, phase).filter((event) => event.c === name && (isStart(event) || isExit(event))).at(-1);
  return last !== undefined && isStart(last);
}

function cannotStart({ events }: Recording, name: string): boolean {
  return events.some(({ src, ev, c }) => src === 'k8s' && NOT_TO_BE_MADE.includes(ev) && (c === name || c === undefined || c === 'pod'))
    && !events.some((event) => event.c === name && isStart(event));
}

/** Whether the process that runs now was sent a signal before the phase began. */
function wasSent(recording: Recording, phase: Phase, name: string, signal: number): boolean {
  return before(recording, phase).reduce((sent, event) => {
    if (event.c !== name) return sent;
    return isStart(event) ? false : sent || (event.ev === 'signal-sent' && event.sig === signal);
  }, false);
}

/** Files that hooks of earlier phases left: in a volume they outlive the container, in its own file system not. */
function staleFilesOf(recording: Recording, pod: PodLifecycle, phase: Phase): Faults['staleFiles'] {
  const past = before(recording, phase);
  return past.flatMap(({ ev, c, path }, index) => {
    if (ev !== 'touch' || c === undefined || path === undefined) return [];
    const mounts = pod.containers.find(({ name }) => name === c)?.mounts ?? [];
    const inVolume = mounts.some((mount) => path.startsWith(`${mount.path}/`));
    const restarted = past.slice(index).some((event) => event.c === c && isStart(event));
    return inVolume || !restarted ? [{ container: c, path }] : [];
  });
}

function kubeletRestartOf(recording: Recording, phase: Phase): Faults['kubeletRestart'] {
  const events = duringPhase(recording, phase);
  const at = (name: string): number | undefined => events.find(({ src, ev }) => src === 'lab' && ev === name)?.ms;
  const stopped = at('kubelet-stop');
  const back = at('kubelet-ready') ?? at('kubelet-start');
  return stopped === undefined || back === undefined ? undefined
    : { atMillis: stopped - phase.origin, backAtMillis: back - phase.origin };
}
