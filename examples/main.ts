import { mkdirSync, readFileSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { App, Chart, Yaml } from 'cdk8s';
import { KubernetesVersion, SidecarPlacement } from '../src';
import { ContourChart } from './contour/contour';
import { CombinedImageChart, NativeChart, RequestsAndProbesChart } from './contour-variants/contour-variants';
import { EdgeChart } from './edge/edge';
import { RetrofitChart } from './retrofit/retrofit';
// In a project of your own: from 'cdk8s-envoy-proxy'.

/** What an example synthesizes to. */
export interface ExampleOutput {
  /** `edge/v1.35.9+k3s1` */
  readonly name: string;
  readonly manifest: string;
  readonly placement: SidecarPlacement;
  readonly reason: string;
}

const VERSIONS = ['v1.35.9+k3s1', '1.27', 'unknown'];

/** Each as a setting of its own; today's is YAML already. */
const VARIANTS = [
  ['requests-and-probes', RequestsAndProbesChart], ['native', NativeChart], ['combined-image', CombinedImageChart],
] as const;

/** The edge example for a new, an old and an unknown cluster, the others for the report's k3s. */
export function synthesizeExamples(): ExampleOutput[] {
  return [
    ...VERSIONS.map((version) => synthesize('edge', version, (app) => {
      const chart = new EdgeChart(app, 'edge');
      return { chart, drained: chart.proxy };
    })),
    synthesize('contour', VERSIONS[0], (app) => {
      const chart = new ContourChart(app, 'contour');
      return { chart, drained: chart.proxy };
    }),
    ...VARIANTS.map(([name, Variant]) => synthesize('contour-variants', VERSIONS[0], (app) => {
      const chart = new Variant(app, name);
      return { chart, drained: chart.proxy };
    }, name)),
    synthesize('retrofit', VERSIONS[0], (app) => {
      const chart = new RetrofitChart(app, 'retrofit');
      return { chart, drained: chart.shutdownManager };
    }),
  ];
}

interface Example {
  readonly chart: Chart;
  readonly drained: { readonly placement: SidecarPlacement; readonly placementReason: string };
}

function synthesize(
  example: string, version: string, create: (app: App) => Example, file: string = version,
): ExampleOutput {
  const app = new App();
  KubernetesVersion.declare(app, KubernetesVersion.detected(version));
  const { chart, drained } = create(app);
  return {
    name: `${example}/${file}`,
    manifest: Yaml.stringify(...chart.toJson()),
    placement: drained.placement,
    reason: drained.placementReason,
  };
}

/** Where the expected manifest of an example is kept. */
export function expectedPath(name: string): string {
  return join(__dirname, 'expected', `${name}.yaml`);
}

function main(accept: boolean): void {
  for (const { name, manifest, placement, reason } of synthesizeExamples()) {
    const path = accept ? expectedPath(name) : join(__dirname, 'dist', `${name}.yaml`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, manifest);
    const lines = readFileSync(path, 'utf8').split('\n').length;
    process.stdout.write(`${path} (${lines} lines): ${placement}, ${reason}\n`);
  }
}

if (require.main === module) main(process.argv.includes('--accept'));
