import { CONTOUR } from '../upstream/contour';

/** What `contour bootstrap` is told. */
export interface ContourConfiguration {
  readonly namespace: string;
  readonly xdsAddress: string;
  readonly xdsPort: number;
  readonly adminSocket: string;
  readonly overloadMaxHeapBytes?: number;
  readonly overloadMaxDownstreamConnections?: number;
}

const { certificateDirectory, configDirectory } = CONTOUR.bootstrap;
const TYPES = 'type.googleapis.com/envoy';
const SECRETS = { certificate: 'xds-tls-certificate.json', validation: 'xds-validation-context.json' };
const SECRETS_DIRECTORY = 'resources/sds';

/**
 * The files that `contour bootstrap` writes into Envoy's configuration directory, byte for byte, by their paths in it.
 *
 * @see https://github.com/projectcontour/contour/blob/v1.33.6/internal/envoy/v3/bootstrap.go
 */
export function contourFiles(configuration: ContourConfiguration): { readonly [path: string]: string } {
  return {
    'envoy.json': JSON.stringify(envoyConfiguration(configuration)),
    [`${SECRETS_DIRECTORY}/${SECRETS.certificate}`]: JSON.stringify(secret('contour_xds_tls_certificate', {
      tls_certificate: {
        certificate_chain: { filename: `${certificateDirectory}/tls.crt` },
        private_key: { filename: `${certificateDirectory}/tls.key` },
      },
    })),
    [`${SECRETS_DIRECTORY}/${SECRETS.validation}`]: JSON.stringify(secret('contour_xds_tls_validation_context', {
      validation_context: {
        trusted_ca: { filename: `${certificateDirectory}/ca.crt` },
        match_typed_subject_alt_names: [{ san_type: 'DNS', matcher: { exact: 'contour' } }],
      },
    })),
  };
}

function secret(name: string, fields: object): object {
  return { resources: [{ '@type': `${TYPES}.extensions.transport_sockets.tls.v3.Secret`, name, ...fields }] };
}

function envoyConfiguration(configuration: ContourConfiguration): object {
  const admin = { pipe: { path: configuration.adminSocket, mode: 0o644 } };
  return {
    static_resources: { clusters: [contourCluster(configuration), adminCluster(configuration, admin)] },
    dynamic_resources: { lds_config: xds(), cds_config: xds() },
    layered_runtime: {
      layers: [{ name: 'dynamic', rtds_layer: { name: 'dynamic', rtds_config: xds() } }, { name: 'admin', admin_layer: {} }],
    },
    admin: {
      access_log: [{
        name: 'envoy.access_loggers.file',
        typed_config: { '@type': `${TYPES}.extensions.access_loggers.file.v3.FileAccessLog`, 'path': '/dev/null' },
      }],
      address: admin,
    },
    ...overloadManager(configuration),
    default_regex_engine: {
      name: 'envoy.regex_engines.google_re2',
      typed_config: { '@type': `${TYPES}.extensions.regex_engines.v3.GoogleRE2` },
    },
  };
}

function contourCluster({ namespace, xdsAddress, xdsPort }: ContourConfiguration): object {
  return {
    name: 'contour',
    alt_stat_name: `${namespace}_contour_${xdsPort}`,
    type: 'STRICT_DNS',
    connect_timeout: '5s',
    load_assignment: assignment('contour', { socket_address: { address: xdsAddress, port_value: xdsPort } }),
    circuit_breakers: { thresholds: [{ priority: 'HIGH', ...NO_BREAKING }, NO_BREAKING] },
    typed_extension_protocol_options: {
      'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
        '@type': `${TYPES}.extensions.upstreams.http.v3.HttpProtocolOptions`,
        'explicit_http_config': { http2_protocol_options: {} },
      },
    },
    transport_socket: transportSocket(),
    upstream_connection_options: { tcp_keepalive: { keepalive_probes: 3, keepalive_time: 30, keepalive_interval: 5 } },
  };
}

const NO_BREAKING = {
  max_connections: 100_000, max_pending_requests: 100_000, max_requests: 60_000_000, max_retries: 50,
  track_remaining: true,
};

function transportSocket(): object {
  const source = (file: string): object => ({
    path_config_source: { path: `${configDirectory}/${SECRETS_DIRECTORY}/${file}` }, resource_api_version: 'V3',
  });
  return {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': `${TYPES}.extensions.transport_sockets.tls.v3.UpstreamTlsContext`,
      'common_tls_context': {
        tls_params: { tls_maximum_protocol_version: 'TLSv1_3', signature_algorithms: SIGNATURE_ALGORITHMS },
        tls_certificate_sds_secret_configs: [{ name: 'contour_xds_tls_certificate', sds_config: source(SECRETS.certificate) }],
        validation_context_sds_secret_config: {
          name: 'contour_xds_tls_validation_context', sds_config: source(SECRETS.validation),
        },
      },
    },
  };
}

const SIGNATURE_ALGORITHMS = [
  'ecdsa_secp256r1_sha256', 'rsa_pss_rsae_sha256', 'rsa_pkcs1_sha256', 'ecdsa_secp384r1_sha384', 'rsa_pss_rsae_sha384',
  'rsa_pkcs1_sha384', 'ecdsa_secp521r1_sha512', 'rsa_pss_rsae_sha512', 'rsa_pkcs1_sha512', 'rsa_pkcs1_sha1',
];

function adminCluster({ namespace }: ContourConfiguration, admin: object): object {
  return {
    name: 'envoy-admin',
    alt_stat_name: `${namespace}_envoy-admin_9001`,
    type: 'STATIC',
    connect_timeout: '0.250s',
    load_assignment: assignment('envoy-admin', admin),
  };
}

function assignment(name: string, address: object): object {
  return { cluster_name: name, endpoints: [{ lb_endpoints: [{ endpoint: { address } }] }] };
}

function xds(): object {
  return {
    api_config_source: {
      api_type: 'GRPC', transport_api_version: 'V3',
      grpc_services: [{ envoy_grpc: { cluster_name: 'contour', authority: 'contour' } }],
    },
    resource_api_version: 'V3',
  };
}

function overloadManager({ overloadMaxHeapBytes, overloadMaxDownstreamConnections }: ContourConfiguration): object {
  if (overloadMaxHeapBytes === undefined) return {};
  const heap = 'envoy.resource_monitors.fixed_heap';
  const action = (name: string, value: number): object => ({
    name: `envoy.overload_actions.${name}`, triggers: [{ name: heap, threshold: { value } }],
  });
  return {
    overload_manager: {
      refresh_interval: '0.250s',
      resource_monitors: [
        monitor(heap, 'fixed_heap.v3.FixedHeapConfig', { max_heap_size_bytes: String(overloadMaxHeapBytes) }),
        ...overloadMaxDownstreamConnections === undefined ? [] : [monitor(
          'envoy.resource_monitors.global_downstream_max_connections', 'downstream_connections.v3.DownstreamConnectionsConfig',
          { max_active_downstream_connections: String(overloadMaxDownstreamConnections) },
        )],
      ],
      actions: [action('shrink_heap', 0.95), action('stop_accepting_requests', 0.98)],
    },
  };
}

function monitor(name: string, type: string, fields: object): object {
  return { name, typed_config: { '@type': `${TYPES}.extensions.resource_monitors.${type}`, ...fields } };
}
