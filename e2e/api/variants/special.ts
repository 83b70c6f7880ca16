import { Chart, Duration, Size } from 'cdk8s';
import { EnvValue, HorizontalPodAutoscaler, ServiceType } from 'cdk8s-plus-28';
import {
  BOOTSTRAP_FILE, CONTOUR, drainOptions, ENVOY_GATEWAY, FLAVOURS, ownBootstrap, Placing, PLACINGS, proxyOptions,
} from './flavours';
import { podSpecWithManager, rawWorkload } from './raw-workloads';
import { Variant } from './variant';
import {
  DrainTiming, EnvoyBootstrap, EnvoyListenerProtocol, EnvoyLogLevel, EnvoyProxyDaemonSet, EnvoyProxyDeployment,
  ExternalTrafficPolicy, KubernetesVersion, LoadBalancer, ShutdownManager, ShutdownManagerSidecar,
} from '../../../src';

const PROXIES = { EnvoyProxyDeployment, EnvoyProxyDaemonSet };

/** What does not multiply with everything else. */
export function specialVariants(version: KubernetesVersion): Variant[] {
  const placings = PLACINGS.filter((placing) => placing.isPossible(version));
  return [
    ...placings.flatMap((placing) => [...contourBootstraps(placing), ...hostPorts(placing), ...retrofits(placing)]),
    services(), everySetting(), autoscaled(),
  ];
}

function contourBootstraps(placing: Placing): Variant[] {
  return Object.entries(PROXIES).map(([kind, Proxy]) => ({
    name: `bootstrap of Contour, ${placing.name}, ${kind}`,
    build: (chart) => {
      const options = proxyOptions(CONTOUR, placing);
      new Proxy(chart, 'Proxy', { bootstrap: EnvoyBootstrap.contour(), ...options }).exposeListeners();
      new Proxy(chart, 'Limited', {
        ...options,
        bootstrap: EnvoyBootstrap.contour({ overloadMaxHeapBytes: 2 ** 30, overloadMaxDownstreamConnections: 1000 }),
      });
    },
  }));
}

/** Ports of the node one by one, the node's network, and both together. */
const NODE_PORTS = {
  'host ports': { hostPorts: { http: 80, postgres: 5432 } },
  'host network': { hostNetwork: true },
  'host network and host ports': { hostNetwork: true, hostPorts: { http: 10080 } },
};

function hostPorts(placing: Placing): Variant[] {
  return FLAVOURS.flatMap((flavour) => Object.entries(PROXIES).flatMap(([kind, Proxy]) =>
    Object.entries(NODE_PORTS).map(([what, props]): Variant => ({
      name: `${what}, ${flavour.name}, ${placing.name}, ${kind}`,
      build: (chart) => {
        new Proxy(chart, 'Proxy', { bootstrap: ownBootstrap(), ...props, ...proxyOptions(flavour, placing) });
      },
    }))));
}

/** A manager that stands in the pod already; only the placements with a container of its own know it. */
function retrofits(placing: Placing): Variant[] {
  if (placing.program) return [];
  return [{
    name: `a pod that has a manager, ${placing.name}`,
    build: (chart) => {
      const podSpec = podSpecWithManager('docker.io/envoyproxy/gateway:v1.9.0', ENVOY_GATEWAY.programPath);
      const workload = rawWorkload(chart, 'Deployment', podSpec);
      new ShutdownManagerSidecar(chart, 'Drain', { workload, ...drainOptions(ENVOY_GATEWAY, placing) });
    },
  }];
}

function services(): Variant {
  return {
    name: 'services of every type',
    build: (chart) => {
      const proxy = new EnvoyProxyDeployment(chart, 'Proxy', { bootstrap: ownBootstrap() });
      proxy.exposeListeners({ name: 'inside', listeners: ['http'] });
      proxy.exposeListeners({ name: 'nodes', serviceType: ServiceType.NODE_PORT });
      proxy.exposeListeners({
        name: 'outside', serviceType: ServiceType.LOAD_BALANCER, externalPorts: { http: 8080 },
        annotations: { 'example.org/load-balancer': 'yes' }, loadBalancerSourceRanges: ['192.0.2.0/24'],
      });
      proxy.exposeListeners({
        name: 'spread', serviceType: ServiceType.LOAD_BALANCER, externalTrafficPolicy: ExternalTrafficPolicy.CLUSTER,
      });
    },
  };
}

function everySetting(): Variant {
  const manager = ShutdownManager.envoyGateway({
    imagePullPolicy: 'Always', environment: { LOG: 'debug' },
    resources: {
      cpuRequestMillis: 100, cpuLimitMillis: 500, memoryRequest: Size.mebibytes(128), memoryLimit: Size.gibibytes(1),
    },
  });
  return {
    name: 'every setting of a proxy',
    build: (chart) => {
      new EnvoyProxyDeployment(chart, 'Proxy', {
        bootstrap: EnvoyBootstrap.fromFile(BOOTSTRAP_FILE, {
          immutable: true, name: 'mine', listeners: [{ name: 'h3', port: 10444, protocol: EnvoyListenerProtocol.UDP }],
        }),
        replicas: 3, concurrency: 2, logLevel: EnvoyLogLevel.WARNING,
        extraArgs: ['--component-log-level', 'http:debug'],
        envVariables: { TEAM: EnvValue.fromValue('edge') }, terminationGracePeriod: Duration.seconds(900),
        shutdownManager: manager, drainTiming: DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkInstance()),
      }).exposeListeners();
    },
  };
}

function autoscaled(): Variant {
  return {
    name: 'autoscaled',
    build: (chart: Chart) => {
      const target = new EnvoyProxyDeployment(chart, 'Proxy', { bootstrap: ownBootstrap() });
      new HorizontalPodAutoscaler(chart, 'Scaling', { target, maxReplicas: 5, minReplicas: 2 });
    },
  };
}
