import { ContainerProps, Volume, Workload } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { EnvoyListener } from '../envoy-listener';
import { ShutdownManagerParts } from '../shutdown-manager-parts';

/** Where Envoy's configuration comes from. */
export interface BootstrapSource {
  /** Init containers that it adds. */
  readonly containerNames: readonly string[];

  /** Listeners that take traffic of users: neither admin, readiness nor statistics. */
  dataListeners(parts: ShutdownManagerParts): EnvoyListener[];

  /** Makes what a workload's pods need before they start, so that it comes before them in the manifest. */
  prepare(request: BootstrapRequest): PreparedBootstrap;
}

/** The workload that will get the configuration. */
export interface BootstrapRequest {
  readonly scope: Construct;
  readonly namespace?: string;
  readonly parts: ShutdownManagerParts;
  readonly twoContainers: boolean;
  readonly emptyDirsInMemory?: boolean;
}

/** A configuration that is ready to be brought into pods. */
export interface PreparedBootstrap {
  install(workload: Workload): InstalledBootstrap;
}

/** What Envoy's container needs to read its configuration. */
export interface InstalledBootstrap {
  readonly args: string[];
  readonly mounts: readonly BootstrapMount[];
  readonly envVariables?: ContainerProps['envVariables'];
}

export interface BootstrapMount {
  readonly path: string;
  readonly volume: Volume;
}
