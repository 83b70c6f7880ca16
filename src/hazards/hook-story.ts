import { Effect, Times, Walk, walk } from './hook-walk';
import { listenerOn, requestOf } from './http-target';
import type { Surroundings } from './surroundings';
import { LATENCIES } from '../kubelet/latencies';
import { canWrite, fileKey } from '../pod/mounted-files';
import { ContainerLifecycle, HookLifecycle, HttpGetLifecycle } from '../pod/pod-lifecycle';
import { Answer, ConnectionWait, MissingProgram } from '../upstream/behaviour';

/** A preStop hook, thought through. */
export interface HookStory extends Times {
  readonly lifecycle: HookLifecycle;
  /** How findings call it. */
  readonly program: string;
  /** Whether all of it is known; `leastMillis` is right in any case. */
  readonly known: boolean;
  readonly effects: readonly Effect[];
  /** It ends when connections are gone. */
  readonly connections?: ConnectionWait;
  /** It ends when a file is there. */
  readonly waits: readonly FileWait[];
  readonly writes: Walk['writes'];
  /** Nothing but a pause. */
  readonly onlyWaits: boolean;
  readonly missing?: MissingProgram;
  /** It ends in failure before it has done anything. */
  readonly fails: boolean;
}

/** A hook that waits for a file, itself or through a manager that answers when it is there. */
export interface FileWait {
  readonly file: string;
  readonly key: string;
  /** Who is asked, for an HTTP hook. */
  readonly manager?: string;
  readonly giveUpMillis?: number;
  /** Containers whose hook writes it. */
  readonly writers: readonly string[];
}

/** The hooks of a pod by container. */
export function hookStories(around: Surroundings): ReadonlyMap<string, HookStory> {
  const stories = new Map<string, HookStory>();
  const begun = new Set<string>();
  const storyOf = (container: ContainerLifecycle): HookStory | undefined => {
    const told = stories.get(container.name);
    if (told || !runsHook(container, around) || begun.has(container.name)) return told;
    begun.add(container.name);
    const story = tell(container, container.preStop!, around, storyOf);
    stories.set(container.name, story);
    return story;
  };
  around.pod.containers.forEach(storyOf);
  return stories;
}

/** Older clusters drop or skip sleep actions. */
function runsHook({ kind, preStop }: ContainerLifecycle, { version }: Surroundings): boolean {
  if (!preStop || kind === 'init') return false;
  return preStop.kind !== 'sleep' || !version?.isKnown || version.sleepHookPossible;
}

type StoryOf = (container: ContainerLifecycle) => HookStory | undefined;

const NOTHING: Omit<HookStory, 'lifecycle' | 'program'> = {
  leastMillis: 0, openMillis: 0, mostMillis: 0,
  known: true, effects: [], waits: [], writes: [], onlyWaits: false, fails: false,
};

function tell(container: ContainerLifecycle, hook: HookLifecycle, around: Surroundings, storyOf: StoryOf): HookStory {
  switch (hook.kind) {
    case 'exec': return execStory(container, hook, around, storyOf);
    case 'httpGet': return { ...NOTHING, lifecycle: hook, program: 'a GET', ...httpStory(container, hook, around, storyOf) };
    case 'sleep': {
      const millis = hook.seconds * 1000;
      return { ...NOTHING, lifecycle: hook, program: 'a sleep', ...always(millis), onlyWaits: true };
    }
    case 'tcpSocket': return { ...NOTHING, lifecycle: hook, program: 'a tcpSocket', fails: true };
  }
}

function execStory(
  container: ContainerLifecycle, hook: HookLifecycle & { kind: 'exec' }, around: Surroundings, storyOf: StoryOf,
): HookStory {
  const { program, steps, missing } = around.hookProgram(container.name, hook.command);
  const waits: FileWait[] = [];
  const walked = walk(steps, (file) => {
    const wait = fileWait(container, file, around);
    waits.push(wait);
    return writtenAt(wait, around, storyOf);
  });
  const fails = walked.code !== 0 && walked.effects.every(({ kind }) => kind === 'refused-admin-call');
  return { ...NOTHING, ...walked, lifecycle: hook, program, missing, waits, fails };
}

