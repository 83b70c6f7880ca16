import { Chooser } from './latencies';
import { Traffic } from './scenario';
import type { World } from './world';
import { ConnectionWait } from '../upstream/behaviour';

/** What is a matter of chance in the traffic of one run. */
export interface Clients {
  /** From the moment that clients are told to leave until the last busy keep-alive connection has gone. */
  readonly leavingMillis: number;
  /** Requests of long clients are anywhere: the last one may have begun this much before the end of its time. */
  readonly lastLongBeganMillis: number;
  /** A gradual drain throws dice at each reply: how long busy and long clients are lucky, see `luckyMillis`. */
  readonly luckOfBusy: number;
  readonly luckOfLong: number;
  /** When Envoy first flushes its statistics. */
  readonly flushMillis: number;
  /** When the requests that are in flight at 0 had begun. */
  readonly inFlightSinceMillis: number;
}

/** Measured with a request every 100 ms on each connection: the last one to be told is gone by then. */
const LEAVING = { min: 50, max: 150 };
const BUSY_REQUEST_MILLIS = 100;
/** Envoy's `stats_flush_interval` is 5 s where nobody sets another. */
const FLUSH_PHASE = { min: 1, max: 5_000 };
/** Just now, or longer ago than a flush. */
const IN_FLIGHT_FOR = { min: 0, max: 5_000 };
/** Percent of the usual: of several clients, the unluckiest is told last. */
const LUCK_OF_BUSY = { min: 100, max: 600 };
const LUCK_OF_LONG = { min: 10, max: 600 };

export function drawClients(traffic: Traffic, choose: Chooser): Clients {
  const apart = traffic.longestRequestMillis / Math.max(1, traffic.longRequestClients);
  return {
    leavingMillis: choose(LEAVING),
    lastLongBeganMillis: apart - choose({ min: 0, max: apart }),
    luckOfBusy: choose(LUCK_OF_BUSY) / 100,
    luckOfLong: choose(LUCK_OF_LONG) / 100,
    flushMillis: choose(FLUSH_PHASE),
    inFlightSinceMillis: -choose(IN_FLIGHT_FOR),
  };
}

/** A class of connections: how many there are, and from when to when. */
export interface ConnectionClass {
  readonly what: 'keep-alive' | 'long' | 'in-flight' | 'idle' | 'endless' | 'tcp';
  readonly count: number;
  readonly sinceMillis: number;
  /** Until when they are open; for ever where nothing ends them. */
  readonly untilMillis: number;
  /** Whether a cut loses a request. */
  readonly carriesRequests: boolean;
  readonly http: boolean;
}

/**
 * Which connections are open how long. Clients that were told to leave come back for every request as
 * long as the load balancer still sends them here; those connections are as short as a request.
 */
export function connectionClasses(world: World): ConnectionClass[] {
  const { traffic } = world.input.scenario;
  const classes: ConnectionClass[] = [
    connections('keep-alive', traffic.keepAliveConnections, busyUntil(world)),
    connections('long', traffic.longRequestClients, longUntil(world, traffic)),
    connections('idle', traffic.idleConnections, traffic.idleUntilMillis ?? Infinity, { carriesRequests: false }),
    connections('endless', traffic.endlessStreams, Infinity),
    connections('tcp', traffic.tcpConnections, Infinity, { http: false }),
    ...traffic.requestsInFlight.map((millis) =>
      connections('in-flight', 1, millis, { sinceMillis: world.clients.inFlightSinceMillis })),
  ];
  return classes.filter(({ count }) => count > 0);
}

function connections(
  what: ConnectionClass['what'], count: number, untilMillis: number, more: Partial<ConnectionClass> = {},
): ConnectionClass {
  return { what, count, sinceMillis: -Infinity, untilMillis, carriesRequests: true, http: true, ...more };
}

function busyUntil(world: World): number {
  return toldMillis(world, BUSY_REQUEST_MILLIS, world.clients.luckOfBusy) + world.clients.leavingMillis;
}

/** Until when new connections come. */
export function newcomersUntil(world: World): number {
  const { envoy, input: { scenario: { traffic } } } = world;
  const { endpointLagMillis, detectionMillis } = traffic;
  const endpointMillis = endpointGoesAt(world) + endpointLagMillis;
  if (detectionMillis === undefined) return endpointMillis;
  const unreadyMillis = unreadyAt(world);
  return Math.max(endpointMillis, (unreadyMillis === Infinity ? envoy.endedAt ?? 0 : unreadyMillis) + detectionMillis);
}

/**
 * Since when readiness fails: health checks do, or its listener is closed with the others. A drain of listeners
 * alone leaves it at 200 until then.
 *
 * @see https://github.com/projectcontour/contour/issues/4852
 */
function unreadyAt({ envoy }: World): number {
  return Math.min(envoy.healthChecksFailAt ?? Infinity, envoy.listenersClosedAt ?? Infinity);
}

/** A deletion takes the endpoint away at once; else the kubelet has to see that Envoy is not ready, or gone. */
function endpointGoesAt(world: World): number {
  const { envoy, containers, input: { scenario: { traffic } } } = world;
  if (!traffic.endpointFollowsReadiness) return 0;
  const probe = [...containers.values()].find(({ program }) => program.envoy)?.lifecycle.readinessProbe;
  const noticed = probe === undefined ? Infinity
    : unreadyAt(world) + probe.periodSeconds * probe.failureThreshold * 1000;
  const goesAt = Math.min(noticed, envoy.endedAt ?? Infinity);
  return goesAt === Infinity ? 0 : goesAt;
}

/** The last request began when they were told, or later, when the last new connection was let in. */
function longUntil(world: World, { longestRequestMillis }: Traffic): number {
  const toldAt = toldMillis(world, longestRequestMillis, world.clients.luckOfLong);
  const lastComesAt = Math.min(newcomersUntil(world), world.envoy.listenersClosedAt ?? Infinity);
  return Math.max(toldAt, lastComesAt) - world.clients.lastLongBeganMillis + longestRequestMillis;
}

/** When the last of some clients is told, each at the reply to a request. */
function toldMillis({ envoy: { toldAt = Infinity, gradual } }: World, requestMillis: number, luck: number): number {
  if (!gradual) return toldAt;
  return Math.min(toldAt, gradual.since + luckyMillis(gradual.drainTimeMillis, requestMillis, luck));
}

/**
 * P(told) of a reply is the part of the drain time that is over, so that the chance to be told until t
 * grows with the square of t. After the drain time everybody is told.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/operations/cli#cmdoption-drain-strategy
 */
function luckyMillis(drainTimeMillis: number, requestMillis: number, luck: number): number {
  return Math.min(drainTimeMillis, Math.sqrt(2 * drainTimeMillis * requestMillis * luck));
}

/** How many connections a shutdown command counts now; what it reads may be as old as the last flush. */
export function openConnections(world: World, { counts, refreshMillis }: ConnectionWait): number {
  const { now } = world.clock;
  const atMillis = refreshMillis === undefined ? now
    : now - (now + refreshMillis - world.clients.flushMillis % refreshMillis) % refreshMillis;
  return connectionClasses(world)
    .filter(({ sinceMillis, untilMillis, http }) => sinceMillis <= atMillis && untilMillis > atMillis && (http || counts === 'all'))
    .reduce((sum, { count }) => sum + count, 0);
}
