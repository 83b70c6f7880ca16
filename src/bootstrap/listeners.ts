import { BootstrapDocument, fieldAt, fieldOf, keyOf, PathStep } from './document';
import { EnvoyListenerProtocol } from '../envoy-listener';

/** A listener of an Envoy configuration, one for each address that it has. */
export interface StaticListener {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly protocol: EnvoyListenerProtocol;
  /** What was written, to tell readiness and statistics from traffic. */
  readonly definition: unknown;
  readonly path: readonly PathStep[];
}

/** All listeners with a port; those on unix sockets and internal ones have none. */
export function staticListeners(document: BootstrapDocument): StaticListener[] {
  const path = listenersPath(document);
  const listeners = fieldAt(document.value, ['static_resources', 'listeners']);
  if (listeners === undefined || listeners === null) return [];
  if (!Array.isArray(listeners)) {
    throw new Error(`'listeners' (${document.place(path)}) must be a list: Envoy refuses anything else; mend the file`);
  }
  return listeners.flatMap((listener: unknown, index) => addressesOf(listener)
    .map((address) => listenerAt(document, listener, address, [...path, index]))
    .filter((found) => found !== undefined));
}

export function listenersPath(document: BootstrapDocument): readonly PathStep[] {
  const resources = keyOf(document.value, 'static_resources');
  return [resources, keyOf(document.value[resources], 'listeners')];
}

function addressesOf(listener: unknown): unknown[] {
  const additional = fieldOf(listener, 'additional_addresses');
  return [
    fieldOf(listener, 'address'),
    ...Array.isArray(additional) ? additional.map((entry) => fieldOf(entry, 'address')) : [],
  ];
}

function listenerAt(document: BootstrapDocument, listener: unknown, address: unknown, path: readonly PathStep[]):
StaticListener | undefined {
  const socket = fieldOf(address, 'socket_address');
  const portValue = fieldOf(socket, 'port_value');
  if (socket === undefined || portValue === undefined) return undefined;
  const port = /^\d+$/.test(String(portValue)) ? Number(portValue) : NaN;
  if (!Number.isInteger(port) || Array.isArray(portValue) || port > 65_535) {
    const place = document.place([...path, 'address']);
    throw new Error(`'port_value' (${String(portValue)}) must be a port (${place}): Envoy refuses it; mend the file`);
  }
  return {
    name: nameOf(fieldOf(listener, 'name')), address: String(fieldOf(socket, 'address') ?? ''), port,
    protocol: UDP.includes(fieldOf(socket, 'protocol')) ? EnvoyListenerProtocol.UDP : EnvoyListenerProtocol.TCP,
    definition: listener, path,
  };
}

function nameOf(name: unknown): string {
  return typeof name === 'string' ? name : '';
}

/** By name, or by its number in the enum of protobuf. */
const UDP: unknown[] = ['UDP', 1, BigInt(1)];

/** Whether a path stands anywhere in a listener's definition. */
export function serves(listener: StaticListener, path: string): boolean {
  return textOf(listener.definition).includes(`"${path}"`);
}

/** BigInts come from the parser, so that no 64-bit number loses a digit. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)) ?? '';
}
