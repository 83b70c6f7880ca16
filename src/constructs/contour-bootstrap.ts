import { basename } from 'path';
import { Chart, Size } from 'cdk8s';
import {
  Capability, ConfigMap, Cpu, EmptyDirMedium, EnvFieldPaths, EnvValue, ImagePullPolicy, PathMapping, SeccompProfileType,
  Secret, Volume, Workload,
} from 'cdk8s-plus-28';
import { BootstrapRequest, BootstrapSource, InstalledBootstrap, PreparedBootstrap } from './bootstrap-source';
import { checksumOf, sharedConfigMap } from './shared-config-map';
import { EnvoyListener, EnvoyListenerProtocol } from '../envoy-listener';
import { SAFE_TO_EVICT_VOLUMES } from '../pod/volumes';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { CONTOUR } from '../upstream/contour';
import { refusal, shown } from '../values/errors';
import { BOOTSTRAP_CHECKSUM_ANNOTATION } from '../values/names';

/** Settings with every default filled in. */
export interface ContourBootstrapSettings {
  readonly image: string;
  readonly xdsAddress: string;
  readonly xdsPort: number;
  readonly certificateSecret: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly overloadMaxHeapBytes?: number;
  readonly overloadMaxDownstreamConnections?: number;
  readonly renderedAtSynthesis?: boolean;
}

/** Contour's files in a ConfigMap, and where they go. */
interface RenderedFiles {
  readonly configMap: ConfigMap;
  readonly items: { [key: string]: PathMapping };
  readonly checksum: string;
}

const INIT_CONTAINER = 'envoy-initconfig';
const CONFIG_VOLUME = 'envoy-config';
const CERTIFICATE_VOLUME = 'envoycert';
const { configDirectory, certificateDirectory } = CONTOUR.bootstrap;
const CONFIG_FILE = `${configDirectory}/envoy.json`;

/**
 * Contour writes Envoy's configuration in an init container, and serves the rest over xDS.
 *
 * @see https://github.com/projectcontour/contour/blob/v1.33.6/examples/contour/03-envoy.yaml
 */
export class ContourBootstrap implements BootstrapSource {
  public readonly containerNames: readonly string[];

  public constructor(private readonly settings: ContourBootstrapSettings) {
    this.containerNames = settings.renderedAtSynthesis ? [] : [INIT_CONTAINER];
  }

  public dataListeners(): EnvoyListener[] {
    const protocol = EnvoyListenerProtocol.TCP;
    return [
      { name: 'http', port: this.settings.httpPort, protocol, externalPort: 80 },
      { name: 'https', port: this.settings.httpsPort, protocol, externalPort: 443 },
    ];
  }

  public prepare(request: BootstrapRequest): PreparedBootstrap {
    const { parts: { adminSocket }, parts, emptyDirsInMemory } = request;
    if (adminSocket === undefined) throw otherManager();
    checkPorts(this.dataListeners(), parts);
    if (!this.settings.renderedAtSynthesis) {
      return { install: (workload) => this.writtenInPod(workload, adminSocket, emptyDirsInMemory) };
    }
    const rendered = this.render(request, adminSocket);
    return { install: (workload) => this.mounted(workload, rendered) };
  }

  /** The files as keys of a ConfigMap, which cannot hold a slash. */
  private render(request: BootstrapRequest, adminSocket: string): RenderedFiles {
    const { scope, namespace = Chart.of(scope).namespace } = request;
    const files = renderer().contourFiles({ ...this.settings, adminSocket, namespace: checkedNamespace(namespace) });
    const checksum = checksumOf(JSON.stringify(files));
    const keyed = Object.entries(files).map(([path, text]) => ({ key: basename(path), path, text }));
    const items = Object.fromEntries(keyed.map(({ key, path }) => [key, { path }]));
    const data = Object.fromEntries(keyed.map(({ key, text }) => [key, text]));
    const asked = { name: 'contour-bootstrap', immutable: true, namespace, data };
    return { checksum, items, configMap: sharedConfigMap(scope, asked, checksum) };
  }

  private mounted(workload: Workload, { configMap, items, checksum }: RenderedFiles): InstalledBootstrap {
    workload.podMetadata.addAnnotation(BOOTSTRAP_CHECKSUM_ANNOTATION, checksum);
    const config = Volume.fromConfigMap(workload, 'Config', configMap, { name: CONFIG_VOLUME, items });
    return installed(config, this.certificate(workload));
  }

  private writtenInPod(workload: Workload, adminSocket: string, inMemory = false): InstalledBootstrap {
    const config = Volume.fromEmptyDir(workload, 'Config', CONFIG_VOLUME, inMemory ? { medium: EmptyDirMedium.MEMORY } : {});
    const certificate = this.certificate(workload);
    this.addInitContainer(workload, config, certificate, adminSocket);
    workload.podMetadata.addAnnotation(SAFE_TO_EVICT_VOLUMES, withName(workload, CONFIG_VOLUME));
    return installed(config, certificate);
  }

