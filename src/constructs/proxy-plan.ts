import { Chart, Duration } from 'cdk8s';
import { ContainerPort, DeploymentProps, DnsPolicy, Protocol, WorkloadProps } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PreparedBootstrap } from './bootstrap-source';
import { checkDrainOptions } from './check-options';
import { defaultShutdownManager } from './default-manager';
import { portNames } from './port-names';
import { checkContainers, checkExtraArgs, checkListenerPorts, checkProcess } from './proxy-checks';
import { podSecurityContext } from './security-contexts';
import { DrainTiming } from '../drain-timing';
import { EnvoyListener, EnvoyListenerProtocol } from '../envoy-listener';
import { EnvoyProxyOptions } from '../envoy-proxy-options';
import { ResolvedGrace, resolveGrace } from '../pod/grace';
import { IShutdownManager, ShutdownManagerParts } from '../shutdown-manager-parts';
import { checkedParts } from '../shutdown-managers/checked-parts';
import { SidecarPlacement } from '../sidecar-placement';
import { ENVOY } from '../upstream/envoy';
import { toWholeSeconds } from '../values/durations';
import { listed, refusal, shown } from '../values/errors';
import { checkedImage } from '../values/images';
import { checkedFields, given, ownField } from '../values/objects';
import { checkedPort } from '../values/ports';

/** Props of a proxy of either kind. */
export interface ProxyProps extends EnvoyProxyOptions, WorkloadProps {}

/** What is decided of a proxy before its workload exists. */
export interface ProxyPlan {
  readonly manager: IShutdownManager;
  readonly parts: ShutdownManagerParts;
  readonly drainTiming: DrainTiming;
  readonly bootstrap: PreparedBootstrap;
  readonly listeners: readonly EnvoyListener[];
  readonly ports: ContainerPort[];
  /** Whether two pods of the proxy cannot share a node. */
  readonly exclusive: boolean;
  readonly hostNetwork: boolean;
  /** Props for the workload; containers are added once it exists. */
  readonly workloadProps: WorkloadProps;
}

/** Checks a proxy's props against each other, and fills in what termination depends on. */
export function planProxy(scope: Construct, props: ProxyProps): ProxyPlan {
  return planOf(scope, given(props));
}

function planOf(scope: Construct, props: ProxyProps): ProxyPlan {
  checkBootstrap(props);
  checkProps(props);
  const manager = props.shutdownManager ?? defaultShutdownManager();
  const { drainTiming, graceSeconds } = graceOf(props, manager);
  const placement = knownPlacement(props.placement);
  const parts = checkedParts(manager.bind({ placement, drainTiming }));
  checkAdmin(parts);
  const listeners = props.bootstrap._dataListeners(parts);
  const workloadProps = workloadPropsFor(props, parts, graceSeconds);
  checkListenerPorts(listeners, props.envoySecurityContext?.user ?? workloadProps.securityContext?.user);
  checkHostPorts(listeners, props);
  const ports = containerPorts(listeners, props.hostPorts ?? {});
  const bootstrap = props.bootstrap._source.prepare({
    scope, parts, namespace: props.metadata?.namespace ?? Chart.of(scope).namespace,
    twoContainers: placement !== SidecarPlacement.ENVOY_CONTAINER,
    emptyDirsInMemory: props.emptyDirsInMemory,
  });
  const hostNetwork = props.hostNetwork === true;
  const exclusive = hostNetwork || ports.some((port) => port.hostPort !== undefined);
  return { manager, parts, drainTiming, listeners, ports, bootstrap, exclusive, hostNetwork, workloadProps };
}

function checkProps(props: ProxyProps): void {
  checkDrainOptions(props);
  checkContainers(props, props.bootstrap._source.containerNames);
  checkExtraArgs(props.extraArgs ?? []);
  checkProcess(props);
  if (props.envoyImage !== undefined) checkedImage('envoyImage', props.envoyImage);
}

function graceOf(props: ProxyProps, manager: IShutdownManager): ResolvedGrace {
  const { drainTiming, terminationGracePeriod, terminationCeilings = [] } = props;
  const givenSeconds = terminationGracePeriod && toWholeSeconds('terminationGracePeriod', terminationGracePeriod);
  return resolveGrace({ manager, drainTiming, ceilings: terminationCeilings }, givenSeconds);
}

