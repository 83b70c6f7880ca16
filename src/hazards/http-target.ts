import type { Surroundings } from './surroundings';
import { portOf } from '../pod/http-get';
import { ContainerLifecycle, HttpGetLifecycle, PodLifecycle } from '../pod/pod-lifecycle';
import { Endpoint } from '../upstream/behaviour';
import { endpointAt } from '../upstream/endpoints';
import { ENVOY } from '../upstream/envoy';
import { isLoopback } from '../values/hosts';

/** Whether a host means the node itself, which is who calls. */
export function isNode(host: string | undefined): boolean {
  return host !== undefined && isLoopback(host);
}

/** What a GET asks for: a port of the pod, somewhere else, or nothing that could answer. */
export type Request = { readonly port: number; readonly toNode: boolean } | 'elsewhere' | 'refused';

export function requestOf(
  { hostNetwork }: PodLifecycle, container: ContainerLifecycle, hook: HttpGetLifecycle,
): Request {
  const toNode = isNode(hook.host);
  if (toNode !== hostNetwork && (toNode || hook.host === undefined)) return 'refused';
  if (hook.host !== undefined && !toNode) return 'elsewhere';
  const port = portOf(container, hook);
  return port === undefined ? 'refused' : { port, toNode };
}

/** Who answers on a port, as far as programs are known. */
export type Listener =
  | { readonly kind: 'endpoint'; readonly container: string; readonly endpoint: Endpoint }
  /** A program that nobody knows may listen there. */
  | { readonly kind: 'unknown' }
  /** Nobody listens there, or whoever does has no such path. */
  | { readonly kind: 'nobody'; readonly because: 'port' | 'path' | 'loopback' };

export function listenerOn(
  { pod, programs }: Surroundings, { port, toNode }: Exclude<Request, string>, path: string,
): Listener {
  const candidates = pod.containers.filter(({ kind, name }) =>
    kind !== 'init' && programs[name].endpoints.some((endpoint) => endpoint.port === port));
  const reachable = candidates.filter(({ name }) => toNode || !programs[name].loopbackOnly);
  for (const { name } of reachable) {
    const endpoint = endpointAt(programs[name].endpoints, port, path);
    if (endpoint) return { kind: 'endpoint', container: name, endpoint };
  }
  if (reachable.length > 0) return { kind: 'nobody', because: 'path' };
  if (candidates.length > 0) return { kind: 'nobody', because: 'loopback' };
  return mayListen(pod, programs, port) ? { kind: 'unknown' } : { kind: 'nobody', because: 'port' };
}

/** Unknown programs and wrappers listen anywhere, an Envoy where its configuration says, for which its ports speak. */
function mayListen({ containers }: PodLifecycle, programs: Surroundings['programs'], port: number): boolean {
  return containers.some(({ kind, name, ports }) => {
    const { known, envoy, program } = programs[name];
    if (kind === 'init' || (known && envoy === undefined)) return false;
    return !known || program !== ENVOY.programName || ports.some(({ containerPort }) => containerPort === port);
  });
}