  private certificate(workload: Workload): Volume {
    const secret = Secret.fromSecretName(workload, 'Certificate', this.settings.certificateSecret);
    return Volume.fromSecret(workload, 'CertificateVolume', secret, { name: CERTIFICATE_VOLUME });
  }

  private addInitContainer(workload: Workload, config: Volume, certificate: Volume, adminSocket: string): void {
    workload.addInitContainer({
      name: INIT_CONTAINER,
      image: this.settings.image,
      imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT,
      command: ['contour'],
      args: this.arguments(adminSocket),
      envVariables: contourNamespace(),
      volumeMounts: [
        { path: configDirectory, volume: config },
        { path: certificateDirectory, volume: certificate, readOnly: true },
      ],
      resources: { cpu: { request: Cpu.millis(25) }, memory: { request: Size.mebibytes(50) } },
      securityContext: {
        readOnlyRootFilesystem: true,
        capabilities: { drop: [Capability.ALL] },
        seccompProfile: { type: SeccompProfileType.RUNTIME_DEFAULT },
      },
    });
  }

  private arguments(adminSocket: string): string[] {
    const { xdsAddress, xdsPort, overloadMaxHeapBytes, overloadMaxDownstreamConnections } = this.settings;
    const defaultSocket = `${CONTOUR.adminDirectory}/${CONTOUR.adminSocketName}`;
    return [
      'bootstrap', CONFIG_FILE,
      `--xds-address=${xdsAddress}`, `--xds-port=${xdsPort}`, '--xds-resource-version=v3',
      `--resources-dir=${configDirectory}/resources`,
      `--envoy-cafile=${certificateDirectory}/ca.crt`,
      `--envoy-cert-file=${certificateDirectory}/tls.crt`,
      `--envoy-key-file=${certificateDirectory}/tls.key`,
      ...adminSocket === defaultSocket ? [] : [`--admin-address=${adminSocket}`],
      ...overloadMaxHeapBytes === undefined ? [] : [`--overload-max-heap=${overloadMaxHeapBytes}`],
      ...overloadMaxDownstreamConnections === undefined ? []
        : [`--overload-downstream-max-conn=${overloadMaxDownstreamConnections}`],
    ];
  }
}

/** What Envoy's container is told, wherever the files come from. */
function installed(config: Volume, certificate: Volume): InstalledBootstrap {
  return {
    args: ['--config-path', CONFIG_FILE, '--service-cluster', '$(CONTOUR_NAMESPACE)', '--service-node', '$(ENVOY_POD_NAME)'],
    mounts: [{ path: configDirectory, volume: config }, { path: certificateDirectory, volume: certificate }],
    envVariables: contourNamespace(),
  };
}

/** The user's own volumes stay in the annotation. */
function withName(workload: Workload, name: string): string {
  const { annotations } = workload.podMetadata.toJson() as { annotations?: { [key: string]: string } };
  return [...(annotations?.[SAFE_TO_EVICT_VOLUMES] ?? '').split(','), name].filter((part) => part !== '').join(',');
}

function checkPorts(listeners: readonly EnvoyListener[], { statisticsPort, wait }: ShutdownManagerParts): void {
  const taken = listeners.find(({ port }) => port === statisticsPort || port === wait?.port);
  if (!taken) return;
  throw refusal({
    prop: `${taken.name}Port`, got: String(taken.port), must: `differ from ${statisticsPort} and ${wait?.port}`,
    because: 'statistics, readiness and the shutdown manager listen there', fix: 'use another port',
  });
}

function contourNamespace() {
  return { CONTOUR_NAMESPACE: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAMESPACE) };
}

function otherManager(): Error {
  return refusal({
    prop: 'shutdownManager', got: 'admin interface on a port', must: 'be ShutdownManager.contour with EnvoyBootstrap.contour',
    because: 'Contour\'s configuration has its admin interface on a unix socket, where another manager finds nothing',
    fix: 'use ShutdownManager.contour()',
  });
}

/** Its name is part of the names of statistics. */
function checkedNamespace(namespace: string | undefined): string {
  if (namespace !== undefined) return namespace;
  throw refusal({
    prop: 'namespace', got: shown(namespace), must: 'be given with \'renderedAtSynthesis\'',
    because: 'Contour\'s configuration names it', fix: 'give it to the chart, or in \'metadata\' of the proxy',
  });
}

/** Loaded where it is rendered at synthesis. */
function renderer(): typeof import('../bootstrap/contour') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('../bootstrap/contour');
}