/** The containers are left out: they are added once the workload exists. */
function workloadPropsFor(props: ProxyProps, parts: ShutdownManagerParts, graceSeconds: number): WorkloadProps {
  return {
    ...props,
    containers: undefined,
    initContainers: undefined,
    automountServiceAccountToken: props.automountServiceAccountToken ?? false,
    dns: props.hostNetwork && !props.dns?.policy
      ? { ...props.dns, policy: DnsPolicy.CLUSTER_FIRST_WITH_HOST_NET } : props.dns,
    securityContext: podSecurityContext(props.securityContext, parts.user ?? ENVOY.user),
    terminationGracePeriod: Duration.seconds(graceSeconds),
  };
}

/** The bootstrap gets its admin interface where the manager looks for it. */
function checkAdmin({ adminPort, adminSocket }: ShutdownManagerParts): void {
  if ((adminPort === undefined) !== (adminSocket === undefined)) return;
  throw refusal({
    prop: 'bind().adminPort', got: shown(adminPort), must: `be given, or 'adminSocket' (${shown(adminSocket)}) instead of it`,
    because: 'the manager drains Envoy by exactly one admin interface', fix: 'return one of them from bind()',
  });
}

/** What the bootstrap needs is the same for both placements with two containers. */
function knownPlacement(placement: SidecarPlacement | undefined): SidecarPlacement {
  return placement === SidecarPlacement.ENVOY_CONTAINER ? placement : SidecarPlacement.SIBLING;
}

function containerPorts(
  listeners: readonly EnvoyListener[], hostPorts: { readonly [name: string]: number },
): ContainerPort[] {
  const names = portNames(listeners);
  return listeners.map((listener, index) => ({
    name: names[index], number: listener.port, hostPort: ownField(hostPorts, listener.name),
    protocol: listener.protocol === EnvoyListenerProtocol.UDP ? Protocol.UDP : Protocol.TCP,
  }));
}

function checkHostPorts(listeners: readonly EnvoyListener[], { hostPorts = {}, hostNetwork }: ProxyProps): void {
  const taken = new Map<string, string>();
  for (const [name, hostPort] of Object.entries(checkedFields('hostPorts', hostPorts))) {
    const listener = listeners.find((candidate) => candidate.name === name);
    if (!listener) throw unknownListener('hostPorts', name, listeners);
    const port = `${checkedPort(`hostPorts.${name}`, hostPort)}/${listener.protocol ?? EnvoyListenerProtocol.TCP}`;
    const other = taken.get(port);
    if (other !== undefined) {
      throw refusal({
        prop: 'hostPorts', got: `${name}: ${hostPort}`, must: `differ from that of '${other}' (${hostPort})`,
        because: 'a port of the node has one listener', fix: 'use another port',
      });
    }
    taken.set(port, name);
    if (hostNetwork && hostPort !== listener.port) {
      throw refusal({
        prop: 'hostPorts', got: `${name}: ${hostPort}`, must: `be the port of the listener (${listener.port}) with 'hostNetwork'`,
        because: 'on the host network nothing maps ports', fix: 'change the listener\'s port, or leave \'hostNetwork\' out',
      });
    }
  }
}

/** A listener that the bootstrap does not have; names those that it has. */
export function unknownListener(prop: string, name: string, listeners: readonly EnvoyListener[]): Error {
  return refusal({
    prop, got: typeof name === 'string' ? name : shown(name), must: `name listeners of the bootstrap (${listed(listeners.map((listener) => listener.name))})`,
    because: 'Envoy does not listen for anything else',
    fix: 'correct the name, or declare the listener in the bootstrap\'s \'listeners\'',
  });
}

function checkBootstrap({ bootstrap }: ProxyProps): void {
  if (typeof bootstrap?._dataListeners === 'function') return;
  throw refusal({
    prop: 'bootstrap', got: typeof bootstrap === 'string' ? bootstrap : shown(bootstrap), must: 'be an EnvoyBootstrap',
    because: 'Envoy does not start without a configuration', fix: 'use EnvoyBootstrap.fromFile or another of its factories',
  });
}

type RolloutTimes = Required<Pick<DeploymentProps, 'minReady' | 'progressDeadline'>>;

/** How long a rollout waits for the load balancer to find a new pod, and how long it may take in all. */
export function rolloutTimes({ registration }: DrainTiming): RolloutTimes {
  return { minReady: registration, progressDeadline: Duration.seconds(PROGRESS_SECONDS + registration.toSeconds()) };
}

/** Kubernetes' own default for the progress of a Deployment. */
const PROGRESS_SECONDS = 600;
