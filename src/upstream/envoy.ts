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
} as const;
