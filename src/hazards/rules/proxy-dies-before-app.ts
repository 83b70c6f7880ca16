import type { ContainerStory } from '../container-story';
import type { Effect } from '../hook-walk';
import type { PodStory } from '../pod-story';
import { START_MILLIS } from '../propagation';
import { at, Finding, HazardRule } from '../rule';
import { time } from '../words';

/** More than a pause of the proxy explains. */
const LONG_AFTER_HOOK_MILLIS = 60_000;
/** What a drain of its own has to leave of the grace period. */
const SLACK_MILLIS = 5_000;
/** Beside a proxy that drains by itself, a grace period that is little longer is meant for that. */
const SLACK_OF_OWN_DRAIN_MILLIS = 16_000;

/** What a pod gets that asks for nothing. */
const DEFAULT_GRACE_MILLIS = 30_000;

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
  const graceMillis = pod.graceSeconds * 1000;
  const { lifecycle, hook, program } = proxy;
  const stopMillis = stoppedAt(proxy);
  if (stopMillis < longestHook(apps, graceMillis)) {
    return [at(lifecycle, `the hook of ${lifecycle.name} stops it after ${time(stopMillis)}, and the app may still work: it loses every connection then`,
      { pointer: hook!.lifecycle.pointer })];
  }
  if (lifecycle.kind !== 'regular' || hook?.known === false || program.onSigterm.kind === 'unknown') return [];
  const endsMillis = Math.min(proxy.endsAtLeastMillis + keepsConnectionsMillis(proxy), stopMillis);
  const needed = neededUntil(proxy, apps, graceMillis);
  return needed === undefined || endsMillis + START_MILLIS >= needed.millis ? [] : [at(lifecycle,
    `${lifecycle.name} ends ${time(endsMillis)} after the deletion, and ${needed.because}: it has no network meanwhile`)];
}

/** The Cloud SQL proxy may be told to wait for the app's connections, which an app has open as long as it works. */
function keepsConnectionsMillis({ program: { program, onSigterm } }: ContainerStory): number {
  // nor does a wrapper that waits for connections
  if (onSigterm.steps?.some(({ step }) => step === 'await-connections')) return Infinity;
  return program === 'cloud-sql-proxy' ? Math.floor(onSigterm.after.max / 1000) * 1000 : 0;
}

/** When its own hook ends it; Infinity where it does not. */
function stoppedAt({ hook, program }: ContainerStory): number {
  const stop = hook?.fails ? undefined : hook?.effects.find((effect) => stops(effect, program));
  return stop?.atMillis ?? Infinity;
}

function stops({ kind, program }: Effect, { envoy, program: own }: ContainerStory['program']): boolean {
  return envoy === undefined ? kind === 'quit-proxy' && program === own : kind === 'quit-envoy';
}

/** How long apps need their proxy; undefined where nothing says that they do. */
function neededUntil(
  { hook, program }: ContainerStory, apps: readonly ContainerStory[], graceMillis: number,
): { readonly millis: number; readonly because: string } | undefined {
  const longest = apps.reduce((one, other) => (hookMillis(other) > hookMillis(one) ? other : one));
  const { lifecycle: { name } } = longest;
  const millis = hookMillis(longest);
  if (millis > 0) return { millis: Math.min(millis, graceMillis), because: `the hook of ${name} runs until ${time(millis)}` };
  // a grace period that was raised beside a proxy with a hook may have been raised for that
  const forProxy = hook !== undefined && !(hook.onlyWaits && graceMillis > hook.mostMillis + LONG_AFTER_HOOK_MILLIS);
  if (forProxy || graceMillis <= DEFAULT_GRACE_MILLIS || apps.some((app) => app.hook !== undefined)) return undefined;
  const slackMillis = program.onSigterm.drains ? SLACK_OF_OWN_DRAIN_MILLIS : SLACK_MILLIS;
  return { millis: graceMillis - slackMillis, because: `${name} may work on for the ${time(graceMillis)} of the grace period` };
}

function hookMillis({ hook }: ContainerStory): number {
  return hook?.leastMillis ?? 0;
}

/** Without a hook, an app works after SIGTERM, for as long as it is let. */
function longestHook(apps: readonly ContainerStory[], graceMillis: number): number {
  const longest = Math.max(...apps.map(hookMillis));
  return longest > 0 ? longest : graceMillis;
}
