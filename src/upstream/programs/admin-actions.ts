import { CLOUD_SQL_PROXY, LINKERD_PROXY } from './other-names';
import { HookStep } from '../behaviour';

/** A request to an admin interface of this pod. */
export interface AdminRequest {
  readonly method: string;
  readonly url: URL;
}

/**
 * What an action of Envoy's admin interface, or of a wrapper's, does; undefined for any other path. Only POST
 * changes anything, a GET is refused.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/operations/admin
 */
export function actionSteps({ method, url }: AdminRequest): readonly HookStep[] | undefined {
  if (`${url.port}${url.pathname}` === SQL_PROXY_QUIT) return [{ step: 'quit-proxy', program: CLOUD_SQL_PROXY }];
  const action = ACTIONS.get(url.pathname) ?? ACTIONS_OF_PORTS.get(`${url.port}${url.pathname}`);
  if (!action) return (method === 'GET' && READS.has(url.pathname)) || OTHER_ACTIONS.has(url.pathname) ? [] : undefined;
  return method === 'POST' ? action(url.searchParams) : [{ step: 'refused-admin-call', path: url.pathname }];
}

/** By any method: https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/v2.12.0/internal/healthcheck */
const SQL_PROXY_QUIT = '9091/quitquitquit';

type Action = (query: URLSearchParams) => readonly HookStep[];

/** `drain_listeners` with `skip_exit` never closes them; without `graceful`, it does so at once. */
const ACTIONS = new Map<string, Action>([
  ['/healthcheck/fail', () => [{ step: 'fail-health-checks' }]],
  ['/drain_listeners', (query) => [
    { step: 'drain-listeners', graceful: query.has('graceful'), skipExit: query.has('skip_exit') },
  ]],
  ['/quitquitquit', () => [{ step: 'quit-envoy' }]],
]);

/** They change something else. */
const OTHER_ACTIONS = new Set(['/healthcheck/ok', '/logging', '/runtime_modify', '/reset_counters', '/cpuprofiler', '/heapprofiler', '/stats/recentlookups/clear']);

/** What only answers. */
const READS = new Set(['/ready', '/stats', '/stats/prometheus', '/server_info', '/clusters', '/listeners', '/config_dump', '/memory']);

/** It tells Envoy to drain, and goes on accepting until the agent gets SIGTERM. */
export const DRAIN_WITHOUT_END: HookStep = { step: 'drain-listeners', graceful: true, skipExit: true };

/** Of proxies and agents that have a port of their own for them. */
const ACTIONS_OF_PORTS = new Map<string, Action>([
  // pilot-agent: https://github.com/istio/istio (86c9f01f)
  ['15020/drain', () => [DRAIN_WITHOUT_END]],
  // https://linkerd.io/2/tasks/graceful-shutdown/
  ['4191/shutdown', () => [{ step: 'quit-proxy', program: LINKERD_PROXY }]],
]);

/** This pod; a variable is taken for its address. */
export function isLocal({ hostname }: URL): boolean {
  return ['localhost', '[::1]', '0.0.0.0', VARIABLE_HOST].includes(hostname) || /^127\./.test(hostname);
}

/** What URLs make of the host `1`. */
const VARIABLE_HOST = '0.0.0.1';

/** Curl takes addresses without a scheme; a variable, or what it is without a value, may stand for host or port. */
export function parsedUrl(word: string): URL | undefined {
  const bare = word.replace(/\$\{\w+:?-([^}]*)\}/g, '$1').replace(/\$\{?\w+\}?/g, '1');
  if (bare.startsWith('-') || !/^(https?:\/\/)?[\w.[\]:-]+\/\w/.test(bare)) return undefined;
  try {
    return new URL(bare.includes('://') ? bare : `http://${bare}`);
  } catch {
    return undefined;
  }
}
