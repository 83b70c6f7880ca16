import { ShutdownManagerSidecar } from '../../../src';
import { ApiClient, Manifest } from '../server/client';

/** The Pod Security level that a namespace enforces. */
export type Level = 'privileged' | 'restricted';

const NAMESPACES: { readonly [level in Level]: string } = {
  privileged: 'e2e-privileged', restricted: 'e2e-restricted',
};

export function namespaceOf(level: Level): string {
  return NAMESPACES[level];
}

/**
 * Both namespaces warn by "restricted": a workload controller's template is only ever warned about,
 * and a pod that needs "privileged" shall need it for nothing but its ports.
 */
export async function createNamespaces(client: ApiClient): Promise<void> {
  for (const [level, name] of Object.entries(NAMESPACES)) {
    const labels = {
      'pod-security.kubernetes.io/enforce': level, 'pod-security.kubernetes.io/enforce-version': 'latest',
      'pod-security.kubernetes.io/warn': 'restricted', 'pod-security.kubernetes.io/warn-version': 'latest',
    };
    const { status, body } = await client.create(
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } }, '', { dryRun: false });
    if (status !== 201) throw new Error(`namespace ${name}: ${body.message}`);
  }
}

/** Host ports and the host network are what "restricted" forbids and a user may ask for. */
export function levelNeeded(podSpec: Manifest | undefined): Level {
  if (!podSpec) return 'restricted';
  const containers: Manifest[] = [...podSpec.containers ?? [], ...podSpec.initContainers ?? []];
  const hasHostPort = containers.some(({ ports = [] }) =>
    ports.some(({ hostPort }: Manifest) => hostPort !== undefined));
  return podSpec.hostNetwork === true || hasHostPort ? 'privileged' : 'restricted';
}

const VIOLATES = /^would violate PodSecurity "restricted:latest": /;
/** From 1.34 on also the hook's host: on the host network the manager is at 127.0.0.1, where the kubelet calls it. */
const HOST_PORTS_ONLY = new RegExp('^(' + [
  'host namespaces \\(hostNetwork=true\\)', 'hostPort \\(container[^)]*\\)',
  'probe or lifecycle host \\(container "envoy" uses probe or lifecycle host "127\\.0\\.0\\.1"\\)', ', ',
].join('|') + ')+$');

/** Whether a warning in the privileged namespace only says what was asked for: ports of the host. */
export function isAboutHostPortsOnly(warning: string): boolean {
  return VIOLATES.test(warning) && HOST_PORTS_ONLY.test(warning.replace(VIOLATES, ''));
}

/** In somebody else's pod, the container that the library puts there must be as "restricted" wants it. */
export function isNotAboutTheManager(warning: string): boolean {
  return VIOLATES.test(warning) && !warning.includes(`"${ShutdownManagerSidecar.SHUTDOWN_MANAGER_CONTAINER_NAME}"`);
}
