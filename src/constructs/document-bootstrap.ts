import { ConfigMap, Volume, Workload } from 'cdk8s-plus-28';
import { BootstrapRequest, BootstrapSource, InstalledBootstrap, PreparedBootstrap } from './bootstrap-source';
import { checksumOf, sharedConfigMap } from './shared-config-map';
import { completed } from '../bootstrap/complete';
import { BootstrapDocument, fieldAt } from '../bootstrap/document';
import { StaticListener, staticListeners } from '../bootstrap/listeners';
import { EnvoyListener, EnvoyListenerProtocol } from '../envoy-listener';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { ENVOY } from '../upstream/envoy';
import { refusal } from '../values/errors';
import { isLoopback } from '../values/hosts';
import { BOOTSTRAP_CHECKSUM_ANNOTATION } from '../values/names';

/** The API server refuses a ConfigMap above this. */
const CONFIG_MAP_BYTES = 2 ** 20;

export interface DocumentBootstrapOptions {
  readonly document: BootstrapDocument;
  readonly declaredListeners: readonly EnvoyListener[];
  readonly immutable: boolean;
  /** Goes into the ConfigMap's name. */
  readonly name: string;
}

interface RenderedBootstrap {
  readonly text: string;
  readonly checksum: string;
}

/** A user's own configuration, delivered as a ConfigMap that proxies of one namespace share. */
export class DocumentBootstrap implements BootstrapSource {
  public readonly containerNames = [];

  /** Rendering takes longer than a whole proxy, and proxies by the thousand have the same bootstrap. */
  private readonly rendered = new Map<string, RenderedBootstrap>();
  private readonly listeners: readonly StaticListener[];
  private readonly ownNode: { readonly cluster: boolean; readonly id: boolean };

  public constructor(private readonly options: DocumentBootstrapOptions) {
    this.listeners = staticListeners(options.document);
    const isSet = (field: string): boolean => fieldAt(options.document.value, ['node', field]) !== undefined;
    this.ownNode = { cluster: isSet('cluster'), id: isSet('id') };
    const ports = new Set(this.listeners.map(({ port, protocol }) => `${port}/${protocol}`));
    for (const { name, port, protocol = 'TCP' } of options.declaredListeners) {
      if (ports.has(`${port}/${protocol}`)) throw declaredTwice(name, port, options.document.source);
      ports.add(`${port}/${protocol}`);
    }
  }

  public dataListeners(parts: ShutdownManagerParts): EnvoyListener[] {
    const reserved = [parts.readinessPort, parts.statisticsPort];
    const seen = new Set<string>();
    const written = this.listeners
      .filter(({ address, port, protocol }) =>
        !isLoopback(address) && !(reserved.includes(port) && protocol === EnvoyListenerProtocol.TCP))
      .filter(({ port, protocol }) => !seen.has(`${port}/${protocol}`) && seen.add(`${port}/${protocol}`))
      .map(({ name, port, protocol }) => ({ name: name || `${protocol.toLowerCase()}-${port}`, port, protocol }));
    checkDeclared(this.options.declaredListeners, parts);
    return [...written, ...this.options.declaredListeners];
  }

  public prepare(request: BootstrapRequest): PreparedBootstrap {
    const rendered = this.render(request);
    const configMap = this.configMap(request, rendered);
    return { install: (workload) => this.install(workload, configMap, rendered) };
  }

  private install(workload: Workload, configMap: ConfigMap, { checksum }: RenderedBootstrap): InstalledBootstrap {
    workload.podMetadata.addAnnotation(BOOTSTRAP_CHECKSUM_ANNOTATION, checksum);
    return {
      args: [
        '--config-path', `${ENVOY.configDirectory}/${ENVOY.configFile}`,
        // Envoy's command line would win over the configuration, so it only fills what is not there.
        ...this.ownNode.cluster ? [] : ['--service-cluster', workload.name],
        ...this.ownNode.id ? [] : ['--service-node', '$(ENVOY_POD_NAME)'],
      ],
      mounts: [{
        path: ENVOY.configDirectory,
        volume: Volume.fromConfigMap(workload, 'Bootstrap', configMap, { name: 'envoy-bootstrap' }),
      }],
    };
  }

  private render({ parts, twoContainers }: BootstrapRequest): RenderedBootstrap {
    const key = JSON.stringify([
      parts.adminPort, parts.adminSocket, parts.readinessPort, parts.statisticsPort, parts.statisticsPrefix,
      twoContainers, twoContainers ? [parts.wait, parts.healthPort] : [],
    ]);
    let rendered = this.rendered.get(key);
    if (!rendered) {
      const text = completed(this.options.document, parts, twoContainers);
      checkSize(text, this.options.document.source);
      rendered = { text, checksum: checksumOf(text) };
      this.rendered.set(key, rendered);
    }
    return rendered;
  }

  private configMap({ scope, namespace }: BootstrapRequest, { text, checksum }: RenderedBootstrap): ConfigMap {
    const { name, immutable } = this.options;
    return sharedConfigMap(scope, { name, immutable, namespace, data: { [ENVOY.configFile]: text } }, checksum);
  }
}

function checkSize(text: string, source: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= CONFIG_MAP_BYTES) return;
  throw refusal({
    prop: 'bootstrap', got: `${source}, ${bytes} bytes`, must: `be at most ${CONFIG_MAP_BYTES} bytes`,
    because: 'the API server refuses a larger ConfigMap', fix: 'move clusters and routes to a control plane',
  });
}

/** What a control plane sends may not take the ports of the manager, admin, readiness or statistics either. */
function checkDeclared(listeners: readonly EnvoyListener[], parts: ShutdownManagerParts): void {
  const reserved = [parts.adminPort, parts.readinessPort, parts.statisticsPort, parts.wait?.port, parts.healthPort];
  for (const { name, port, protocol } of listeners) {
    if (protocol === EnvoyListenerProtocol.UDP || !reserved.includes(port)) continue;
    throw refusal({
      prop: 'listeners', got: `${name} on ${port}`, must: 'be on another port',
      because: 'the shutdown manager, or Envoy\'s admin, readiness or statistics listen there', fix: 'change its port',
    });
  }
}

function declaredTwice(name: string, port: number, source: string): Error {
  return refusal({
    prop: 'listeners', got: `${name} on ${port}`, must: `leave out what '${source}' has`,
    because: 'a port has one listener', fix: 'declare only listeners that come from a control plane',
  });
}
