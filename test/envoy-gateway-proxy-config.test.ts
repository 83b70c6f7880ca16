import { Chart, Duration, JsonPatch, Size, Testing } from 'cdk8s';
import { Cpu, ServiceType } from 'cdk8s-plus-28';
import {
  DrainTiming, EnvoyGatewayProxyConfig, EnvoyGatewayProxyConfigProps, EnvoyGatewayWorkload, KubernetesVersion,
  SidecarPlacement, TerminationCeiling,
} from '../src';

const V1_34 = KubernetesVersion.of('1.34.4');

function configOf(props: EnvoyGatewayProxyConfigProps = {}): EnvoyGatewayProxyConfig {
  const chart = new Chart(Testing.app(), 'fleet', { namespace: 'gateways' });
  return new EnvoyGatewayProxyConfig(chart, 'Proxies', { kubernetesVersion: V1_34, ...props });
}

function specOf(props: EnvoyGatewayProxyConfigProps = {}): any {
  return synthesized(configOf(props)).spec;
}

function synthesized({ apiObject }: EnvoyGatewayProxyConfig): any {
  return Testing.synth(Chart.of(apiObject))[0];
}

const podOf = ({ provider: { kubernetes: { envoyDeployment, envoyDaemonSet } } }: any): any =>
  (envoyDeployment ?? envoyDaemonSet).patch.value.spec.template.spec;

describe('an EnvoyProxy resource', () => {
  test('has the times in its own fields, and what has none in a patch', () => {
    const drainTiming = DrainTiming.of({ drainTimeout: Duration.seconds(90), minDrainDuration: Duration.seconds(15) });
    const resource = synthesized(configOf({ drainTiming }));
    expect(resource).toMatchObject({ apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyProxy', metadata: { namespace: 'gateways' } });
    expect(resource.spec.shutdown).toEqual({ drainTimeout: '90s', minDrainDuration: '15s' });
    expect(podOf(resource.spec)).toMatchObject({ terminationGracePeriodSeconds: 97, initContainers: [{ name: 'shutdown-manager', restartPolicy: 'Always' }] });
  });

  test('has a delay only where one is asked for', () => {
    const { shutdown } = specOf({
      drainTiming: DrainTiming.of({
        minDrainDuration: Duration.seconds(90), drainTimeout: Duration.seconds(120),
        healthCheckFailureDelay: Duration.seconds(75),
      }),
    });
    expect(shutdown).toEqual({ drainTimeout: '120s', minDrainDuration: '90s', healthCheckFailureDelay: '75s' });
  });

  test('holds what props ask for, in the words of the API', () => {
    const { provider: { kubernetes } } = specOf({
      replicas: 3, envoyImage: 'mirror.example/envoy:v1.39.0', podLabels: { team: 'edge' }, podAnnotations: { owner: 'me' },
      serviceType: ServiceType.NODE_PORT,
      resources: { cpu: { request: Cpu.millis(200), limit: Cpu.units(2) }, memory: { request: Size.gibibytes(1) } },
    });
    const { patch: _, ...deployment } = kubernetes.envoyDeployment;
    expect(deployment).toEqual({
      replicas: 3, container: { image: 'mirror.example/envoy:v1.39.0', resources: { limits: { cpu: '2' }, requests: { cpu: '200m', memory: '1024Mi' } } },
      pod: { labels: { team: 'edge' }, annotations: { owner: 'me' } },
    });
    expect(kubernetes.envoyService).toEqual({ type: 'NodePort' });
  });

  test('is that of a DaemonSet where one is asked for', () => {
    expect(Object.keys(specOf({ workload: EnvoyGatewayWorkload.DAEMON_SET }).provider.kubernetes)).toEqual(['envoyDaemonSet']);
  });

  test('keeps other fields of its API, and joins a patch of the user\'s', () => {
    const spec = specOf({
      spec: {
        logging: { level: { default: 'info' } }, ipFamily: 'IPv4',
        provider: { kubernetes: { envoyDeployment: { patch: { value: { spec: { template: { spec: { priorityClassName: 'high', terminationGracePeriodSeconds: 200 } } } } } } } },
      },
    });
    expect(spec).toMatchObject({ logging: { level: { default: 'info' } }, ipFamily: 'IPv4' });
    expect(podOf(spec)).toMatchObject({ priorityClassName: 'high', terminationGracePeriodSeconds: 200, initContainers: [{ name: 'shutdown-manager' }] });
  });

  test('has the node\'s network by its patch, and the hook asks the node', () => {
    const pod = podOf(specOf({ hostNetwork: true }));
    expect(pod).toMatchObject({ hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' });
    expect(pod.containers.find(({ name }: any) => name === 'envoy').lifecycle.preStop.httpGet).toMatchObject({ host: '127.0.0.1' });
  });

  test('takes one pod away before it makes another on the node\'s network, unless another strategy is asked for', () => {
    const strategyOf = (props: EnvoyGatewayProxyConfigProps): unknown => {
      const { envoyDeployment, envoyDaemonSet } = specOf({ hostNetwork: true, ...props }).provider.kubernetes;
      return (envoyDeployment ?? envoyDaemonSet).strategy;
    };
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 2 } };
    expect(strategyOf({})).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } });
    expect(strategyOf({ workload: EnvoyGatewayWorkload.DAEMON_SET })).toBeUndefined();
    expect(strategyOf({ spec: { provider: { kubernetes: { envoyDeployment: { strategy } } } } })).toEqual(strategy);
  });

  test('has the manager of a mirror, with its own resources', () => {
    const [manager] = podOf(specOf({ shutdownManagerImage: 'mirror.example/gateway:v1.9.0', shutdownManagerResources: { cpuRequestMillis: 100 } })).initContainers;
    expect(manager).toMatchObject({ image: 'mirror.example/gateway:v1.9.0', resources: { requests: { cpu: '100m', memory: '96Mi' } } });
  });

  test('can have the manager\'s program in Envoy\'s container', () => {
    const pod = podOf(specOf({ placement: SidecarPlacement.ENVOY_CONTAINER, kubernetesVersion: KubernetesVersion.of('1.36.0') }));
    expect(pod.containers).toContainEqual({ $patch: 'delete', name: 'shutdown-manager' });
    expect(pod.volumes).toContainEqual(expect.objectContaining({ image: { pullPolicy: 'IfNotPresent', reference: 'docker.io/envoyproxy/gateway:v1.9.0' } }));
  });
});

