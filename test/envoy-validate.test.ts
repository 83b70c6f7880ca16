import { ChildProcess, spawn } from 'child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { setTimeout as sleep } from 'timers/promises';
import {
  EnvoyBootstrap, EnvoyProxyDeployment, IShutdownManager, ShutdownManager, ShutdownManagerProgram, SidecarPlacement,
} from '../src';
import { realEnvoy, validate } from './support/real-envoy';
import { chartFor, manifestOf, PLAIN_BOOTSTRAP } from './support/synth';

const FIXTURES = join(__dirname, 'fixtures', 'bootstraps');

/** pip may have to fetch 100 MB. */
jest.setTimeout(360_000);

let envoy: string | undefined;
beforeAll(() => {
  envoy = realEnvoy();
});

interface Variant {
  readonly manager: IShutdownManager;
  readonly placement: SidecarPlacement;
}

const program = ShutdownManagerProgram.combinedImage('/opt/manager');
const MANAGERS: { readonly [name: string]: Variant } = {
  'Envoy Gateway': { manager: ShutdownManager.envoyGateway(), placement: SidecarPlacement.AUTO },
  'Envoy Gateway in Envoy\'s container': {
    manager: ShutdownManager.envoyGateway({ program }), placement: SidecarPlacement.ENVOY_CONTAINER,
  },
  'Contour': { manager: ShutdownManager.contour(), placement: SidecarPlacement.AUTO },
  'Contour in Envoy\'s container': {
    manager: ShutdownManager.contour({ program }), placement: SidecarPlacement.ENVOY_CONTAINER,
  },
  'custom': {
    manager: ShutdownManager.custom({
      image: 'registry.example/manager:1', drainCommand: ['/drain'], waitCommand: ['/wait'], adminPort: 9901,
      readinessPort: 9902, statisticsPort: 9903,
    }),
    placement: SidecarPlacement.AUTO,
  },
};

function configurationOf(bootstrap: EnvoyBootstrap, { manager, placement }: Variant): string {
  const proxy = new EnvoyProxyDeployment(chartFor('1.33'), 'Proxy', {
    bootstrap, shutdownManager: manager, placement, envoyImage: 'registry.example/edge/envoy:v1.39.0',
  });
  return manifestOf(proxy, 'ConfigMap').data['envoy.yaml'];
}

describe('a real Envoy accepts', () => {
  const sources = ['plain.yaml', 'ads.yaml'].flatMap((file) => Object.keys(MANAGERS).map((name) => ({ file, name })));
  const complete = [{ file: 'eg-style.yaml', name: 'Envoy Gateway' }, { file: 'contour-style.yaml', name: 'Contour' }];
  test.each([...sources, ...complete])('$file for $name', ({ file, name }) => {
    const configuration = configurationOf(EnvoyBootstrap.fromFile(join(FIXTURES, file)), MANAGERS[name]);
    if (envoy) expect(validate(envoy, configuration)).toMatch(/configuration '.*' OK/);
  });

  test('a configuration in JSON, and in the other spelling of protobuf', () => {
    const typedConfig = {
      '@type': 'type.googleapis.com/envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy',
      'statPrefix': 'tcp', 'cluster': 'backend',
    };
    const camelCase = {
      staticResources: {
        listeners: [{
          name: 'tcp', address: { socketAddress: { address: '0.0.0.0', portValue: 10080 } },
          filterChains: [{ filters: [{ name: 'envoy.filters.network.tcp_proxy', typedConfig }] }],
        }],
        clusters: [{ name: 'backend', type: 'STRICT_DNS', connectTimeout: '1s' }],
      },
    };
    const configuration = configurationOf(EnvoyBootstrap.fromYaml(JSON.stringify(camelCase)), MANAGERS['Envoy Gateway']);
    expect(configuration).not.toContain('static_resources');
    if (envoy) expect(validate(envoy, configuration)).toMatch(/configuration '.*' OK/);
  });

  test('the configuration that Contour\'s init container writes', () => {
    const folder = join(FIXTURES, 'contour-bootstrap', 'default');
    const configuration = readFileSync(join(folder, 'envoy.json'), 'utf8').replaceAll('/config/', `${folder}/`);
    if (envoy) expect(validate(envoy, configuration, 'envoy.json')).toMatch(/configuration '.*' OK/);
  });

  test('nothing that is wrong: the check can fail', () => {
    const broken = PLAIN_BOOTSTRAP.replace('connect_timeout: 1s', 'no_such_field: 1s');
    if (envoy) expect(validate(envoy, broken)).toMatch(/no_such_field/);
  });
});

describe('a real Envoy with a completed configuration', () => {
  let folder: string;
  let running: ChildProcess | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'envoy-'));
    const path = join(folder, 'envoy.yaml');
    writeFileSync(path, configurationOf(EnvoyBootstrap.fromYaml(PLAIN_BOOTSTRAP), MANAGERS.custom)
      .replaceAll('0.0.0.0', '127.0.0.1'));
    if (!envoy) return;
    running = spawn(envoy, ['--config-path', path, '--service-node', 't', '--service-cluster', 't', '--concurrency', '1',
      '--disable-hot-restart'], { stdio: 'ignore' });
    for (let attempt = 0; attempt < 100 && (await statusOf('http://127.0.0.1:9902/ready')) !== 200; attempt++) await sleep(100);
  });

  afterAll(() => {
    running?.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  test('is ready until health checks are failed, and shows statistics to anybody but no admin action', async () => {
    if (!running) return;
    expect(await statusOf('http://127.0.0.1:9902/ready')).toBe(200);
    expect(await statusOf('http://127.0.0.1:9903/stats/prometheus')).toBe(200);
    for (const port of [9902, 9903]) {
      expect(await statusOf(`http://127.0.0.1:${port}/healthcheck/fail`, 'POST')).toBe(404);
      expect(await statusOf(`http://127.0.0.1:${port}/quitquitquit`, 'POST')).toBe(404);
    }
    expect(await statusOf('http://127.0.0.1:9902/ready')).toBe(200);
    expect(await statusOf('http://127.0.0.1:9901/healthcheck/fail', 'POST')).toBe(200);
    expect(await statusOf('http://127.0.0.1:9902/ready')).toBe(503);
    expect(await statusOf('http://127.0.0.1:9903/stats/prometheus')).toBe(200);
  });
});

async function statusOf(url: string, method = 'GET'): Promise<number | undefined> {
  try {
    return (await fetch(url, { method })).status;
  } catch {
    return undefined;
  }
}
