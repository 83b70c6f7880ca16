import { Size } from 'cdk8s';
import { RefusedCase } from './refused-case';
import { deployment, pod, podWith, proxy } from './sources';
import { EnvoyBootstrap, ShutdownManager } from '../../../src';
import { CONTOUR, drainOptions, ENVOY_GATEWAY, SIBLING } from '../variants/flavours';

const HARDENED = {
  allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' },
};

/** What a user may ask of a proxy, and its pod cannot have. */
export const PROXY_CASES: readonly RefusedCase[] = [
  {
    id: 'container-name-twice', what: 'a second container by the name of Envoy\'s',
    manifest: (version) => podWith(version, [ENVOY_GATEWAY, SIBLING], ['containers', 1, 'name'], 'envoy'),
    atSynthesis: (chart) => proxy(chart, { containers: [{ name: 'envoy', image: 'docker.io/library/envoy:1' }] }),
  },
  {
    id: 'init-container-name-twice', what: 'a second init container by the name of Contour\'s',
    manifest: (version) => podWith(version, [CONTOUR, SIBLING], ['initContainers'], [1, 2].map((number) => ({
      name: 'envoy-initconfig', image: `registry.example.org/init:v${number}`,
      securityContext: HARDENED,
    }))),
    atSynthesis: (chart) => proxy(chart, {
      ...drainOptions(CONTOUR, SIBLING), bootstrap: EnvoyBootstrap.contour(),
      initContainers: [{ name: 'envoy-initconfig', image: 'registry.example.org/init:v1' }],
    }),
  },
  {
    id: 'host-port-restricted', what: 'a port of the host under Pod Security "restricted"',
    manifest: (version) => pod(version, [ENVOY_GATEWAY, SIBLING], { hostPorts: { http: 80 } }),
  },
  {
    id: 'host-port-of-deployment', what: 'the same in the template of a Deployment, which is only warned about',
    manifest: (version) => deployment(version, [ENVOY_GATEWAY, SIBLING], { hostPorts: { http: 80 } }),
  },
  {
    id: 'host-port-out-of-range', what: 'a host port above 65535', level: 'privileged',
    manifest: (version) =>
      podWith(version, [ENVOY_GATEWAY, SIBLING], ['containers', 0, 'ports', 0, 'hostPort'], 70_000),
    atSynthesis: (chart) => proxy(chart, { hostPorts: { http: 70_000 } }),
  },
  {
    id: 'host-port-twice', what: 'one host port for two listeners', level: 'privileged',
    manifest: (version) => podWith(version, [ENVOY_GATEWAY, SIBLING],
      ['containers', 0, 'ports', 1, 'hostPort'], 80, { hostPorts: { http: 80, postgres: 81 } }),
    atSynthesis: (chart) => proxy(chart, { hostPorts: { http: 80, postgres: 80 } }),
  },
  {
    id: 'host-port-on-host-network', what: 'another host port than the listener\'s on the host network',
    level: 'privileged',
    manifest: (version) => podWith(version, [ENVOY_GATEWAY, SIBLING],
      ['containers', 0, 'ports', 0, 'hostPort'], 80, { hostNetwork: true }),
    atSynthesis: (chart) => proxy(chart, { hostNetwork: true, hostPorts: { http: 80 } }),
  },
  {
    id: 'environment-name-empty', what: 'an environment variable of the manager without a name',
    manifest: (version) => podWith(
      version, [ENVOY_GATEWAY, SIBLING], ['containers', 1, 'env'], [{ name: '', value: 'x' }]),
    atSynthesis: (chart) => proxy(chart, {
      shutdownManager: ShutdownManager.envoyGateway({ environment: { '': 'x' } }),
    }),
  },
  {
    id: 'memory-limit-below-default-request', what: 'a memory limit below the manager\'s default request',
    manifest: (version) => podWith(version, [ENVOY_GATEWAY, SIBLING],
      ['containers', 1, 'resources'], { limits: { memory: '64Mi' }, requests: { memory: '96Mi' } }),
    atSynthesis: (chart) => proxy(chart, {
      shutdownManager: ShutdownManager.envoyGateway({ resources: { memoryLimit: Size.mebibytes(64) } }),
    }),
  },
];
