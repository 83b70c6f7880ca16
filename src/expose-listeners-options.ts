import { ServiceType } from 'cdk8s-plus-28';
import { LoadBalancer } from './load-balancer';

/** Which nodes hand traffic from outside to which pods. */
export enum ExternalTrafficPolicy {
  /** Only to pods of the same node; the client's address stays, and the load balancer finds out who has pods. */
  LOCAL = 'Local',

  /** To any pod, over one more hop. */
  CLUSTER = 'Cluster',
}

/** How listeners are exposed. */
export interface ExposeListenersOptions {
  /**
   * Name of the Service.
   *
   * @default - made from the construct's path
   */
  readonly name?: string;

  /**
   * Type of the Service.
   *
   * @default ServiceType.CLUSTER_IP
   */
  readonly serviceType?: ServiceType;

  /**
   * Traffic policy of Services of type LoadBalancer and NodePort.
   *
   * @default - ExternalTrafficPolicy.LOCAL for those types
   * @see https://kubernetes.io/docs/reference/networking/virtual-ips/#external-traffic-policy
   */
  readonly externalTrafficPolicy?: ExternalTrafficPolicy;

  /**
   * External ports, by the listener's name.
   *
   * @default - the listener's own: 80 for 10080, 80 and 443 with Contour's bootstrap, else the listener's port
   */
  readonly externalPorts?: { [listener: string]: number };

  /**
   * Names of the listeners to expose.
   *
   * @default - all listeners that take traffic of users
   */
  readonly listeners?: string[];

  /**
   * Annotations of the Service, such as those of a load balancer controller.
   *
   * @default - those that `loadBalancer` stands for; yours come on top, and must not contradict them
   */
  readonly annotations?: { [name: string]: string };

  /**
   * What stands before this Service: its detection must fit into the drain, its registration into `minReady`.
   *
   * A Service of type LoadBalancer gets the annotations and the class that make it what is declared (AWS NLB).
   *
   * @default - for type LoadBalancer the one that `drainTiming` was made for, else none
   */
  readonly loadBalancer?: LoadBalancer;

  /**
   * Class of the load balancer.
   *
   * It cannot be changed once the Service exists.
   *
   * @default - the one that `loadBalancer` stands for, `service.k8s.aws/nlb` for an AWS NLB; else the cluster's default
   * @see https://kubernetes.io/docs/concepts/services-networking/service/#load-balancer-class
   */
  readonly loadBalancerClass?: string;

  /**
   * Networks that the load balancer admits, in CIDR notation.
   *
   * @default - all
   */
  readonly loadBalancerSourceRanges?: string[];
}
