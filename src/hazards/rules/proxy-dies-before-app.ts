import type { ContainerStory } from '../container-story';
import type { PodStory } from '../pod-story';
import { at, Finding, HazardRule } from '../rule';
import { time } from '../words';

/** What a pod gets that asks for nothing. */
const DEFAULT_GRACE_SECONDS = 30;

export const proxyDiesBeforeApp: HazardRule = {
  id: 'proxy-dies-before-app',
  severity: 'error',
  title: 'The app loses its proxy while it still works',
  why: 'The app finishes its work in its hook or after SIGTERM and needs the network for it. A proxy that is stopped before takes all '
    + 'of its connections away.',
  remedy: 'Make the proxy a native sidecar, or let its hook last as long as the app takes.',
  sources: [
    'https://github.com/istio/istio/issues/36631', 'https://github.com/hashicorp/consul-k8s/issues/650',
    'https://github.com/kumahq/kuma/issues/4134', 'https://github.com/linkerd/linkerd2/issues/11084',
    'https://github.com/GoogleCloudPlatform/cloud-sql-proxy/issues/128',
  ],
  check: (story) => (story.isJob ? [] : story.proxies.flatMap((proxy) => early(proxy, story))),
};

function early(proxy: ContainerStory, { pod, apps }: PodStory): readonly Finding[] {
  if (apps.length === 0) return [];
  const { lifecycle, hook } = proxy;
  const stop = hook?.fails ? undefined : hook?.effects.find(({ kind }) => kind === 'quit-envoy');
  const proxyMillis = Math.min(proxy.endsAtLeastMillis, stop?.atMillis ?? Infinity);
  if (stop && stop.atMillis < longestHook(apps, pod.graceSeconds * 1000)) {
    return [at(lifecycle, `the hook of ${lifecycle.name} stops it after ${time(stop.atMillis)}, and the app may still work: it loses every connection then`,
      { pointer: hook!.lifecycle.pointer })];
  }
  if (lifecycle.kind !== 'regular' || hook?.known === false || proxy.program.onSigterm.kind === 'unknown') return [];
  const app = apps.reduce((longest, other) => ((other.hook?.leastMillis ?? 0) > (longest.hook?.leastMillis ?? 0) ? other : longest));
  const hookMillis = app.hook?.leastMillis ?? 0;
  if (hookMillis > 0) {
    return proxyMillis >= Math.min(hookMillis, pod.graceSeconds * 1000) ? [] : [at(lifecycle,
      `${lifecycle.name} ends ${time(proxyMillis)} after the deletion, and the hook of ${app.lifecycle.name} runs until ${time(hookMillis)}: it has no network meanwhile`)];
  }
  // a grace period that was raised beside a proxy with a hook may have been raised for that
  if (hook || pod.graceSeconds <= DEFAULT_GRACE_SECONDS || apps.some((other) => other.hook !== undefined)) return [];
  return proxyMillis >= pod.graceSeconds * 1000 ? [] : [at(lifecycle,
    `${lifecycle.name} ends ${time(proxyMillis)} after the deletion, and ${app.lifecycle.name} may work on for the ${pod.graceSeconds} s of the grace period: `
    + 'it has no network meanwhile')];
}

/** Without a hook, an app works after SIGTERM, for as long as it is let. */
function longestHook(apps: readonly ContainerStory[], graceMillis: number): number {
  const longest = Math.max(...apps.map(({ hook }) => hook?.leastMillis ?? 0));
  return longest > 0 ? longest : graceMillis;
}
