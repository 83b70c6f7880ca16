import { ApiObject, Duration, JsonPatch } from 'cdk8s';
import {
  ContainerProps, DeploymentStrategy, EnvValue, HorizontalPodAutoscaler, NetworkPolicy, ServiceType, Volume,
} from 'cdk8s-plus-28';
import {
  DrainTiming, EnvoyLogLevel, EnvoyProxyDeployment, LoadBalancer, ShutdownManager, SidecarPlacement, TerminationCeiling,
} from '../src';
import { chartFor, manifestOf, named, plainBootstrap, podSpecOf, proxyFor, render } from './support/synth';

const seconds = Duration.seconds;

describe('defaults', () => {
  test('the manager is a native sidecar on a cluster that surely runs them', () => {
    const spec = podSpecOf(proxyFor('1.33'));
    expect(named(spec.initContainers, 'shutdown-manager').restartPolicy).toBe('Always');
    expect(spec.containers.map(({ name }: any) => name)).toEqual(['envoy']);
  });

  test('Envoy waits in its hook, by a call without host', () => {
    expect(podSpecOf(proxyFor('1.33')).containers[0].lifecycle).toEqual({
      preStop: { httpGet: { path: '/shutdown/ready', port: 19002, scheme: 'HTTP' } },
    });
  });

  test('drain flags of Envoy follow the drain timeout', () => {
    const proxy = proxyFor('1.33', { drainTiming: DrainTiming.of({ drainTimeout: seconds(90) }) });
    expect(podSpecOf(proxy).containers[0].args).toEqual([
      '--config-path', '/etc/envoy/envoy.yaml', '--service-cluster', proxy.name,
      '--service-node', '$(ENVOY_POD_NAME)', '--log-level', 'info', '--drain-strategy', 'immediate',
      '--drain-time-s', '90', '--disable-hot-restart',
    ]);
  });

  test('grace period, ready timeout and liveness window are longer than the drain, in this order', () => {
    const spec = podSpecOf(proxyFor('1.33'));
    const { livenessProbe } = spec.containers[0];
    expect(named(spec.initContainers, 'shutdown-manager').args).toContain('--ready-timeout=64s');
    expect(spec.terminationGracePeriodSeconds).toBe(67);
    expect(livenessProbe.periodSeconds * livenessProbe.failureThreshold).toBe(70);
    expect(livenessProbe.terminationGracePeriodSeconds).toBe(5);
  });

  test.each([[62, 69, 70], [63, 70, 80], [135, 142, 150], [300, 307, 310]])(
    'a drain of %d s and a grace period of %d s have a liveness window of %d s', (drainSeconds, graceSeconds, windowSeconds) => {
      const drainTiming = DrainTiming.of({ drainTimeout: seconds(drainSeconds) });
      const { containers: [{ livenessProbe }], terminationGracePeriodSeconds } = podSpecOf(proxyFor('1.33', { drainTiming }));
      expect([terminationGracePeriodSeconds, livenessProbe.periodSeconds * livenessProbe.failureThreshold])
        .toEqual([graceSeconds, windowSeconds]);
    });

  test('a longer grace period has a longer liveness window', () => {
    const { containers: [{ livenessProbe }] } = podSpecOf(proxyFor('1.33', { terminationGracePeriod: seconds(600) }));
    expect(livenessProbe.failureThreshold).toBe(61);
  });

  test('a rollout makes new pods before it takes old ones', () => {
    expect(manifestOf(proxyFor('1.33'), 'Deployment').spec).toMatchObject({
      replicas: 2, minReadySeconds: 0,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } },
    });
  });

  test('every container keeps Pod Security "restricted"', () => {
    const spec = podSpecOf(proxyFor('1.33'));
    for (const { securityContext } of [...spec.containers, ...spec.initContainers]) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: { drop: ['ALL'] },
        seccompProfile: { type: 'RuntimeDefault' },
      });
    }
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532 });
  });

  test('no container has a limit that could throttle or kill a drain', () => {
    const spec = podSpecOf(proxyFor('1.33'));
    for (const { resources } of [...spec.containers, ...spec.initContainers]) {
      expect(Object.keys(resources)).toEqual(['requests']);
      expect(Object.keys(resources.requests)).toEqual(['cpu', 'memory']);
    }
  });

  test('only listeners of users are ports of the container', () => {
    expect(podSpecOf(proxyFor('1.33')).containers[0].ports)
      .toEqual([{ containerPort: 10080, name: 'http', protocol: 'TCP' }]);
  });
});

