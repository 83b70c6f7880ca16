import type { PodStory } from './pod-story';
import { portOf } from '../pod/http-get';
import { ContainerLifecycle, HttpGetLifecycle, ProbeLifecycle } from '../pod/pod-lifecycle';

/** Actions of Envoy's admin interface that only POST may ask for. */
const ACTIONS = ['/healthcheck/fail', '/healthcheck/ok', '/drain_listeners', '/quitquitquit'];

/** What many programs call so; of wrappers, pilot-agent does, on one port. */
const PILOT_ACTION = '/drain';
const PILOT_AGENT_PORT = 15020;

/** Whether an HTTP hook, which is a GET, means an admin interface, and no program of somebody's own. */
export function asksAdmin(hook: HttpGetLifecycle, container: ContainerLifecycle, story: PodStory): boolean {
  const path = hook.path.split('?')[0].replace(/\/$/, '');
  const port = portOf(container, hook);
  if (story.envoys.length === 0 || port === undefined || isAnswered(port, story)) return false;
  return ACTIONS.includes(path) || (path === PILOT_ACTION && port === PILOT_AGENT_PORT);
}

/** By a manager, or by a program that nobody knows and that says that it listens there. */
function isAnswered(port: number, { containers }: PodStory): boolean {
  return containers.filter(({ program }) => program.envoy === undefined).some(({ lifecycle, program }) =>
    program.endpoints.some((endpoint) => endpoint.port === port)
    || (!program.known && saysThatItListens(lifecycle, port)));
}

function saysThatItListens(container: ContainerLifecycle, port: number): boolean {
  const { ports, livenessProbe, readinessProbe, startupProbe } = container;
  return ports.some(({ containerPort }) => containerPort === port)
    || [livenessProbe, readinessProbe, startupProbe].some((probe) => probe !== undefined && probesPort(probe, port));
}

function probesPort({ action }: ProbeLifecycle, port: number): boolean {
  return action.kind === 'httpGet' && action.port === port;
}
