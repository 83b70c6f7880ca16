import { Manifest } from './manifest';
import { ENVOY_GATEWAY } from '../upstream/envoy-gateway';
import { isReleaseFrom } from '../values/images';

/** What an EnvoyProxy resource says about its pod, beside the patch; every field as it is written there. */
export interface EnvoyGatewayPod {
  readonly version: string;
  readonly container: Manifest;
  readonly pod: Manifest;
  readonly initContainers?: readonly Manifest[];
  readonly concurrency?: number;
  /** Whether Prometheus may ask for statistics. */
  readonly scraped: boolean;
  readonly logLevels: { readonly [component: string]: string };
  readonly extraArgs: readonly string[];
  readonly drainTimeoutMillis?: number;
  readonly minDrainMillis?: number;
  readonly healthCheckFailureDelayMillis?: number;
}

/** Envoy of each Envoy Gateway, by its minor release. */
const ENVOY_TAGS = [
  'v1.29.2', 'v1.31.0', 'v1.32.1', 'v1.33.0', 'v1.34.1', 'v1.35.0', 'v1.36.2', 'v1.37.0', 'v1.38.0', 'v1.39.0',
];

/** The rest of the bootstrap comes from the gateway's control plane. */
const BOOTSTRAP = `admin: {address: {socket_address: {address: 127.0.0.1, port_value: ${ENVOY_GATEWAY.adminPort}}}}`;

/**
 * The pod template that an Envoy Gateway of a version makes, read in the source of 1.0 to 1.9, and held against what
 * releases from 1.2 to 1.9 render (`e2e/envoy-gateway`).
 *
 * @see https://github.com/envoyproxy/gateway/blob/v1.9.0/internal/infrastructure/kubernetes/proxy/resource.go
 */
export function envoyGatewayTemplate(given: EnvoyGatewayPod): Manifest {
  const { pod } = given;
  return {
    metadata: {
      annotations: annotations(given),
    },
    spec: {
      terminationGracePeriodSeconds: graceSeconds(given),
      securityContext: pod.securityContext,
      initContainers: given.initContainers,
      containers: [envoyContainer(given), managerContainer(given)],
      volumes: mergedBy('name', [
        { name: 'certs', secret: { secretName: 'envoy' } },
        { name: 'sds', configMap: { name: 'envoy' } },
      ], pod.volumes),
    },
  };
}

/** Before 1.5 those of Prometheus could not be overridden. */
function annotations({ version, pod, scraped }: EnvoyGatewayPod): Manifest {
  const prometheus = scraped ? {
    'prometheus.io/path': '/stats/prometheus',
    'prometheus.io/port': String(ENVOY_GATEWAY.statisticsPort),
    'prometheus.io/scrape': 'true',
  } : {};
  return isReleaseFrom(version, '1.5.0') ? { ...prometheus, ...pod.annotations } : { ...pod.annotations, ...prometheus };
}

/** Before 1.2 the defaults were 600 s to drain in 900 s of grace. */
function graceSeconds({ version, drainTimeoutMillis }: EnvoyGatewayPod): number {
  if (drainTimeoutMillis !== undefined) return Math.trunc(drainTimeoutMillis / 1000 + 300);
  return isReleaseFrom(version, '1.2.0') ? 360 : 900;
}

