import type { ContainerStory } from '../container-story';
import type { EnvoyStory } from '../envoy-story';
import { at, HazardRule } from '../rule';
import { time } from '../words';

export const envoyDoesNotWait: HazardRule = {
  id: 'envoy-does-not-wait',
  severity: 'error',
  title: 'The manager drains, and Envoy does not wait for it',
  why: 'The manager\'s hook begins the drain and counts connections, while Envoy, whose own hook is missing or shorter, has already '
    + 'got SIGTERM: what the drain would have let go is cut.',
  remedy: 'Give Envoy the hook that waits for the manager: httpGet /shutdown/ready on 19002 (Contour: /shutdown on 8090).',
  sources: [
    'https://github.com/envoyproxy/gateway/issues/9484',
    'https://github.com/projectcontour/contour/blob/v1.33.6/site/content/docs/main/redeploy-envoy.md',
  ],
  check: ({ envoys, managers, isJob }) => (isJob || envoys.length > 1 ? [] : envoys.flatMap((envoy) => managers
    .filter((manager) => outlives(manager, envoy)).slice(0, 1).map((manager) => at(envoy.lifecycle,
      `${envoy.lifecycle.name} ends ${time(envoy.ends.openMillis)} after the deletion, whatever is open, and the hook of ${manager.lifecycle.name} `
      + 'would drain it for longer: what is open then is cut', { pointer: envoy.hook?.lifecycle.pointer ?? envoy.lifecycle.pointer })))),
};

/** Its hook waits for connections, and Envoy\'s for nothing. */
function outlives({ hook }: ContainerStory, { hook: own, ends, holdIsKnown }: EnvoyStory): boolean {
  const drains = hook?.connections !== undefined && hook.known && !hook.fails;
  return drains && holdIsKnown && !waits(own) && ends.openMillis < hook.openMillis;
}

/** Or means to: a hook that fails is a finding of its own. */
function waits(hook: EnvoyStory['hook']): boolean {
  return hook !== undefined && (hook.fails || hook.waits.length > 0 || hook.connections !== undefined);
}
