import { ContainerStory, nominalDrainMillis } from './container-story';
import type { Surroundings } from './surroundings';
import { time } from './words';

/** How a container's hook and own drain fit into the grace period. */
export interface GraceFit {
  readonly totalMillis: number;
  readonly ownMillis: number;
  /** Negative where they do not fit. */
  readonly slackMillis: number;
  /** Who takes the time, and how much, as the beginning of a sentence. */
  readonly what: string;
  readonly pointer: string;
  /** It looks whether it is over only now and then. */
  readonly polls: boolean;
}

/** Undefined where how long it takes is not known, or nothing but the grace period bounds it. */
export function fitOf({ lifecycle, hook, program }: ContainerStory, { pod }: Surroundings): GraceFit | undefined {
  const ownMillis = nominalDrainMillis(program);
  if (lifecycle.kind === 'init' || (!hook && ownMillis === 0) || hook?.fails) return undefined;
  const graceMillis = pod.graceSeconds * 1000;
  const hookMillis = lengthOf(hook, graceMillis);
  if (hookMillis === undefined) return undefined;
  const totalMillis = hookMillis + ownMillis;
  return {
    totalMillis, ownMillis,
    slackMillis: graceMillis - totalMillis,
    what: sentence(lifecycle.name, program.program, hookMillis, ownMillis),
    pointer: hook?.lifecycle.pointer ?? lifecycle.pointer,
    polls: isPolling(hook),
  };
}

function isPolling(hook: ContainerStory['hook']): boolean {
  return hook?.connections !== undefined || (hook?.waits.length ?? 0) > 0;
}

/** Who waits for another container's hook is as long as that one, of which there is a finding of its own. */
function lengthOf(hook: ContainerStory['hook'], graceMillis: number): number | undefined {
  if (!hook) return 0;
  if (hook.waits.length > 0) return undefined;
  if (hook.known && hook.mostMillis !== Infinity) return hook.mostMillis;
  return hook.leastMillis > graceMillis ? hook.leastMillis : undefined;
}

function sentence(name: string, program: string, hookMillis: number, ownMillis: number): string {
  if (hookMillis === Infinity) return `the hook of ${name} never ends`;
  if (ownMillis === 0) return `the hook of ${name} takes up to ${time(hookMillis)}`;
  const drain = `the drain of ${program} in ${name} after SIGTERM`;
  if (hookMillis === 0) return `${drain} takes ${time(ownMillis)}`;
  return `the hook of ${name} (${time(hookMillis)}) and ${drain} (${time(ownMillis)}) take ${time(hookMillis + ownMillis)}`;
}
