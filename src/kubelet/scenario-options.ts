import { Duration } from 'cdk8s';
import { Action, Faults, NO_FAULTS, Traffic } from './scenario';
import type { TerminationFaults, TerminationTraffic } from '../termination-scenario-options';
import { toMillis } from '../values/durations';
import { refusal, shown } from '../values/errors';
import { checkedNames, given } from '../values/objects';
import { checkedTexts } from '../values/texts';

/** How `keepAliveConnections` was left out: the traffic of a busy moment, and that of a quiet one. */
export function trafficsOf(options: TerminationTraffic | undefined, action: Action): Traffic[] {
  const traffic = checkedNames('traffic', given(options), TRAFFIC);
  const isGiven = traffic.keepAliveConnections !== undefined;
  const traffics = isGiven ? [traffic] : [traffic, { ...traffic, keepAliveConnections: 0 }];
  const endpointFollowsReadiness = action.kind === 'probe-failure' || action.kind === 'crash';
  return traffics.map((each) => ({ ...trafficOf(each), endpointFollowsReadiness }));
}

const TRAFFIC: readonly (keyof TerminationTraffic)[] = [
  'endpointLag', 'loadBalancerDetection', 'newConnectionsPerSecond', 'keepAliveConnections', 'longestRequest',
  'idleConnections', 'endlessStreams', 'tcpConnections',
];
const FAULTS: readonly (keyof TerminationFaults)[] = [
  'notRunning', 'killedContainer', 'killedAfter', 'hookDelay', 'staleReadyFile', 'adminDead',
];

function trafficOf(traffic: TerminationTraffic): Traffic {
  const { keepAliveConnections = 10, newConnectionsPerSecond = 20, loadBalancerDetection } = traffic;
  const counts = {
    newConnectionsPerSecond, keepAliveConnections, idleConnections: traffic.idleConnections ?? 0,
    endlessStreams: traffic.endlessStreams ?? 0, tcpConnections: traffic.tcpConnections ?? 0,
  };
  for (const [prop, count] of Object.entries(counts)) checkCount(prop, count);
  return {
    ...counts,
    endpointLagMillis: toMillis('endpointLag', traffic.endpointLag ?? Duration.seconds(5)),
    detectionMillis: loadBalancerDetection && toMillis('loadBalancerDetection', loadBalancerDetection),
    longestRequestMillis: toMillis('longestRequest', traffic.longestRequest ?? Duration.seconds(3)),
    longRequestClients: keepAliveConnections > 0 ? 3 : 0,
    requestsInFlight: [],
  };
}

function checkCount(prop: string, count: number): void {
  if (Number.isInteger(count) && count >= 0) return;
  throw refusal({
    prop, got: shown(count), must: 'be a whole number of at least 0',
    because: 'it counts connections', fix: 'leave it out for the default',
  });
}

export function faultsOf(options: TerminationFaults | undefined): Faults {
  const faults = checkedNames('faults', given(options), FAULTS);
  const { killedContainer, killedAfter, staleReadyFile, adminDead = false } = faults;
  if (typeof adminDead !== 'boolean') {
    throw refusal({
      prop: 'adminDead', got: shown(adminDead), must: 'be true or false',
      because: 'any text would count as true', fix: 'write it without quotes',
    });
  }
  checkKilled(faults);
  return {
    ...NO_FAULTS,
    adminDead,
    notRunning: checkedTexts('notRunning', faults.notRunning ?? [], 'it names containers'),
    killed: killedContainer === undefined ? []
      : [{ container: killedContainer, atMillis: toMillis('killedAfter', killedAfter ?? Duration.seconds(1)) }],
    staleFiles: staleReadyFile === undefined ? [] : [staleFile(staleReadyFile)],
    hookDelayMillis: toMillis('hookDelay', faults.hookDelay ?? Duration.seconds(0)),
  };
}

function checkKilled({ killedContainer, killedAfter }: TerminationFaults): void {
  if (killedAfter === undefined || killedContainer !== undefined) return;
  throw refusal({
    prop: 'killedAfter', got: shown(killedAfter), must: 'be given together with \'killedContainer\'',
    because: 'nobody would be killed', fix: 'name the container, or leave both out',
  });
}

function staleFile(text: string): { container: string; path: string } {
  const [, container, path] = typeof text === 'string' ? /^([^:]+):(\/.+)$/.exec(text) ?? [] : [];
  if (path !== undefined) return { container, path };
  throw refusal({
    prop: 'staleReadyFile', got: shown(text), must: 'be a container and a path, as in shutdown-manager:/tmp/shutdown-ready',
    because: 'each container has files of its own', fix: 'write both',
  });
}
