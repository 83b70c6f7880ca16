import { at, HazardRule } from '../rule';

export const stateChangingHttpHook: HazardRule = {
  id: 'state-changing-http-hook',
  severity: 'warning',
  title: 'Anybody who reaches the pod can drain it',
  why: 'An HTTP hook that starts the drain is an endpoint on the pod network: one GET of whoever reaches it takes the proxy out of '
    + 'service (CVE-2020-15127).',
  remedy: 'Start the drain by an exec hook, and let the HTTP hook only wait (Contour 1.8 and later).',
  sources: ['https://github.com/projectcontour/contour/security/advisories/GHSA-mjp8-x484-pm3r'],
  check: ({ containers }) => containers.flatMap(({ lifecycle, hook }) => {
    if (hook?.lifecycle.kind !== 'httpGet' || hook.effects.length === 0) return [];
    const { path, port } = hook.lifecycle;
    return [at(lifecycle, `the hook of ${lifecycle.name} starts the drain by a GET of ${path} on port ${port}: anybody who reaches the pod can do the same`,
      { pointer: hook.lifecycle.pointer })];
  }),
};
