import { at, HazardRule } from '../rule';

export const tcpConnectionsNotCounted: HazardRule = {
  id: 'tcp-connections-not-counted',
  severity: 'info',
  title: 'The manager does not count TCP connections',
  why: 'Contour\'s manager counts connections of HTTP listeners only. When the last of those has gone, or there was none, the drain '
    + 'ends and TCP connections are cut.',
  remedy: 'Use a manager that counts all listeners (Envoy Gateway\'s), or delay the drain (--drain-delay, --check-delay).',
  sources: ['https://github.com/projectcontour/contour/issues/6928'],
  check: ({ envoys, containers }) => {
    const counter = containers.find(({ hook }) => hook?.connections?.counts === 'http');
    if (!counter) return [];
    return envoys.filter(({ lifecycle: { argv } }) => argv.some((word) => TCP_PROXY.test(word))).map(({ lifecycle }) =>
      at(counter.lifecycle, `${counter.lifecycle.name} counts HTTP connections only, and ${lifecycle.name} has a TCP listener: its connections are cut `
        + 'when the last HTTP one has gone', { pointer: counter.hook!.lifecycle.pointer }));
  },
};

/** A bootstrap in the arguments. */
const TCP_PROXY = /envoy\.filters\.network\.tcp_proxy|\.TcpProxy\b/;
