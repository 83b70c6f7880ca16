/** Whether a host is the machine that asks; in configurations and hooks, addresses of IPv6 may have brackets. */
export function isLoopback(host: string): boolean {
  return host.startsWith('127.') || ['localhost', '::1', '[::1]'].includes(host);
}
