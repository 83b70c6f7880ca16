import { ApiObject, Chart, Testing } from 'cdk8s';
import { chartFor } from './synth';
import { ShutdownManagerSidecar, ShutdownManagerSidecarProps } from '../../src';

/** The spec of a pod that runs Envoy and nothing else; each test adds what it is about. */
export function envoyPodSpec(spec: any = {}, envoy: any = {}): any {
  return {
    containers: [{ name: 'envoy', image: 'registry.example/edge/envoy:v1.39.0', ...envoy }],
    ...spec,
  };
}

/** Envoy Gateway's manager as its controller writes it today: an ordinary container. */
export function envoyGatewayManager(manager: any = {}): any {
  return {
    name: 'shutdown-manager',
    image: 'docker.io/envoyproxy/gateway:v1.9.0',
    command: ['envoy-gateway'],
    args: ['envoy', 'shutdown-manager'],
    livenessProbe: { httpGet: { path: '/healthz', port: 19002 } },
    lifecycle: { preStop: { exec: { command: ['envoy-gateway', 'envoy', 'shutdown'] } } },
    ...manager,
  };
}

export function deploymentWith(spec: any): any {
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'edge' },
    spec: { selector: { matchLabels: { app: 'edge' } }, template: { metadata: { labels: { app: 'edge' } }, spec } },
  };
}

type SidecarOptions = Omit<ShutdownManagerSidecarProps, 'workload'>;

/** A raw manifest in a chart, with a sidecar on it. */
export function weaveInto(manifest: any, version: string | undefined, options: SidecarOptions = {}): {
  readonly chart: Chart; readonly sidecar: ShutdownManagerSidecar;
} {
  const chart = chartFor(version);
  const workload = new ApiObject(chart, 'Workload', manifest);
  return { chart, sidecar: new ShutdownManagerSidecar(chart, 'Sidecar', { workload, ...options }) };
}

/** The pod spec that comes out of a weaving into a Deployment. */
export function wovenSpec(spec: any, version: string | undefined, options: SidecarOptions = {}): any {
  const { chart } = weaveInto(deploymentWith(spec), version, options);
  return Testing.synth(chart)[0].spec.template.spec;
}
