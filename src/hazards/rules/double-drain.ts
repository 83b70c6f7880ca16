import { nominalDrainMillis } from '../container-story';
import { at, HazardRule } from '../rule';
import { time } from '../words';

export const doubleDrain: HazardRule = {
  id: 'double-drain',
  severity: 'warning',
  title: 'The same drain runs twice',
  why: 'The hook drains and waits, and the program drains again when it gets SIGTERM. Each alone fits into the grace period, both '
    + 'together do not: the second one is killed.',
  remedy: 'Leave one of the two, or raise terminationGracePeriodSeconds above both.',
  sources: ['https://github.com/istio/istio/issues/47779', 'https://github.com/openshift/router/pull/28'],
  anyPod: true,
  check: ({ pod, containers }) => containers.flatMap(({ lifecycle, hook, program }) => {
    const ownMillis = nominalDrainMillis(program);
    const drains = hook?.effects.some(({ kind }) => kind === 'fail-health-checks' || kind === 'drain-listeners');
    if (!hook || !drains || !program.onSigterm.drains || !hook.known || hook.mostMillis === Infinity) return [];
    const totalMillis = hook.mostMillis + ownMillis;
    return totalMillis <= pod.graceSeconds * 1000 ? [] : [at(lifecycle,
      `the hook of ${lifecycle.name} drains for ${time(hook.mostMillis)} and ${program.program} again for ${time(ownMillis)} after SIGTERM: `
      + `${time(totalMillis)} together, in a grace period of ${pod.graceSeconds} s`, { pointer: hook.lifecycle.pointer })];
  }),
};