function envoyContainer(given: EnvoyGatewayPod): Manifest {
  const { version, container } = given;
  const readinessPort = isReleaseFrom(version, '1.4.0') ? ENVOY_GATEWAY.readinessPort : ENVOY_GATEWAY.statisticsPort;
  const ready = { httpGet: { path: '/ready', port: readinessPort, scheme: 'HTTP' }, timeoutSeconds: 1 };
  return {
    name: 'envoy',
    image: envoyImage(given),
    imagePullPolicy: 'IfNotPresent',
    command: ['envoy'],
    args: envoyArguments(given),
    env: mergedBy('name', environment(version), container.env),
    ports: [
      ...given.scraped ? [{ name: 'metrics', containerPort: ENVOY_GATEWAY.statisticsPort }] : [],
      ...isReleaseFrom(version, '1.4.0') ? [{ name: 'readiness', containerPort: readinessPort }] : [],
    ],
    startupProbe: isReleaseFrom(version, '1.1.0') ? { ...ready, periodSeconds: 10, failureThreshold: 30 } : undefined,
    readinessProbe: isReleaseFrom(version, '1.2.0')
      ? { ...ready, periodSeconds: 5, failureThreshold: 1 } : { ...ready, periodSeconds: 10, failureThreshold: 3 },
    livenessProbe: isReleaseFrom(version, '1.4.0') ? { ...ready, periodSeconds: 10, failureThreshold: 3 } : undefined,
    lifecycle: { preStop: { httpGet: { path: ENVOY_GATEWAY.waitPath, port: ENVOY_GATEWAY.managerPort, scheme: 'HTTP' } } },
    resources: container.resources ?? { requests: { cpu: '100m', memory: '512Mi' } },
    securityContext: container.securityContext ?? hardened(version),
    volumeMounts: mergedBy('mountPath', [
      { mountPath: '/certs', name: 'certs', readOnly: true }, { mountPath: '/sds', name: 'sds' },
    ], container.volumeMounts),
  };
}

function envoyImage({ version, container }: EnvoyGatewayPod): string {
  const minor = Math.min(Number(version.split('.')[1]), ENVOY_TAGS.length - 1);
  return container.image ?? `${container.imageRepository ?? 'docker.io/envoyproxy/envoy'}:distroless-${ENVOY_TAGS[minor]}`;
}

/** Up to 1.5.0, and perhaps the releases up to 1.5.5, a flag and its value were one argument. */
function envoyArguments(given: EnvoyGatewayPod): string[] {
  const { version, concurrency, drainTimeoutMillis, logLevels } = given;
  const { default: logLevel = 'warn', ...components } = logLevels;
  const flags: (readonly [string, string?])[] = [
    ['--service-cluster', 'envoy'],
    ['--service-node', '$(ENVOY_POD_NAME)'],
    ['--config-yaml', BOOTSTRAP],
    ['--log-level', logLevel],
    ['--cpuset-threads'],
  ];
  if (isReleaseFrom(version, '1.1.2')) flags.push(['--drain-strategy', 'immediate']);
  if (concurrency !== undefined) flags.push(['--concurrency', String(concurrency)]);
  const levels = componentLevels(components, version);
  if (levels !== '') flags.push(['--component-log-level', levels]);
  if (drainTimeoutMillis !== undefined || isReleaseFrom(version, '1.2.0')) {
    flags.push(['--drain-time-s', String(roundedSeconds(drainTimeoutMillis ?? 60_000))]);
  }
  const separate = isReleaseFrom(version, '1.5.6');
  return [...flags.flatMap((words) => (separate ? words.filter((word) => word !== undefined) : [words.join(' ')])),
    ...given.extraArgs] as string[];
}

/** Since 1.5 there is a default, for those who set no component. */
function componentLevels(levels: EnvoyGatewayPod['logLevels'], version: string): string {
  const given = Object.entries(levels).map((pair) => pair.join(':')).sort().join(',');
  return given === '' && isReleaseFrom(version, '1.5.0') ? 'misc:error' : given;
}

function environment(version: string): Manifest[] {
  const namespace = isReleaseFrom(version, '1.4.0') ? 'ENVOY_POD_NAMESPACE' : 'ENVOY_GATEWAY_NAMESPACE';
  const zone = ['ENVOY_SERVICE_ZONE', 'metadata.annotations[\'topology.kubernetes.io/zone\']'];
  return [[namespace, 'metadata.namespace'], ['ENVOY_POD_NAME', 'metadata.name'], ...isReleaseFrom(version, '1.4.0') ? [zone] : []]
    .map(([name, fieldPath]) => ({ name, valueFrom: { fieldRef: { fieldPath } } }));
}

