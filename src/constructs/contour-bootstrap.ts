import { Size } from 'cdk8s';
import {
  Capability, Cpu, EnvFieldPaths, EnvValue, ImagePullPolicy, SeccompProfileType, Secret, Volume, Workload,
} from 'cdk8s-plus-28';
import { BootstrapRequest, BootstrapSource, InstalledBootstrap, PreparedBootstrap } from './bootstrap-source';
import { EnvoyListener, EnvoyListenerProtocol } from '../envoy-listener';
import { SAFE_TO_EVICT_VOLUMES } from '../pod/volumes';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { CONTOUR } from '../upstream/contour';
import { refusal } from '../values/errors';

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
  public readonly containerNames = [INIT_CONTAINER];

  public constructor(private readonly settings: ContourBootstrapSettings) {}

  public dataListeners(): EnvoyListener[] {
    const protocol = EnvoyListenerProtocol.TCP;
    return [
      { name: 'http', port: this.settings.httpPort, protocol, externalPort: 80 },
      { name: 'https', port: this.settings.httpsPort, protocol, externalPort: 443 },
    ];
  }

  public prepare({ parts }: BootstrapRequest): PreparedBootstrap {
    const { adminSocket } = parts;
    if (adminSocket === undefined) throw otherManager();
    checkPorts(this.dataListeners(), parts);
    return { install: (workload) => this.install(workload, adminSocket) };
  }

  private install(workload: Workload, adminSocket: string): InstalledBootstrap {
    const config = Volume.fromEmptyDir(workload, 'Config', CONFIG_VOLUME);
    const secret = Secret.fromSecretName(workload, 'Certificate', this.settings.certificateSecret);
    const certificate = Volume.fromSecret(workload, 'CertificateVolume', secret, { name: CERTIFICATE_VOLUME });
    this.addInitContainer(workload, config, certificate, adminSocket);
    workload.podMetadata.addAnnotation(SAFE_TO_EVICT_VOLUMES, withName(workload, CONFIG_VOLUME));
    return {
      args: ['--config-path', CONFIG_FILE, '--service-cluster', '$(CONTOUR_NAMESPACE)', '--service-node', '$(ENVOY_POD_NAME)'],
      mounts: [{ path: configDirectory, volume: config }, { path: certificateDirectory, volume: certificate }],
      envVariables: contourNamespace(),
    };
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
