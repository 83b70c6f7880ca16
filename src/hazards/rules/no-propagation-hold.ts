import { PROPAGATION_MILLIS } from '../propagation';
import { at, HazardRule } from '../rule';
import { isNeverTold } from '../told';
import { time } from '../words';

export const noPropagationHold: HazardRule = {
  id: 'no-propagation-hold',
  severity: 'warning',
  title: 'Envoy stops before everybody knows that the pod goes',
  why: 'Endpoints take seconds to leave kube-proxies, other proxies and load balancers. New connections that still come to a '
    + 'pod whose listeners are closed are refused.',
  remedy: 'Hold Envoy for 5 s or more: --min-drain-duration of Envoy Gateway\'s manager, --drain-delay of Contour\'s, or a sleep before the drain in a hook.',
  sources: ['https://github.com/projectcontour/contour/issues/3897', 'https://github.com/projectcontour/contour/issues/4851'],
  check: ({ envoys, isJob }) => (isJob ? [] : envoys
    .filter((envoy) => envoy.holdIsKnown && envoy.holdMillis < PROPAGATION_MILLIS)
    // of a hook that ends at once in failure another finding tells
    .filter((envoy) => !envoy.hook?.fails && !isNeverTold(envoy))
    .map(({ lifecycle, holdMillis, hook }) => at(lifecycle,
      `with no connection open, ${lifecycle.name} takes new connections for only ${time(holdMillis)} after the pod was deleted, and `
      + `endpoints lag by ${time(PROPAGATION_MILLIS)} and more: those that come later are refused`, { pointer: hook?.lifecycle.pointer ?? lifecycle.pointer }))),
};
