import { Chart, Testing } from 'cdk8s';
import { Deployment, EmptyDirMedium, ImagePullPolicy, Volume } from 'cdk8s-plus-28';
import {
  EnvoyBootstrap, EnvoyProxyDaemonSet, EnvoyProxyDeployment, EnvoyProxyDeploymentProps, KubernetesVersion,
  ShutdownManager, ShutdownManagerProgram, ShutdownManagerSidecar, SidecarPlacement,
} from '../src';

const EXTPROC = { name: 'ai-gateway-extproc', image: 'docker.io/envoyproxy/ai-gateway-extproc:v0.2.0', securityContext: { user: 65532, group: 65532 } };

function proxyOn(version: string, props: Partial<EnvoyProxyDeploymentProps> = {}): EnvoyProxyDeployment {
  const chart = new Chart(Testing.app(), 'edge');
  if (version !== 'unknown') KubernetesVersion.declare(chart, KubernetesVersion.of(version));
  return new EnvoyProxyDeployment(chart, 'Proxy', { bootstrap: EnvoyBootstrap.fromFile('examples/edge/envoy.yaml'), ...props });
}

function podOf(construct: EnvoyProxyDeployment | EnvoyProxyDaemonSet | ShutdownManagerSidecar): any {
  return Testing.synth(Chart.of(construct)).find(({ spec }: any) => spec?.template).spec.template.spec;
}

const names = (list: any[] = []): string[] => list.map(({ name }) => name);

describe('a companion', () => {
  test('is a native sidecar before the manager, so that it starts before Envoy and ends after it', () => {
    const proxy = proxyOn('1.34.4');
    proxy.addCompanion(EXTPROC);
    const { initContainers, containers } = podOf(proxy);
    expect([names(initContainers), names(containers)]).toEqual([['ai-gateway-extproc', 'shutdown-manager'], ['envoy']]);
    expect(initContainers[0]).toMatchObject({ restartPolicy: 'Always', image: EXTPROC.image });
    expect(initContainers[0].lifecycle?.preStop).toBeUndefined();
    expect(proxy.simulateTermination().outcome.losesRequests).toBe(false);
  });

  test.each([
    ['Envoy Gateway\'s manager', ShutdownManager.envoyGateway(), { path: '/shutdown/ready', port: 19002, scheme: 'HTTP' }],
    ['Contour\'s manager', ShutdownManager.contour(), { path: '/shutdown', port: 8090, scheme: 'HTTP' }],
  ])('beside a sibling waits for %s as Envoy does', (_, shutdownManager, httpGet) => {
    const bootstrap = EnvoyBootstrap.fromFile('examples/edge/envoy.yaml');
    const proxy = proxyOn('unknown', { shutdownManager, bootstrap });
    proxy.addCompanion(EXTPROC);
    const { containers } = podOf(proxy);
    expect(names(containers)).toEqual(['envoy', 'ai-gateway-extproc', 'shutdown-manager']);
    expect(containers[1].lifecycle.preStop).toEqual({ httpGet });
    expect(containers[1].lifecycle.preStop).toEqual(containers[0].lifecycle.preStop);
  });

  test('does not lose requests as a sibling, and would without being one', () => {
    const proxy = proxyOn('unknown');
    proxy.addCompanion(EXTPROC);
    expect(proxy.simulateTermination().outcome.losesRequests).toBe(false);
    expect(proxy.checkHazards().findings.map(({ rule }) => rule)).not.toContain('companion-dies-before-envoy');
    const careless = proxyOn('unknown');
    careless.addContainer(EXTPROC);
    expect(careless.checkHazards().findings.map(({ rule }) => rule)).toContain('companion-dies-before-envoy');
  });

  test.each([
    ['1.29.8', true], ['1.30.3', true], ['1.31.0', true], ['1.31.1', false], ['1.32.0', false],
  ])('on Kubernetes %s, where two native sidecars may block each other: told %s', (version, isTold) => {
    const proxy = proxyOn(version, { placement: SidecarPlacement.NATIVE });
    proxy.addCompanion(EXTPROC);
    const told = proxy.checkHazards().findings.filter(({ rule }) => rule === 'native-sidecar-on-buggy-kubelet');
    expect(told).toHaveLength(isTold ? 1 : 0);
    expect(proxyOn(version).placement).toBe(SidecarPlacement.SIBLING);
  });

  test('beside the program in Envoy\'s container is a native sidecar', () => {
    const shutdownManager = ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.imageVolume() });
    const proxy = proxyOn('1.36.0', { placement: SidecarPlacement.ENVOY_CONTAINER, shutdownManager });
    proxy.addCompanion(EXTPROC);
    const { initContainers, containers } = podOf(proxy);
    expect([names(initContainers), names(containers)]).toEqual([['ai-gateway-extproc'], ['envoy']]);
  });

  test('shares volumes with Envoy, and may come with others', () => {
    const proxy = proxyOn('1.34.4', { initContainers: [{ name: 'setup', image: 'setup:1', imagePullPolicy: ImagePullPolicy.ALWAYS }] });
    const sockets = Volume.fromEmptyDir(proxy, 'Sockets', 'sockets', { medium: EmptyDirMedium.MEMORY });
    for (const container of [proxy.envoy, proxy.addCompanion(EXTPROC)]) container.mount('/sockets', sockets);
    proxy.addCompanion({ name: 'rate-limit', image: 'rate-limit:1' });
    const { initContainers, containers } = podOf(proxy);
    expect(names(initContainers)).toEqual(['setup', 'ai-gateway-extproc', 'rate-limit', 'shutdown-manager']);
    const mounts = [containers[0], initContainers[1]].map(({ volumeMounts }: any) => volumeMounts.find(({ name }: any) => name === 'sockets').mountPath);
    expect(mounts).toEqual(['/sockets', '/sockets']);
  });

  test('of a DaemonSet is kept too', () => {
    const chart = new Chart(Testing.app(), 'edge');
    KubernetesVersion.declare(chart, KubernetesVersion.of('1.34.4'));
    const proxy = new EnvoyProxyDaemonSet(chart, 'Proxy', { bootstrap: EnvoyBootstrap.fromFile('examples/edge/envoy.yaml') });
    proxy.addCompanion(EXTPROC);
    expect(names(podOf(proxy).initContainers)).toEqual(['ai-gateway-extproc', 'shutdown-manager']);
  });
});