describe('props', () => {
  test('what Envoy gets is set by props', () => {
    const proxy = proxyFor('1.33', {
      envoyImage: 'registry.example/envoy:v1.38.0', concurrency: 2, logLevel: EnvoyLogLevel.WARNING,
      extraArgs: ['--component-log-level', 'misc:error'], envVariables: { ZONE: EnvValue.fromValue('a') },
    });
    const [envoy] = podSpecOf(proxy).containers;
    expect(envoy.image).toBe('registry.example/envoy:v1.38.0');
    expect(envoy.args.join(' ')).toContain('--log-level warning --concurrency 2 --drain-strategy immediate');
    expect(envoy.args.slice(-2)).toEqual(['--component-log-level', 'misc:error']);
    expect(envoy.env).toContainEqual({ name: 'ZONE', value: 'a' });
  });

  test('a longer grace period is kept', () => {
    const proxy = proxyFor('1.33', { terminationGracePeriod: seconds(120) });
    expect(podSpecOf(proxy).terminationGracePeriodSeconds).toBe(120);
    expect(proxy.terminationGracePeriod?.toSeconds()).toBe(120);
    expect(proxy.drainTiming.drainTimeout.toSeconds()).toBe(60);
  });

  test('a grace period of exactly what is needed is kept, also if it is the default of Kubernetes', () => {
    const drainTiming = DrainTiming.of({ drainTimeout: seconds(23) });
    expect(podSpecOf(proxyFor('1.33', { drainTiming, terminationGracePeriod: seconds(30) }))
      .terminationGracePeriodSeconds).toBe(30);
    const shorter = DrainTiming.of({ drainTimeout: seconds(20) });
    expect(podSpecOf(proxyFor('1.33', { drainTiming: shorter, terminationGracePeriod: seconds(30) }))
      .terminationGracePeriodSeconds).toBe(30);
    expect(podSpecOf(proxyFor('1.33', { drainTiming: shorter })).terminationGracePeriodSeconds).toBe(27);
  });

  test('fails when the grace period is a second too short', () => {
    expect(() => proxyFor('1.33', { terminationGracePeriod: seconds(66) }))
      .toThrow("'terminationGracePeriod' (66s) must be at least 67s, 'drainTimeout' (60s)");
    expect(() => proxyFor('1.33', { terminationGracePeriod: seconds(67) })).not.toThrow();
  });

  test('with Contour\'s manager a longer grace period is a longer drain, also for Envoy', () => {
    const proxy = proxyFor('1.33', { shutdownManager: ShutdownManager.contour(), terminationGracePeriod: seconds(400) });
    expect(proxy.drainTiming.drainTimeout.toSeconds()).toBe(393);
    expect(podSpecOf(proxy).containers[0].args).toContain('393');
  });

  test('a declared load balancer holds the rollout until new pods are found', () => {
    const drainTiming = DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkIp());
    expect(manifestOf(proxyFor('1.33', { drainTiming }), 'Deployment').spec)
      .toMatchObject({ minReadySeconds: 300, progressDeadlineSeconds: 900 });
  });

  test('ceilings are checked on both sides of the border', () => {
    const terminationCeilings = [TerminationCeiling.custom('our policy', seconds(67))];
    expect(() => proxyFor('1.33', { terminationCeilings })).not.toThrow();
    expect(() => proxyFor('1.33', { terminationCeilings: [TerminationCeiling.custom('our policy', seconds(66))] }))
      .toThrow("'terminationGracePeriod' (67s) must be at most our policy (66s)");
    expect(() => proxyFor('1.33', {
      drainTiming: DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkIp()),
      terminationCeilings: [TerminationCeiling.awsSpot()],
    })).toThrow("'terminationGracePeriod' (197s) must be at most the notice of AWS spot instances (120s)");
  });

  test('host ports are taken by listener, and a rollout then lets a pod go first', () => {
    const proxy = proxyFor('1.33', { hostPorts: { http: 80 } });
    expect(podSpecOf(proxy).containers[0].ports[0].hostPort).toBe(80);
    expect(manifestOf(proxy, 'Deployment').spec.strategy.rollingUpdate).toEqual({ maxSurge: 0, maxUnavailable: 1 });
  });

  test('on the host network Envoy\'s hook calls the node itself, and names still resolve', () => {
    const proxy = proxyFor('1.33', { hostNetwork: true });
    const spec = podSpecOf(proxy);
    expect(spec.containers[0].lifecycle.preStop.httpGet.host).toBe('127.0.0.1');
    expect(spec.dnsPolicy).toBe('ClusterFirstWithHostNet');
    expect(spec.containers[0].ports.map(({ containerPort }: any) => containerPort))
      .toEqual([10080, 19000, 19001, 19003, 19002]);
    expect(manifestOf(proxy, 'Deployment').spec.strategy.rollingUpdate.maxSurge).toBe(0);
  });

  test('a strategy of the user\'s own stays', () => {
    expect(manifestOf(proxyFor('1.33', { strategy: DeploymentStrategy.recreate() }), 'Deployment').spec.strategy)
      .toEqual({ type: 'Recreate' });
  });

  test('containers of the user\'s own come after Envoy', () => {
    const containers: ContainerProps[] = [{ name: 'ext-proc', image: 'registry.example/ext-proc:1' }];
    expect(podSpecOf(proxyFor('1.33', { containers })).containers.map(({ name }: any) => name))
      .toEqual(['envoy', 'ext-proc']);
  });
});

