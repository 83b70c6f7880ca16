import { ApiObject } from 'cdk8s';
import { Workload } from 'cdk8s-plus-28';
import { IngressRestrictionOptions } from '../availability-options';
import { EnvoyListener, EnvoyListenerProtocol } from '../envoy-listener';
import { Manifest } from '../pod/manifest';
import { refusal, shown } from '../values/errors';
import { isNetwork } from '../values/networks';
import { checkedFields, given, withoutUndefined } from '../values/objects';
import { checkTextValues } from '../values/texts';

/** The ports of a proxy. */
export interface ProxyPorts {
  readonly listeners: readonly EnvoyListener[];
  readonly statisticsPort?: number;
  readonly hostNetwork: boolean;
}

/**
 * A NetworkPolicy by which users reach listeners, and whoever collects statistics their port. The manager's port is
 * nobody's: kubelets come from the node, which no policy keeps away.
 */
export function ingressPolicy(workload: Workload, ports: ProxyPorts, options: IngressRestrictionOptions): ApiObject {
  const { trafficFrom, statisticsFromNamespaces = {} } = given(options);
  checkPorts(ports);
  checkTextValues('statisticsFromNamespaces', checkedFields('statisticsFromNamespaces', statisticsFromNamespaces));
  const traffic: Manifest = withoutUndefined({
    ports: ports.listeners.map(({ port, protocol = EnvoyListenerProtocol.TCP }) => ({ port, protocol })),
    from: trafficFrom && checkedRanges(trafficFrom).map((cidr) => ({ ipBlock: { cidr } })),
  });
  const statistics = {
    ports: [{ port: ports.statisticsPort, protocol: 'TCP' }],
    from: [{ namespaceSelector: { matchLabels: statisticsFromNamespaces } }],
  };
  return new ApiObject(workload, 'IngressPolicy', {
    apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { namespace: workload.metadata.namespace },
    spec: {
      podSelector: { matchLabels: { ...workload.matchLabels } }, policyTypes: ['Ingress'],
      ingress: [
        ...ports.listeners.length > 0 ? [traffic] : [],
        ...ports.statisticsPort === undefined ? [] : [statistics],
      ],
    },
  });
}

function checkPorts({ hostNetwork }: ProxyPorts): void {
  if (!hostNetwork) return;
  throw refusal({
    prop: 'hostNetwork', got: 'true', must: 'be false with a NetworkPolicy',
    because: 'policies do not hold for pods on the network of their node', fix: 'close the ports at the node instead',
  });
}

function checkedRanges(ranges: readonly string[]): readonly string[] {
  if (!Array.isArray(ranges) || ranges.length === 0) {
    throw refusal({
      prop: 'trafficFrom', got: shown(ranges), must: 'be a list of ranges', because: 'nobody could reach the listeners',
      fix: 'write for example 10.0.0.0/8, or leave it out',
    });
  }
  for (const range of ranges) {
    if (isNetwork(range)) continue;
    throw refusal({
      prop: 'trafficFrom', got: shown(range), must: 'be a range of addresses', because: 'the API server would refuse it',
      fix: 'write for example 10.0.0.0/8',
    });
  }
  return ranges;
}
