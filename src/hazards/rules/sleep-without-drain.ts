import { ownDrainMillis } from '../container-story';
import type { EnvoyStory } from '../envoy-story';
import { at, HazardRule } from '../rule';
import { isPause } from '../told';
import { time } from '../words';

/** A wrapper that drains this long after SIGTERM reaches every client that is not idle. */
const LONG_OWN_DRAIN_MILLIS = 10_000;

export const sleepWithoutDrain: HazardRule = {
  id: 'sleep-without-drain',
  severity: 'warning',
  title: 'Envoy\'s hook only sleeps',
  why: 'While the hook sleeps, endpoints go and no new connection comes, but clients with a keep-alive connection are never '
    + 'told to leave: they are cut when the sleep is over.',
  remedy: 'Start a drain in the hook as well, by POST /healthcheck/fail, and let the strategy be immediate.',
  sources: [
    'https://github.com/istio/istio/issues/20027',
    'https://www.envoyproxy.io/docs/envoy/latest/intro/arch_overview/operations/draining',
  ],
  check: ({ envoys, isJob }) => (isJob ? [] : envoys.filter(isNeverToldInTime)).map(
    ({ lifecycle, hook, program: { onSigterm } }) => at(lifecycle,
      `the hook of ${lifecycle.name} only waits ${time(hook!.leastMillis)} and tells no client to leave: keep-alive connections are `
      + `${onSigterm.drains ? `told in the last ${time(onSigterm.after.min)} only` : 'cut when Envoy gets SIGTERM after it'}`,
      { pointer: hook!.lifecycle.pointer })),
};

function isNeverToldInTime({ hook, triggers, drainIsDoubtful, program }: EnvoyStory): boolean {
  return isPause({ hook }) && triggers.length === 0 && !drainIsDoubtful
    && program.onSigterm.kind !== 'unknown' && ownDrainMillis(program).max < LONG_OWN_DRAIN_MILLIS;
}
