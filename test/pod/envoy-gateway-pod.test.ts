import { EnvoyGatewayPod, envoyGatewayTemplate } from '../../src/pod/envoy-gateway-pod';

/** Envoy and its manager of a template. */
function containersOf(given: Partial<EnvoyGatewayPod>): any[] {
  return templateOf(given).spec.containers;
}

function templateOf(given: Partial<EnvoyGatewayPod>): any {
  return envoyGatewayTemplate({
    version: '1.9.0', container: {}, pod: {}, scraped: true, logLevels: {}, extraArgs: [], ...given,
  });
}

const argsOf = (given: Partial<EnvoyGatewayPod>): string[] => containersOf(given)[0].args;
const shutdownOf = (given: Partial<EnvoyGatewayPod>): string[] => containersOf(given)[1].lifecycle.preStop.exec.command;

describe('the command line of Envoy', () => {
  test('has a word for each flag and each value', () => {
    const [bootstrap] = argsOf({}).filter((word) => word.startsWith('admin:'));
    expect(argsOf({ concurrency: 4, logLevels: { default: 'info', http: 'debug', admin: 'trace' }, extraArgs: ['--x', 'y'] })).toEqual([
      '--service-cluster', 'envoy', '--service-node', '$(ENVOY_POD_NAME)', '--config-yaml', bootstrap, '--log-level', 'info', '--cpuset-threads',
      '--drain-strategy', 'immediate', '--concurrency', '4', '--component-log-level', 'admin:trace,http:debug',
      '--drain-time-s', '60', '--x', 'y',
    ]);
  });

  test('warns, unless it is told otherwise', () => {
    const args = argsOf({});
    expect(args[args.indexOf('--log-level') + 1]).toBe('warn');
    expect(args).not.toContain('--concurrency');
  });

  test.each<[string, string, string, boolean]>([
    ['immediate drains since 1.1.2', '1.1.1', '--drain-strategy immediate', false], ['immediate drains since 1.1.2', '1.1.2', '--drain-strategy immediate', true],
    ['a drain time since 1.2', '1.1.9', '--drain-time-s 60', false], ['a drain time since 1.2', '1.2.0', '--drain-time-s 60', true],
    ['flags and values apart since 1.5.6', '1.5.5', '--log-level warn', true], ['flags and values apart since 1.5.6', '1.5.6', '--log-level warn', false],
    ['a default for components since 1.5', '1.4.9', '--component-log-level misc:error', false], ['a default for components since 1.5', '1.5.0', '--component-log-level misc:error', true],
  ])('has %s: %s', (_, version, argument, there) => {
    expect(argsOf({ version }).includes(argument)).toBe(there);
  });

  test('has a drain time before 1.2 where one is given', () => {
    expect(argsOf({ version: '1.1.0', drainTimeoutMillis: 90_000 })).toContain('--drain-time-s 90');
  });

  test.each([[0, '0'], [500, '0'], [501, '1'], [1_499, '1'], [1_500, '2'], [2_500, '2'], [2_501, '3'], [3_500, '4'], [90_000, '90']])(
    'rounds a drain of %d ms to %s s, as Go does', (drainTimeoutMillis, seconds) => {
      const args = argsOf({ drainTimeoutMillis });
      expect(args[args.indexOf('--drain-time-s') + 1]).toBe(seconds);
    });
});

test.each<[string, Partial<EnvoyGatewayPod>, string[]]>([
  ['nothing where nothing is given', {}, []],
  ['the drain timeout', { drainTimeoutMillis: 90_000 }, ['--drain-timeout=90s']],
  ['the shortest drain', { minDrainMillis: 5_000 }, ['--min-drain-duration=5s']],
  ['both', { drainTimeoutMillis: 90_000, minDrainMillis: 1_500 }, ['--drain-timeout=90s', '--min-drain-duration=2s']],
])('the manager is told %s', (_, given, flags) => {
  expect(shutdownOf(given)).toEqual(['envoy-gateway', 'envoy', 'shutdown', ...flags]);
});

test.each<[string, string, string | undefined]>([
  ['an image', 'registry.example/e:1', 'registry.example/e:1'], ['no image', 'docker.io/envoyproxy/envoy:distroless-v1.39.0', undefined],
])('Envoy has its image: %s', (_, image, given) => {
  expect(containersOf({ container: { image: given } })[0].image).toBe(image);
});

