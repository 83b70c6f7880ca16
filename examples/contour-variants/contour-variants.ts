import { join } from 'path';
import { Chart, Duration, Include, Size } from 'cdk8s';
import { Cpu } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
// In a project of your own: from 'cdk8s-envoy-proxy'.
import {
  DrainTiming, EnvoyBootstrap, EnvoyProxyDaemonSet, EnvoyProxyDaemonSetProps, EnvoyProxyDeployment, ShutdownManager,
  ShutdownManagerProgram, SidecarPlacement,
} from '../../src';

/** The layout of Contour's own example, read as it is: what the others are compared with, and not one to have. */
export class TodayChart extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new Include(this, 'Rendered', { url: join(__dirname, 'today.yaml') });
  }
}

/** What the variants have in common: new connections are taken for 15 s more, as endpoints and clients need them. */
const COMMON = {
  drainTiming: DrainTiming.of({ minDrainDuration: Duration.seconds(15) }),
  resources: { cpu: { request: Cpu.millis(500) }, memory: { request: Size.mebibytes(256) } },
};

/** Two ordinary containers with requests; no probe restarts the manager, and Envoy heals after the grace period. */
export class RequestsAndProbesChart extends Chart {
  public readonly proxy: EnvoyProxyDaemonSet;

  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: 'projectcontour' });
    this.proxy = twoContainers(this, {
      placement: SidecarPlacement.SIBLING,
      shutdownManager: ShutdownManager.contour({
        resources: { cpuRequestMillis: 50, memoryRequest: Size.mebibytes(64) },
      }),
    });
  }
}

/** The manager as a native sidecar: it starts before Envoy, and ends after it. */
export class NativeChart extends Chart {
  public readonly proxy: EnvoyProxyDaemonSet;

  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: 'projectcontour' });
    this.proxy = twoContainers(this, {
      placement: SidecarPlacement.NATIVE,
      shutdownManager: ShutdownManager.contour(),
    });
  }
}

/** Contour's program in Envoy's own image: one container, no manager, and nothing that holds up a node drain. */
export class CombinedImageChart extends Chart {
  public readonly proxy: EnvoyProxyDeployment;

  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: 'projectcontour' });
    this.proxy = new EnvoyProxyDeployment(this, 'Envoy', {
      ...COMMON,
      replicas: 2,
      placement: SidecarPlacement.ENVOY_CONTAINER,
      envoyImage: 'registry.example/edge/envoy-with-contour:1.39.0-1.33.6',
      shutdownManager: ShutdownManager.contour({
        program: ShutdownManagerProgram.combinedImage('/usr/local/bin/contour'),
      }),
      bootstrap: EnvoyBootstrap.contour({ renderedAtSynthesis: true }),
      envoySecurityContext: { readOnlyRootFilesystem: false },
    });
    this.proxy.addDisruptionBudget();
    this.proxy.spreadPods();
  }
}

function twoContainers(chart: Chart, props: Partial<EnvoyProxyDaemonSetProps>): EnvoyProxyDaemonSet {
  return new EnvoyProxyDaemonSet(chart, 'Envoy', {
    ...COMMON,
    bootstrap: EnvoyBootstrap.contour(),
    hostPorts: { http: 80, https: 443 },
    ...props,
  });
}