describe('the layout', () => {
  test.each([
    ['1.32.9', SidecarPlacement.SIBLING, 'Kubernetes 1.32.9 does not run native sidecars for certain'],
    ['1.33.0', SidecarPlacement.NATIVE, 'Kubernetes 1.33.0 runs native sidecars'],
  ])('on %s is %s', (version, placement, reason) => {
    const config = configOf({ kubernetesVersion: KubernetesVersion.of(version) });
    expect(config.placement).toBe(placement);
    expect(config.placementReason).toContain(reason);
  });

  test.each([['1.9.9', SidecarPlacement.NATIVE], ['1.10.0', SidecarPlacement.SIBLING]])('of Envoy Gateway %s is %s', (envoyGatewayVersion, placement) => {
    expect(configOf({ envoyGatewayVersion }).placement).toBe(placement);
  });

  test('of a release that is not known yet stays, and the reason says so', () => {
    expect(configOf({ envoyGatewayVersion: '1.12.0' }).placementReason)
      .toBe('Envoy Gateway 1.12.0 is newer than what is known of it (1.9), so that its layout stays');
    expect(configOf({ envoyGatewayVersion: '1.12.0', placement: SidecarPlacement.NATIVE }).placement).toBe(SidecarPlacement.NATIVE);
  });

  test('is decided by the version that is declared above', () => {
    const app = Testing.app();
    const config = new EnvoyGatewayProxyConfig(new Chart(app, 'fleet'), 'Proxies');
    KubernetesVersion.declare(app, V1_34);
    expect(config.placement).toBe(SidecarPlacement.NATIVE);
  });
});

test('a GatewayClass and a Gateway refer to it by what Envoy Gateway reads', () => {
  const { apiObject: { name }, gatewayClassParametersRef, gatewayParametersRef } = configOf();
  const group = 'gateway.envoyproxy.io';
  expect(gatewayClassParametersRef).toEqual({ group, kind: 'EnvoyProxy', name, namespace: 'gateways' });
  expect(gatewayParametersRef).toEqual({ group, kind: 'EnvoyProxy', name });
  const { gatewayClassParametersRef: { namespace } } = new EnvoyGatewayProxyConfig(new Chart(Testing.app(), 'fleet'), 'Proxies');
  expect(namespace).toBe('envoy-gateway-system');
});

