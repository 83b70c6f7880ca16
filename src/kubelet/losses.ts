import { SimulatedEvent, SimulatedKind } from './simulation';
import { ConnectionClass, connectionClasses, newcomersUntil } from './traffic';
import type { World } from './world';
import { asksReadiness } from '../upstream/envoy';
import { seconds, spanText } from '../values/durations';

/** Which requests a termination loses. */
export interface Losses {
  /** Something is lost, or may be. */
  readonly lost: boolean;
  /** Every run loses something, or none does, and no program that matters is unknown. */
  readonly certain: boolean;
  readonly reasons: readonly string[];
  /** Connections with requests that are open when Envoy ends, in the worst run. */
  readonly cutConnections: number;
  /** From when to when new connections are refused. */
  readonly refusedFromMillis?: number;
  readonly refusedToMillis?: number;
  /** How long Envoy still runs after the last request, in the worst run. */
  readonly lingersMillis?: number;
}

/** The same of one run. */
interface RunLosses {
  readonly endedMillis?: number;
  readonly cutConnections: number;
  readonly lingersMillis?: number;
  readonly refused?: { readonly fromMillis: number; readonly toMillis: number };
}

/** What the runs of a simulation lose. It is reckoned run by run: a drain that ends late lets go of more. */
export function lossesOf(worlds: readonly World[]): Losses {
  const runs = worlds.map(runLosses);
  const standing = standingLosses(worlds);
  const losing = runs.filter((run) => standing.length > 0 || run.cutConnections > 0 || run.refused);
  const cutConnections = Math.max(...runs.map((run) => run.cutConnections));
  const refused = runs.flatMap((run) => run.refused ?? []);
  const fromMillis = Math.min(...refused.map((window) => window.fromMillis));
  const toMillis = Math.max(...refused.map((window) => window.toMillis));
  return {
    lost: losing.length > 0,
    certain: [0, runs.length].includes(losing.length) && worlds.every(({ unknown }) => unknown.size === 0),
    reasons: [
      ...standing,
      ...cutConnections > 0 ? [`${counted(cutConnections)} cut when Envoy ends${endText(losing)}`] : [],
      ...refused.length > 0 ? [`new connections are refused from ${seconds(fromMillis)} to ${seconds(toMillis)} s`]
        : [],
    ],
    cutConnections,
    ...refused.length > 0 ? { refusedFromMillis: fromMillis, refusedToMillis: toMillis } : {},
    ...lingeringOf(runs),
  };
}

/** What no run is needed for: a pod that never serves, and an Envoy that nobody brings back. */
function standingLosses([world]: readonly World[]): string[] {
  const { rules, containers, input: { version, scenario: { action } } } = world;
  const states = [...containers.values()];
  if (rules.sidecars !== 'run' && states.some(({ lifecycle }) => lifecycle.kind === 'sidecar')) {
    return [`the pod never becomes ready: Kubernetes ${version.toString()} does not run its native sidecars beside the others`];
  }
  const isLeft = action.kind === 'probe-failure' && world.envoy.endedAt === undefined;
  return isLeft ? [...standingDrain(world)] : [];
}

/** A drain that nobody who deletes the pod began, and how it ends: listeners that are closed stay so. */
function* standingDrain({ envoy, containers }: World): Generator<string> {
  const probe = [...containers.values()].find(({ program }) => program.envoy)?.lifecycle.livenessProbe;
  const heals = probe?.action.kind === 'httpGet' && asksReadiness(probe.action.path)
    ? `until its liveness probe has failed for ${seconds(probe.periodSeconds * probe.failureThreshold * 1000)} s` : undefined;
  const closedMillis = envoy.listenersClosedAt ?? envoy.listenersCloseAt;
  if (closedMillis !== undefined) {
    yield `Envoy stays out of service: its listeners are closed from ${seconds(closedMillis)} s on, `
      + `${heals ? `${heals} from then on` : 'until somebody restarts it'}; nothing else opens them again`;
  } else if (envoy.healthChecksFailAt !== undefined) {
    yield `Envoy stays out of service: its health checks fail ${heals ? `${heals}, or until` : 'until'} `
      + 'somebody calls /healthcheck/ok or restarts it';
  }
}

