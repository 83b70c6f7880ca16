import { Manifest, objectsAt, sorted } from './manifest';
import { ShutdownManagerParts } from '../shutdown-manager-parts';

/**
 * On the host network, Envoy's container with the ports that it and its manager take from the node, so
 * that the scheduler never puts a second such pod there. Elsewhere they stay undeclared: a Service
 * made from declared ports would publish them.
 */
export function withHostPorts(envoy: Manifest, parts: ShutdownManagerParts, hostNetwork: boolean): Manifest {
  if (!hostNetwork) return envoy;
  const ports = objectsAt(envoy, 'ports', `container '${envoy.name}'`);
  const taken = new Set<unknown>(ports.map(({ containerPort }) => containerPort));
  const own = [parts.adminPort, parts.statisticsPort, parts.readinessPort, parts.wait?.port]
    .filter((port) => port !== undefined && !taken.has(port) && taken.add(port))
    .map((containerPort) => ({ containerPort, protocol: 'TCP' }));
  return sorted({ ...envoy, ports: [...ports, ...own] });
}
