import { ENVOY_CONTAINER, MANAGER_CONTAINER, manifestOf } from './manifest';
import { Load, Run } from './run';
import { recognisedPrograms } from '../src/kubelet/pod-programs';
import { Action, Faults, NO_FAULTS, NO_TRAFFIC, Traffic } from '../src/kubelet/scenario';
import { SimulationInput } from '../src/kubelet/simulation';
import { KubernetesVersion } from '../src/kubernetes-version';
import { readPods } from '../src/pod/read';
import { CONTOUR } from '../src/upstream/contour';
import { ENVOY_GATEWAY } from '../src/upstream/envoy-gateway';

/** The kubelet of this version was played; it only had no minimum of 2 s, which no Envoy needs. */
const VERSION = KubernetesVersion.of('1.34');

/** What the simulator is told about a run: nothing of what came of it. */
export function inputOf(run: Run): SimulationInput {
  const [pod] = readPods(manifestOf(run));
  return {
    pod,
    version: VERSION,
    ...recognisedPrograms(pod),
    scenario: { action: actionOf(run), faults: faultsOf(run), traffic: trafficOf(run) },
  };
}

/** Nobody drains where Envoy alone is restarted: its hook waits for a manager that was not told to end. */
function actionOf({ faults }: Run): Action {
  return faults.no_exec_hook
    ? { kind: 'probe-failure', container: ENVOY_CONTAINER, probe: 'liveness' }
    : { kind: 'deletion' };
}

function faultsOf(run: Run): Faults {
  const { faults } = run;
  return {
    ...NO_FAULTS,
    notRunning: faults.sidecar_dead ? [MANAGER_CONTAINER] : [],
    killed: faults.kill_sidecar_s === undefined ? []
      : [{ container: MANAGER_CONTAINER, atMillis: faults.kill_sidecar_s * 1000 }],
    staleFiles: faults.stale ? [{ container: MANAGER_CONTAINER, path: readyFileOf(run) }] : [],
    adminDead: faults.kill_admin === true || replaces(run, `port_value: ${ENVOY_GATEWAY.adminPort}`),
    ...getDelay(run),
  };
}

function readyFileOf({ proxy }: Run): string {
  return proxy === 'eg'
    ? `${ENVOY_GATEWAY.readyFileDirectory}/${ENVOY_GATEWAY.readyFileName}`
    : `${CONTOUR.adminDirectory}/${CONTOUR.readyFileName}`;
}

/** The runs have no field for it: in those of this name, the GET of Envoy's hook was sent 0.3 s late. */
function getDelay({ name }: Run): { readonly httpHookDelayMillis?: number } {
  return name.includes('getdelay') ? { httpHookDelayMillis: 300 } : {};
}

function replaces({ faults }: Run, text: string): boolean {
  return (faults.cfg_sed ?? []).some(([before]) => before.includes(text));
}

function trafficOf(run: Run): Traffic {
  const load = { ...NO_LOAD, ...run.load };
  const neverTold = isNeverTold(run);
  return {
    ...NO_TRAFFIC,
    endpointLagMillis: run.endpointLagSeconds * 1000,
    newConnectionsPerSecond: load.new_rate,
    keepAliveConnections: neverTold ? 0 : load.keepalive,
    longestRequestMillis: load.long_s * 1000,
    longRequestClients: neverTold ? 0 : load.long,
    requestsInFlight: inFlight(load),
    idleConnections: load.idle + countedForEver(run),
    idleUntilMillis: run.proxy === 'contour' && load.idle > 0 ? CONTOUR_IDLE_MILLIS : undefined,
    endlessStreams: (load.stream_s === undefined ? load.stream : 0) + (neverTold ? load.keepalive + load.long : 0),
    tcpConnections: load.tcp,
  };
}

const NO_LOAD = { new_rate: 0, keepalive: 0, long: 0, long_s: 0, oneshot: 0, stream: 0, tcp: 0, idle: 0 };

/** Listeners of type MODIFY_ONLY tell nobody of failing health checks: what goes on there goes on for ever. */
function isNeverTold({ faults, topology, shutdownArgs }: Run): boolean {
  const drainsListeners = topology.startsWith('drain_') || (shutdownArgs ?? []).some((arg) => arg.includes('failure-delay'));
  return !drainsListeners && (faults.cfg_sed ?? []).some(([, after]) => after.includes('MODIFY_ONLY'));
}

function inFlight({ oneshot, long_s: longSeconds, stream, stream_s: streamSeconds }: Load & typeof NO_LOAD): number[] {
  const ends = (count: number, seconds: number): number[] =>
    Array.from({ length: count }, () => seconds * 1000 - BEGUN_BEFORE_MILLIS);
  return [...ends(oneshot, longSeconds), ...streamSeconds === undefined ? [] : ends(stream, streamSeconds)];
}

/** Requests that were in flight at 0 were sent this much before. */
const BEGUN_BEFORE_MILLIS = 100;

/** Measured: clients leave 66 s after their last use with Contour's timeouts, which was 2 s before 0. */
const CONTOUR_IDLE_MILLIS = 64_000;

/** Connections on ports that the manager counts, and a count that can never be read, as if one never went. */
function countedForEver(run: Run): number {
  const leftOut: readonly number[] = run.proxy === 'eg'
    ? [ENVOY_GATEWAY.adminPort, ENVOY_GATEWAY.statisticsPort, ENVOY_GATEWAY.readinessPort]
    : [CONTOUR.statisticsPort];
  const idle = (run.faults.aux_idle ?? []).filter((port) => !leftOut.includes(port)).length;
  const hidden = (run.faults.cfg_sed ?? []).some(([, after]) => /exclusion_list.*downstream_cx_active/.test(after));
  return idle + (hidden ? 1 : 0);
}
