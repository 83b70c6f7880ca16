import { callAll, ContainerState, emit, latency, runsEnvoy, spanOf, whileProcess, World } from './world';

/** Exit code of a process that SIGKILL ended. */
const KILLED_CODE = 137;

/** The main process of a container runs. */
export function start(world: World, state: ContainerState, kind: 'STARTED' | 'RESTARTED' | 'already'): void {
  state.running = true;
  state.killed = false;
  state.process += 1;
  state.startedAt = world.clock.now;
  state.listening = false;
  const { listensAfter, endsItself } = state.program;
  const { refusing } = world.input.scenario.faults;
  if (kind !== 'already') emit(world, kind, state.lifecycle.name);
  if (listensAfter && !(kind === 'already' && refusing.includes(state.lifecycle.name))) {
    const delay = kind === 'already' ? 0 : spanOf(world, listensAfter);
    if (delay === 0) state.listening = true;
    else whileProcess(world, state, world.clock.now + delay, () => { state.listening = true; });
  }
  if (endsItself && kind !== 'already') {
    const { after, code } = endsItself;
    whileProcess(world, state, world.clock.now + spanOf(world, after), () => exit(world, state, code));
  }
}

/** SIGKILL ends whatever still runs. */
export function kill(world: World, state: ContainerState): void {
  if (!state.running) return;
  emit(world, 'SIGKILL', state.lifecycle.name);
  // What the process was about to do is over, though its exit is reported a moment later.
  state.process += 1;
  state.killed = true;
  state.listening = false;
  whileProcess(world, state, world.clock.now + latency(world, 'exit'), () => exit(world, state, KILLED_CODE));
}

/** The main process has ended, and with it every connection that it held. */
export function exit(world: World, state: ContainerState, code?: number): void {
  if (!state.running) return;
  state.running = false;
  state.lastCode = code ?? 0;
  state.listening = false;
  emit(world, 'EXITED', state.lifecycle.name, { code });
  if (runsEnvoy(state)) {
    world.envoy.endedAt = world.clock.now;
    world.envoy.listenersClosedAt ??= world.clock.now;
  }
  for (const request of [...state.openRequests]) request.lost('EOF');
  state.openRequests.clear();
  callAll(state.onExit);
}

/** From here on, replies tell clients to leave. */
export function tellClients(world: World, container: string): void {
  world.envoy.toldAt = world.clock.now;
  emit(world, 'DRAIN_STARTED', container);
}

/** The container that runs Envoy, if it runs. */
export function envoyOf(world: World): ContainerState | undefined {
  return [...world.containers.values()].find((state) => runsEnvoy(state) && state.running && !state.killed);
}