function lingeringOf(runs: readonly RunLosses[]): Pick<Losses, 'lingersMillis'> {
  const lingering = runs.flatMap(({ lingersMillis }) => lingersMillis ?? []);
  return lingering.length === 0 ? {} : { lingersMillis: Math.max(...lingering) };
}

function counted(connections: number): string {
  return connections === 1 ? '1 connection with a request is' : `${connections} connections with requests are`;
}

function endText(runs: readonly RunLosses[]): string {
  const cutting = runs.filter(({ cutConnections }) => cutConnections > 0);
  const ends = cutting.map(({ endedMillis }) => endedMillis!);
  return ` (${spanText(Math.min(...ends), Math.max(...ends))})`;
}

/** Up to the first end of Envoy; afterwards another one may serve. */
function runLosses(world: World): RunLosses {
  const endedMillis = endOfEnvoy(world);
  const refused = refusedWindow(world, endedMillis);
  if (endedMillis === undefined) return { cutConnections: 0, refused };
  const withRequests = connectionClasses(world).filter(({ carriesRequests }) => carriesRequests);
  const cutConnections = withRequests.filter(({ untilMillis }) => untilMillis > endedMillis)
    .reduce((sum, { count }) => sum + count, 0);
  const lingersMillis = endedMillis - lastRequest(world, endedMillis, withRequests);
  return { endedMillis, cutConnections, refused, lingersMillis };
}

/** A request of a new connection is as short as can be. */
function lastRequest(world: World, endedMillis: number, classes: readonly ConnectionClass[]): number {
  const { newConnectionsPerSecond } = world.input.scenario.traffic;
  const lastComes = newConnectionsPerSecond > 0 ? newcomersUntil(world) : 0;
  return Math.min(endedMillis, Math.max(0, lastComes, ...classes.map(({ untilMillis }) => untilMillis)));
}

function endOfEnvoy(world: World): number | undefined {
  return firstOfEnvoy(world, 'EXITED')?.atMillis;
}

function firstOfEnvoy({ events, containers }: World, kind: SimulatedKind): SimulatedEvent | undefined {
  return events.find((event) => event.kind === kind && containers.get(event.container ?? '')?.program.envoy !== undefined);
}

/** From the end of the listeners until the endpoint is gone or Envoy is back, if somebody comes meanwhile. */
function refusedWindow(world: World, endedMillis = Infinity): RunLosses['refused'] {
  const { newConnectionsPerSecond } = world.input.scenario.traffic;
  const closedMillis = firstOfEnvoy(world, 'LISTENERS_CLOSED')?.atMillis ?? Infinity;
  const fromMillis = Math.min(closedMillis, endedMillis);
  const toMillis = Math.min(newcomersUntil(world), listensAgain(world));
  const newcomers = newConnectionsPerSecond * (toMillis - fromMillis) / 1000;
  const comes = newcomers >= CERTAIN_NEWCOMERS || returnAt(world, endedMillis) < toMillis;
  return fromMillis < toMillis && comes ? { fromMillis, toMillis } : undefined;
}

/** Less than one new connection on average may be none. */
const CERTAIN_NEWCOMERS = 1;

/** Clients with a connection open another one when they were told to leave, or cut. */
function returnAt({ envoy: { toldAt, gradual }, input: { scenario } }: World, endedMillis: number): number {
  const { traffic } = scenario;
  const anybody = traffic.keepAliveConnections + traffic.longRequestClients > 0;
  return anybody ? Math.min(toldAt ?? gradual?.since ?? Infinity, endedMillis) : Infinity;
}

function listensAgain(world: World): number {
  const restarted = firstOfEnvoy(world, 'RESTARTED');
  if (!restarted) return Infinity;
  return restarted.atMillis + (world.containers.get(restarted.container!)!.program.listensAfter?.max ?? 0);
}
