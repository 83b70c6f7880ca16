/** Actions of Envoy's admin interface, and of wrappers', that only POST may ask for. */
const ACTIONS = ['/healthcheck/fail', '/healthcheck/ok', '/drain_listeners', '/quitquitquit', '/drain'];

export function isAdminAction(path: string): boolean {
  return ACTIONS.includes(path.split('?')[0].replace(/\/$/, ''));
}
