import { expanded, Variables } from './expansion';
import {
  choiceAt, countAt, flagAt, isLeftOut, Place, placeAt, placesAt, requiredText, textAt, textsAt, wrongField,
} from './fields';
import { readHook, readProbe } from './handlers';
import { ContainerLifecycle, MountLifecycle, PortLifecycle, ResourcesLifecycle } from './pod-lifecycle';
import { cpuMillis, memoryBytes } from './quantities';

/** What a container takes over from its pod. */
export interface PodDefaults {
  readonly hostNetwork: boolean;
  readonly runAsUser?: number;
}

/** A container with the API's defaults filled in. */
export function readContainer(
  place: Place, kind: ContainerLifecycle['kind'], pod: PodDefaults,
): ContainerLifecycle {
  const variables = readVariables(place);
  const resolved = (field: string): string[] => textsAt(place, field).map((text) => expanded(text, variables));
  const command = resolved('command');
  const security = placeAt(place, 'securityContext');
  return {
    name: readName(place),
    kind,
    pointer: place.pointer,
    image: textAt(place, 'image'),
    argv: [...command, ...resolved('args')],
    commandGiven: command.length > 0,
    preStop: readHook(place, 'preStop'),
    postStart: readHook(place, 'postStart'),
    livenessProbe: readProbe(place, 'livenessProbe'),
    readinessProbe: readProbe(place, 'readinessProbe'),
    startupProbe: readProbe(place, 'startupProbe'),
    ports: placesAt(place, 'ports').map((port) => readPort(port, pod)),
    mounts: placesAt(place, 'volumeMounts').map(readMount),
    resources: readResources(place),
    readOnlyRootFilesystem: security !== undefined && flagAt(security, 'readOnlyRootFilesystem'),
    runAsUser: (security && countAt(security, 'runAsUser')) ?? pod.runAsUser,
    env: Object.fromEntries([...variables].filter(([, value]) => value !== undefined)) as ContainerLifecycle['env'],
  };
}

/** A container's name becomes a label of the DNS. */
function readName(place: Place): string {
  const name = requiredText(place, 'name');
  if (/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) return name;
  throw wrongField('name', name, place.pointer, 'be a DNS label', 'use at most 63 lower-case letters, digits and dashes');
}

/** In their order: a value may refer to the variables before it, and the last one of a name counts. */
function readVariables(container: Place): Variables {
  const variables = new Map<string, string | undefined>();
  for (const variable of placesAt(container, 'env')) {
    const name = requiredText(variable, 'name');
    const elsewhere = !isLeftOut(variable.value.valueFrom);
    if (elsewhere && textAt(variable, 'value')) {
      throw wrongField('value', variable.value.value, variable.pointer, 'be left out beside valueFrom', 'remove one of them');
    }
    variables.set(name, elsewhere ? undefined : expanded(textAt(variable, 'value') ?? '', variables));
  }
  return variables;
}

/** In the node's network namespace, the API makes every declared port a port of the node. */
function readPort(place: Place, { hostNetwork }: PodDefaults): PortLifecycle {
  const containerPort = readPortNumber(place, 'containerPort');
  if (!containerPort) {
    throw wrongField('containerPort', place.value.containerPort, place.pointer, 'be a port number from 1 to 65535');
  }
  return {
    name: textAt(place, 'name') || undefined,
    containerPort,
    hostPort: readPortNumber(place, 'hostPort') || (hostNetwork ? containerPort : undefined),
    protocol: choiceAt(place, 'protocol', ['TCP', 'UDP', 'SCTP']),
  };
}

function readPortNumber(place: Place, field: string): number | undefined {
  const port = countAt(place, field);
  if (port === undefined || port <= 65_535) return port;
  throw wrongField(field, port, place.pointer, 'be a port number from 1 to 65535');
}

function readMount(place: Place): MountLifecycle {
  return {
    volume: requiredText(place, 'name'),
    path: requiredText(place, 'mountPath'),
    readOnly: flagAt(place, 'readOnly'),
    subPath: textAt(place, 'subPath') || textAt(place, 'subPathExpr') || undefined,
  };
}

/** A request that is left out is the limit. */
function readResources(container: Place): ResourcesLifecycle {
  const resources = placeAt(container, 'resources');
  if (!resources) return {};
  const cpuLimitMillis = readAmount(resources, 'limits', 'cpu', cpuMillis);
  const memoryLimitBytes = readAmount(resources, 'limits', 'memory', memoryBytes);
  return {
    cpuRequestMillis: readAmount(resources, 'requests', 'cpu', cpuMillis) ?? cpuLimitMillis,
    cpuLimitMillis,
    memoryRequestBytes: readAmount(resources, 'requests', 'memory', memoryBytes) ?? memoryLimitBytes,
    memoryLimitBytes,
  };
}

function readAmount(
  resources: Place, list: 'limits' | 'requests', field: string, amountOf: (quantity: unknown) => number | undefined,
): number | undefined {
  const amounts = placeAt(resources, list);
  if (!amounts || isLeftOut(amounts.value[field])) return undefined;
  const amount = amountOf(amounts.value[field]);
  if (amount === undefined) {
    const example = field === 'cpu' ? '250m' : '512Mi';
    throw wrongField(field, amounts.value[field], amounts.pointer, 'be a Kubernetes quantity', `write for example ${example}`);
  }
  return amount;
}
