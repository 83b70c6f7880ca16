import { withContainer } from './edits';
import { NewManager } from './mend-request';
import { completed } from '../bootstrap/complete';
import { keyOf, parseBootstrap } from '../bootstrap/document';
import { staticListeners } from '../bootstrap/listeners';
import { isObject, Manifest, objectsAt, podTemplateOf } from '../pod/manifest';
import { mountOf } from '../pod/volumes';
import { flagValue } from '../upstream/arguments';
import { ENVOY } from '../upstream/envoy';

/** Where Envoy's configuration stands. */
export type BootstrapPlace =
  | { readonly kind: 'argument'; readonly text: string }
  | { readonly kind: 'config-map'; readonly name: string; readonly key: string; readonly namespace?: string }
  | { readonly kind: 'elsewhere' };

/** As far as the command line of Envoy's container and its volumes say. */
export function bootstrapPlace(object: Manifest, envoyContainer: string): BootstrapPlace {
  const { spec } = podTemplateOf(object);
  const container = objectsAt(spec, 'containers', 'the pod').find(({ name }) => name === envoyContainer);
  if (!container) return { kind: 'elsewhere' };
  const words = wordsOf(container);
  const text = flagValue(words, ['--config-yaml']);
  const path = flagValue(words, ['--config-path', '-c']);
  if (text !== undefined) return path === undefined ? { kind: 'argument', text } : { kind: 'elsewhere' };
  return path === undefined ? { kind: 'elsewhere' } : mounted(object, container, spec, path);
}

function wordsOf({ command, args }: Manifest): string[] {
  return [command, args].flatMap((list: unknown) => (Array.isArray(list) ? list.map(String) : []));
}

function mounted(object: Manifest, container: Manifest, spec: Manifest, path: string): BootstrapPlace {
  const mount = mountOf(container, path);
  const volume = mount && objectsAt(spec, 'volumes', 'the pod').find(({ name }) => name === mount.name);
  if (!mount || !isObject(volume?.configMap) || typeof volume.configMap.name !== 'string') return { kind: 'elsewhere' };
  const file = [mount.subPath, path.slice(String(mount.mountPath).replace(/\/$/, '').length + 1)].filter(Boolean).join('/');
  const items: unknown = volume.configMap.items;
  const item: unknown = Array.isArray(items)
    ? items.find((candidate: unknown) => isObject(candidate) && candidate.path === file) : { key: file };
  if (!isObject(item) || typeof item.key !== 'string') return { kind: 'elsewhere' };
  return { kind: 'config-map', name: volume.configMap.name, key: item.key, namespace: namespaceOf(object) };
}

function namespaceOf({ metadata }: Manifest): string | undefined {
  return isObject(metadata) && typeof metadata.namespace === 'string' ? metadata.namespace : undefined;
}

/** Whether a manifest is the ConfigMap that holds a configuration. */
export function holds(manifest: unknown, { name, key, namespace }: BootstrapPlace & { kind: 'config-map' }): manifest is Manifest {
  return isObject(manifest) && manifest.kind === 'ConfigMap' && isObject(manifest.metadata) && manifest.metadata.name === name
    && (namespaceOf(manifest) ?? 'default') === (namespace ?? 'default')
    && isObject(manifest.data) && typeof manifest.data[key] === 'string';
}

/** A configuration with what the manager needs. Throws where something of the user's stands in the way. */
export function completedBootstrap(text: string, source: string, { parts, twoContainers }: NewManager): string {
  return completed(parseBootstrap(text, source), parts, twoContainers);
}

/** Envoy's container with another configuration in its arguments. */
export function withBootstrapArgument(object: Manifest, envoyContainer: string, old: string, text: string): Manifest {
  const changed = (list: unknown): unknown => (Array.isArray(list) ? list.map((word: unknown) => {
    if (word === old) return text;
    return word === `--config-yaml=${old}` ? `--config-yaml=${text}` : word;
  }) : list);
  return withContainer(object, envoyContainer, (container) => ({
    ...container, command: changed(container.command), args: changed(container.args),
  }));
}

/** An object whose probes ask where something answers, and which of them were moved. */
export interface Probed {
  readonly object: Manifest;
  readonly notes: readonly string[];
}

/**
 * Readiness that was asked of the old admin interface, where nothing listens any more, is asked of the listener that
 * answers. What a control plane may add is not known: then probes stay.
 */
export function withReadinessProbes(object: Manifest, manager: NewManager, text: string): Probed {
  const { envoyContainer, parts: { readinessPort, adminPort } } = manager;
  const document = parseBootstrap(text, envoyContainer);
  if (readinessPort === undefined || keyOf(document.value, 'dynamic_resources') in document.value) return { object, notes: [] };
  const listens = [adminPort, ...staticListeners(document).map(({ port }) => port)];
  const notes: string[] = [];
  const moved = (field: string, probe: unknown): unknown => {
    const request: unknown = isObject(probe) ? probe.httpGet : undefined;
    if (!isObject(probe) || !isObject(request) || request.path !== ENVOY.readinessPath) return probe;
    if (typeof request.port !== 'number' || listens.includes(request.port)) return probe;
    notes.push(`${field} of ${envoyContainer} now asks port ${readinessPort}: nothing listens on ${request.port}`);
    return { ...probe, httpGet: { ...request, port: readinessPort } };
  };
  const probed = withContainer(object, envoyContainer, (container) => {
    const present = PROBES.filter((field) => field in container);
    return { ...container, ...Object.fromEntries(present.map((field) => [field, moved(field, container[field])])) };
  });
  return { object: notes.length > 0 ? probed : object, notes };
}

const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'];

/** What a user must see to, where the configuration is not in the input. */
export function bootstrapNote({ envoyContainer, parts: { adminSocket, adminPort } }: NewManager): string {
  const admin = adminSocket ?? `${ENVOY.adminAddress}:${adminPort}`;
  return `check that the admin interface of the Envoy in ${envoyContainer} is at ${admin} (its configuration is not in the input): the shutdown manager `
    + 'starts the drain there, and nothing drains where it is elsewhere';
}
