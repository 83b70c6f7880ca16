import { ContainerResources, ContainerSecurityContextProps, EnvValue, ImagePullPolicy } from 'cdk8s-plus-28';
import { DrainOptions } from './drain-options';
import { EnvoyBootstrap } from './envoy-bootstrap';

/** How much Envoy logs. */
export enum EnvoyLogLevel {
  /** Everything. */
  TRACE = 'trace',
  /** What helps to find a fault. */
  DEBUG = 'debug',
  /** Starts, stops, and configuration updates. */
  INFO = 'info',
  /** What may be wrong. */
  WARNING = 'warning',
  /** What is wrong. */
  ERROR = 'error',
  /** What ends Envoy. */
  CRITICAL = 'critical',
  /** Nothing. */
  OFF = 'off',
}

/** What Envoy proxies have in common, however they are deployed. */
export interface EnvoyProxyOptions extends DrainOptions {
  /** Envoy's configuration. */
  readonly bootstrap: EnvoyBootstrap;

  /**
   * Image of Envoy.
   *
   * With `SidecarPlacement.ENVOY_CONTAINER` and a combined image, that one.
   *
   * @default docker.io/envoyproxy/envoy:distroless-v1.39.0
   */
  readonly envoyImage?: string;

  /**
   * Pull policy of Envoy's image.
   *
   * @default ImagePullPolicy.IF_NOT_PRESENT
   */
  readonly envoyImagePullPolicy?: ImagePullPolicy;

  /**
   * Worker threads of Envoy, at least 1.
   *
   * Set it where CPU is limited: a thread for each core of the node is too many there.
   *
   * @default - one for each hardware thread of the node
   */
  readonly concurrency?: number;

  /**
   * How much Envoy logs.
   *
   * @default EnvoyLogLevel.INFO
   */
  readonly logLevel?: EnvoyLogLevel;

  /**
   * More arguments for Envoy.
   *
   * Those that a prop or the drain sets are refused.
   *
   * @default - none
   */
  readonly extraArgs?: string[];

  /**
   * More environment for Envoy's container.
   *
   * @default - ENVOY_POD_NAME and ENVOY_POD_NAMESPACE
   */
  readonly envVariables?: { [name: string]: EnvValue };

  /**
   * CPU and memory of Envoy's container, in place of all of the defaults.
   *
   * @default - requests 100m CPU and 512 MiB, no limits
   */
  readonly resources?: ContainerResources;

  /**
   * Security settings of Envoy's container, over the defaults.
   *
   * @default - what Pod Security "restricted" asks for, and a read-only root filesystem
   */
  readonly envoySecurityContext?: ContainerSecurityContextProps;

  /**
   * Ports of the node, by the listener's name: `{ http: 80 }`.
   *
   * A rollout then takes pods away before it makes new ones; Pod Security must be "privileged".
   *
   * @default - none
   */
  readonly hostPorts?: { [listener: string]: number };
}
