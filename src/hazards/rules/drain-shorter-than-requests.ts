import type { ContainerStory } from '../container-story';
import type { Declared } from '../declared';
import type { EnvoyStory } from '../envoy-story';
import { PROPAGATION_MILLIS } from '../propagation';
import { at, HazardRule } from '../rule';
import { isNeverTold } from '../told';
import { time } from '../words';

export const drainShorterThanRequests: HazardRule = {
  id: 'drain-shorter-than-requests',
  severity: 'error',
  title: 'The longest requests are cut',
  why: 'Requests begin until endpoints have gone, and the longest of them takes its time. What is still open when Envoy ends is cut.',
  remedy: 'Let the drain last 5 s and the longest request together at the least, or let a shutdown manager wait for connections.',
  sources: ['https://github.com/istio/istio/issues/25575', 'https://github.com/emissary-ingress/emissary/issues/4112'],
  needs: 'longestRequestMillis',
  concerns: ({ envoys, isJob }) => envoys.length > 0 && !isJob,
  check: ({ envoys, containers, isJob }, declared) => (isJob ? [] : envoys.flatMap((envoy) => {
    const { lifecycle, hook, holdIsKnown, ends } = envoy;
    if (!holdIsKnown || isNeverTold(envoy) || envoy.hook?.fails) return [];
    const needed = lastBeginMillis(envoy, declared) + declared.longestRequestMillis!;
    const lasts = waitsForRequests(envoy, containers) ? ends.openMillis : ends.leastMillis;
    return lasts >= needed ? [] : [at(lifecycle, `${lifecycle.name} ends ${time(lasts)} after the deletion, and a request that begins before its client `
      + `was told to leave, or while endpoints lag, may take until ${time(needed)}: it is cut`, { pointer: hook?.lifecycle.pointer ?? lifecycle.pointer })];
  })),
};

/** Some hook, or the wrapper's own drain, ends when connections are gone. */
function waitsForRequests({ program }: EnvoyStory, containers: readonly ContainerStory[]): boolean {
  return containers.some(({ hook }) => hook?.connections !== undefined)
    || program.onSigterm.steps?.some(({ step }) => step === 'await-connections') === true;
}

/** Until when requests may begin: endpoints lag, a load balancer has not noticed, or the client was not told. */
function lastBeginMillis(envoy: EnvoyStory, { loadBalancerDetectionMillis: detection }: Declared): number {
  const noticed = detection === undefined ? 0 : envoy.noticeableAtMillis + detection;
  return Math.max(PROPAGATION_MILLIS, noticed, toldUntil(envoy));
}

/** By when every reply tells its client to leave. */
function toldUntil({ triggers, program, healthChecksFailAtMillis: failAt = Infinity, sigterm }: EnvoyStory): number {
  const { drainStrategy, drainTimeMillis } = program.envoy!;
  const drain = triggers.find(({ kind, graceful }) => kind === 'drain-listeners' && graceful)?.atMillis ?? Infinity;
  const told = Math.min(failAt, drain + (drainStrategy === 'gradual' ? drainTimeMillis : 0));
  return told === Infinity ? sigterm.leastMillis : told;
}
