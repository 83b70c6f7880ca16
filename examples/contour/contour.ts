import { Chart, Duration } from 'cdk8s';
import { Construct } from 'constructs';
// In a project of your own: from 'cdk8s-envoy-proxy'.
import { DrainTiming, EnvoyBootstrap, EnvoyProxyDaemonSet, ShutdownManager } from '../../src';

/** Envoys that Contour configures, on every node and on its ports 80 and 443. */
export class ContourChart extends Chart {
  public readonly proxy: EnvoyProxyDaemonSet;

  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: 'projectcontour' });
    this.proxy = new EnvoyProxyDaemonSet(this, 'Envoy', {
      bootstrap: EnvoyBootstrap.contour(),
      shutdownManager: ShutdownManager.contour(),
      drainTiming: DrainTiming.of({ minDrainDuration: Duration.seconds(15) }),
      hostPorts: { http: 80, https: 443 },
    });
  }
}
