import { Manifest } from '../pod/manifest';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { ENVOY } from '../upstream/envoy';

/** Where the generated listeners reach Envoy's admin interface. */
export const ADMIN_CLUSTER = 'envoy-admin';

const TYPES = 'type.googleapis.com/envoy.extensions.filters';
const CONNECTION_MANAGER = 'envoy.filters.network.http_connection_manager';

/** Envoy's admin address as the manager calls it; never on the pod's network, where anybody could drain. */
export function adminAddress({ adminPort, adminSocket }: ShutdownManagerParts): Manifest {
  if (adminSocket !== undefined) return { pipe: { path: adminSocket, mode: 0o644 } };
  return { socket_address: { address: ENVOY.adminAddress, port_value: adminPort } };
}

/** The cluster behind the statistics listener. */
export function adminCluster(parts: ShutdownManagerParts): Manifest {
  const { mode, ...pipe } = adminAddress(parts).pipe ?? {};
  const address = parts.adminSocket === undefined ? adminAddress(parts) : { pipe };
  return {
    name: ADMIN_CLUSTER,
    type: 'STATIC',
    connect_timeout: '0.25s',
    load_assignment: {
      cluster_name: ADMIN_CLUSTER, endpoints: [{ lb_endpoints: [{ endpoint: { address } }] }],
    },
  };
}

/** Answers 200 on /ready until health checks are failed, 503 from then on, and nothing else. */
export function readinessListener(parts: ShutdownManagerParts, address: string): Manifest {
  const { readinessPort, statisticsPrefix = 'envoy-readiness' } = parts;
  return listener('envoy-readiness', socketAddress(address, readinessPort), statisticsPrefix, [], [healthCheckFilter()]);
}

/** Prometheus' statistics, read-only. */
export function statisticsListener(parts: ShutdownManagerParts, address: string): Manifest {
  const { statisticsPort, statisticsPrefix = 'envoy-statistics' } = parts;
  return listener('envoy-statistics', socketAddress(address, statisticsPort), statisticsPrefix, [statisticsRoute()], []);
}

/** Both behind one port, as Contour has them. */
export function readinessAndStatisticsListener(parts: ShutdownManagerParts, address: string): Manifest {
  const { readinessPort, statisticsPrefix = 'envoy-readiness' } = parts;
  const socket = socketAddress(address, readinessPort);
  return listener('envoy-readiness', socket, statisticsPrefix, [statisticsRoute()], [healthCheckFilter()]);
}

/** On IPv6 it takes IPv4 as well, as the kubelet may call either. */
function socketAddress(address: string, port: number): Manifest {
  const compatible = address === '::' ? { ipv4_compat: true } : {};
  return { socket_address: { address, port_value: port, ...compatible } };
}

function listener(name: string, address: Manifest, prefix: string, routes: Manifest[], filters: Manifest[]): Manifest {
  return {
    name,
    address,
    bypass_overload_manager: true,
    filter_chains: [{ filters: [connectionManager(name, prefix, routes, filters)] }],
  };
}

function connectionManager(name: string, prefix: string, routes: Manifest[], filters: Manifest[]): Manifest {
  return {
    name: CONNECTION_MANAGER,
    typed_config: {
      '@type': `${TYPES}.network.http_connection_manager.v3.HttpConnectionManager`,
      'stat_prefix': prefix,
      'route_config': {
        name,
        virtual_hosts: [{
          name, domains: ['*'], routes: [...routes, { match: { prefix: '/' }, direct_response: { status: 404 } }],
        }],
      },
      'http_filters': [...filters, {
        name: 'envoy.filters.http.router', typed_config: { '@type': `${TYPES}.http.router.v3.Router` },
      }],
    },
  };
}

function healthCheckFilter(): Manifest {
  return {
    name: 'envoy.filters.http.health_check',
    typed_config: {
      '@type': `${TYPES}.http.health_check.v3.HealthCheck`,
      'pass_through_mode': false,
      'headers': [{ name: ':path', string_match: { exact: ENVOY.readinessPath } }],
    },
  };
}

function statisticsRoute(): Manifest {
  return {
    match: {
      path: ENVOY.statisticsPath, headers: [{ name: ':method', string_match: { exact: 'GET' } }],
    },
    route: { cluster: ADMIN_CLUSTER },
  };
}
