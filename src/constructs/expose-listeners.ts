import { ApiObject, JsonPatch } from 'cdk8s';
import { Protocol, Service, ServicePort, ServiceType, Workload } from 'cdk8s-plus-28';
import { ExposedProxy, exposedLoadBalancer } from './exposed-load-balancer';
import { portNames } from './port-names';
import { unknownListener } from './proxy-plan';
import { EnvoyListener, EnvoyListenerProtocol } from '../envoy-listener';
import { ExposeListenersOptions, ExternalTrafficPolicy } from '../expose-listeners-options';
import { ENVOY } from '../upstream/envoy';
import { listed, refusal, shown } from '../values/errors';
import { checkedServiceName } from '../values/names';
import { isNetwork } from '../values/networks';
import { checkedFields, given, ownField, withoutUndefined } from '../values/objects';
import { checkedPort } from '../values/ports';
import { checkedChoice, checkedTexts, checkTextValues } from '../values/texts';

/** A Service for the listeners that take traffic of users, and for nothing else of the pod. */
export function exposeListeners(
  proxy: ExposedProxy, listeners: readonly EnvoyListener[], options: ExposeListenersOptions,
): Service {
  return service(proxy, listeners, given(options));
}

function service(proxy: ExposedProxy, listeners: readonly EnvoyListener[], options: ExposeListenersOptions): Service {
  const { workload } = proxy;
  const type = checkedType(options.serviceType ?? ServiceType.CLUSTER_IP);
  const policy = trafficPolicy(type, options.externalTrafficPolicy);
  if (options.name !== undefined) checkedServiceName('name', options.name);
  checkSourceRanges(type, options.loadBalancerSourceRanges);
  const id = `${options.name ?? ''}Listeners`;
  checkNotExposed(workload, id);
  if (options.annotations !== undefined) checkTextValues('annotations', checkedFields('annotations', options.annotations));
  const { annotations, complete } = exposedLoadBalancer(proxy, type, options);
  const exposed = new Service(workload, id, {
    type,
    selector: workload,
    ports: servicePorts(chosen(listeners, options.listeners), options.externalPorts ?? {}, listeners),
    loadBalancerSourceRanges: options.loadBalancerSourceRanges,
    metadata: withoutUndefined({
      name: options.name, namespace: workload.metadata.namespace,
      annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
    }),
  });
  if (policy) ApiObject.of(exposed).addJsonPatch(JsonPatch.add('/spec/externalTrafficPolicy', policy));
  complete(exposed);
  return exposed;
}

/** An ExternalName has no ports and no pods. */
function checkedType(type: ServiceType): ServiceType {
  const types = [ServiceType.CLUSTER_IP, ServiceType.NODE_PORT, ServiceType.LOAD_BALANCER];
  return checkedChoice('serviceType', type, types, 'no other type of Service leads to pods');
}

function trafficPolicy(type: ServiceType, asked: ExternalTrafficPolicy | undefined): ExternalTrafficPolicy | undefined {
  if (asked !== undefined) {
    checkedChoice('externalTrafficPolicy', asked, Object.values(ExternalTrafficPolicy), 'the API server knows no other');
  }
  const external = type === ServiceType.LOAD_BALANCER || type === ServiceType.NODE_PORT;
  if (external) return asked ?? ExternalTrafficPolicy.LOCAL;
  if (asked === undefined) return undefined;
  throw refusal({
    prop: 'externalTrafficPolicy', got: asked, must: `go with 'serviceType' (${type}) LoadBalancer or NodePort`,
    because: 'the API server refuses it for others', fix: 'leave it out, or choose one of these types',
  });
}

function checkNotExposed(workload: Workload, id: string): void {
  const present = workload.node.tryFindChild(id);
  if (!present) return;
  throw refusal({
    prop: 'name', got: id === 'Listeners' ? 'nothing' : id.replace(/Listeners$/, ''),
    must: `differ from that of '${present.node.path}'`,
    because: 'that Service exposes the listeners already', fix: 'give another \'name\'',
  });
}

function checkSourceRanges(type: ServiceType, ranges: string[] | undefined): void {
  if (ranges) checkedTexts('loadBalancerSourceRanges', ranges, 'each is a network in CIDR notation');
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

function chosen(listeners: readonly EnvoyListener[], names: string[] | undefined): readonly EnvoyListener[] {
  if (listeners.length === 0) throw noListeners();
  if (names === undefined) return listeners;
  checkedTexts('listeners', names, 'each is the name of a listener');
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
  for (const name of Object.keys(checkedFields('externalPorts', externalPorts))) {
    if (!listeners.some((listener) => listener.name === name)) throw unknownListener('externalPorts', name, listeners);
    checkedPort(`externalPorts.${name}`, externalPorts[name]);
  }
  const names = portNames(all);
  const taken = new Map<string, string>();
  return listeners.map((listener) => {
    const port = ownField(externalPorts, listener.name) ?? listener.externalPort ?? shiftedBack(listener.port);
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
