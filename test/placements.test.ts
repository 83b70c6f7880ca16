import {
  EnvoyProxyDeploymentProps, IShutdownManager, ShutdownManager, ShutdownManagerProgram, SidecarPlacement,
} from '../src';
import { named, podSpecOf, proxyFor } from './support/synth';

interface Flavour {
  readonly make: (program?: ShutdownManagerProgram) => IShutdownManager;
  readonly drain: RegExp;
  readonly wait: any;
  readonly graceSeconds: number;
  readonly minimumGraceInEnvoyContainer: number;
  readonly startupProbe: boolean;
}

const FLAVOURS: { readonly [name: string]: Flavour } = {
  'Envoy Gateway': {
    make: (program) => ShutdownManager.envoyGateway({ program }),
    drain: /envoy-gateway envoy shutdown --drain-timeout=60s --min-drain-duration=10s$/,
    wait: { httpGet: { path: '/shutdown/ready', port: 19002, scheme: 'HTTP' } },
    graceSeconds: 67, minimumGraceInEnvoyContainer: 13, startupProbe: true,
  },
  'Contour': {
    make: (program) => ShutdownManager.contour({ program }),
    drain: /\/bin\/contour envoy shutdown .*--drain-delay=0s --check-delay=10s$/,
    wait: { httpGet: { path: '/shutdown', port: 8090, scheme: 'HTTP' } },
    graceSeconds: 307, minimumGraceInEnvoyContainer: 13, startupProbe: true,
  },
  'custom': {
    make: (program) => ShutdownManager.custom({
      image: 'registry.example/manager:1', drainCommand: ['/drain', '--now'], waitCommand: ['/wait'], program,
    }),
    drain: /\/drain --now$/,
    wait: { exec: { command: ['/wait'] } },
    graceSeconds: 64, minimumGraceInEnvoyContainer: 13, startupProbe: false,
  },
};

/** Version, what AUTO gives; whether NATIVE and image volumes may be asked for; whether a startup probe does harm. */
const VERSIONS: [string | undefined, SidecarPlacement, boolean, boolean, boolean][] = [
  ['1.27', SidecarPlacement.SIBLING, false, false, false],
  ['1.29', SidecarPlacement.SIBLING, true, false, false],
  ['1.32', SidecarPlacement.SIBLING, true, false, false],
  ['1.33', SidecarPlacement.NATIVE, true, false, false],
  ['v1.35.2', SidecarPlacement.NATIVE, true, true, true],
  ['v1.35.9+k3s1', SidecarPlacement.NATIVE, true, true, false],
  [undefined, SidecarPlacement.SIBLING, false, false, false],
];

const CASES = VERSIONS.flatMap(([version, auto, native, imageVolume, defective]) =>
  Object.keys(FLAVOURS).map((name) => ({ version, name, auto, native, imageVolume, defective })));

function specFor(version: string | undefined, props: Partial<EnvoyProxyDeploymentProps>): any {
  return podSpecOf(proxyFor(version, props));
}

