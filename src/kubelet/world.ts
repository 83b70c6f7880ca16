import { Clock, createClock } from './clock';
import { Chooser, Latency, LATENCIES } from './latencies';
import { KubeletRules } from './rules';
import { SimulatedEvent, SimulatedKind, SimulationInput } from './simulation';
import { Clients, drawClients } from './traffic';
import { fileKey } from '../pod/mounted-files';
import { ContainerLifecycle } from '../pod/pod-lifecycle';
import { ProgramBehaviour, Span } from '../upstream/behaviour';

/** One run: everything that changes while a pod ends. */
export interface World {
  readonly input: SimulationInput;
  readonly rules: KubeletRules;
  readonly clock: Clock;
  readonly choose: Chooser;
  readonly events: SimulatedEvent[];
  readonly containers: ReadonlyMap<string, ContainerState>;
  /** Files that were written, by `fileKey`. */
  readonly files: Set<string>;
  /** Who waits for which file. */
  readonly fileWaiters: Map<string, ((writtenAt: number) => void)[]>;
  readonly envoy: EnvoyState;
  readonly clients: Clients;
  /** Containers on whose unknown program something depends. */
  readonly unknown: Set<string>;
  /** Which life of the kubelet this is: a restart lets go of everything that an earlier one had begun. */
  kubeletLife: number;
  /** Exec hooks that run: the stream of one ends with the kubelet. */
  readonly execHooks: Set<{ over: boolean }>;
}

/** A container in one run. */
export interface ContainerState {
  readonly lifecycle: ContainerLifecycle;
  readonly program: ProgramBehaviour;
  running: boolean;
  /** SIGKILL came, and its exit is not reported yet. */
  killed: boolean;
  /** Exit code of the process before. */
  lastCode: number;
  /** How often it was started; what belongs to an earlier process is over. */
  process: number;
  startedAt: number;
  /** It was told to stop, and takes no new connections any more. */
  listening: boolean;
  /** Requests that it has not answered yet. */
  readonly openRequests: Set<OpenRequest>;
  /** What waits for the last of them. */
  readonly onIdle: Set<() => void>;
  /** What waits for its exit. */
  readonly onExit: Set<() => void>;
}

/** A request of a hook that the container holds. */
export interface OpenRequest {
  /** The connection closes without an answer. */
  lost(reason: string): void;
}

/** Where Envoy's drain stands. */
export interface EnvoyState {
  /** Since when health checks fail. */
  healthChecksFailAt?: number;
  /** Since when clients are told to leave. */
  toldAt?: number;
  /** A gradual drain, in which each reply tells a client by chance. */
  gradual?: { readonly since: number; readonly drainTimeMillis: number };
  /** Since when its listeners are closed, that of readiness among them; nothing opens them again but a new process. */
  listenersClosedAt?: number;
  /** When a graceful drain of listeners closes them, where one was begun. */
  listenersCloseAt?: number;
  endedAt?: number;
}

export function createWorld(input: SimulationInput, rules: KubeletRules, choose: Chooser): World {
  const { pod, programs, scenario } = input;
  const containers = new Map(pod.containers.map((lifecycle) => [lifecycle.name, {
    lifecycle,
    program: programs[lifecycle.name],
    running: false,
    killed: false,
    lastCode: 0,
    process: 0,
    startedAt: -Infinity,
    listening: false,
    openRequests: new Set<OpenRequest>(),
    onIdle: new Set<() => void>(),
    onExit: new Set<() => void>(),
  }]));
  const world: World = {
    input, rules, choose, containers,
    clock: createClock(), events: [], files: new Set(), fileWaiters: new Map(), envoy: {},
    clients: drawClients(scenario.traffic, choose), unknown: new Set(), kubeletLife: 0,
    execHooks: new Set(),
  };
  for (const { container, path } of scenario.faults.staleFiles) {
    const state = containers.get(container);
    if (state) world.files.add(fileKey(state.lifecycle, path));
  }
  return world;
}

export function emit(world: World, kind: SimulatedKind, container?: string, more: Partial<SimulatedEvent> = {}): void {
  world.events.push({ atMillis: world.clock.now, kind, container, ...more });
}

export function latency(world: World, name: keyof typeof LATENCIES): number {
  return spanOf(world, LATENCIES[name]);
}

export function spanOf(world: World, span: Span | Latency): number {
  return world.choose(span);
}

/** Calls what waits for something, once. */
export function callAll(waiting: Set<() => void>): void {
  const actions = [...waiting];
  waiting.clear();
  for (const action of actions) action();
}

/** Runs something later, unless the process of the container has ended until then. */
export function whileProcess(world: World, state: ContainerState, atMillis: number, action: () => void): void {
  const { process } = state;
  world.clock.at(atMillis, () => {
    if (state.running && state.process === process) action();
  });
}

/** Calls back when a file is written, or now if it is there. */
export function whenFile(world: World, key: string, action: (writtenAt: number) => void): void {
  if (world.files.has(key)) return action(world.clock.now);
  const waiters = world.fileWaiters.get(key);
  if (waiters) waiters.push(action);
  else world.fileWaiters.set(key, [action]);
}

export function addFile(world: World, key: string): void {
  if (world.files.has(key)) return;
  world.files.add(key);
  for (const action of world.fileWaiters.get(key) ?? []) action(world.clock.now);
  world.fileWaiters.delete(key);
}

/** Whether the program of a container runs an Envoy. */
export function runsEnvoy(state: ContainerState): boolean {
  return state.program.envoy !== undefined;
}
