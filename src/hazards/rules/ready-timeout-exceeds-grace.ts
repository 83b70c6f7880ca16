import { at, HazardRule } from '../rule';
import { waitsOf } from '../waits';
import { time } from '../words';

export const readyTimeoutExceedsGrace: HazardRule = {
  id: 'ready-timeout-exceeds-grace',
  severity: 'warning',
  title: 'The wait for the manager gives up after the grace period',
  why: 'If the manager\'s hook fails or does not run, nobody writes that the drain is over: the other hook then waits until the '
    + 'grace period is spent, and the pod hangs for all of it.',
  remedy: 'Set --ready-timeout above the drain timeout and below terminationGracePeriodSeconds.',
  sources: ['https://github.com/envoyproxy/gateway/issues/5832', 'https://github.com/envoyproxy/gateway/blob/v1.9.0/internal/cmd/envoy/shutdown_manager.go'],
  check: ({ pod, containers }) => waitsOf(containers).flatMap(({ lifecycle, wait: { giveUpMillis, manager } }) => {
    if (giveUpMillis === undefined || giveUpMillis <= pod.graceSeconds * 1000) return [];
    const asked = containers.find((other) => other.lifecycle.name === manager)?.lifecycle ?? lifecycle;
    return [at(asked, `the hook of ${lifecycle.name} waits for ${manager ?? 'a file'} up to ${time(giveUpMillis)}, longer than the grace period of `
      + `${pod.graceSeconds} s: if the manager's hook fails, the pod hangs until the grace period is over`)];
  }),
};
