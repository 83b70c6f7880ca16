import { ApiObjectMetadata } from 'cdk8s';
import { ContainerResources, ServiceType } from 'cdk8s-plus-28';
import { PodDrainOptions } from './drain-options';
import { ShutdownManagerResources } from './shutdown-manager-parts';

/** The kind of workload that Envoy Gateway makes of its proxies. */
export enum EnvoyGatewayWorkload {
  /** As many pods as are asked for. */
  DEPLOYMENT = 'Deployment',
  /** A pod on each node. */
  DAEMON_SET = 'DaemonSet',
}

/** Props of an `EnvoyGatewayProxyConfig`. */
export interface EnvoyGatewayProxyConfigProps extends PodDrainOptions {
  /**
   * Metadata of the EnvoyProxy resource.
   *
   * @default - a name after the construct's path, the chart's namespace
   */
  readonly metadata?: ApiObjectMetadata;

  /**
   * Release of the Envoy Gateway that reads the resource, such as `1.9.0`.
   *
   * The patch is made for the pod of this release: change it together with the gateway's upgrade, or the old shutdown
   * manager stays (the rule `envoy-gateway-patch-outdated` finds such pods).
   *
   * @default - the newest that is known
   */
  readonly envoyGatewayVersion?: string;

  /**
   * What the proxies run as.
   *
   * @default EnvoyGatewayWorkload.DEPLOYMENT
   */
  readonly workload?: EnvoyGatewayWorkload;

  /**
   * Pods of a Deployment, at least 0.
   *
   * @default - one, or what an autoscaler says
   */
  readonly replicas?: number;

  /**
   * Image of Envoy.
   *
   * @default - that of the Envoy Gateway
   */
  readonly envoyImage?: string;

  /**
   * CPU and memory of Envoy's container, in place of all of the defaults.
   *
   * @default - requests 100m CPU and 512 MiB, no limits
   */
  readonly resources?: ContainerResources;

  /**
   * Image of the shutdown manager, for a mirror of the registry.
   *
   * @default - docker.io/envoyproxy/gateway in the release of the Envoy Gateway
   */
  readonly shutdownManagerImage?: string;

  /**
   * CPU and memory of the shutdown manager.
   *
   * @default - requests 50m CPU and 96 MiB, no limits
   */
  readonly shutdownManagerResources?: ShutdownManagerResources;

  /**
   * More labels of the pods.
   *
   * @default - none
   */
  readonly podLabels?: { readonly [name: string]: string };

  /**
   * More annotations of the pods.
   *
   * @default - none
   */
  readonly podAnnotations?: { readonly [name: string]: string };

  /**
   * Type of the Service before the pods.
   *
   * @default ServiceType.LOAD_BALANCER
   */
  readonly serviceType?: ServiceType;

  /**
   * Whether pods use the node's network.
   *
   * A node then has room for one such pod, and a rollout takes it away first.
   *
   * @default false
   */
  readonly hostNetwork?: boolean;

  /**
   * More of the resource's own `spec`, as its API has it.
   *
   * A patch in it counts as Envoy Gateway would apply it. What a prop sets is refused here.
   *
   * @default - nothing
   * @see https://gateway.envoyproxy.io/docs/api/extension_types/#envoyproxyspec
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the API holds
  readonly spec?: { readonly [field: string]: any };
}
