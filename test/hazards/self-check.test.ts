import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import {
  EnvoyProxyDaemonSet, EnvoyProxyDeployment, EnvoyProxyDeploymentProps, HazardSeverity, KubernetesVersion,
  ShutdownManagerSidecar,
} from '../../src';
import { errorOf } from '../support/error-of';
import { deploymentWith, envoyPodSpec } from '../support/pod';
import { plainBootstrap } from '../support/synth';

/** Every proxy judges its own pod on the manifest that is being rendered. */
interface Rendered {
  readonly app: App;
  readonly chart: Chart;
  readonly proxy: EnvoyProxyDeployment;
}

function proxyApp(props: Partial<EnvoyProxyDeploymentProps> = {}): Rendered {
  const app = Testing.app();
  KubernetesVersion.declare(app, KubernetesVersion.of('1.34.4'));
  const chart = new Chart(app, 'edge');
  return { app, chart, proxy: new EnvoyProxyDeployment(chart, 'Proxy', { bootstrap: plainBootstrap(), ...props }) };
}

const GRACE = '/spec/template/spec/terminationGracePeriodSeconds';

/** The drain of 60 s does not fit any more. */
const BREAKS = JsonPatch.replace(GRACE, 20);
const TOLD = /^\[edge\/Proxy\/ShutdownManager\] drain-exceeds-grace: the hook of shutdown-manager .* the grace period is over after 20 s.*Raise terminationGracePeriodSeconds/;

describe('what a patch of the manager\'s container breaks', () => {
  test('fails synthesis of the app, with rule, message, remedy and the construct\'s path', () => {
    const { app, proxy } = proxyApp();
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS);
    expect(() => app.synth()).toThrow(TOLD);
  });

  test('fails Testing.synth as well', () => {
    const { chart, proxy } = proxyApp();
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS);
    expect(() => Testing.synth(chart)).toThrow(TOLD);
  });

  test('tells how to pass it over', () => {
    const { chart, proxy } = proxyApp();
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS);
    expect(() => Testing.synth(chart)).toThrow(/'ignoreHazards'/);
  });

  test('tells of all that is broken at once', () => {
    const { chart, proxy } = proxyApp();
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS,
      JsonPatch.add('/spec/template/spec/initContainers/0/securityContext/readOnlyRootFilesystem', true));
    expect(errorOf(() => Testing.synth(chart)).message.split('\n').map((line) => /[a-z]+(-[a-z]+)+(?=:)/.exec(line)?.[0]))
      .toEqual(['drain-exceeds-grace', 'read-only-ready-file']);
  });

  test('is remembered by nobody: synth passes, is broken, fails, is mended, passes with the same bytes', () => {
    const { chart, proxy } = proxyApp();
    const before = Testing.synth(chart);
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS);
    expect(() => Testing.synth(chart)).toThrow(TOLD);
    expect(() => Testing.synth(chart)).toThrow(TOLD);
    proxy.shutdownManagerSidecar.addJsonPatch(JsonPatch.replace(GRACE, before.find(({ kind }) => kind === 'Deployment').spec.template.spec.terminationGracePeriodSeconds));
    expect(Testing.synth(chart)).toEqual(before);
  });

  test('is told, and thrown at nobody, where it is asked for', () => {
    const { proxy } = proxyApp();
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS);
    expect(proxy.checkHazards().atLeast(HazardSeverity.ERROR).map(({ rule }) => rule)).toEqual(['drain-exceeds-grace']);
    expect(() => Testing.synth(Chart.of(proxy))).toThrow(TOLD);
  });
});

describe('what a patch of the API object breaks', () => {
  // as cdk8s-plus has numbers that may be percentages, whose schema filters what is patched
  const rolling = (maxSurge: number, maxUnavailable: number): JsonPatch =>
    JsonPatch.add('/spec/strategy', { rollingUpdate: { maxSurge: { value: maxSurge }, maxUnavailable: { value: maxUnavailable } } });
  const onNodePort = JsonPatch.add('/spec/template/spec/containers/0/ports/0/hostPort', 80);

  test('fails synthesis', () => {
    const { app, proxy } = proxyApp();
    ApiObject.of(proxy).addJsonPatch(onNodePort, rolling(1, 0));
    expect(() => app.synth()).toThrow(/^\[edge\/Proxy\/ShutdownManager\] surge-with-host-port: envoy holds port 80 of its node/);
  });

  test('is mended by another patch', () => {
    const { app, chart, proxy } = proxyApp();
    ApiObject.of(proxy).addJsonPatch(onNodePort, rolling(1, 0));
    expect(() => Testing.synth(chart)).toThrow(/surge-with-host-port/);
    ApiObject.of(proxy).addJsonPatch(rolling(0, 1));
    expect(() => app.synth()).not.toThrow();
  });

  test('is not broken where it is only worth a warning', () => {
    const { chart, proxy } = proxyApp();
    ApiObject.of(proxy).addJsonPatch(JsonPatch.add('/spec/strategy', { type: 'Recreate' }));
    expect(() => Testing.synth(chart)).not.toThrow();
    expect(proxy.checkHazards().findings.map(({ rule }) => rule)).toContain('recreate-drops-traffic');
  });
});

