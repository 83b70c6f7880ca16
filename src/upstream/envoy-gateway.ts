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
  /** Measured: 84 MiB resident at peak, 17 of them anonymous. */
  memoryMebibytes: 96,
} as const;
