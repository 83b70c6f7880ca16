import { ContainerResources } from 'cdk8s-plus-28';
import { EnvoyGatewayProxyConfigProps, EnvoyGatewayWorkload } from '../envoy-gateway-proxy-config-props';
import { KubernetesVersion } from '../kubernetes-version';
import { EnvoyGatewayProxies } from '../pod/envoy-gateway-patch';
import { isObject, Manifest, objectAt } from '../pod/manifest';
import { ShutdownManager } from '../shutdown-manager';
import { IShutdownManager } from '../shutdown-manager-parts';
import { ShutdownManagerProgram } from '../shutdown-manager-program';
import { SidecarPlacement } from '../sidecar-placement';
import { ENVOY_GATEWAY } from '../upstream/envoy-gateway';
import { refusal, shown } from '../values/errors';
import { checkedImage, checkedRelease } from '../values/images';
import { withoutUndefined } from '../values/objects';

/** Refuses props that contradict each other; gives the release of Envoy Gateway. */
export function checkProxyConfig(props: EnvoyGatewayProxyConfigProps): string {
  const { envoyGatewayVersion, envoyImage, shutdownManagerImage, replicas, workload } = props;
  const version = checkedRelease(
    'Envoy Gateway', envoyGatewayVersion ?? ENVOY_GATEWAY.defaultVersion, ENVOY_GATEWAY.firstVersion);
  if (envoyImage !== undefined) checkedImage('envoyImage', envoyImage);
  if (shutdownManagerImage !== undefined) checkedImage('shutdownManagerImage', shutdownManagerImage);
  if (workload !== undefined && !Object.values(EnvoyGatewayWorkload).includes(workload)) {
    throw refusal({
      prop: 'workload', got: shown(workload), must: 'be DEPLOYMENT or DAEMON_SET',
      because: 'Envoy Gateway makes nothing else', fix: 'use the enum EnvoyGatewayWorkload',
    });
  }
  checkReplicas(replicas, workload);
  joined(ownSpec(props), propsSpec(props), 'spec');
  managerFor(props, version);
  return version;
}

function checkReplicas(replicas: number | undefined, workload: EnvoyGatewayWorkload | undefined): void {
  if (replicas === undefined) return;
  if (workload === EnvoyGatewayWorkload.DAEMON_SET) {
    throw refusal({
      prop: 'replicas', got: shown(replicas), must: 'be left out with \'workload\' (DAEMON_SET)',
      because: 'a DaemonSet has a pod on each node', fix: 'remove one of the two',
    });
  }
  if (Number.isInteger(replicas) && replicas >= 0) return;
  throw refusal({
    prop: 'replicas', got: shown(replicas), must: 'be a whole number, at least 0',
    because: 'the API server would refuse the resource', fix: 'write for example 2',
  });
}

