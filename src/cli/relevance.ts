/** Kinds that make pods, or say how pods are reached, beside those that hold `containers`. */
const KINDS_WITH_PODS = /^(?:Pod|PodTemplate|Deployment|DaemonSet|StatefulSet|ReplicaSet|ReplicationController|Job|CronJob|EnvoyProxy|\w*List)$/;

/** The kind of a document as people and tools write it: alone in a line, not indented. */
const KIND = /(?:^|[\r\n])kind:[ \t]+(["']?)(\w+)\1[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$)/;

/**
 * Whether a document must be read: it can hold a pod or a Service with a load balancer, or nobody can tell.
 * Most of what is piped in holds neither, and reading takes most of the time.
 */
export function mustBeRead(text: string): boolean {
  if (text.includes('containers')) return true;
  if (/^\uFEFF?\s*[{[]/.test(text)) return /kind|\{\{/.test(text) || !text.includes('"');
  const kind = KIND.exec(text)?.[2];
  if (kind === undefined) return true;
  return kind === 'Service' ? text.includes('LoadBalancer') : KINDS_WITH_PODS.test(kind);
}