function httpStory(
  container: ContainerLifecycle, hook: HttpGetLifecycle, around: Surroundings, storyOf: StoryOf,
): Partial<HookStory> {
  const request = requestOf(around.pod, container, hook);
  if (request === 'elsewhere') return { known: false, mostMillis: Infinity };
  if (request === 'refused') return { fails: true };
  const found = listenerOn(around, request, hook.path);
  if (found.kind === 'unknown') return { known: false, mostMillis: Infinity };
  if (found.kind === 'nobody') return { fails: true };
  const { answer } = found.endpoint;
  switch (answer.kind) {
    case 'answers':
    case 'drops': return always(answer.afterMillis);
    case 'never': return always(Infinity);
    case 'drains': {
      const { minMillis, timeoutMillis = Infinity } = answer.wait;
      return {
        program: around.programs[found.container].program,
        leastMillis: minMillis, openMillis: timeoutMillis, mostMillis: timeoutMillis, connections: answer.wait,
        effects: [{ kind: 'fail-health-checks', atMillis: 0 }],
      };
    }
    case 'when-file': return waitingStory(answer, around.pod.containers.find(({ name }) => name === found.container)!, around, storyOf);
  }
}

/** A manager is asked, and answers when the file is there. */
function waitingStory(
  { file, pollMillis, giveUpMillis }: WhenFile, manager: ContainerLifecycle, around: Surroundings, storyOf: StoryOf,
): Partial<HookStory> {
  const wait = { ...fileWait(manager, file, around), manager: manager.name, giveUpMillis };
  const { known, ...written } = writtenAt(wait, around, storyOf);
  const answered = mapTimes(written, (millis) => seenAt(Math.min(millis, giveUpMillis ?? Infinity), pollMillis));
  const times = { ...answered, mostMillis: Math.min(written.mostMillis, giveUpMillis ?? Infinity) };
  return { ...letGo(times, manager, around, storyOf), known: known || giveUpMillis !== undefined, waits: [wait] };
}

type WhenFile = Extract<Answer, { kind: 'when-file' }>;

function always(millis: number): Times {
  return { leastMillis: millis, openMillis: millis, mostMillis: millis };
}

function mapTimes({ leastMillis, openMillis, mostMillis }: Times, change: (millis: number) => number): Times {
  return { leastMillis: change(leastMillis), openMillis: change(openMillis), mostMillis: change(mostMillis) };
}

/** The first look after something, at the earliest; looks are counted from the request, which may come late. */
function seenAt(millis: number, pollMillis: number): number {
  const polls = Math.ceil(Math.max(0, millis - LATENCIES.httpHookStart.max) / pollMillis);
  return Math.max(millis, polls * pollMillis);
}

/** A manager that is told to stop lets go of whoever waits, unless it answers before it ends. */
function letGo(times: Times, manager: ContainerLifecycle, { programs }: Surroundings, storyOf: StoryOf): Times {
  if (manager.kind !== 'regular') return times;
  const hook = storyOf(manager);
  if (hook && programs[manager.name].onSigterm.answersOpenRequests) return times;
  const alive = hook ?? always(0);
  return {
    leastMillis: Math.min(times.leastMillis, alive.leastMillis),
    openMillis: Math.min(times.openMillis, alive.openMillis),
    mostMillis: times.mostMillis,
  };
}

function fileWait(container: ContainerLifecycle, file: string, { pod, hookProgram }: Surroundings): FileWait {
  const key = fileKey(container, file);
  const writers = pod.containers.filter((other) => {
    if (other.preStop?.kind !== 'exec' || other.kind === 'init') return false;
    return hookProgram(other.name, other.preStop.command).steps.some((step) =>
      step.step === 'write-file' && fileKey(other, step.file) === key && canWrite(other, step.file));
  });
  return { file, key, writers: writers.map(({ name }) => name) };
}

/** When the first of the writers has written; a hook that waits for itself never ends. */
function writtenAt({ key, writers }: FileWait, { pod }: Surroundings, storyOf: StoryOf): Times & { known: boolean } {
  const stories = pod.containers.filter(({ name }) => writers.includes(name)).flatMap((container) =>
    (storyOf(container)?.writes ?? []).filter(({ file }) => fileKey(container, file) === key));
  if (stories.length > 0) {
    return {
      leastMillis: Math.min(...stories.map(({ leastMillis }) => leastMillis)),
      openMillis: Math.min(...stories.map(({ openMillis }) => openMillis)),
      mostMillis: Math.min(...stories.map(({ mostMillis }) => mostMillis)),
      known: pod.containers.filter(({ name }) => writers.includes(name))
        .every((container) => storyOf(container)?.known === true),
    };
  }
  const others = pod.containers.map(storyOf);
  return { ...always(Infinity), known: others.every((story) => story?.known !== false) };
}
