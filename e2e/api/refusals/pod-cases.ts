import { RefusedCase } from './refused-case';
import { customManager, pod, podWith, proxy } from './sources';
import { KubernetesVersion, ShutdownManager, ShutdownManagerProgram } from '../../../src';
import { CUSTOM, drainOptions, ENVOY_GATEWAY, IMAGE_VOLUME, NATIVE, SIBLING } from '../variants/flavours';

/** The first version with image volumes. */
const NEW_VERSION = KubernetesVersion.of('1.35');

/** What belongs to the layout: where the manager lives, and the hooks. */
export const LAYOUT_CASES: readonly RefusedCase[] = [
  {
    id: 'hook-of-init-container', what: 'the manager as init container without restartPolicy',
    manifest: (version) =>
      podWith(version, [ENVOY_GATEWAY, NATIVE], ['initContainers', 0, 'restartPolicy'], undefined),
  },
  {
    id: 'image-volume-too-early', what: 'the manager\'s program in an image volume', lastMinor: 34,
    manifest: () => pod(NEW_VERSION, [ENVOY_GATEWAY, IMAGE_VOLUME]),
    atSynthesis: (chart) => proxy(chart, drainOptions(ENVOY_GATEWAY, IMAGE_VOLUME)),
  },
  {
    id: 'image-volume-without-image', what: 'an image volume of no image', firstMinor: 35,
    manifest: (version) =>
      podWith(version, [ENVOY_GATEWAY, IMAGE_VOLUME], ['volumes', 2, 'image', 'reference'], ''),
    atSynthesis: (chart) => {
      const program = ShutdownManagerProgram.imageVolume({ image: '' });
      const shutdownManager = ShutdownManager.envoyGateway({ program });
      proxy(chart, { placement: IMAGE_VOLUME.placement, shutdownManager });
    },
  },
  {
    id: 'two-ways-to-wait', what: 'a hook that waits by HTTP and by a command',
    manifest: (version) => podWith(
      version, [CUSTOM, SIBLING], ['containers', 0, 'lifecycle', 'preStop', 'exec'], { command: ['/bin/wait'] }),
    atSynthesis: () => customManager({ waitPath: '/wait', waitPort: 8095, waitCommand: ['/bin/wait'] }),
  },
  {
    id: 'no-way-to-wait', what: 'a hook that does not wait at all',
    manifest: (version) => podWith(version, [CUSTOM, SIBLING], ['containers', 0, 'lifecycle', 'preStop'], {}),
    atSynthesis: () => customManager({}),
  },
  {
    id: 'wait-path-empty', what: 'a hook that waits at no path',
    manifest: (version) =>
      podWith(version, [CUSTOM, SIBLING], ['containers', 0, 'lifecycle', 'preStop', 'httpGet', 'path'], ''),
    atSynthesis: () => customManager({ waitPath: '', waitPort: 8095 }),
  },
  {
    id: 'grace-of-readiness-probe', what: 'a grace period of the readiness probe, which the library leaves out',
    manifest: (version) => podWith(
      version, [ENVOY_GATEWAY, SIBLING], ['containers', 0, 'readinessProbe', 'terminationGracePeriodSeconds'], 5),
  },
];

/** What belongs to the manager's own settings. */
export const MANAGER_CASES: readonly RefusedCase[] = [
  {
    id: 'request-above-limit', what: 'a CPU request of the manager above its limit',
    manifest: (version) => podWith(version, [ENVOY_GATEWAY, SIBLING],
      ['containers', 1, 'resources'], { limits: { cpu: '100m' }, requests: { cpu: '200m' } }),
    atSynthesis: () => ShutdownManager.envoyGateway({ resources: { cpuRequestMillis: 200, cpuLimitMillis: 100 } }),
  },
  {
    id: 'pull-policy-unknown', what: 'a pull policy that does not exist',
    manifest: (version) => podWith(
      version, [ENVOY_GATEWAY, SIBLING], ['containers', 1, 'imagePullPolicy'], 'Sometimes'),
    atSynthesis: () => ShutdownManager.envoyGateway({ imagePullPolicy: 'Sometimes' }),
  },
];
