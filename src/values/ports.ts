import { refusal, shown } from './errors';

/** A TCP or UDP port number. */
export function checkedPort(prop: string, port: number): number {
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw refusal({
    prop, got: shown(port), must: 'be a port from 1 to 65535',
    because: 'nothing can listen there', fix: 'use the number of a listener',
  });
}
