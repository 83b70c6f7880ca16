import { Action } from './scenario';
import { Grace } from './termination';
import { World } from './world';

/** The seconds that containers get, by what ends the pod and by the kubelet's version. */
export function graceOfAction(world: World, action: Action): Grace {
  const specSeconds = world.input.pod.graceSeconds;
  if (action.kind === 'kubelet-ends-pod') return bounded(world, specSeconds, action.graceSeconds);
  const deletionSeconds = action.kind === 'deletion' ? action.graceSeconds : undefined;
  const effective = effectiveSeconds(world, specSeconds, deletionSeconds);
  if (world.rules.subtractsHookTime) return { hookSeconds: effective };
  return { hookSeconds: Math.max(0, deletionSeconds ?? specSeconds), stopSeconds: effective };
}

/** The kubelet never waits less than a second; a grace period of 0 meant "not given" for long. */
function effectiveSeconds(world: World, specSeconds: number, deletionSeconds: number | undefined): number {
  if (deletionSeconds === undefined) return Math.max(1, specSeconds);
  if (deletionSeconds === 0) return world.rules.zeroGraceIsUnset ? Math.max(1, specSeconds) : 1;
  return Math.max(1, deletionSeconds);
}

/** Eviction and node shutdown: up to 1.27 the bound holds for the stop only, not for the hook. */
function bounded(world: World, specSeconds: number, boundSeconds: number): Grace {
  const effective = effectiveSeconds(world, specSeconds, Math.min(specSeconds, boundSeconds));
  if (world.rules.subtractsHookTime) return { hookSeconds: effective };
  return { hookSeconds: specSeconds, stopSeconds: effective };
}
