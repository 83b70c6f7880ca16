import type { ContainerStory } from './container-story';
import { PodLifecycle } from '../pod/pod-lifecycle';

/** Containers that an Envoy calls: known programs, and whoever offers it a unix socket on a shared volume. */
export function companionsOf(
  containers: readonly ContainerStory[], envoys: readonly ContainerStory[], pod: PodLifecycle,
): ContainerStory[] {
  if (envoys.length === 0) return [];
  return containers.filter((container) => {
    const { role, envoy } = container.program;
    if (role === 'companion') return true;
    return role === undefined && envoy === undefined && envoys.some((other) => sharesSocket(container, other, pod));
  });
}

function sharesSocket({ lifecycle }: ContainerStory, envoy: ContainerStory, { volumes }: PodLifecycle): boolean {
  const shared = lifecycle.mounts.filter(({ volume }) => envoy.lifecycle.mounts.some((mount) => mount.volume === volume)
    && volumes.some(({ name, kind }) => name === volume && kind === 'emptyDir'));
  const sockets = settingsOf(lifecycle).filter(({ name, value }) => SOCKET.test(value) && !IS_CLIENT.test(name));
  return shared.some(({ path }) => sockets.some(({ value }) => value.includes(`${path.replace(/\/$/, '')}/`)));
}

/** Flags and variables with their values; a flag may stand before its value, or be joined to it. */
function settingsOf({ argv, env }: ContainerStory['lifecycle']): { readonly name: string; readonly value: string }[] {
  return [
    ...argv.map((word, index) => ({ name: flagOf(word) ?? flagOf(argv[index - 1]) ?? '', value: word })),
    ...Object.entries(env).map(([name, value]) => ({ name, value })),
  ];
}

function flagOf(word = ''): string | undefined {
  return /^-[^=]*/.exec(word)?.[0];
}

/** Whoever is told where something else listens calls it, and is not called. */
const IS_CLIENT = /upstream|target|proxy|endpoint|client|connect|dial|egress|outbound|backend|_url\b|xds|sds/i;

const SOCKET = /unix:|\.sock\b|\.socket\b/;

/** Beside an Envoy with a shutdown manager, other containers are the gateway's own helpers. */
export function appsOf(
  containers: readonly ContainerStory[], proxies: readonly ContainerStory[], managers: readonly ContainerStory[],
  companions: readonly ContainerStory[],
): ContainerStory[] {
  if (proxies.length === 0 || managers.length > 0) return [];
  return containers.filter((container) => container.lifecycle.kind === 'regular'
    && ![...proxies, ...companions].includes(container) && !isHelper(container));
}

/** Programs that watch others: nobody loses requests with them. */
export function isHelper({ lifecycle: { image = '', name } }: ContainerStory): boolean {
  const bare = image.replace(/[@:][^/]*$/, '');
  return HELPERS.test(bare.slice(bare.lastIndexOf('/') + 1)) || HELPERS.test(name);
}

const HELPERS = /^(fluent-?bit|fluentd|vector|promtail|filebeat|alloy|otel-?collector|opentelemetry-collector|.*-exporter|.*config-?reload(er)?|.*reloader|statsd|datadog-agent|logrotate|log-?tailer|busybox|pause)/;
