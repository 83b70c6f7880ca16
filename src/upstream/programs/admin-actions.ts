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
  const ofPilot = url.port === PILOT_AGENT_PORT ? PILOT_ACTIONS.get(url.pathname) : undefined;
  const action = ACTIONS.get(url.pathname) ?? ofPilot;
  if (!action) return undefined;
  return method === 'POST' ? action(url.searchParams) : [{ step: 'refused-admin-call', path: url.pathname }];
}

type Action = (query: URLSearchParams) => readonly HookStep[];

/** `drain_listeners` with `skip_exit` never closes them; without `graceful`, it does so at once. */
const ACTIONS = new Map<string, Action>([
  ['/healthcheck/fail', () => [{ step: 'fail-health-checks' }]],
  ['/drain_listeners', (query) => [
    { step: 'drain-listeners', graceful: query.has('graceful'), skipExit: query.has('skip_exit') },
  ]],
  ['/quitquitquit', () => [{ step: 'quit-envoy' }]],
]);

/** https://github.com/istio/istio (86c9f01f) */
const PILOT_AGENT_PORT = '15020';

/** It tells Envoy to drain, and goes on accepting until the agent gets SIGTERM. */
export const DRAIN_WITHOUT_END: HookStep = { step: 'drain-listeners', graceful: true, skipExit: true };

const PILOT_ACTIONS = new Map<string, Action>([['/drain', () => [DRAIN_WITHOUT_END]]]);

/** This pod; a variable is taken for its address. */
export function isLocal({ hostname }: URL): boolean {
  return ['localhost', '[::1]', '0.0.0.0', VARIABLE_HOST].includes(hostname) || /^127\./.test(hostname);
}

/** What URLs make of the host `1`. */
const VARIABLE_HOST = '0.0.0.1';

/** Curl takes addresses without a scheme; a variable may stand for host or port. */
export function parsedUrl(word: string): URL | undefined {
  const bare = word.replace(/\$\{?\w+\}?/g, '1');
  if (bare.startsWith('-') || !/^(https?:\/\/)?[\w.[\]:-]+\/\w/.test(bare)) return undefined;
  try {
    return new URL(bare.includes('://') ? bare : `http://${bare}`);
  } catch {
    return undefined;
  }
}
