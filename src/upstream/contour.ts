/**
 * Contour's shutdown manager, read in its source and measured with 1.33.6.
 *
 * @see https://github.com/projectcontour/contour/blob/v1.33.6/cmd/contour/shutdownmanager.go
 */
export const CONTOUR = {
  defaultVersion: '1.33.6',
  /** The admin interface on a unix socket, and `--ready-file`. */
  firstVersion: '1.19.0',
  imageRepository: 'ghcr.io/projectcontour/contour',
  /** Where the official image, made from scratch, has the program. */
  programPath: '/bin/contour',
  programName: 'contour',
  /** The user in Contour's own manifests. */
  user: 65534,
  managerPort: 8090,
  /** Readiness and statistics share a listener. */
  statisticsPort: 8002,
  waitPath: '/shutdown',
  healthPath: '/healthz',
  adminDirectory: '/admin',
  adminSocketName: 'admin.sock',
  readyFileName: 'ok',
  /** `envoy shutdown` without flags. */
  drainDelayMillis: 0,
  checkDelayMillis: 0,
  checkIntervalMillis: 5_000,
  minOpenConnections: 0,
  /** `--check-delay` was a minute before (projectcontour/contour#4548). */
  noCheckDelayFrom: '1.22.0',
  oldCheckDelayMillis: 60_000,
  /** `contour envoy shutdown`; before, whoever asked the manager for `/shutdown` started the drain (CVE-2020-15127). */
  shutdownCommandFrom: '1.7.0',
  /** `--ready-file`; before, the file lay in the root filesystem of the manager's container. */
  readyFileFrom: '1.19.0',
  oldReadyFile: '/ok',
  /** Measured without a CPU limit: from the start of the hook to its first call of Envoy's admin. */
  firstCallMillis: 37,
  /** As long as the first call takes, also with 50m of a CPU. */
  listensAfterMillis: { min: 37, max: 699 },
  /** Measured: without a handler for SIGTERM, Go ends the manager 2 to 40 ms after it. */
  exitMillis: { min: 2, max: 40 },
  exitCode: 2,
  /** Connections of HTTP connection managers with this prefix are not counted. */
  statisticsPrefix: 'stats-health',
  /** Contour's manifests give its Envoys 300 s. */
  drainTimeoutSeconds: 300,
  /** Measured: 44 MiB resident. */
  memoryMebibytes: 64,
  bootstrap: {
    xdsAddress: 'contour',
    xdsPort: 8001,
    certificateSecret: 'envoycert',
    httpPort: 8080,
    httpsPort: 8443,
    configDirectory: '/config',
    certificateDirectory: '/certs',
  },
} as const;
