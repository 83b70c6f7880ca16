import { isIPv4, isIPv6 } from 'net';
import { ApiObject, JsonPatch } from 'cdk8s';
import { Protocol, Service, ServicePort, ServiceType, Workload } from 'cdk8s-plus-28';
import { portNames } from './port-names';
import { unknownListener } from './proxy-plan';
import { EnvoyListener, EnvoyListenerProtocol } from '../envoy-listener';
import { ExposeListenersOptions, ExternalTrafficPolicy } from '../expose-listeners-options';
import { ENVOY } from '../upstream/envoy';
import { listed, refusal, shown } from '../values/errors';
import { checkedServiceName } from '../values/names';
import { withoutUndefined } from '../values/objects';
import { checkedPort } from '../values/ports';

/** A Service for the listeners that take traffic of users, and for nothing else of the pod. */
export function exposeListeners(
  workload: Workload, listeners: readonly EnvoyListener[], options: ExposeListenersOptions,
): Service {
  const type = options.serviceType ?? ServiceType.CLUSTER_IP;
  const policy = trafficPolicy(type, options.externalTrafficPolicy);
  if (options.name !== undefined) checkedServiceName('name', options.name);
  checkSourceRanges(type, options.loadBalancerSourceRanges);
  const service = new Service(workload, `${options.name ?? ''}Listeners`, {
    type,
    selector: workload,
    ports: servicePorts(chosen(listeners, options.listeners), options.externalPorts ?? {}, listeners),
    loadBalancerSourceRanges: options.loadBalancerSourceRanges,
    metadata: withoutUndefined({
      name: options.name, namespace: workload.metadata.namespace, annotations: options.annotations,
    }),
  });
  if (policy) ApiObject.of(service).addJsonPatch(JsonPatch.add('/spec/externalTrafficPolicy', policy));
  return service;
}

function trafficPolicy(type: ServiceType, asked: ExternalTrafficPolicy | undefined): ExternalTrafficPolicy | undefined {
  const external = type === ServiceType.LOAD_BALANCER || type === ServiceType.NODE_PORT;
  if (external) return asked ?? ExternalTrafficPolicy.LOCAL;
  if (asked === undefined) return undefined;
  throw refusal({
    prop: 'externalTrafficPolicy', got: asked, must: `go with 'serviceType' (${type}) LoadBalancer or NodePort`,
    because: 'the API server refuses it for others', fix: 'leave it out, or choose one of these types',
  });
}

function checkSourceRanges(type: ServiceType, ranges: readonly string[] | undefined): void {
  if (ranges && type !== ServiceType.LOAD_BALANCER) {
    throw refusal({
      prop: 'loadBalancerSourceRanges', got: listed(ranges), must: `go with 'serviceType' (${type}) LoadBalancer`,
      because: 'the API server refuses them for others', fix: 'leave them out',
    });
  }
  for (const range of ranges ?? []) {
    if (isNetwork(range)) continue;
    throw refusal({
      prop: 'loadBalancerSourceRanges', got: shown(range), must: 'hold networks in CIDR notation',
      because: 'the API server refuses others', fix: 'write for example 10.0.0.0/8',
    });
  }
}

function isNetwork(range: string): boolean {
  const [address, prefix, ...rest] = String(range).split('/');
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix ?? '') && Number(prefix) <= bits;
}

function chosen(listeners: readonly EnvoyListener[], names: readonly string[] | undefined): readonly EnvoyListener[] {
  if (listeners.length === 0) throw noListeners();
  if (!names) return listeners;
  if (names.length === 0) throw noListeners();
  return names.map((name) => {
    const listener = listeners.find((candidate) => candidate.name === name);
    if (!listener) throw unknownListener('listeners', name, listeners);
    return listener;
  });
}

function noListeners(): Error {
  return refusal({
    prop: 'listeners', got: 'none', must: 'hold at least one listener',
    because: 'a Service needs a port',
    fix: 'declare those that come from a control plane: EnvoyBootstrap.fromFile(path, { listeners: [...] })',
  });
}

function servicePorts(
  listeners: readonly EnvoyListener[],
  externalPorts: { readonly [name: string]: number },
  all: readonly EnvoyListener[],
): ServicePort[] {
  for (const name of Object.keys(externalPorts)) {
    if (!listeners.some((listener) => listener.name === name)) throw unknownListener('externalPorts', name, listeners);
    checkedPort(`externalPorts.${name}`, externalPorts[name]);
  }
  const names = portNames(all);
  const taken = new Map<string, string>();
  return listeners.map((listener) => {
    const port = externalPorts[listener.name] ?? shiftedBack(listener.port);
    const protocol = listener.protocol === EnvoyListenerProtocol.UDP ? Protocol.UDP : Protocol.TCP;
    const other = taken.get(`${port}/${protocol}`);
    if (other !== undefined) throw samePort(listener.name, other, port);
    taken.set(`${port}/${protocol}`, listener.name);
    return { name: names[all.indexOf(listener)], port, targetPort: listener.port, protocol };
  });
}

/** 10080 stands for 80, 15432 for itself: 5432 was never privileged. */
function shiftedBack(port: number): number {
  const original = port - ENVOY.portShift;
  return original >= 1 && original < ENVOY.firstUnprivilegedPort ? original : port;
}

function samePort(name: string, other: string, port: number): Error {
  return refusal({
    prop: 'externalPorts', got: `${name}: ${port}`, must: `differ from that of '${other}' (${port})`,
    because: 'a Service has each port once', fix: `give '${name}' another one in 'externalPorts'`,
  });
}
