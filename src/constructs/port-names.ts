import { EnvoyListener, EnvoyListenerProtocol } from '../envoy-listener';

/** What Kubernetes takes for the name of a port (IANA service names). */
const PORT_NAME = /^(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?$/;

/** Names for container and Service ports: the listener's where it is one, else made from the port. */
export function portNames(listeners: readonly EnvoyListener[]): string[] {
  const made = listeners.map(({ port, protocol = EnvoyListenerProtocol.TCP }) => `${protocol.toLowerCase()}-${port}`);
  const taken = new Set(made);
  return listeners.map(({ name }, index) => {
    if (!PORT_NAME.test(name) || taken.has(name)) return made[index];
    taken.add(name);
    return name;
  });
}
