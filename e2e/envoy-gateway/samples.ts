import { App, Chart, Duration, Size } from 'cdk8s';
import { Cpu } from 'cdk8s-plus-28';
import {
  DrainTiming, EnvoyGatewayProxyConfig, EnvoyGatewayProxyConfigProps, EnvoyGatewayWorkload, KubernetesVersion,
  LoadBalancer,
} from '../../src';
import { Manifest } from '../../src/pod/manifest';
import { ENVOY_GATEWAY } from '../../src/upstream/envoy-gateway';
import { isReleaseFrom } from '../../src/values/images';

/** What the library makes for one kind of workload and one cluster. */
export interface Drain {
  readonly name: string;
  readonly kubernetesVersion: KubernetesVersion;
  readonly resource: Manifest;
}

/** Native sidecars, and a cluster of which nothing is known. */
const CLUSTERS = [KubernetesVersion.of('v1.34.4'), KubernetesVersion.UNKNOWN];

/** What changes the pod or its times; older releases know no delay, which the load balancer needs. */
function everyProp(version: string, workload: EnvoyGatewayWorkload): EnvoyGatewayProxyConfigProps {
  return {
    drainTiming: isReleaseFrom(version, ENVOY_GATEWAY.healthCheckFailureDelayFrom)
      ? DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkInstance())
      : DrainTiming.of({ drainTimeout: Duration.minutes(2), minDrainDuration: Duration.seconds(20) }),
    resources: { cpu: { request: Cpu.millis(500) }, memory: { request: Size.mebibytes(768) } },
    shutdownManagerResources: { cpuRequestMillis: 100 },
    podLabels: { team: 'edge' },
    podAnnotations: { team: 'edge' },
    hostNetwork: true,
    ...workload === EnvoyGatewayWorkload.DEPLOYMENT ? { replicas: 2 } : {},
  };
}

const FIELDS = {
  [EnvoyGatewayWorkload.DEPLOYMENT]: 'envoyDeployment',
  [EnvoyGatewayWorkload.DAEMON_SET]: 'envoyDaemonSet',
} as const;

export const KINDS = Object.values(EnvoyGatewayWorkload);

export function drains(version: string): Drain[] {
  return KINDS.flatMap((workload) => CLUSTERS.flatMap((kubernetesVersion) => {
    const cluster = kubernetesVersion === KubernetesVersion.UNKNOWN ? 'unknown' : 'v1.34.4';
    const name = `${workload}, Kubernetes ${cluster}`;
    const props = { envoyGatewayVersion: version, workload, kubernetesVersion };
    return [
      { name, kubernetesVersion, resource: synthesized(props) },
      {
        name: `${name}, every prop`, kubernetesVersion,
        resource: synthesized({ ...everyProp(version, workload), ...props }),
      },
    ];
  }));
}

function synthesized(props: EnvoyGatewayProxyConfigProps): Manifest {
  const chart = new Chart(new App(), 'fleet');
  new EnvoyGatewayProxyConfig(chart, 'Proxies', props);
  return (chart.toJson() as Manifest[])[0];
}

/** The patch of an EnvoyProxy. */
export function patchOf({ spec }: Manifest): Manifest {
  return Object.values<Manifest>(spec.provider.kubernetes)[0].patch.value;
}

export function withoutPatch({ spec, ...resource }: Manifest): Manifest {
  const kubernetes = Object.entries<Manifest>(spec.provider.kubernetes)
    .map(([field, { patch: _, ...workload }]) => [field, workload]);
  return { ...resource, spec: { ...spec, provider: { ...spec.provider, kubernetes: Object.fromEntries(kubernetes) } } };
}

/** Resources of users, for what the library's own do not set. */
export function foreign(version: string, kind: EnvoyGatewayWorkload): Map<string, Manifest> {
  const proxy = (workload: Manifest, rest: Manifest = {}): Manifest => ({
    apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyProxy', metadata: { name: 'users' },
    spec: { provider: { type: 'Kubernetes', kubernetes: { [FIELDS[kind]]: workload } }, ...rest },
  });
  const knowsDelay = isReleaseFrom(version, ENVOY_GATEWAY.healthCheckFailureDelayFrom);
  const knowsRepository = isReleaseFrom(version, '1.5.0');
  return new Map([
    [`${kind}, nothing set`, proxy({})],
    [`${kind}, every setting`, proxy({ ...WORKLOAD, ...OWN[kind] }, SETTINGS)],
    ...knowsRepository ? [[`${kind}, image by its repository`, proxy(REPOSITORY)] as const] : [],
    [`${kind}, no statistics`, proxy({}, { telemetry: { metrics: { prometheus: { disable: true } } } })],
    [`${kind}, empty shutdown`, proxy({}, { shutdown: {} })],
    [`${kind}, shutdown with halves`, proxy({}, { shutdown: HALVES })],
    ...knowsDelay ? [[`${kind}, delay`, proxy({}, { shutdown: { healthCheckFailureDelay: '1500ms' } })] as const] : [],
  ]);
}

const WORKLOAD: Manifest = {
  container: {
    image: 'mirror.test/envoy:distroless-v1.39.0',
    env: [{ name: 'REGION', value: 'eu' }, { name: 'ENVOY_POD_NAME', value: 'mine' }],
    resources: { limits: { memory: '1Gi' }, requests: { cpu: '1' } },
    securityContext: { runAsUser: 1001, runAsNonRoot: true },
    volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }, { name: 'own', mountPath: '/certs', readOnly: true }],
  },
  pod: {
    annotations: { 'prometheus.io/scrape': 'false', 'team': 'edge' },
    securityContext: { fsGroup: 2000 },
    volumes: [{ name: 'scratch', emptyDir: {} }, { name: 'own', emptyDir: {} }],
  },
};

const REPOSITORY: Manifest = { container: { imageRepository: 'mirror.test/envoy' } };

/** Seconds are rounded to even ones. */
const HALVES: Manifest = { drainTimeout: '90s500ms', minDrainDuration: '1s500ms' };

/** Envoy Gateway gives DaemonSets no init containers. */
const OWN: { readonly [kind in EnvoyGatewayWorkload]: Manifest } = {
  [EnvoyGatewayWorkload.DEPLOYMENT]: {
    replicas: 2, initContainers: [{ name: 'prepare', image: 'busybox:1.37', command: ['true'] }],
  },
  [EnvoyGatewayWorkload.DAEMON_SET]: {},
};

const SETTINGS: Manifest = {
  concurrency: 2,
  extraArgs: ['--parent-shutdown-time-s 5'],
  logging: { level: { default: 'info', upstream: 'debug', admin: 'error' } },
  shutdown: { drainTimeout: '2m', minDrainDuration: '15s' },
};