describe('what is added later', () => {
  test('containers, init containers, volumes and environment are still there', () => {
    const proxy = proxyFor('1.33');
    proxy.addInitContainer({ name: 'fetch-keys', image: 'registry.example/fetch:1' });
    proxy.addContainer({ name: 'rate-limit', image: 'registry.example/rate-limit:1' });
    proxy.envoy.mount('/keys', Volume.fromEmptyDir(proxy, 'Keys', 'keys'));
    proxy.envoy.env.addVariable('LATE', EnvValue.fromValue('yes'));
    const spec = podSpecOf(proxy);
    expect(spec.initContainers.map(({ name }: any) => name)).toEqual(['fetch-keys', 'shutdown-manager']);
    expect(spec.containers.map(({ name }: any) => name)).toEqual(['envoy', 'rate-limit']);
    expect(spec.containers[0].volumeMounts.map(({ name }: any) => name)).toEqual(['envoy-bootstrap', 'keys']);
    expect(spec.containers[0].env).toContainEqual({ name: 'LATE', value: 'yes' });
  });

  test('a patch of the grace period is honoured, and checked', () => {
    const longer = proxyFor('1.33');
    ApiObject.of(longer).addJsonPatch(JsonPatch.replace('/spec/template/spec/terminationGracePeriodSeconds', 90));
    expect(podSpecOf(longer).terminationGracePeriodSeconds).toBe(90);
    const shorter = proxyFor('1.33', { terminationGracePeriod: seconds(120) });
    ApiObject.of(shorter).addJsonPatch(JsonPatch.replace('/spec/template/spec/terminationGracePeriodSeconds', 30));
    expect(() => podSpecOf(shorter)).toThrow(
      "[chart/Proxy/ShutdownManager] 'terminationGracePeriod' (30s) must be at least 67s");
  });

  test('a patch of the sidecar sees the manager\'s container, one of the workload comes before it', () => {
    const proxy = proxyFor('1.33');
    const path = '/spec/template/spec/initContainers/0/securityContext/runAsGroup';
    proxy.shutdownManagerSidecar.addJsonPatch(JsonPatch.add(path, 1234));
    expect(podSpecOf(proxy).initContainers[0].securityContext.runAsGroup).toBe(1234);
  });

  test.each([
    ['args', ['--config-path', '/etc/envoy/envoy.yaml'], "'args' (--config-path, /etc/envoy/envoy.yaml) must keep --drain-strategy immediate"],
    ['livenessProbe/failureThreshold', 6, "'livenessProbe' (60s until it fails) must be longer than 'drainTimeout' (60s)"],
  ])('fails when a patch of %s breaks the drain', (field, value, words) => {
    const proxy = proxyFor('1.33');
    ApiObject.of(proxy).addJsonPatch(JsonPatch.replace(`/spec/template/spec/containers/0/${field}`, value));
    expect(() => podSpecOf(proxy)).toThrow(`[chart/Proxy] ${words}`);
  });

  test('fails when Envoy\'s container gets a hook of its own', () => {
    const proxy = proxyFor('1.33');
    ApiObject.of(proxy).addJsonPatch(JsonPatch.add(
      '/spec/template/spec/containers/0/lifecycle', { preStop: { exec: { command: ['sleep', '10'] } } }));
    expect(() => podSpecOf(proxy)).toThrow("must be left out of container 'envoy'");
  });

  test('synthesizing twice gives the same bytes', () => {
    const proxy = proxyFor('1.33');
    expect(JSON.stringify(render(proxy))).toBe(JSON.stringify(render(proxy)));
  });
});