describe('of anybody\'s workload', () => {
  function woven(companion: string, hook?: object): ShutdownManagerSidecar {
    const chart = new Chart(Testing.app(), 'edge');
    const workload = new Deployment(chart, 'Workload', { containers: [{ name: 'envoy', image: 'envoyproxy/envoy:v1.39.0' }, { ...EXTPROC, ...hook }] });
    const sidecar = new ShutdownManagerSidecar(chart, 'Manager', { workload });
    sidecar.addCompanion(companion);
    return sidecar;
  }

  test('a container is kept by its name', () => {
    expect(podOf(woven(EXTPROC.name)).containers[1].lifecycle.preStop.httpGet).toMatchObject({ path: '/shutdown/ready', port: 19002 });
  });

  test('one that is not there is refused, with those that are', () => {
    expect(() => podOf(woven('extproc'))).toThrow(/\[edge\/Manager\] 'companion' \("extproc"\) must name a container of the pod \('?envoy/);
  });

  test.each(['', 'envoy', 'shutdown-manager', 5 as never])('%p is refused', (name) => {
    expect(() => woven(name)).toThrow('must name a container beside envoy and shutdown-manager');
  });
});

test('a hook of its own is refused where its hook must wait', () => {
  const lifecycle = { preStop: { exec: { command: ['sleep', '5'] } } };
  const proxyWithHook = (version: string): EnvoyProxyDeployment => {
    const proxy = proxyOn(version);
    proxy.addCompanion({ ...EXTPROC, lifecycle: { preStop: { _toKube: () => lifecycle.preStop } as never } });
    return proxy;
  };
  expect(() => podOf(proxyWithHook('unknown'))).toThrow('must be left out of the companion \'ai-gateway-extproc\'');
  expect(podOf(proxyWithHook('1.34.4')).initContainers[0].lifecycle.preStop).toEqual(lifecycle.preStop);
});

test('beside the program in Envoy\'s container, a cluster without native sidecars is refused', () => {
  const shutdownManager = ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.combinedImage('/usr/local/bin/envoy-gateway'), image: 'combined/gateway:v1.9.0' });
  const proxy = proxyOn('1.28', { placement: SidecarPlacement.ENVOY_CONTAINER, shutdownManager, envoyImage: 'combined/gateway:v1.9.0' });
  proxy.addCompanion(EXTPROC);
  expect(() => podOf(proxy)).toThrow(/'companion' \("ai-gateway-extproc"\) must go with a 'kubernetesVersion' \(1\.28\) of 1\.29 or later/);
});