describe.each(CASES)('$name on $version', ({ version, name, auto, native, imageVolume, defective }) => {
  const { make, drain, wait, graceSeconds, minimumGraceInEnvoyContainer, startupProbe } = FLAVOURS[name];

  test(`AUTO is ${auto}`, () => {
    const proxy = proxyFor(version, { shutdownManager: make() });
    expect(proxy.placement).toBe(auto);
    expect(podSpecOf(proxy)).toEqual(specFor(version, { shutdownManager: make(), placement: auto }));
  });

  test('SIBLING: two ordinary containers, the manager without any probe', () => {
    const spec = specFor(version, { shutdownManager: make(), placement: SidecarPlacement.SIBLING });
    const [envoy, manager] = spec.containers;
    expect([envoy.name, manager.name]).toEqual(['envoy', 'shutdown-manager']);
    expect(named(spec.initContainers, 'shutdown-manager')).toBeUndefined();
    expectHooks(envoy, manager);
    expect(manager.restartPolicy).toBeUndefined();
    expectProbes(manager, false);
    expect(spec.terminationGracePeriodSeconds).toBe(graceSeconds);
  });

  test(native ? 'NATIVE: a sidecar that starts before Envoy and is never restarted' : 'fails when NATIVE is asked for', () => {
    const props = { shutdownManager: make(), placement: SidecarPlacement.NATIVE };
    if (!native) {
      expect(() => specFor(version, props)).toThrow(
        `'placement' (NATIVE) must go with a 'kubernetesVersion' (${version ?? 'unknown'}) of 1.29 or later`);
      return;
    }
    const spec = specFor(version, props);
    const manager = spec.initContainers.at(-1);
    expect(spec.containers.map((container: any) => container.name)).toEqual(['envoy']);
    expectHooks(spec.containers[0], manager);
    expect(manager.restartPolicy).toBe('Always');
    expectProbes(manager, startupProbe && !defective);
    expect(spec.terminationGracePeriodSeconds).toBe(graceSeconds);
  });

  test('ENVOY_CONTAINER with a combined image: one container, one hook', () => {
    const spec = specFor(version, {
      shutdownManager: make(ShutdownManagerProgram.combinedImage(name === 'Contour' ? '/bin/contour'
        : name === 'custom' ? '/drain' : '/usr/local/bin/envoy-gateway')),
      placement: SidecarPlacement.ENVOY_CONTAINER,
      envoyImage: 'registry.example/edge/envoy-with-manager:v1.39.0',
    });
    expectOneContainer(spec);
    expect(spec.volumes.map((volume: any) => volume.name)).not.toContain('shutdown-manager');
  });

  test(imageVolume ? 'ENVOY_CONTAINER with an image volume' : 'fails when an image volume is asked for', () => {
    const props = {
      shutdownManager: make(ShutdownManagerProgram.imageVolume()), placement: SidecarPlacement.ENVOY_CONTAINER,
    };
    if (!imageVolume) {
      expect(() => specFor(version, props)).toThrow(/'program' \(image volume .*of 1\.35 or later/);
      return;
    }
    const spec = specFor(version, props);
    expectOneContainer(spec);
    const volume = named(spec.volumes, 'shutdown-manager');
    expect(Object.keys(volume.image)).toEqual(['pullPolicy', 'reference']);
    expect(spec.containers[0].lifecycle.preStop.exec.command[0]).toMatch(/^\/opt\/shutdown-manager\//);
  });

  function expectHooks(envoy: any, manager: any): void {
    expect(envoy.lifecycle.preStop).toEqual(wait);
    expect(manager.lifecycle.preStop.exec.command.join(' ')).toMatch(drain);
    expect(envoy.livenessProbe.terminationGracePeriodSeconds).toBe(5);
    expect(envoy.livenessProbe.periodSeconds * envoy.livenessProbe.failureThreshold)
      .toBeGreaterThan(name === 'Contour' ? 300 : 60);
  }

  function expectProbes(manager: any, withStartupProbe: boolean): void {
    expect(manager.livenessProbe).toBeUndefined();
    expect(manager.readinessProbe).toBeUndefined();
    expect(manager.startupProbe && [manager.startupProbe.periodSeconds, manager.startupProbe.failureThreshold])
      .toEqual(withStartupProbe ? [1, 300] : undefined);
  }

  function expectOneContainer(spec: any): void {
    const [envoy, ...others] = spec.containers;
    expect(others).toEqual([]);
    expect(spec.initContainers).toBeUndefined();
    expect(envoy.lifecycle.preStop.exec.command.join(' ')).toMatch(drain);
    expect(envoy.livenessProbe.terminationGracePeriodSeconds).toBe(minimumGraceInEnvoyContainer);
    expect(envoy.resources.requests.memory).toBe(name === 'Envoy Gateway' ? '608Mi' : '576Mi');
    expect(spec.volumes.filter((volume: any) => volume.emptyDir).map((volume: any) => volume.name))
      .toEqual(name === 'custom' ? [] : ['tmp']);
    expect(spec.terminationGracePeriodSeconds).toBe(graceSeconds);
  }
});
