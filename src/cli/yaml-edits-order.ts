import { isObject } from '../pod/manifest';

/** The order in which people write the fields of a pod; others come after them, as they stand. */
const USUAL_ORDER = [
  'apiVersion', 'kind', 'metadata', 'type', 'name', 'namespace', 'labels', 'annotations', 'restartPolicy', 'spec',
  'hostNetwork', 'shareProcessNamespace', 'terminationGracePeriodSeconds', 'image', 'imagePullPolicy', 'command', 'args',
  'env', 'ports', 'rollingUpdate', 'maxSurge', 'maxUnavailable', 'startupProbe', 'readinessProbe', 'livenessProbe',
  'lifecycle', 'postStart', 'preStop', 'exec', 'httpGet', 'sleep', 'host', 'path', 'port', 'scheme', 'periodSeconds',
  'timeoutSeconds', 'failureThreshold', 'resources', 'requests', 'limits', 'cpu', 'memory', 'securityContext',
  'volumeMounts', 'initContainers', 'containers', 'volumes', 'mountPath', 'readOnly',
];

const RANKS = new Map(USUAL_ORDER.map((field, rank) => [field, rank]));

export function rankOf(field: string): number | undefined {
  return RANKS.get(field);
}

/** A new value with its fields in the usual order, so that it reads as if a person had written it. */
export function inUsualOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inUsualOrder);
  if (!isObject(value)) return value;
  const fields = Object.keys(value);
  const rank = (field: string): number => rankOf(field) ?? USUAL_ORDER.length;
  const order = [...fields].sort((one, other) => rank(one) - rank(other));
  return Object.fromEntries(order.map((field) => [field, inUsualOrder(value[field])]));
}

/** After which of the fields that are there a new one goes: the last of those that usually come before it. */
export function predecessorOf(field: string, present: readonly string[]): number {
  const rank = rankOf(field);
  if (rank === undefined) return present.length - 1;
  for (let index = present.length - 1; index >= 0; index--) {
    const other = rankOf(present[index]);
    if (other !== undefined && other < rank) return index;
  }
  return -1;
}
