import { HookProcess, runSteps } from './exec-hook';
import { exit } from './processes';
import { ContainerState, emit, latency, runsEnvoy, spanOf, whileProcess, World } from './world';

/** An unknown program ends at once in some runs, and ignores SIGTERM in others. */
const EITHER = { min: 0, max: 1 };

/** SIGTERM reaches the main process. */
export function terminate(world: World, state: ContainerState): void {
  emit(world, 'SIGTERM', state.lifecycle.name);
  if (!state.running || world.input.scenario.faults.frozen.includes(state.lifecycle.name)) return;
  const { onSigterm } = state.program;
  if (onSigterm.kind === 'unknown' && matters(world, state)) world.unknown.add(state.lifecycle.name);
  if (onSigterm.closesListeners) state.listening = false;
  if (onSigterm.kind === 'unknown' && world.choose(EITHER) === 0) return exit(world, state);
  const { steps = [] } = onSigterm;
  const before: HookProcess = {
    world, state, startedAt: world.clock.now, over: false, ended: () => end(world, state),
  };
  runSteps(before, steps);
}

/** It has done what it does before, and exits a time after. */
function end(world: World, state: ContainerState): void {
  const { onSigterm } = state.program;
  if (onSigterm.kind !== 'exits') return;
  const leave = (): void => exit(world, state, onSigterm.code);
  whileProcess(world, state, world.clock.now + spanOf(world, onSigterm.after), () => {
    if (onSigterm.answersOpenRequests && state.openRequests.size > 0) afterRequests(world, state, leave);
    else leave();
  });
}

/** A bystander that Envoy does not wait for changes nothing for its connections. */
function matters(world: World, state: ContainerState): boolean {
  const envoyWaits = [...world.containers.values()].some((other) => runsEnvoy(other) && other.lifecycle.kind === 'sidecar');
  return runsEnvoy(state) || (world.rules.ordersSidecars && envoyWaits);
}

/** A graceful HTTP server looks now and then whether its last request has gone. */
function afterRequests(world: World, state: ContainerState, leave: () => void): void {
  state.onIdle.add(() => whileProcess(world, state, world.clock.now + latency(world, 'shutdownPoll'), () => {
    if (state.openRequests.size > 0) afterRequests(world, state, leave);
    else leave();
  }));
}
