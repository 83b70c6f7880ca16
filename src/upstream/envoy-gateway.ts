/**
 * Envoy Gateway's shutdown manager, read in its source and measured with 1.3.3 and 1.9.0.
 *
 * @see https://github.com/envoyproxy/gateway/blob/v1.9.0/internal/cmd/envoy/shutdown_manager.go
 */
export const ENVOY_GATEWAY = {
  defaultVersion: '1.9.0',
  /** The first release with a shutdown manager. */
  firstVersion: '1.0.0',
  /** `--health-check-failure-delay`; an older program exits with "unknown flag" and nothing drains. */
  healthCheckFailureDelayFrom: '1.9.0',
  imageRepository: 'docker.io/envoyproxy/gateway',
  /** Where the official image has the program. */
  programPath: '/usr/local/bin/envoy-gateway',
  programName: 'envoy-gateway',
  /** 1.2 runs Envoy 1.32, and so on to 1.9 with 1.39. */
  envoyMinorAhead: 30,
  /** Envoy's container in its pods. */
  envoyContainer: 'envoy',
  /** Where its Helm chart is installed, by its documents. */
  namespace: 'envoy-gateway-system',
  /** The image's USER (65532:65532). */
  user: 65532,
  adminPort: 19000,
  statisticsPort: 19001,
  managerPort: 19002,
  readinessPort: 19003,
  waitPath: '/shutdown/ready',
  healthPath: '/healthz',
  /** `/tmp/shutdown-ready`, written in the container's own root filesystem; the path is no flag. */
  readyFileDirectory: '/tmp',
  readyFileName: 'shutdown-ready',
  /** `--ready-timeout`: after it, Envoy's hook is answered 500. */
  readyTimeoutMillis: 610_000,
  /** Go's `WriteTimeout`: a later answer is lost, and Envoy's hook ends with EOF. */
  writeTimeoutMillis: 10_000,
  /** `envoy shutdown` without flags. */
  drainTimeoutMillis: 60_000,
  minDrainMillis: 10_000,
  exitAtConnections: 0,
  /** The defaults before (envoyproxy/gateway#4288). */
  shortDefaultsFrom: '1.2.0',
  oldDrainTimeoutMillis: 600_000,
  oldMinDrainMillis: 5_000,
  /** Until then the hook also called `drain_listeners?graceful&skip_exit` (envoyproxy/gateway#4230). */
  onlyHealthChecksFrom: '1.1.2',
  /**
   * Connections of listeners are counted (envoyproxy/gateway#7985); before, `server.total_connections`,
   * which Envoy refreshes with its flush of statistics only.
   */
  countsListenersFrom: ['1.5.9', '1.6.4', '1.7.0'],
  /** Measured without a CPU limit: from the start of the hook to its first call of Envoy's admin. */
  firstCallMillis: 64,
  /** As long as the first call takes, also with 50m of a CPU. */
  listensAfterMillis: { min: 64, max: 1_400 },
  /** Measured: exit 1 for flags that it does not know. */
  wrongFlagMillis: 20,
  /** Measured: 0.1 to 0.3 s until it panics where it may not open `/proc/1/fd/1`. */
  panicMillis: 200,
  /** Go's exit code of a panic. */
  panicCode: 2,
  /** Measured: 84 MiB resident at peak, 17 of them anonymous. */
  memoryMebibytes: 96,
} as const;
