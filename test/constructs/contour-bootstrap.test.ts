import { Chart, Testing } from 'cdk8s';
import {
  ContourBootstrapOptions, EnvoyBootstrap, EnvoyProxyDaemonSet, EnvoyProxyDaemonSetProps, KubernetesVersion,
  ShutdownManager, ShutdownManagerProgram, SidecarPlacement,
} from '../../src';

const RENDERED = { renderedAtSynthesis: true };

type Props = Partial<EnvoyProxyDaemonSetProps>;

function proxyWith(options: ContourBootstrapOptions, props: Props = {}): EnvoyProxyDaemonSet {
  const chart = new Chart(Testing.app(), 'edge', { namespace: 'projectcontour' });
  KubernetesVersion.declare(chart, KubernetesVersion.of('1.36.0'));
  return new EnvoyProxyDaemonSet(chart, 'Proxy', {
    bootstrap: EnvoyBootstrap.contour(options), shutdownManager: ShutdownManager.contour(), ...props,
  });
}

function synthesized(proxy: EnvoyProxyDaemonSet): { configMaps: any[]; pod: any; annotations: any } {
  const objects = Testing.synth(Chart.of(proxy));
  const { metadata, spec } = objects.find(({ kind }: any) => kind === 'DaemonSet').spec.template;
  return { configMaps: objects.filter(({ kind }: any) => kind === 'ConfigMap'), pod: spec, annotations: metadata.annotations };
}

describe('Contour\'s configuration, rendered at synthesis', () => {
  test('is mounted where the init container would write it, and there is no init container', () => {
    const { configMaps: [{ data, immutable, metadata }], pod, annotations } = synthesized(proxyWith(RENDERED));
    expect([Object.keys(data).sort(), immutable]).toEqual([['envoy.json', 'xds-tls-certificate.json', 'xds-validation-context.json'], true]);
    expect(pod.initContainers.map(({ name }: any) => name)).toEqual(['shutdown-manager']);
    expect(pod.volumes.find(({ name }: any) => name === 'envoy-config').configMap).toMatchObject({
      name: metadata.name, items: expect.arrayContaining([{ key: 'xds-tls-certificate.json', path: 'resources/sds/xds-tls-certificate.json' }]),
    });
    const [envoy] = pod.containers;
    expect(envoy.args.slice(0, 2)).toEqual(['--config-path', '/config/envoy.json']);
    expect(envoy.volumeMounts.map(({ mountPath }: any) => mountPath)).toEqual(expect.arrayContaining(['/config', '/certs']));
    expect(annotations['envoy-drain/bootstrap-checksum']).toMatch(/^[0-9a-f]{16}$/);
  });

  test('rolls the pods when it changes', () => {
    const [one, other] = [{}, { xdsPort: 9001 }].map((more) => synthesized(proxyWith({ ...RENDERED, ...more })));
    expect(one.configMaps[0].metadata.name).not.toBe(other.configMaps[0].metadata.name);
    expect(one.annotations['envoy-drain/bootstrap-checksum']).not.toBe(other.annotations['envoy-drain/bootstrap-checksum']);
  });

  test('in one container with a writable root leaves no emptyDir in the way of draining nodes', () => {
    const proxy = proxyWith(RENDERED, {
      placement: SidecarPlacement.ENVOY_CONTAINER,
      shutdownManager: ShutdownManager.contour({ program: ShutdownManagerProgram.imageVolume() }),
      envoySecurityContext: { readOnlyRootFilesystem: false },
    });
    const { pod, configMaps: [{ data }] } = synthesized(proxy);
    expect(pod.volumes.filter(({ emptyDir }: any) => emptyDir !== undefined)).toEqual([]);
    expect(JSON.parse(data['envoy.json']).admin.address.pipe.path).toBe('/tmp/admin.sock');
    expect(proxy.checkHazards().findings.map(({ rule }) => rule)).not.toContain('local-storage-blocks-drain');
    expect(proxy.simulateTermination().outcome.losesRequests).toBe(false);
  });

  test.each<[string, Props, string[]]>([
    ['two containers', {}, ['envoy-config', 'envoy-admin']],
    ['one container', {
      placement: SidecarPlacement.ENVOY_CONTAINER,
      shutdownManager: ShutdownManager.contour({ program: ShutdownManagerProgram.imageVolume() }),
    }, ['envoy-config', 'tmp']],
  ])('its emptyDirs lie in memory on request, with %s', (_, props, names) => {
    const emptyDirs = (more: Props) => {
      const { pod, annotations } = synthesized(proxyWith({}, { ...props, ...more }));
      const found = pod.volumes.filter(({ emptyDir }: any) => emptyDir !== undefined);
      expect(annotations['cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes']).toBe(names.join(','));
      return found.map(({ name, emptyDir }: any) => [name, emptyDir]);
    };
    expect(emptyDirs({})).toEqual(names.map((name) => [name, {}]));
    expect(emptyDirs({ emptyDirsInMemory: true })).toEqual(names.map((name) => [name, { medium: 'Memory' }]));
  });

  test('needs a namespace', () => {
    const chart = new Chart(Testing.app(), 'edge');
    const props = { bootstrap: EnvoyBootstrap.contour(RENDERED), shutdownManager: ShutdownManager.contour() };
    expect(() => new EnvoyProxyDaemonSet(chart, 'Proxy', props)).toThrow('\'namespace\' (nothing) must be given with \'renderedAtSynthesis\'');
  });

  test.each<[ContourBootstrapOptions, string]>([
    [{ xdsAddress: '10.0.0.1' }, '\'xdsAddress\' (10.0.0.1) must be a name with \'renderedAtSynthesis\''],
    [{ overloadMaxDownstreamConnections: 5 }, '\'overloadMaxDownstreamConnections\' (5) must go with \'overloadMaxHeapBytes\''],
  ])('of what was not seen in Contour\'s output is refused (%#)', (options, message) => {
    expect(() => EnvoyBootstrap.contour({ ...RENDERED, ...options })).toThrow(message);
    expect(() => EnvoyBootstrap.contour(options)).not.toThrow();
  });
});
