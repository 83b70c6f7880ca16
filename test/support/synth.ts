import { App, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import {
  EnvoyBootstrap, EnvoyProxyDeployment, EnvoyProxyDeploymentProps, KubernetesVersion,
} from '../../src';

/** A configuration as short as Envoy accepts: one HTTP listener on 10080. */
export const PLAIN_BOOTSTRAP = `
static_resources:
  listeners:
    - name: http
      address: {socket_address: {address: 0.0.0.0, port_value: 10080}}
      filter_chains:
        - filters:
            - name: envoy.filters.network.tcp_proxy
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy
                stat_prefix: http
                cluster: backend
  clusters:
    - name: backend
      connect_timeout: 1s
      type: STATIC
      load_assignment:
        cluster_name: backend
        endpoints:
          - lb_endpoints:
              - endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: 9080}}}
`;

export function plainBootstrap(): EnvoyBootstrap {
  return EnvoyBootstrap.fromYaml(PLAIN_BOOTSTRAP);
}

/** A chart in an app for a declared version; none is declared where the version is left out. */
export function chartFor(version?: string, namespace?: string): Chart {
  const app = new App();
  if (version !== undefined) KubernetesVersion.declare(app, KubernetesVersion.detected(version));
  return new Chart(app, 'chart', { namespace });
}

/** Everything that a chart renders to. */
export function render(construct: IConstruct): any[] {
  return Chart.of(construct).toJson();
}

/** The one manifest of a kind. */
export function manifestOf(construct: IConstruct, kind: string): any {
  const found = render(construct).filter((manifest) => manifest.kind === kind);
  expect(found).toHaveLength(1);
  return found[0];
}

/** The pod spec that a proxy Deployment renders to. */
export function podSpecOf(proxy: IConstruct, kind = 'Deployment'): any {
  const manifest = manifestOf(proxy, kind);
  return kind === 'Pod' ? manifest.spec : manifest.spec.template.spec;
}

export function proxyFor(
  version: string | undefined, props: Partial<EnvoyProxyDeploymentProps> = {},
): EnvoyProxyDeployment {
  return new EnvoyProxyDeployment(chartFor(version), 'Proxy', { bootstrap: plainBootstrap(), ...props });
}

export function named(containers: any[] | undefined, name: string): any {
  return (containers ?? []).find((container) => container.name === name);
}
