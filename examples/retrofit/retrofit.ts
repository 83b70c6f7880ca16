import { join } from 'path';
import { Chart, Duration, Include } from 'cdk8s';
import { Construct } from 'constructs';
// In a project of your own: from 'cdk8s-envoy-proxy'.
import { DrainTiming, ShutdownManager, ShutdownManagerSidecar } from '../../src';

/**
 * A Deployment that somebody else's chart renders, mended where it is included. Its pod now drains; that
 * nothing serves between the end of one pod and the start of the next is the chart's choice of Recreate.
 */
export class RetrofitChart extends Chart {
  public readonly shutdownManager: ShutdownManagerSidecar;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const rendered = new Include(this, 'Chart', { url: join(__dirname, 'before.yaml') });
    const deployment = rendered.apiObjects.find(({ kind }) => kind === 'Deployment')!;
    this.shutdownManager = new ShutdownManagerSidecar(this, 'ShutdownManager', {
      workload: deployment,
      shutdownManager: ShutdownManager.contour(),
      drainTiming: DrainTiming.of({ minDrainDuration: Duration.seconds(10), drainTimeout: Duration.seconds(240) }),
    });
  }
}