describe('ignoreHazards', () => {
  test('stands in the manifest, so that lint accepts it as well', () => {
    const { chart } = proxyApp({ ignoreHazards: { 'drain-exceeds-grace': 'streams may be cut' } });
    const { metadata } = Testing.synth(chart).find(({ kind }: any) => kind === 'Deployment');
    expect(metadata.annotations).toEqual({ 'envoy-drain/ignore-drain-exceeds-grace': 'streams may be cut' });
  });

  const broken = (ignoreHazards: any): Chart => {
    const { chart, proxy } = proxyApp({ ignoreHazards });
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS);
    return chart;
  };

  test('passes a rule over for a reason', () => {
    expect(() => Testing.synth(broken({ 'drain-exceeds-grace': 'streams may be cut' }))).not.toThrow();
  });

  test('passes no other rule over', () => {
    expect(() => Testing.synth(broken({ 'no-drain-trigger': 'streams may be cut' }))).toThrow(TOLD);
  });

  test.each([[''], ['  '], [undefined], [true], [null]])('without a reason (%j) is refused when the construct is made', (reason) => {
    expect(() => broken({ 'drain-exceeds-grace': reason })).toThrow(/'ignoreHazards\.drain-exceeds-grace' .* must be a reason/);
  });

  test.each([['drain-exceeds-grace'], [['drain-exceeds-grace']], [1]])('of another form (%j) is refused', (value) => {
    expect(() => broken(value)).toThrow(/'ignoreHazards'/);
  });

  test('of a rule that does not exist is refused at synthesis, with the construct\'s path', () => {
    expect(() => Testing.synth(broken({ 'drain-exceeds': 'streams may be cut' })))
      .toThrow(/^\[edge\/Proxy\/ShutdownManager\] .*\("drain-exceeds"\) must name a rule/);
  });

  test('holds for checkHazards too', () => {
    const { proxy } = proxyApp({ ignoreHazards: { 'drain-exceeds-grace': 'streams may be cut' } });
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS);
    expect(proxy.checkHazards().isFreeOf(HazardSeverity.ERROR)).toBe(true);
  });

  test('an annotation with a reason does as well', () => {
    const { chart, proxy } = proxyApp();
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS);
    proxy.podMetadata.addAnnotation('envoy-drain/ignore-drain-exceeds-grace', 'streams may be cut');
    expect(() => Testing.synth(chart)).not.toThrow();
  });
});

describe('other constructs', () => {
  test('a DaemonSet judges itself', () => {
    const chart = new Chart(Testing.app(), 'edge');
    const proxy = new EnvoyProxyDaemonSet(chart, 'Proxy', { bootstrap: plainBootstrap(), kubernetesVersion: KubernetesVersion.of('1.34.4') });
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS);
    expect(() => Testing.synth(chart)).toThrow(TOLD);
  });

  test('a sidecar judges anybody\'s workload', () => {
    const chart = new Chart(Testing.app(), 'edge');
    const workload = new ApiObject(chart, 'Workload', deploymentWith(envoyPodSpec()));
    const sidecar = new ShutdownManagerSidecar(chart, 'Sidecar', { workload, kubernetesVersion: KubernetesVersion.of('1.34.4') });
    expect(() => Testing.synth(chart)).not.toThrow();
    sidecar.addJsonPatch(BREAKS);
    expect(() => Testing.synth(chart)).toThrow(/^\[edge\/Sidecar\] drain-exceeds-grace: /);
  });

  test('one proxy that is broken fails its chart, and names itself only', () => {
    const { chart, proxy } = proxyApp();
    new EnvoyProxyDeployment(chart, 'Other', { bootstrap: plainBootstrap() });
    proxy.shutdownManagerSidecar.addJsonPatch(BREAKS);
    const { message } = errorOf(() => Testing.synth(chart));
    expect(message).toContain('[edge/Proxy/ShutdownManager]');
    expect(message).not.toContain('Other');
  });
});

describe('a proxy as it is made', () => {
  test.each([undefined, '1.27', '1.28', '1.29.15', '1.30.14', '1.31.9', '1.32.5', '1.33.4', '1.34.4', '1.35.9'])('has no error for %s', (version) => {
    const kubernetesVersion = version === undefined ? KubernetesVersion.UNKNOWN : KubernetesVersion.of(version);
    const { chart, proxy } = proxyApp({ kubernetesVersion });
    expect(() => Testing.synth(chart)).not.toThrow();
    expect(proxy.checkHazards().atLeast(HazardSeverity.ERROR)).toEqual([]);
  });

  test('takes the declared version for a look at it, unless another is given', () => {
    const { proxy } = proxyApp();
    expect(proxy.checkHazards().undeclared.map(({ fact }) => fact)).not.toContain('kubernetesVersion');
    expect(proxy.checkHazards({ kubernetesVersion: KubernetesVersion.of('1.27') }).findings.map(({ rule }) => rule)).toContain('native-sidecar-unsupported');
  });

  test('gives the same report each time', () => {
    const { proxy } = proxyApp();
    expect(proxy.checkHazards()).toEqual(proxy.checkHazards());
  });
});
