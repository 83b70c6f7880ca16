import { App, Chart } from 'cdk8s';
import { KubernetesVersion } from '../../../src';
import { Manifest } from '../server/client';

/** One way to use the library. */
export interface Variant {
  readonly name: string;
  /** Whether the pods are somebody else's, with shortcomings that the library leaves alone. */
  readonly foreignPods?: boolean;
  build(chart: Chart): void;
}

/** What a variant synthesizes to for a version. */
export function synthesized(variant: Variant, version: KubernetesVersion): Manifest[] {
  const app = new App();
  KubernetesVersion.declare(app, version);
  const chart = new Chart(app, 'e2e');
  variant.build(chart);
  // an example brings a chart of its own into it
  const charts = app.node.findAll().filter((construct): construct is Chart => Chart.isChart(construct));
  return charts.flatMap((each) => each.toJson() as Manifest[]);
}
