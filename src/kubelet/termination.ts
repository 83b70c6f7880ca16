import { runHook } from './hooks';
import { createOrdering, Ordering } from './ordering';
import { kill } from './processes';
import { terminate } from './sigterm';
import { ContainerState, emit, latency, World } from './world';

/** SIGTERM comes this long before SIGKILL, however long hook and waiting took. */
const MINIMUM_STOP_SECONDS = 2;

/** The seconds that a container gets: for its hook, and for its stop where that is reckoned apart. */
export interface Grace {
  readonly hookSeconds: number;
  /** Up to 1.27 the stop of a pod that ends gets all of it, whatever the hook took. */
  readonly stopSeconds?: number;
}

/** Ends all containers of the pod at once, and then the pod. */
export function terminatePod(world: World, grace: Grace): void {
  const running = [...world.containers.values()].filter((state) => state.running);
  const ordering = createOrdering(world);
  let left = running.length;
  const ended = (): void => {
    left -= 1;
    if (left <= 0) {
      world.clock.at(world.clock.now + latency(world, 'gone'), () => {
        emit(world, 'POD_GONE');
        world.clock.stop();
      });
    }
  };
  if (left === 0) ended();
  for (const state of running) stopContainer(world, state, grace, ordering, ended);
}

/** Ends one container: hook, turn, SIGTERM, SIGKILL. `ended` is called when it has exited. */
export function stopContainer(
  world: World, state: ContainerState, grace: Grace, ordering: Ordering | undefined, ended: () => void,
): void {
  const life = world.kubeletLife;
  const startedAt = world.clock.now;
  const waitForTurn = (secondsAfterHook: number): void => {
    if (!ordering || secondsAfterHook <= 0) return signal(secondsAfterHook);
    const waitingSince = world.clock.now;
    ordering.waitForTurn(state, secondsAfterHook, () => {
      if (life === world.kubeletLife) signal(secondsAfterHook - wholeSeconds(world.clock.now - waitingSince));
    });
  };
  const signal = (secondsLeft: number): void => {
    const stopSeconds = grace.stopSeconds ?? Math.max(MINIMUM_STOP_SECONDS, secondsLeft);
    sendSignals(world, state, stopSeconds, () => {
      ordering?.ended(state);
      ended();
    });
  };
  withHook(world, state, grace.hookSeconds, () => {
    if (life === world.kubeletLife) waitForTurn(grace.hookSeconds - wholeSeconds(world.clock.now - startedAt));
  });
}

/** Runs the hook, but no longer than the grace period. */
function withHook(world: World, state: ContainerState, seconds: number, next: () => void): void {
  const hook = state.lifecycle.preStop;
  if (!hook || seconds <= 0) return next();
  let waiting = true;
  const go = (): void => {
    if (!waiting) return;
    waiting = false;
    next();
  };
  const running = runHook(world, state, hook, go);
  const life = world.kubeletLife;
  world.clock.at(world.clock.now + seconds * 1000, () => {
    if (!waiting || life !== world.kubeletLife) return;
    running.abandon();
    go();
  }, 1);
}

function sendSignals(world: World, state: ContainerState, stopSeconds: number, ended: () => void): void {
  if (!state.running) return ended();
  const { process } = state;
  const life = world.kubeletLife;
  const current = (): boolean => state.running && state.process === process && life === world.kubeletLife;
  let reported = false;
  const report = (): void => {
    if (reported || life !== world.kubeletLife) return;
    reported = true;
    ended();
  };
  state.onExit.add(report);
  world.clock.at(world.clock.now + latency(world, 'signal'), () => {
    if (!current()) return;
    terminate(world, state);
    world.clock.at(world.clock.now + stopSeconds * 1000 + latency(world, 'kill'), () => {
      if (current()) kill(world, state);
    });
  });
}

function wholeSeconds(millis: number): number {
  return Math.trunc(millis / 1000);
}
