/** Envoy itself, measured with 1.36, 1.39 and 1.40. */
export const ENVOY = {
  /** The version that Envoy Gateway 1.9 runs. */
  image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0',
  /** The user of the distroless image (nonroot). */
  user: 65532,
  readinessPath: '/ready',
  statisticsPath: '/stats/prometheus',
  adminAddress: '127.0.0.1',
  /** Where the bootstrap's ConfigMap is mounted. */
  configDirectory: '/etc/envoy',
  configFile: 'envoy.yaml',
  /** Controllers and this library move privileged ports up by this much. */
  portShift: 10_000,
  firstUnprivilegedPort: 1024,
  programName: 'envoy',
  /** Images whose entrypoint is Envoy. */
  imageNames: [
    'envoyproxy/envoy', 'envoyproxy/envoy-distroless', 'envoyproxy/envoy-contrib', 'envoyproxy/envoy-debug',
    'envoyproxy/envoy-alpine', 'envoyproxy/envoy-dev', 'envoyproxy/envoy-contrib-dev', 'envoyproxy/envoy-distroless-dev',
  ],
  /** Builds of others whose entrypoint starts Envoy as their first program. */
  wrapperImageNames: ['gloo-envoy-wrapper', 'kgateway-dev/envoy-wrapper', 'cilium/cilium-envoy', 'envoy', 'aws-appmesh-envoy'],
  /** `--drain-time-s`: https://www.envoyproxy.io/docs/envoy/latest/operations/cli */
  drainTimeMillis: 600_000,
  /** Measured: `drain_listeners` without `graceful` tells clients in 1.40, in 1.36 and 1.39 it does not. */
  plainDrainTellsFrom: '1.40.0',
  /** Measured: 216 exits after SIGTERM or `/quitquitquit`, code 0, nothing is drained. */
  exitMillis: { min: 6, max: 95 },
  /** Measured: from its start until a static listener accepts; on a machine with nothing else to do. */
  listensAfterMillis: { min: 48, max: 69 },
  /** `stats_flush_interval`: gauges such as `server.total_connections` are as old as the last flush. */
  statisticsFlushMillis: 5_000,
} as const;

/** Who an Envoy says that it is: only its control plane reads them. */
const IDENTITY = /^(--service-(?:cluster|node|zone))(=.*)?$/;

/** Envoy's arguments without the values of those flags, in which the proxies of a fleet differ. */
export function withoutIdentity(args: readonly string[]): readonly string[] {
  return args.map((_, index) => wordWithoutIdentity(args, index));
}

/** One of them. */
export function wordWithoutIdentity(args: readonly string[], index: number): string {
  const word = args[index];
  const own = IDENTITY.exec(word);
  if (own) return own[2] === undefined ? own[1] : `${own[1]}=`;
  const before = index > 0 ? IDENTITY.exec(args[index - 1]) : null;
  const isValue = before !== null && before[2] === undefined && /^[\w./$(){}]/.test(word);
  return isValue && !/\s/.test(word) ? '' : word;
}

/** Whether a probe asks for Envoy's own readiness, which fails with its health checks and with its listener. */
export function asksReadiness(path: string): boolean {
  return path.split('?')[0] === ENVOY.readinessPath;
}
