import { EnvoyListener, EnvoyListenerProtocol } from '../envoy-listener';

/** What Kubernetes takes for the name of a port (IANA service names). */
const PORT_NAME = /^(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?$/;

/** Names for container and Service ports: the listener's where it is one, else made from the port. */
export function portNames(listeners: readonly EnvoyListener[]): string[] {
  const taken = new Set<string>();
  return listeners.map(({ name, port, protocol = EnvoyListenerProtocol.TCP }) => {
    const made = `${protocol.toLowerCase()}-${port}`;
    const portName = PORT_NAME.test(name) && !taken.has(name) ? name : made;
    taken.add(portName);
    return portName;
  });
}