test('Envoy has the latest known image for later releases, from the repository that is named', () => {
  expect(containersOf({ version: '1.99.0', container: { imageRepository: 'r.example/e' } })[0].image).toBe('r.example/e:distroless-v1.39.0');
  expect(containersOf({ version: '1.8.3', container: {} })[0].image).toBe('docker.io/envoyproxy/envoy:distroless-v1.38.0');
});

const ZONE = ['ENVOY_SERVICE_ZONE', 'metadata.annotations[\'topology.kubernetes.io/zone\']'];

test.each([
  ['1.3.9', 'ENVOY_GATEWAY_NAMESPACE', []], ['1.4.0', 'ENVOY_POD_NAMESPACE', [ZONE]], ['1.5.0', 'ENVOY_POD_NAMESPACE', [ZONE]],
])('%s names its namespace %s in both containers', (version, namespace, more) => {
  const fields = [[namespace, 'metadata.namespace'], ['ENVOY_POD_NAME', 'metadata.name'], ...more];
  for (const { env } of containersOf({ version })) {
    expect(env).toEqual(fields.map(([name, fieldPath]) => ({ name, valueFrom: { fieldRef: { fieldPath } } })));
  }
});

test.each([['1.1.9', undefined], ['1.2.0', {
  allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, privileged: false,
  runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, seccompProfile: { type: 'RuntimeDefault' },
}]])('%s hardens both containers', (version, expected) => {
  expect(containersOf({ version }).map(({ securityContext }: any) => securityContext)).toEqual([expected, expected]);
});

test.each<[string, number | undefined, number]>([
  ['1.1.9', undefined, 900], ['1.2.0', undefined, 360], ['1.1.0', 60_000, 360], ['1.9.0', 90_500, 390],
])('%s with a drain of %s ms has a grace period of %d s', (version, drainTimeoutMillis, seconds) => {
  const template: any = envoyGatewayTemplate({
    version, drainTimeoutMillis, container: {}, pod: {}, scraped: true, logLevels: {}, extraArgs: [],
  });
  expect(template.spec.terminationGracePeriodSeconds).toBe(seconds);
});

test('what the resource gives takes the place of what has the same name', () => {
  const [envoy] = containersOf({
    container: { env: [{ name: 'ENVOY_POD_NAME', value: 'x' }], volumeMounts: [{ mountPath: '/sds', name: 'own' }], resources: { requests: { cpu: '2' } } },
  });
  expect(envoy.env.map(({ name, value }: any) => [name, value])).toEqual([
    ['ENVOY_POD_NAMESPACE', undefined], ['ENVOY_SERVICE_ZONE', undefined], ['ENVOY_POD_NAME', 'x'],
  ]);
  expect(envoy.volumeMounts).toEqual([{ mountPath: '/certs', name: 'certs', readOnly: true }, { mountPath: '/sds', name: 'own' }]);
  expect(envoy.resources).toEqual({ requests: { cpu: '2' } });
});

describe('what Prometheus is told', () => {
  const annotationsOf = (given: Partial<EnvoyGatewayPod>): any => templateOf(given).metadata.annotations;
  const own = { pod: { annotations: { 'prometheus.io/scrape': 'false', 'mine': 'x' } } };

  test.each([['1.4.9', 'true'], ['1.5.0', 'false']])('by %s can be overridden: scrape is %s', (version, scrape) => {
    expect(annotationsOf({ version, ...own })).toMatchObject({ 'prometheus.io/scrape': scrape, 'prometheus.io/port': '19001', 'mine': 'x' });
  });

  test('is nothing where its statistics are off, and there is no port for them', () => {
    expect(annotationsOf({ scraped: false })).toEqual({});
    expect(containersOf({ scraped: false })[0].ports.map(({ name }: any) => name)).toEqual(['readiness']);
  });
});

test.each([
  [500, '500ms'], [1_500, '1.5s'], [75_000, '1m15s'], [60_000, '1m0s'], [3_600_000, '1h0m0s'], [5_430_500, '1h30m30.5s'],
])('a delay of %d ms is written as Go does: %s', (healthCheckFailureDelayMillis, text) => {
  const [, manager] = containersOf({ healthCheckFailureDelayMillis });
  expect(manager.lifecycle.preStop.exec.command).toContain(`--health-check-failure-delay=${text}`);
});
