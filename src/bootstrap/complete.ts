import { Addition, BootstrapDocument, fieldAt, fieldOf, keyOf } from './document';
import {
  adminAddress, ADMIN_CLUSTER, adminCluster, readinessAndStatisticsListener, readinessListener, statisticsListener,
} from './generated';
import { isLoopback, listenersPath, serves, StaticListener, staticListeners, textOf } from './listeners';
import { EnvoyListenerProtocol } from '../envoy-listener';
import { isObject } from '../pod/manifest';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { ENVOY } from '../upstream/envoy';
import { refusal } from '../values/errors';

/**
 * An Envoy configuration with what the shutdown manager needs: its admin address, a readiness and a
 * statistics listener. Nothing that is there is ever changed; what stands in the way is refused.
 */
export function completed(document: BootstrapDocument, parts: ShutdownManagerParts, twoContainers: boolean): string {
  const listeners = staticListeners(document);
  checkManagerPorts(document, listeners, parts, twoContainers);
  const newListeners = missingListeners(document, listeners, parts);
  const additions = [
    ...adminAddition(document, parts),
    ...newListeners.map((value) => ({ path: listenersPath(document), value, append: true })),
    ...textOf(newListeners).includes(ADMIN_CLUSTER) ? clusterAddition(document, parts) : [],
  ];
  return additions.length === 0 ? document.text : document.withAdded(additions);
}

function adminAddition(document: BootstrapDocument, parts: ShutdownManagerParts): Addition[] {
  const path = [keyOf(document.value, 'admin'), 'address'];
  const present = fieldAt(document.value, ['admin', 'address']);
  if (present === undefined || present === null) return [{ path, value: adminAddress(parts), append: false }];
  const port = Number(fieldAt(present, ['socket_address', 'port_value']));
  const address = String(fieldAt(present, ['socket_address', 'address']));
  const socket = fieldAt(present, ['pipe', 'path']);
  const onPort = port === parts.adminPort && isLoopback(address);
  if (parts.adminSocket === undefined ? onPort : socket === parts.adminSocket) return [];
  throw refusal({
    prop: 'admin.address', got: socket === undefined ? `${address}:${port}` : String(socket),
    must: `be ${parts.adminSocket ?? `${ENVOY.adminAddress}:${parts.adminPort}`}`,
    because: 'the shutdown manager starts the drain there, and nobody else may',
    fix: `change ${document.place(path)}, or leave 'admin' out`,
  });
}

/** What would listen where the manager does, or Envoy's admin interface. */
function checkManagerPorts(
  document: BootstrapDocument, listeners: StaticListener[], parts: ShutdownManagerParts, twoContainers: boolean,
): void {
  const managerPorts = twoContainers ? [parts.wait?.port, parts.healthPort] : [];
  for (const port of [parts.adminPort, ...managerPorts]) {
    const taken = port === undefined ? undefined : listenerOn(listeners, port);
    if (taken) throw portTaken(document, taken, 'the shutdown manager or Envoy\'s admin interface listens there');
  }
}

function missingListeners(document: BootstrapDocument, listeners: StaticListener[], parts: ShutdownManagerParts) {
  const { readinessPort, statisticsPort } = parts;
  const readiness = listenerOn(listeners, readinessPort);
  if (readiness) checkServes(document, readiness, ENVOY.readinessPath);
  if (readinessPort === statisticsPort) return readiness ? [] : [readinessAndStatisticsListener(parts)];
  const statistics = listenerOn(listeners, statisticsPort);
  if (statistics) checkServes(document, statistics, ENVOY.statisticsPath);
  return [
    ...readiness ? [] : [readinessListener(parts)],
    ...statistics ? [] : [statisticsListener(parts)],
  ];
}

function listenerOn(listeners: StaticListener[], port: number): StaticListener | undefined {
  return listeners.find((listener) => listener.port === port && listener.protocol === EnvoyListenerProtocol.TCP);
}

/** A listener of the user's own does as well, if the kubelet reaches it and it answers. */
function checkServes(document: BootstrapDocument, listener: StaticListener, path: string): void {
  if (serves(listener, path) && !isLoopback(listener.address)) return;
  throw portTaken(document, listener, `the pod's ${path} is looked for there`);
}

function portTaken(document: BootstrapDocument, { name, address, port, path }: StaticListener, because: string): Error {
  return refusal({
    prop: 'port_value', got: `${port}, listener '${name}' on ${address}`, must: 'be another port', because,
    fix: `change ${document.place([...path, 'address'])}`,
  });
}

function clusterAddition(document: BootstrapDocument, parts: ShutdownManagerParts): Addition[] {
  const resources = keyOf(document.value, 'static_resources');
  const path = [resources, keyOf(document.value[resources], 'clusters')];
  const clusters = fieldAt(document.value, ['static_resources', 'clusters']);
  const index = Array.isArray(clusters) ? clusters.findIndex((cluster) => fieldOf(cluster, 'name') === ADMIN_CLUSTER) : -1;
  if (index < 0) return [{ path, value: adminCluster(parts), append: true }];
  const cluster: unknown = (clusters as unknown[])[index];
  const target = parts.adminSocket === undefined ? `"port_value":${parts.adminPort}` : `"path":"${parts.adminSocket}"`;
  if (isObject(cluster) && textOf(cluster).includes(target)) return [];
  throw refusal({
    prop: 'cluster', got: ADMIN_CLUSTER, must: 'reach Envoy\'s admin interface',
    because: 'the statistics listener uses a cluster of that name', fix: `rename it (${document.place([...path, index])})`,
  });
}