test('times, findings and timeline are those of the pod that comes out', () => {
  const config = configOf();
  expect([config.drainTiming.drainTimeout.toSeconds(), config.terminationGracePeriod.toSeconds()]).toEqual([60, 67]);
  expect(config.simulateTermination().outcome.losesRequests).toBe(false);
  expect(config.checkHazards({ graceCeiling: Duration.seconds(66) }).findings.map(({ rule }) => rule)).toContain('grace-above-ceiling');
});

describe('synthesis', () => {
  const breaking = JsonPatch.add('/spec/provider/kubernetes/envoyDeployment/patch/value/spec/template/spec/terminationGracePeriodSeconds', 20);

  test('fails where a patch breaks the drain, and names the construct', () => {
    const config = configOf();
    config.apiObject.addJsonPatch(breaking);
    expect(() => synthesized(config)).toThrow(/\[fleet\/Proxies\] drain-exceeds-grace: /);
  });

  test('passes with a reason, which stands in the resource for whoever lints it', () => {
    const config = configOf({ ignoreHazards: { 'drain-exceeds-grace': 'a test', 'ready-timeout-exceeds-grace': 'a test', 'no-slack-after-drain': 'a test' } });
    config.apiObject.addJsonPatch(breaking);
    expect(synthesized(config).metadata.annotations['envoy-drain/ignore-drain-exceeds-grace']).toBe('a test');
  });

  test('fails for a null, which would be lost', () => {
    const spec = { provider: { kubernetes: { envoyDeployment: { patch: { value: { spec: { template: { spec: { containers: [{ name: 'envoy', livenessProbe: null }] } } } } } } } } };
    expect(() => specOf({ spec })).toThrow(/\[fleet\/Proxies\] 'spec[^']*\.livenessProbe' \(null\) must not be null: cdk8s leaves it out/);
  });
});

test.each<[string, EnvoyGatewayProxyConfigProps, string]>([
  ['a release that is none', { envoyGatewayVersion: '1.9' }, '\'version\' ("1.9") must'],
  ['a delay that the release does not know', { envoyGatewayVersion: '1.8.2', drainTiming: DrainTiming.of({ healthCheckFailureDelay: Duration.seconds(5) }) }, '\'healthCheckFailureDelay\' (5s) must be 0s'],
  ['replicas of a DaemonSet', { workload: EnvoyGatewayWorkload.DAEMON_SET, replicas: 2 }, '\'replicas\' (2) must be left out with \'workload\''],
  ['half a replica', { replicas: 0.5 }, '\'replicas\' (0.5) must be a whole number'],
  ['negative replicas', { replicas: -1 }, '\'replicas\' (-1) must be a whole number'],
  ['a workload that does not exist', { workload: 'StatefulSet' as never }, '\'workload\' ("StatefulSet") must be DEPLOYMENT or DAEMON_SET'],
  ['an image that is none', { envoyImage: 'not an image' }, '\'envoyImage\' ("not an image") must'],
  ['a manager\'s image that is none', { shutdownManagerImage: '' }, '\'shutdownManagerImage\' ("") must'],
  ['times in two places', { spec: { shutdown: { drainTimeout: '5s' } } }, '\'spec.shutdown\''],
  ['a spec that is a list', { spec: [] as never }, '\'spec\' ([]) must be an object'],
  ['a field that a prop sets too', { replicas: 2, spec: { provider: { kubernetes: { envoyDeployment: { replicas: 3 } } } } }, '\'spec.provider.kubernetes.envoyDeployment.replicas\' (3) must be left out: a prop sets it (2)'],
  ['a spec of the other workload', { spec: { provider: { kubernetes: { envoyDaemonSet: {} } } } }, '\'envoyDaemonSet\' ({}) of /spec/provider/kubernetes must be left out beside envoyDeployment'],
  ['proxies on hosts', { spec: { provider: { type: 'Host' } } }, '\'spec.provider.type\' ("Host") must be left out'],
  ['a native sidecar on an old cluster', { placement: SidecarPlacement.NATIVE, kubernetesVersion: KubernetesVersion.of('1.27') }, '\'placement\' (NATIVE) must'],
  ['a grace period above a ceiling', { drainTiming: DrainTiming.of({ drainTimeout: Duration.seconds(200) }), terminationCeilings: [TerminationCeiling.awsSpot()] }, '120'],
])('%s is refused, with the construct\'s path', (_, props, message) => {
  expect(() => specOf(props)).toThrow(/\[fleet\/Proxies\]/);
  expect(() => specOf(props)).toThrow(message);
});
