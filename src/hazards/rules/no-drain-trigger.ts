import { at, HazardRule } from '../rule';
import { isTold } from '../told';

export const noDrainTrigger: HazardRule = {
  id: 'no-drain-trigger',
  severity: 'error',
  title: 'Nothing tells Envoy to drain',
  why: 'Envoy ends at once on SIGTERM and never drains by itself: requests in flight are cut, and clients learn only by a '
    + 'reset that their connection is gone.',
  remedy: 'Let a preStop hook start the drain and hold Envoy until connections are gone: weave a shutdown manager in (envoy-drain fix).',
  sources: [
    'https://github.com/kgateway-dev/kgateway/issues/5494', 'https://github.com/projectcontour/contour/issues/145',
    'https://github.com/emissary-ingress/emissary/issues/4112', 'https://github.com/wso2/api-platform/issues/2121',
  ],
  check: ({ pod, envoys, isJob }) => (isJob ? [] : envoys
    .filter((envoy) => !isTold(envoy) && !envoy.drainIsDoubtful && envoy.hook?.onlyWaits !== true)
    .map(({ lifecycle, sigterm }) => at(lifecycle,
      `nothing tells the Envoy in ${lifecycle.name} to drain: it gets SIGTERM after ${sigterm.leastMillis / 1000} s and cuts `
      + `every connection at once, whatever is left of the ${pod.graceSeconds} s grace period`))),
};
