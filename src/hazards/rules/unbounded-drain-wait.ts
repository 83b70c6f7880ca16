import { ContainerStory, ownDrainMillis } from '../container-story';
import { at, HazardRule } from '../rule';

/** What Contour's own manifests give their Envoys. */
const CONTOUR_GRACE_SECONDS = 300;

export const unboundedDrainWait: HazardRule = {
  id: 'unbounded-drain-wait',
  severity: 'warning',
  title: 'Nothing but the grace period bounds the drain',
  why: 'One connection that never closes, such as a stream, keeps the pod until the grace period is over: rollouts and node '
    + 'drains take that long for every pod, and the last connections are cut anyway.',
  remedy: 'Bound the drain (--drain-timeout of Envoy Gateway\'s manager, terminationDrainDuration of Istio\'s agent), or choose a grace period that you want to wait for.',
  sources: ['https://github.com/projectcontour/contour/issues/5536', 'https://github.com/istio/istio/issues/47779'],
  check: ({ pod, containers, envoys }) => [
    ...containers.filter(isUnbounded)
      .map(({ lifecycle, hook }) => at(lifecycle,
        `the hook of ${lifecycle.name} waits until ${fewEnough(hook!.connections!.exitAt)} open, and only the grace period of `
        + `${pod.graceSeconds} s ends that`, {
          pointer: hook!.lifecycle.pointer,
          severity: hook!.program.startsWith('Contour') && pod.graceSeconds <= CONTOUR_GRACE_SECONDS ? 'info' : undefined,
        })),
    ...envoys.filter(({ program, hook }) => program.onSigterm.kind === 'exits' && ownDrainMillis(program).max === Infinity && !hook?.fails)
      .map(({ lifecycle, program }) => at(lifecycle,
        `${program.program} in ${lifecycle.name} waits after SIGTERM until no connection is open, and only the grace period of ${pod.graceSeconds} s ends that`)),
  ],
};

function isUnbounded({ hook }: ContainerStory): boolean {
  return hook?.connections !== undefined && hook.connections.timeoutMillis === undefined && !hook.fails;
}

function fewEnough(exitAt: number): string {
  return exitAt === 0 ? 'no connection is' : `at most ${exitAt} connections are`;
}