describe('as a workload of cdk8s-plus', () => {
  test('scaling, network policies, scheduling and Services work on it', () => {
    const proxy = proxyFor('1.33');
    new HorizontalPodAutoscaler(proxy, 'Autoscaler', { target: proxy, maxReplicas: 10 });
    new NetworkPolicy(proxy, 'Policy', { selector: proxy });
    proxy.scheduling.spread();
    proxy.exposeViaService({ serviceType: ServiceType.NODE_PORT });
    expect(render(proxy).map(({ kind }) => kind))
      .toEqual(['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'NetworkPolicy', 'Service']);
    expect(manifestOf(proxy, 'Deployment').spec.replicas).toBeUndefined();
  });

  test('the inherited exposeViaService publishes data listeners only, and refuses the others', () => {
    const proxy = proxyFor('1.33');
    expect(() => proxy.exposeViaService({ ports: [{ port: 19001 }] })).toThrow('Port 19001 is not exposed');
    expect(() => proxy.exposeViaService({ ports: [{ port: 80, targetPort: 19000 }] })).toThrow('Port 19000 is not exposed');
    proxy.exposeViaService();
    expect(manifestOf(proxy, 'Service').spec.ports.map(({ port }: any) => port)).toEqual([10080]);
  });

  test('placement and its reason are readable', () => {
    const proxy = proxyFor('v1.35.9+k3s1');
    expect(proxy.placement).toBe(SidecarPlacement.NATIVE);
    expect(proxy.placementReason).toBe('Kubernetes v1.35.9+k3s1 runs native sidecars (general since 1.33)');
    expect(proxy.shutdownManagerSidecar.containerName).toBe('shutdown-manager');
    expect(proxy.listeners).toEqual([{ name: 'http', port: 10080, protocol: 'TCP' }]);
  });
});

describe('one chart', () => {
  test('proxies with the same bootstrap share a ConfigMap that comes before them', () => {
    const chart = chartFor('1.33', 'edge');
    const bootstrap = plainBootstrap();
    const proxies = ['One', 'Two'].map((id) => new EnvoyProxyDeployment(chart, id, { bootstrap }));
    expect(render(chart).map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Deployment']);
    const names = proxies.map((proxy) => render(proxy).find(({ metadata }) => metadata.name === proxy.name)
      .spec.template.spec.volumes[0].configMap.name);
    expect(new Set(names).size).toBe(1);
  });
});
