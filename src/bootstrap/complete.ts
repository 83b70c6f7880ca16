import { Addition, BootstrapDocument, fieldAt, fieldOf, keyOf } from './document';
import {
  adminAddress, ADMIN_CLUSTER, adminCluster, readinessAndStatisticsListener, readinessListener, statisticsListener,
} from './generated';
import { listenersPath, serves, StaticListener, staticListeners, textOf } from './listeners';
import { EnvoyListenerProtocol } from '../envoy-listener';
import { isObject } from '../pod/manifest';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { ENVOY } from '../upstream/envoy';
import { refusal } from '../values/errors';
import { isLoopback } from '../values/hosts';

/**
 * An Envoy configuration with what the shutdown manager needs: its admin address, a readiness and a
 * statistics listener. Nothing that is there is ever changed; what stands in the way is refused.
 */
export function completed(document: BootstrapDocument, parts: ShutdownManagerParts, twoContainers: boolean): string {
  checkSections(document);
  const listeners = staticListeners(document);
  checkNames(document, listeners, parts);
  checkManagerPorts(document, listeners, parts, twoContainers);
  for (const listener of listeners) checkDrainType(document, listener);
  const newListeners = missingListeners(document, listeners, parts);
  const additions = [
    ...adminAddition(document, parts),
    ...newListeners.map((value) => ({ path: listenersPath(document), value, append: true })),
    ...textOf(newListeners).includes(ADMIN_CLUSTER) ? clusterAddition(document, parts) : [],
  ];
  return additions.length === 0 ? document.text : document.withAdded(additions);
}

/** Sections of other types would end in an error of the parser, or be lost. */
function checkSections(document: BootstrapDocument): void {
  const sections: [string[], boolean][] = [
    [['admin'], false], [['static_resources'], false], [['static_resources', 'listeners'], true],
    [['static_resources', 'clusters'], true],
  ];
  for (const [path, list] of sections) {
    const value = fieldAt(document.value, path);
    if (value === undefined || value === null || (list ? Array.isArray(value) : isObject(value))) continue;
    throw refusal({
      prop: path.join('.'), got: textOf(value), must: `be a ${list ? 'list' : 'map'}`,
      because: 'Envoy refuses anything else', fix: `mend ${document.place(path)}`,
    });
  }
}

/** Envoy keeps the first of two listeners of one name, and the other never listens. */
function checkNames(document: BootstrapDocument, listeners: StaticListener[], parts: ShutdownManagerParts): void {
  const added = missingListeners(document, listeners, parts).map(({ name }) => String(name));
  const places = new Map<string, string>();
  for (const { name, path } of listeners) {
    const place = document.place(path);
    const other = places.get(name);
    if (name !== '' && (added.includes(name) || (other !== undefined && other !== place))) {
      throw refusal({
        prop: 'name', got: name, must: 'be the name of one listener',
        because: other === undefined ? 'the library adds one of that name' : 'Envoy drops the second one of a name',
        fix: `rename it (${place})`,
      });
    }
    places.set(name, place);
  }
}

function adminAddition(document: BootstrapDocument, parts: ShutdownManagerParts): Addition[] {
  const path = [keyOf(document.value, 'admin'), 'address'];
  const present = fieldAt(document.value, ['admin', 'address']);
  if (present === undefined || present === null) return [{ path, value: adminAddress(parts), append: false }];
  const port = Number(fieldAt(present, ['socket_address', 'port_value']) ?? 0);
  const address = String(fieldAt(present, ['socket_address', 'address']) ?? 'no address');
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

/** Such a listener does not tell its clients to leave when health checks are failed. */
function checkDrainType(document: BootstrapDocument, { name, definition, path }: StaticListener): void {
  if (fieldOf(definition, 'drain_type') !== 'MODIFY_ONLY') return;
  throw refusal({
    prop: 'drain_type', got: `MODIFY_ONLY, listener '${name}'`, must: 'be DEFAULT',
    because: 'its clients would not be told to leave, and are cut at the end', fix: `leave it out (${document.place(path)})`,
  });
}

function missingListeners(document: BootstrapDocument, listeners: StaticListener[], parts: ShutdownManagerParts) {
  const { readinessPort, statisticsPort } = parts;
  const readiness = listenerOn(listeners, readinessPort);
  if (readiness) checkServes(document, readiness, ENVOY.readinessPath);
  const address = addressFor(listeners);
  if (readinessPort === statisticsPort) return readiness ? [] : [readinessAndStatisticsListener(parts, address)];
  const statistics = listenerOn(listeners, statisticsPort);
  if (statistics) checkServes(document, statistics, ENVOY.statisticsPath);
  return [
    ...readiness ? [] : [readinessListener(parts, address)],
    ...statistics ? [] : [statisticsListener(parts, address)],
  ];
}

/** As the user's own listeners: where all are on IPv6, the nodes may have nothing else. */
function addressFor(listeners: StaticListener[]): '0.0.0.0' | '::' {
  const reachable = listeners.filter(({ address }) => !isLoopback(address));
  return reachable.length > 0 && reachable.every(({ address }) => address.includes(':')) ? '::' : '0.0.0.0';
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
  if (reachesAdmin(cluster, parts)) return [];
  throw refusal({
    prop: 'cluster', got: ADMIN_CLUSTER, must: 'reach Envoy\'s admin interface',
    because: 'the statistics listener uses a cluster of that name', fix: `rename it (${document.place([...path, index])})`,
  });
}

function reachesAdmin(cluster: unknown, parts: ShutdownManagerParts): boolean {
  const endpoint = fieldAt(cluster, ['load_assignment', 'endpoints', '0', 'lb_endpoints', '0', 'endpoint', 'address']);
  if (parts.adminSocket !== undefined) return fieldAt(endpoint, ['pipe', 'path']) === parts.adminSocket;
  const address = String(fieldAt(endpoint, ['socket_address', 'address']));
  return isLoopback(address) && Number(fieldAt(endpoint, ['socket_address', 'port_value'])) === parts.adminPort;
}
