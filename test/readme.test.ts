import { readFileSync } from 'fs';
import { join } from 'path';
import { App, Chart, Include, Testing } from 'cdk8s';
import * as cdk8s from 'cdk8s';
import * as plus from 'cdk8s-plus-28';
import { transpileModule } from 'typescript';
import * as library from '../src';

const ROOT = join(__dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const [example, retrofit, envoyGateway, simulation, oneContainer] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);

/** Runs a snippet as it is written, but for what its modules and files are. */
function run(code: string, names: { readonly [name: string]: unknown }, core: unknown = cdk8s): void {
  const { outputText } = transpileModule(code, { compilerOptions: { module: 1, target: 9, esModuleInterop: true } });
  const modules: { [name: string]: unknown } = { 'cdk8s': core, 'cdk8s-plus-28': plus, 'cdk8s-envoy-proxy': library };
  new Function('require', 'exports', ...Object.keys(names), outputText)(
    (name: string) => modules[name], {}, ...Object.values(names));
}

test('the README is at most 200 lines long', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(200);
});

test('its example is at most 15 lines, and gives a pod that drains', () => {
  expect(example.trim().split('\n').length).toBeLessThanOrEqual(17);
  const apps: App[] = [];
  const logged: unknown[] = [];
  const inTest = {
    ...cdk8s,
    App: class extends App {
      constructor() {
        super();
        apps.push(this);
      }

      synth(): void { /* what it would write is looked at below */ }
    },
  };
  const code = example.replace('\'envoy.yaml\'', JSON.stringify(join(ROOT, 'examples/edge/envoy.yaml')));
  run(code, { console: { log: (...words: unknown[]) => logged.push(...words) } }, inTest);
  const manifest = apps[0].synthYaml();
  expect(manifest).toContain('restartPolicy: Always');
  expect(manifest).toContain('terminationGracePeriodSeconds: 142');
  expect(manifest).toContain('externalTrafficPolicy: Local');
  expect(logged).toEqual(['NATIVE', 'Kubernetes v1.35.9+k3s1 runs native sidecars (general since 1.33)']);
});

test('its second snippet mends a chart', () => {
  const chart = Testing.chart();
  library.KubernetesVersion.declare(chart, library.KubernetesVersion.of('1.33'));
  const code = retrofit.replace('before.yaml', join(ROOT, 'examples/retrofit/before.yaml'));
  const { ShutdownManager, ShutdownManagerSidecar } = library;
  run(code, { chart, Include, ShutdownManager, ShutdownManagerSidecar });
  const deployment = Chart.of(chart).toJson().find(({ kind }: any) => kind === 'Deployment');
  expect(deployment.spec.template.spec.initContainers[1].restartPolicy).toBe('Always');
});

test('its third snippet gives the resource that an Envoy Gateway reads', () => {
  const chart = Testing.chart();
  library.KubernetesVersion.declare(chart, library.KubernetesVersion.of('1.35.9'));
  const logged: any[] = [];
  run(envoyGateway, { chart, ...library, console: { log: (...words: unknown[]) => logged.push(...words) } });
  const [{ kind, metadata, spec }] = Testing.synth(chart);
  expect([kind, spec.shutdown.drainTimeout]).toEqual(['EnvoyProxy', '135s']);
  expect(logged).toEqual([expect.objectContaining({ kind, name: metadata.name })]);
});

test('its fourth snippet prints a timeline in which nothing is lost', () => {
  const chart = Testing.chart();
  library.KubernetesVersion.declare(chart, library.KubernetesVersion.of('1.35.9'));
  const proxy = new library.EnvoyProxyDeployment(chart, 'Proxy', {
    bootstrap: library.EnvoyBootstrap.fromFile(join(ROOT, 'examples/edge/envoy.yaml')),
  });
  const logged: unknown[] = [];
  const { Duration } = cdk8s;
  run(simulation, { proxy, Duration, ...library, console: { log: (...words: unknown[]) => logged.push(...words) } });
  expect(logged).toEqual([expect.stringContaining('Nothing is lost.'), false]);
});

test('its fifth snippet gives a pod with one container', () => {
  const chart = Testing.chart();
  library.KubernetesVersion.declare(chart, library.KubernetesVersion.of('1.36'));
  run(oneContainer.replace('envoy.yaml', join(ROOT, 'examples/edge/envoy.yaml')), { chart, ...library });
  const deployment = Chart.of(chart).toJson().find(({ kind }: any) => kind === 'Deployment');
  expect(deployment.spec.template.spec.containers).toHaveLength(1);
  expect(deployment.spec.template.spec.initContainers).toBeUndefined();
});

test('figures in the table of defaults are those of the library', () => {
  const timing = library.DrainTiming.of();
  const grace = library.ShutdownManager.envoyGateway().gracePeriodFor(timing).toSeconds();
  const defaults = readFileSync(join(ROOT, 'docs', 'defaults.md'), 'utf8');
  expect(defaults).toContain(`| ready timeout | \`drainTimeout\` + ${timing.readyTimeout.toSeconds() - 60} s |`);
  expect(defaults).toContain(`| grace period | \`drainTimeout\` + ${grace - 60} s |`);
  expect(defaults).toContain(`| \`minDrainDuration\` | ${timing.minDrainDuration.toSeconds()} s |`);
});