/** What is asked of the pods, as far as it is known before synthesis. */
export function askedOf(
  props: EnvoyGatewayProxyConfigProps, version: string,
  kubernetesVersion: KubernetesVersion, placement: SidecarPlacement,
): EnvoyGatewayProxies {
  return {
    version, kubernetesVersion, placement,
    manager: managerFor(props, version),
    drainTiming: props.drainTiming,
    ceilings: props.terminationCeilings ?? [],
    spec: joined(ownSpec(props), propsSpec(props), 'spec'),
    podSpec: props.hostNetwork ? { hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' } : {},
  };
}

/** cdk8s leaves out what is null, and the field that shall go away would stay. */
export function withoutNull(value: unknown, place = 'spec'): unknown {
  if (value === null) {
    throw refusal({
      prop: place, got: 'null', must: 'not be null', because: 'cdk8s leaves it out, so that what shall go away stays',
      fix: 'give the field a value, or name what stays around it with $retainKeys',
    });
  }
  if (typeof value !== 'object') return value;
  for (const [field, inner] of Object.entries(value)) withoutNull(inner, `${place}.${field}`);
  return value;
}

/** Its requests are given, since those that Envoy Gateway sets are less than it takes. */
function managerFor(props: EnvoyGatewayProxyConfigProps, version: string): IShutdownManager {
  const { shutdownManagerImage, shutdownManagerResources, placement } = props;
  return ShutdownManager.envoyGateway(withoutUndefined({
    version, image: shutdownManagerImage, resources: shutdownManagerResources ?? {},
    program: placement === SidecarPlacement.ENVOY_CONTAINER ? ShutdownManagerProgram.imageVolume() : undefined,
  }));
}

function ownSpec({ spec = {} }: EnvoyGatewayProxyConfigProps): Manifest {
  if (!isObject(spec)) {
    throw refusal({
      prop: 'spec', got: shown(spec), must: 'be an object', because: 'it is the spec of an EnvoyProxy',
      fix: 'write its fields, or leave it out',
    });
  }
  if (spec.shutdown === undefined) return spec;
  throw refusal({
    prop: 'spec.shutdown', got: shown(spec.shutdown), must: 'be left out: \'drainTiming\' sets it',
    because: 'the patch holds the same times, and both must agree', fix: 'give a \'drainTiming\'',
  });
}

/** What props say, in the words of the resource. */
function propsSpec(props: EnvoyGatewayProxyConfigProps): Manifest {
  const { replicas, resources, envoyImage: image, serviceType: type } = props;
  const { podLabels: labels, podAnnotations: annotations } = props;
  const container = withoutUndefined({ image, resources: resources && renderedResources(resources) });
  const pod = withoutUndefined({ labels, annotations });
  const field = workloadField(props);
  const workload = withoutUndefined({
    replicas, container: orNothing(container), pod: orNothing(pod), strategy: strategyOf(props, field),
  });
  const kubernetes = withoutUndefined({ [field]: workload, envoyService: type && { type } });
  return { provider: { type: 'Kubernetes', kubernetes } };
}

/** On the host network the old pod holds the ports that the new one needs; what the user asks for is judged. */
function strategyOf({ hostNetwork, spec }: EnvoyGatewayProxyConfigProps, field: string): Manifest | undefined {
  const given: unknown = spec?.provider?.kubernetes?.[field]?.strategy;
  if (hostNetwork !== true || field !== 'envoyDeployment' || given !== undefined) return undefined;
  return { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } };
}

function workloadField({ workload }: EnvoyGatewayProxyConfigProps): string {
  return workload === EnvoyGatewayWorkload.DAEMON_SET ? 'envoyDaemonSet' : 'envoyDeployment';
}

function orNothing(fields: Manifest): Manifest | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined;
}

function renderedResources({ cpu, memory, ephemeralStorage }: ContainerResources): Manifest {
  const amounts = (bound: 'limit' | 'request'): Manifest | undefined => orNothing(withoutUndefined({
    'cpu': cpu?.[bound]?.amount,
    'memory': memory?.[bound] && `${memory[bound].toMebibytes()}Mi`,
    'ephemeral-storage': ephemeralStorage?.[bound] && `${ephemeralStorage[bound].toMebibytes()}Mi`,
  }));
  return withoutUndefined({ limits: amounts('limit'), requests: amounts('request') });
}

/** Two objects in one; what both say must be the same. */
function joined(one: Manifest, other: Manifest, place: string): Manifest {
  const result: { [field: string]: unknown } = { ...one };
  for (const [field, value] of Object.entries(other)) {
    const path = `${place}.${field}`;
    if (result[field] === undefined) {result[field] = value;} else if (isObject(value)) {result[field] = joined(objectAt(one, field, `'${place}'`), value, path);} else if (result[field] !== value) {
      throw refusal({
        prop: path, got: shown(result[field]), must: `be left out: a prop sets it (${shown(value)})`,
        because: 'only one of them could count', fix: 'remove one of the two',
      });
    }
  }
  return result;
}
