import { ContainerState, latency, World } from './world';

/** Whose SIGTERM waits for whom: a sidecar for all regular containers and for the next later sidecar. */
export interface Ordering {
  /** Calls back when it is the container's turn, or after its seconds. */
  waitForTurn(state: ContainerState, seconds: number, turn: () => void): void;
  ended(state: ContainerState): void;
}

/** No ordering where the kubelet has none, or the pod no sidecar. */
export function createOrdering(world: World): Ordering | undefined {
  const states = [...world.containers.values()];
  if (!world.rules.ordersSidecars || !states.some(({ lifecycle }) => lifecycle.kind === 'sidecar')) return undefined;
  const open = new Set(states.filter((state) => blocks(world, state)).map(({ lifecycle }) => lifecycle.name));
  const waiting = new Set<() => void>();
  return {
    waitForTurn(state, seconds, turn) {
      const before = prerequisites(states, state).filter((name) => open.has(name));
      if (before.length === 0) return turn();
      let over = false;
      const go = (delay: number): void => {
        over = true;
        waiting.delete(check);
        world.clock.at(world.clock.now + delay, turn);
      };
      const check = (): void => {
        if (!over && !before.some((name) => open.has(name))) go(latency(world, 'ordered') - latency(world, 'signal'));
      };
      waiting.add(check);
      world.clock.at(world.clock.now + seconds * 1000, () => {
        if (!over) go(0);
      }, 1);
    },
    ended({ lifecycle }) {
      open.delete(lifecycle.name);
      for (const check of [...waiting]) check();
    },
  };
}

/** What does not run blocks nobody, but for later sidecars on kubelets with the defect kubernetes#125880. */
function blocks(world: World, { running, lifecycle }: ContainerState): boolean {
  return running || (lifecycle.kind === 'sidecar' && !world.rules.skipsStoppedSidecars);
}

function prerequisites(states: readonly ContainerState[], { lifecycle }: ContainerState): string[] {
  if (lifecycle.kind !== 'sidecar') return [];
  const sidecars = states.filter((other) => other.lifecycle.kind === 'sidecar').map((other) => other.lifecycle.name);
  const later = sidecars[sidecars.indexOf(lifecycle.name) + 1];
  const regular = states.filter((other) => other.lifecycle.kind === 'regular').map((other) => other.lifecycle.name);
  return later === undefined ? regular : [...regular, later];
}
