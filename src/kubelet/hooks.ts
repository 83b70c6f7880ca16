import { HookProcess, runSteps } from './exec-hook';
import { Finish, requestEndpoint } from './http-hook';
import { ContainerState, emit, latency, World } from './world';
import { HookLifecycle } from '../pod/pod-lifecycle';

/** A hook as the kubelet sees it: it waits for one outcome, and may stop waiting. */
export interface RunningHook {
  /** The kubelet stops waiting; what the hook does goes on, and its failure is still reported. */
  abandon(): void;
}

/** Runs the preStop hook of a container. `done` is called once, unless it is abandoned before. */
export function runHook(world: World, state: ContainerState, hook: HookLifecycle, done: () => void): RunningHook {
  const { name } = state.lifecycle;
  const life = world.kubeletLife;
  let abandoned = false;
  let over = false;
  const finish = (failure?: string): void => {
    if (over || life !== world.kubeletLife) return;
    over = true;
    if (failure !== undefined) emit(world, 'HOOK_FAILED', name, { detail: failure });
    else emit(world, 'HOOK_ENDED', name);
    if (!abandoned) done();
  };
  begin(world, state, hook, finish);
  return {
    abandon() {
      if (over) return;
      abandoned = true;
      emit(world, 'HOOK_ABANDONED', name);
    },
  };
}

function begin(world: World, state: ContainerState, hook: HookLifecycle, finish: Finish): void {
  switch (hook.kind) {
    case 'exec': return beginExec(world, state, hook.command, finish);
    case 'httpGet': return requestEndpoint(world, state, hook, finish);
    case 'sleep': return beginSleep(world, state, hook.seconds, finish);
    case 'tcpSocket': return finish('the kubelet has no runner for tcpSocket hooks');
  }
}

function beginExec(world: World, state: ContainerState, command: readonly string[], finish: Finish): void {
  const { name } = state.lifecycle;
  const { steps } = world.input.hookProgram(name, command);
  const delay = latency(world, 'execHookStart') + world.input.scenario.faults.hookDelayMillis;
  const { process } = state;
  const life = world.kubeletLife;
  world.clock.at(world.clock.now + delay, () => {
    if (life !== world.kubeletLife) return;
    if (!state.running || state.process !== process) return finish('the container is gone');
    emit(world, 'HOOK_STARTED', name);
    const hook: HookProcess = {
      world, state, startedAt: world.clock.now, over: false,
      ended(code) {
        hook.over = true;
        world.execHooks.delete(hook);
        state.onExit.delete(died);
        finish(code === 0 ? undefined : `exit code ${code}`);
      },
    };
    const died = (): void => {
      hook.over = true;
      finish('exit code 137');
    };
    state.onExit.add(died);
    world.execHooks.add(hook);
    runSteps(hook, steps);
  });
}

/** A sleep goes on although its container ends (kubernetes#134338). */
function beginSleep(world: World, state: ContainerState, seconds: number, finish: Finish): void {
  if (world.rules.sleepHook === 'is-skipped') return finish();
  if (world.rules.sleepHook === 'fails') return finish('this kubelet knows no sleep hooks');
  emit(world, 'HOOK_STARTED', state.lifecycle.name);
  const life = world.kubeletLife;
  world.clock.at(world.clock.now + seconds * 1000, () => {
    if (life === world.kubeletLife) finish();
  });
}
