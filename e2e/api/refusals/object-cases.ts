import { ServiceType } from 'cdk8s-plus-28';
import { RefusedCase } from './refused-case';
import { configMapNamed, exposed, proxy, serviceWith } from './sources';
import { EnvoyBootstrap, ExternalTrafficPolicy } from '../../../src';

/** Services that no server makes. */
export const SERVICE_CASES: readonly RefusedCase[] = [
  {
    id: 'traffic-policy-of-cluster-ip', what: 'externalTrafficPolicy on a Service of type ClusterIP',
    manifest: (version) => serviceWith(version, ['spec', 'externalTrafficPolicy'], 'Local'),
    atSynthesis: (chart) => exposed(chart, { externalTrafficPolicy: ExternalTrafficPolicy.LOCAL }),
  },
  {
    id: 'service-port-twice', what: 'a Service with one port twice',
    manifest: (version) => serviceWith(version, ['spec', 'ports', 1, 'port'], 80),
    atSynthesis: (chart) => exposed(chart, { externalPorts: { http: 80, postgres: 80 } }),
  },
  {
    id: 'service-without-ports', what: 'a Service without ports',
    manifest: (version) => serviceWith(version, ['spec', 'ports'], []),
    atSynthesis: (chart) => exposed(chart, { listeners: [] }),
  },
  {
    id: 'source-ranges-of-cluster-ip', what: 'source ranges of a Service of type ClusterIP',
    manifest: (version) => serviceWith(version, ['spec', 'loadBalancerSourceRanges'], ['192.0.2.0/24']),
    atSynthesis: (chart) => exposed(chart, { loadBalancerSourceRanges: ['192.0.2.0/24'] }),
  },
  {
    id: 'source-range-no-cidr', what: 'a source range that is no network',
    manifest: (version) => {
      const service = serviceWith(version, ['spec', 'type'], 'LoadBalancer');
      return { ...service, spec: { ...service.spec, loadBalancerSourceRanges: ['everywhere'] } };
    },
    atSynthesis: (chart) => exposed(chart, {
      serviceType: ServiceType.LOAD_BALANCER, loadBalancerSourceRanges: ['everywhere'],
    }),
  },
  {
    id: 'service-name-with-underscore', what: 'a Service whose name is none',
    manifest: (version) => serviceWith(version, ['metadata', 'name'], 'my_service'),
    atSynthesis: (chart) => exposed(chart, { name: 'my_service' }),
  },
];

/** Bootstraps that no server keeps. */
export const CONFIG_MAP_CASES: readonly RefusedCase[] = [
  {
    id: 'config-map-too-large', what: 'a ConfigMap above 1 MiB',
    manifest: (version) => ({ ...configMapNamed(version, 'refused'), data: { 'envoy.yaml': tooLarge() } }),
    atSynthesis: (chart) => proxy(chart, { bootstrap: EnvoyBootstrap.fromYaml(tooLarge()) }),
  },
  {
    id: 'name-with-underscore', what: 'a ConfigMap whose name is none',
    manifest: (version) => configMapNamed(version, 'my_bootstrap'),
    atSynthesis: () => EnvoyBootstrap.fromYaml('{}', { name: 'my_bootstrap' }),
  },
  {
    id: 'name-with-two-dots', what: 'a ConfigMap whose name has an empty part',
    manifest: (version) => configMapNamed(version, 'my..bootstrap'),
    atSynthesis: (chart) => proxy(chart, { bootstrap: EnvoyBootstrap.fromYaml('{}', { name: 'my..bootstrap' }) }),
  },
];

function tooLarge(): string {
  return `static_resources: {}\n# ${'x'.repeat(2 ** 20)}\n`;
}