function hardened(version: string): Manifest | undefined {
  if (!isReleaseFrom(version, '1.2.0')) return undefined;
  const { user } = ENVOY_GATEWAY;
  return {
    allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, privileged: false,
    runAsNonRoot: true, runAsUser: user, runAsGroup: user, seccompProfile: { type: 'RuntimeDefault' },
  };
}

function managerContainer(given: EnvoyGatewayPod): Manifest {
  const { version, container, drainTimeoutMillis } = given;
  const health = {
    httpGet: { path: ENVOY_GATEWAY.healthPath, port: ENVOY_GATEWAY.managerPort, scheme: 'HTTP' },
    timeoutSeconds: 1, periodSeconds: 10, failureThreshold: 3,
  };
  const followsEnvoy = isReleaseFrom(version, '1.2.5');
  return {
    name: 'shutdown-manager',
    image: `${ENVOY_GATEWAY.imageRepository}:v${version}`,
    imagePullPolicy: 'IfNotPresent',
    command: [ENVOY_GATEWAY.programName],
    args: ['envoy', 'shutdown-manager',
      ...drainTimeoutMillis === undefined ? [] : [`--ready-timeout=${roundedSeconds(drainTimeoutMillis + 10_000)}s`]],
    env: environment(version),
    startupProbe: isReleaseFrom(version, '1.1.0') ? { ...health, failureThreshold: 30 } : undefined,
    readinessProbe: health,
    livenessProbe: health,
    lifecycle: { preStop: { exec: { command: [ENVOY_GATEWAY.programName, 'envoy', 'shutdown', ...hookFlags(given)] } } },
    resources: { requests: { cpu: '10m', memory: '32Mi' } },
    securityContext: (followsEnvoy ? container.securityContext : undefined) ?? hardened(version),
  };
}

function hookFlags(given: EnvoyGatewayPod): string[] {
  const { version, drainTimeoutMillis, minDrainMillis, healthCheckFailureDelayMillis } = given;
  const knowsDelay = isReleaseFrom(version, ENVOY_GATEWAY.healthCheckFailureDelayFrom);
  const seconds = (flag: string, millis?: number): string[] =>
    (millis === undefined ? [] : [`${flag}=${roundedSeconds(millis)}s`]);
  return [
    ...healthCheckFailureDelayMillis !== undefined && knowsDelay
      ? [`--health-check-failure-delay=${goDurationText(healthCheckFailureDelayMillis)}`] : [],
    ...seconds('--drain-timeout', drainTimeoutMillis),
    ...seconds('--min-drain-duration', minDrainMillis),
  ];
}

/** Written with `%.0f`: 500 ms become 0 and 1.5 s become 2 s, halves going to the even number. */
function roundedSeconds(millis: number): number {
  const whole = Math.floor(millis / 1000);
  const rest = millis % 1000;
  return rest > 500 || (rest === 500 && whole % 2 === 1) ? whole + 1 : whole;
}

/** A list in which items of the resource take the place of those with the same key. */
function mergedBy(key: string, defaults: readonly Manifest[], given?: readonly Manifest[] | null): readonly Manifest[] {
  const own = given ?? [];
  return [...defaults.filter((item) => !own.some((other) => other[key] === item[key])), ...own];
}

/** As Go writes a duration: 1m30s, 1.5s, 500ms. */
function goDurationText(millis: number): string {
  if (millis < 1000) return millis === 0 ? '0s' : `${millis}ms`;
  const [hours, minutes] = [Math.floor(millis / 3_600_000), Math.floor(millis / 60_000) % 60];
  const seconds = millis % 60_000 / 1000;
  return `${hours > 0 ? `${hours}h` : ''}${hours > 0 || minutes > 0 ? `${minutes}m` : ''}${seconds}s`;
}
