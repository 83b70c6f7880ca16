import { isIPv4, isIPv6 } from 'net';

/** Whether a text is a network in CIDR notation, as the API server takes it. */
export function isNetwork(range: string): boolean {
  const [address, prefix, ...rest] = String(range).split('/');
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix ?? '') && Number(prefix) <= bits;
}
