import { EnvoyListener, EnvoyListenerProtocol } from '../envoy-listener';
import { refusal, shown } from './errors';
import { given } from './objects';
import { checkedPort } from './ports';
import { checkedChoice } from './texts';

/** Listeners that a user declared; null fields count as left out. */
export function checkedListeners(listeners: readonly EnvoyListener[]): EnvoyListener[] {
  if (!Array.isArray(listeners)) throw notListeners(listeners);
  return listeners.map((listener: unknown) => {
    if (typeof listener !== 'object' || listener === null) throw notListeners(listener);
    return checkedListener(given(listener as EnvoyListener));
  });
}

function checkedListener(listener: EnvoyListener): EnvoyListener {
  const { name, port, protocol = EnvoyListenerProtocol.TCP, externalPort } = listener;
  if (typeof name !== 'string' || name === '') {
    throw refusal({
      prop: 'name', got: shown(name), must: 'be the name of a listener',
      because: 'ports and Services are called by it', fix: 'give each listener of \'listeners\' a name',
    });
  }
  checkedPort('port', port);
  checkedChoice('protocol', protocol, Object.values(EnvoyListenerProtocol), 'Kubernetes\' ports have no other');
  if (externalPort !== undefined) checkedPort('externalPort', externalPort);
  return listener;
}

function notListeners(got: unknown): Error {
  return refusal({
    prop: 'listeners', got: shown(got), must: 'be a list of listeners',
    because: 'each has a name and a port', fix: 'write [{ name: \'http\', port: 10080 }]',
  });
}
