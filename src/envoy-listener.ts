/** Transport of a listener. */
export enum EnvoyListenerProtocol {
  /** TCP, also for HTTP/1 and HTTP/2. */
  TCP = 'TCP',

  /** UDP, also for HTTP/3. */
  UDP = 'UDP',
}

/** A listener that takes traffic of users. */
export interface EnvoyListener {
  /** Name of the listener. */
  readonly name: string;

  /** Port in the pod. */
  readonly port: number;

  /**
   * Transport.
   *
   * @default EnvoyListenerProtocol.TCP
   */
  readonly protocol?: EnvoyListenerProtocol;

  /**
   * Port of the Service that exposes it.
   *
   * @default - the listener's port, less 10000 where that was a privileged port (10080 becomes 80)
   */
  readonly externalPort?: number;
}
