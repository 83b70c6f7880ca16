import { readPods } from '../../src/pod/read';
import { CommandLine, HookStep, HookSurroundings } from '../../src/upstream/behaviour';
import { hookProgramOf, programOf } from '../../src/upstream/programs';

const line = (argv: readonly string[], more: Partial<CommandLine> = {}): CommandLine =>
  ({ kind: 'regular', argv, commandGiven: true, env: {}, ...more });

const words = (text: string): string[] => text.split(' ');

describe('Envoy is recognised', () => {
  test.each<[string, CommandLine]>([
    ['by its name', line(words('envoy -c /etc/envoy/envoy.yaml'))],
    ['by its path', line(words('/usr/local/bin/envoy -c x'))],
    ['behind its entrypoint', line(words('/docker-entrypoint.sh envoy -c x'))],
    ['behind its entrypoint, without its name', line(words('/docker-entrypoint.sh -c x'))],
    ['by its image without a command', line([], { commandGiven: false, image: 'envoyproxy/envoy:v1.39.0' })],
    ['by its image with arguments', line(['-c', 'x'], { commandGiven: false, image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0' })],
    ['in a mirror', line(['-c', 'x'], { commandGiven: false, image: 'r.example:5000/hub/envoyproxy/envoy@sha256:ab' })],
    ['with its name as the first argument', line(['envoy', '-c', 'x'], { commandGiven: false })],
    ['as Cilium builds it', line(['cilium-envoy', '-c', 'x'])],
    ['behind exec in a script', line(['sh', '-c', 'echo hello; exec envoy -c x'])],
    ['as the only command of a script', line(['/bin/bash', '-ec', 'envoy -c x'])],
    ['behind an init program', line(words('/tini -g -- envoy -c x'))],
    ['behind dumb-init', line(words('dumb-init envoy -c x'))],
  ])('%s', (_, container) => {
    expect(programOf(container)).toMatchObject({
      program: 'envoy', known: true, onSigterm: { kind: 'exits', after: { min: 6, max: 95 }, code: 0, drains: false },
      envoy: { drainStrategy: 'gradual', drainTimeMillis: 600_000 },
    });
  });

  test.each<[string, object]>([
    ['envoy --drain-strategy immediate --drain-time-s 60', { drainStrategy: 'immediate', drainTimeMillis: 60_000 }],
    ['envoy --drain-strategy=gradual --drain-time-s=0', { drainStrategy: 'gradual', drainTimeMillis: 0 }],
  ])('with its drain settings: %s', (command, settings) => {
    expect(programOf(line(words(command))).envoy).toMatchObject(settings);
  });

  test.each([
    ['envoyproxy/envoy:v1.39.0', false], ['envoyproxy/envoy:v1.40.0', true], ['envoyproxy/envoy:distroless-v1.40.1', true],
    ['envoyproxy/envoy:v1.37-latest', false], ['envoyproxy/envoy:v1.41-latest', true], ['envoyproxy/envoy:latest', false],
    ['example.com/own:v2.0.0', false],
  ])('with what its version tells clients: %s', (image, plainDrainTells) => {
    expect(programOf(line(['envoy'], { image })).envoy).toMatchObject({ plainDrainTells });
  });

  test('but what becomes of it behind a shell that stays is not known', () => {
    expect(programOf(line(['sh', '-c', 'echo hello; envoy -c x; echo bye; envoy -c y']))).toMatchObject({
      program: 'envoy', known: false, onSigterm: { kind: 'unknown' }, envoy: { drainTimeMillis: 600_000 },
    });
  });
});

describe('Envoy that never serves', () => {
  test.each([
    ['envoy --drain-time-s soon', 1], ['envoy --drain-time-s=-1', 1], ['envoy --drain-time-s 1.5', 1], ['envoy --drain-time-s', 1],
    ['envoy --drain-time-s 4294967296', 1], ['envoy --drain-strategy sudden', 1], ['envoy --version', 0],
    ['envoy --help', 0], ['envoy -h', 0],
  ])('ends itself: %s', (command, code) => {
    const program = programOf(line(words(command)));
    expect(program).toMatchObject({ program: 'envoy', endsItself: { code } });
    expect(program.listensAfter).toBeUndefined();
    expect(program.envoy).toBeUndefined();
  });

  test('is not known where it only validates', () => {
    const program = programOf(line(words('envoy --mode validate -c x')));
    expect(program.known).toBe(false);
    expect(program.envoy).toBeUndefined();
  });

  test.each(['--drain-time-s=$(TIME)', '--drain-strategy $(STRATEGY)'])('is not known with %s', (flags) => {
    expect(programOf(line(words(`envoy ${flags}`)))).toMatchObject({ known: false, envoy: { drainTimeMillis: 600_000 } });
  });
});

describe('Envoy Gateway\'s manager', () => {
  test.each<[string, CommandLine, number]>([
    ['by its path', line(words('/usr/local/bin/envoy-gateway envoy shutdown-manager')), 610_000],
    ['with a ready timeout', line(words('envoy-gateway envoy shutdown-manager --ready-timeout=22s')), 22_000],
    ['by its image', line(words('envoy shutdown-manager --ready-timeout 1m10s'),
      { commandGiven: false, image: 'docker.io/envoyproxy/gateway:v1.9.0' }), 70_000],
  ])('is recognised %s', (_, container, giveUpMillis) => {
    expect(programOf(container)).toMatchObject({
      known: true, loopbackOnly: false,
      onSigterm: { kind: 'exits', code: 0, closesListeners: true, answersOpenRequests: true },
      endpoints: [
        { port: 19002, path: '/healthz', answer: { kind: 'answers', status: 200 } },
        {
          port: 19002, path: '/shutdown/ready', writeTimeoutMillis: 10_000,
          answer: { kind: 'when-file', file: '/tmp/shutdown-ready', pollMillis: 1_000, giveUpMillis },
        },
      ],
    });
  });

  test.each(['--ready-timeout=22', '--ready-timeout'])('ends itself where it refuses %s', (flag) => {
    expect(programOf(line(words(`envoy-gateway envoy shutdown-manager ${flag}`)))).toMatchObject({
      endpoints: [], endsItself: { code: 1 },
    });
  });
});

describe('Contour\'s manager', () => {
  test.each<[string, string, number, string]>([
    ['its defaults', '/bin/contour envoy shutdown-manager', 8090, '/admin/ok'],
    ['its flags', 'contour envoy shutdown-manager --serve-port=18090 --ready-file /run/ok', 18090, '/run/ok'],
  ])('is recognised with %s', (_, command, port, file) => {
    expect(programOf(line(words(command)))).toMatchObject({
      known: true, onSigterm: { kind: 'exits', after: { min: 2, max: 40 }, code: 2, answersOpenRequests: false },
      endpoints: [
        { port, path: '/healthz' },
        { port, path: '/shutdown', answer: { kind: 'when-file', file, pollMillis: 1_000 } },
      ],
    });
    expect(programOf(line(words(command))).endpoints[1]).not.toHaveProperty('writeTimeoutMillis');
  });
});

describe('Agents that run an Envoy', () => {
  test.each<[string, CommandLine, object, object]>([
    ['pilot-agent', line(words('/usr/local/bin/pilot-agent proxy sidecar')),
      { after: { min: 5_006, max: 5_095 }, drains: true }, { drainStrategy: 'immediate', drainTimeMillis: 45_000 }],
    ['pilot-agent with a duration', line(words('pilot-agent proxy router'), {
      env: { PROXY_CONFIG: '{"terminationDrainDuration":"20s"}' },
    }), { after: { min: 20_006, max: 20_095 }, drains: true }, {}],
    ['pilot-agent as a sidecar', line(words('pilot-agent proxy sidecar'), { kind: 'sidecar' }),
      { after: { min: 6, max: 95 }, drains: false }, {}],
    ['kuma-dp', line(words('kuma-dp run --log-level=info')), { after: { min: 30_006, max: 30_095 }, drains: true }, {}],
    ['kuma-dp with a drain time', line(words('kuma-dp run'), { env: { KUMA_DATAPLANE_DRAIN_TIME: '10s' } }),
      { after: { min: 10_006, max: 10_095 } }, {}],
    ['kuma-dp as a sidecar', line(words('kuma-dp run'), { kind: 'sidecar' }), { drains: false }, {}],
    ['consul-dataplane', line(words('consul-dataplane -shutdown-drain-listeners -shutdown-grace-period-seconds=30')),
      { after: { min: 30_006, max: 30_095 }, drains: true }, { drainTimeMillis: 600_000 }],
    ['consul-dataplane without a grace period', line(words('consul-dataplane -envoy-drain-time-seconds=5')),
      { after: { min: 6, max: 95 } }, { drainTimeMillis: 5_000 }],
  ])('%s', (_, container, onSigterm, envoy) => {
    expect(programOf(container)).toMatchObject({ known: true, onSigterm: { kind: 'exits', ...onSigterm }, envoy });
  });

  test.each<[string, Partial<CommandLine>]>([
    ['its variable', { env: { EXIT_ON_ZERO_ACTIVE_CONNECTIONS: 'true', MINIMUM_DRAIN_DURATION: '7s' } }],
    ['the pod\'s annotation', {
      annotations: {
        'proxy.istio.io/config': 'proxyMetadata:\n  EXIT_ON_ZERO_ACTIVE_CONNECTIONS: "true"\n  MINIMUM_DRAIN_DURATION: 7s\n',
      },
    }],
  ])('pilot-agent that waits for the last connection has no bound: by %s', (_, more) => {
    expect(programOf(line(words('pilot-agent proxy sidecar'), more)).onSigterm).toMatchObject({
      kind: 'exits', after: { min: 6, max: 95 }, drains: true,
      steps: [
        { step: 'drain-listeners', graceful: true, skipExit: false },
        { step: 'await-connections', wait: { pollMillis: 1_000, minMillis: 7_000, exitAt: 0, counts: 'all' } },
      ],
    });
  });

  const image = (name: string, args: readonly string[] = [], more: Partial<CommandLine> = {}): CommandLine =>
    line(args, { commandGiven: false, image: name, ...more });

  test.each<[string, CommandLine, object]>([
    ['Istio\'s image', image('docker.io/istio/proxyv2:1.20.0', ['proxy', 'router']),
      { program: 'pilot-agent', onSigterm: { after: { min: 5_006 }, steps: [{ step: 'drain-listeners', skipExit: false }] } }],
    ['Istio\'s image with the old variable, which wins', image('gcr.io/istio-release/proxyv2:1.6.5', ['proxy', 'router'], {
      env: { TERMINATION_DRAIN_DURATION_SECONDS: '310', PROXY_CONFIG: '{"terminationDrainDuration":"20s"}' },
    }), { onSigterm: { after: { min: 310_006 } } }],
    ['Istio\'s annotation', image('istio/proxyv2:1.20.0', ['proxy', 'sidecar'], {
      annotations: { 'proxy.istio.io/config': 'drainDuration: 50s\nterminationDrainDuration: 30s\n' },
    }), { onSigterm: { after: { min: 30_006 } }, envoy: { drainTimeMillis: 50_000 } }],
    ['Kuma\'s image', image('docker.io/kumahq/kuma-dp:2.8.0', ['run']),
      { program: 'kuma-dp', onSigterm: { after: { min: 30_006 }, steps: [{ step: 'fail-health-checks' }] } }],
    ['Kuma\'s annotation', image('kong/kuma-dp:2.8.0', ['run'], { annotations: { 'kuma.io/sidecar-drain-time': '12s' } }),
      { onSigterm: { after: { min: 12_006 } }, envoy: { drainTimeMillis: 12_000 } }],
    ['Consul\'s image up to 2.0.0, whose listeners close',
      image('hashicorp/consul-dataplane:1.9.0', ['-shutdown-drain-listeners', '-shutdown-grace-period-seconds=30']),
      { onSigterm: { after: { min: 30_006 }, steps: [{ step: 'drain-listeners', skipExit: false }] } }],
    ['Consul\'s image later, whose listeners stay',
      image('hashicorp/consul-dataplane:2.0.1', ['-shutdown-drain-listeners', '-shutdown-grace-period-seconds=30']),
      { onSigterm: { steps: [{ step: 'drain-listeners', skipExit: true }] } }],
    ['Consul\'s annotation', image('hashicorp/consul-dataplane:1.9.0', ['-shutdown-drain-listeners'], {
      annotations: { 'consul.hashicorp.com/sidecar-proxy-lifecycle-shutdown-grace-period-seconds': '20' },
    }), { onSigterm: { after: { min: 20_006 } } }],
    ['Consul\'s variables', image('hashicorp/consul-dataplane:1.9.0', [], {
      env: { DP_SHUTDOWN_GRACE_PERIOD_SECONDS: '9', DP_SHUTDOWN_DRAIN_LISTENERS: 'true', DP_ENVOY_DRAIN_TIME_SECONDS: '4' },
    }), { onSigterm: { after: { min: 9_006 }, drains: true }, envoy: { drainTimeMillis: 4_000 } }],
    ['Emissary\'s image, which cuts Envoy', image('docker.io/emissaryingress/emissary:3.9.1', [], { env: { AMBASSADOR_DRAIN_TIME: '20' } }),
      { onSigterm: { after: { min: 6, max: 95 }, code: 1, drains: false }, envoy: { drainTimeMillis: 20_000 } }],
    ['Ambassador\'s image', image('datawire/ambassador:1.14.4'), { envoy: { drainStrategy: 'gradual', drainTimeMillis: 600_000 } }],
    ['App Mesh\'s image', image('public.ecr.aws/appmesh/aws-appmesh-envoy:v1.29.9.0-prod'), { program: 'envoy', envoy: {} }],
    ['somebody\'s own image of that name', image('bitnami/envoy:1.31.0', ['-c', '/x.yaml']), { program: 'envoy', envoy: {} }],
    ['a gateway that Istio fills in', { ...image('auto'), annotations: { 'inject.istio.io/templates': 'gateway' } }, { program: 'pilot-agent', envoy: {} }],
    ['an image that is only called auto', image('auto'), { known: false }],
    ['Gloo\'s image', image('quay.io/solo-io/gloo-envoy-wrapper:1.8.0'), { program: 'envoy', envoy: {} }],
    ['Cilium\'s image', image('quay.io/cilium/cilium-envoy:v1.30.0', ['-c', '/x']), { program: 'envoy', envoy: {} }],
  ])('%s', (_, container, expected) => {
    expect(programOf(container)).toMatchObject(expected);
  });
});

describe('Other programs', () => {
  test.each<[string, CommandLine, object]>([
    ['sleep', line(['sleep', '60']), { onSigterm: { kind: 'ignores' }, endsItself: { after: { min: 60_000, max: 60_000 }, code: 0 } }],
    ['sleep without end', line(['/bin/sleep', 'infinity']), { onSigterm: { kind: 'ignores' } }],
    ['linkerd', line(['/usr/lib/linkerd/linkerd2-proxy-identity']), { onSigterm: { after: { min: 0, max: 120_000 } } }],
    ['linkerd by its image', line([], { commandGiven: false, image: 'cr.l5d.io/linkerd/proxy:stable-2.13.5' }), { role: 'proxy' }],
    ['the first Cloud SQL proxy', line(words('/cloud_sql_proxy -instances=a=tcp:5432')), { role: 'proxy', onSigterm: { after: { max: 100 } } }],
    ['the first Cloud SQL proxy that waits', line(['-term_timeout=30s'], { commandGiven: false, image: 'gcr.io/cloudsql-docker/gce-proxy:1.17' }),
      { role: 'proxy', onSigterm: { after: { min: 0, max: 30_100 } } }],
    ['an external processor', line([], { commandGiven: false, image: 'docker.io/envoyproxy/ai-gateway-extproc:v0.2.0' }), { role: 'companion', known: true }],
    ['a rate limit service', line(['/bin/ratelimit']), { role: 'companion' }],
    ['a shutdown manager', line(words('contour envoy shutdown-manager')), { role: 'shutdown-manager' }],
    ['another shutdown manager', line(words('envoy-gateway envoy shutdown-manager')), { role: 'shutdown-manager' }],
    ['linkerd-await', line(words('linkerd-await --timeout=1m -- envoy -c x')), { program: 'envoy', known: true }],
    ['linkerd-await that stays', line(words('linkerd-await --shutdown -- envoy -c x')), { program: 'envoy', known: false }],
    ['cloud-sql-proxy', line(words('/cloud-sql-proxy --port=5432 db')), { onSigterm: { after: { min: 0, max: 100 }, code: 143 } }],
    ['cloud-sql-proxy that goes on accepting', line(words('cloud-sql-proxy --min-sigterm-delay=20s db')),
      { onSigterm: { after: { min: 20_000, max: 20_100 }, closesListeners: false, drains: true } }],
    ['the same by its variable', line(words('cloud-sql-proxy db'), { env: { CSQL_PROXY_MIN_SIGTERM_DELAY: '20s', CSQL_PROXY_MAX_SIGTERM_DELAY: '30s' } }),
      { onSigterm: { after: { min: 20_000, max: 30_100 } } }],
    ['cloud-sql-proxy that waits', line(words('cloud-sql-proxy --max-sigterm-delay=30s --exit-zero-on-sigterm db')),
      { onSigterm: { after: { min: 0, max: 30_100 }, code: 0 } }],
    ['nobody knows', line(['/app/server']), { program: 'server', known: false, onSigterm: { kind: 'unknown' } }],
    ['an image nobody knows', line([], { commandGiven: false, image: 'example.com/app:1' }),
      { program: 'example.com/app:1', known: false }],
    ['an argument that looks like a program', line(['constructor', 'toString']), { program: 'constructor', known: false }],
    ['nothing at all', line([], { commandGiven: false }), { program: 'an unknown program', known: false }],
  ])('%s', (_, container, expected) => {
    expect(programOf(container)).toMatchObject(expected);
  });

  test('are recognised in what the product reads of a manifest', () => {
    const [pod] = readPods({
      kind: 'Pod', spec: { containers: [{ name: 'a', image: 'x', command: ['envoy'], args: ['--drain-time-s', '7'] }] },
    });
    expect(programOf(pod.containers[0]).envoy).toMatchObject({ drainTimeMillis: 7_000 });
  });
});

const around = (more: Partial<HookSurroundings> = {}): HookSurroundings =>
  ({ env: {}, runsEnvoy: true, opensFirstProcess: true, ...more });

const GATEWAY = (version: string) => ({ image: `docker.io/envoyproxy/gateway:v${version}` });
const drain: HookStep = { step: 'drain-listeners', graceful: true, skipExit: true };

describe('Envoy Gateway\'s hook', () => {
  const waitOf = (command: string, more: Partial<HookSurroundings> = {}) =>
    hookProgramOf(words(command), around(more)).steps.find((step) => step.step === 'await-connections');

  test('fails health checks, counts, and writes its file', () => {
    expect(hookProgramOf(words('/opt/shutdown-manager/usr/local/bin/envoy-gateway envoy shutdown')).steps).toEqual([
      { step: 'wait', millis: 64 },
      { step: 'fail-health-checks' },
      {
        step: 'await-connections',
        wait: { pollMillis: 1_000, minMillis: 10_000, timeoutMillis: 60_000, exitAt: 0, counts: 'all' },
      },
      { step: 'write-file', file: '/tmp/shutdown-ready', failure: 'exits' },
    ]);
  });

  test.each<[string, object]>([
    ['--drain-timeout=12s --min-drain-duration 5s', { timeoutMillis: 12_000, minMillis: 5_000 }],
    ['--drain-timeout 1500ms --min-drain-duration=500ms', { timeoutMillis: 1_500, minMillis: 500 }],
    ['--exit-at-connections 5', { exitAt: 5 }],
    ['--health-check-failure-delay=5s', { healthCheckFailureDelayMillis: 5_000 }],
  ])('takes %s', (flags, wait) => {
    expect(waitOf(`envoy-gateway envoy shutdown ${flags}`)).toMatchObject({ wait });
  });

  test('drains listeners first where health checks fail later', () => {
    expect(hookProgramOf(words('envoy-gateway envoy shutdown --health-check-failure-delay 5s')).steps[1]).toEqual(drain);
  });

  test.each([
    ['--drain-timeout=60', {}], ['--drain-timeuot=60s', {}], ['--exit-at-connections=few', {}],
    ['--health-check-failure-delay=5s', GATEWAY('1.8.3')],
  ])('refuses %s', (flags, more) => {
    expect(hookProgramOf(words(`envoy-gateway envoy shutdown ${flags}`), around(more)).steps)
      .toEqual([{ step: 'wait', millis: 20 }, { step: 'exit', code: 1 }]);
  });

  test.each([
    ['1.1.4', { timeoutMillis: 600_000, minMillis: 5_000 }], ['1.2.0', { timeoutMillis: 60_000, minMillis: 10_000 }],
  ])('has the defaults of %s', (version, wait) => {
    expect(waitOf('envoy-gateway envoy shutdown', GATEWAY(version))).toMatchObject({ wait });
  });

  test.each([
    ['1.3.3', true], ['1.5.8', true], ['1.5.9', false], ['1.6.3', true], ['1.6.4', false], ['1.7.0', false], ['1.9.0', false],
  ])('counts with old statistics or not: %s %s', (version, isOld) => {
    const step = waitOf('envoy-gateway envoy shutdown', GATEWAY(version));
    expect(step).toHaveProperty('wait');
    expect(JSON.stringify(step).includes('"refreshMillis":5000')).toBe(isOld);
  });

  test.each([['1.1.1', [{ step: 'fail-health-checks' }, drain]], ['1.1.2', [{ step: 'fail-health-checks' }]]])(
    'called two endpoints until 1.1.1: %s', (version, calls) => {
      const { steps } = hookProgramOf(words('envoy-gateway envoy shutdown'), around(GATEWAY(version)));
      expect(steps.slice(1, -2)).toEqual(calls);
    });

  test('panics where it may not log to process 1', () => {
    expect(hookProgramOf(words('envoy-gateway envoy shutdown'), around({ opensFirstProcess: false })).steps)
      .toEqual([{ step: 'wait', millis: 200 }, { step: 'exit', code: 2 }]);
  });
});

describe('Contour\'s hook', () => {
  test('fails health checks, counts without a bound, and does not mind its file', () => {
    expect(hookProgramOf(words('/bin/contour envoy shutdown')).steps).toEqual([
      { step: 'wait', millis: 37 },
      { step: 'fail-health-checks' },
      { step: 'wait', millis: 0 },
      { step: 'await-connections', wait: { pollMillis: 5_000, minMillis: 0, exitAt: 0, counts: 'http' } },
      { step: 'write-file', file: '/admin/ok', failure: 'ignored' },
    ]);
  });

  test('takes its flags', () => {
    const times = '--drain-delay=2s --check-delay=8s --check-interval=1s';
    const others = '--min-open-connections=3 --ready-file=/tmp/ok --admin-address /tmp/s';
    expect(hookProgramOf(words(`contour envoy shutdown ${times} ${others}`)).steps).toEqual([
      { step: 'wait', millis: 2_037 },
      { step: 'fail-health-checks' },
      { step: 'wait', millis: 8_000 },
      { step: 'await-connections', wait: { pollMillis: 1_000, minMillis: 0, exitAt: 3, counts: 'http' } },
      { step: 'write-file', file: '/tmp/ok', failure: 'ignored' },
    ]);
  });

  test.each([['1.21.3', 60_000], ['1.22.0', 0]])('waited a minute until 1.21: %s', (version, millis) => {
    const image = `ghcr.io/projectcontour/contour:v${version}`;
    const { steps } = hookProgramOf(words('contour envoy shutdown'), around({ image }));
    expect(steps[2]).toEqual({ step: 'wait', millis });
  });

  test('refuses a port of its manager', () => {
    expect(hookProgramOf(words('contour envoy shutdown --serve-port=1')).steps).toContainEqual({ step: 'exit', code: 1 });
  });
});

const wait = (seconds: number): HookStep => ({ step: 'wait', millis: seconds * 1000 });
const unknown = (command: string): HookStep => ({ step: 'unknown', command });
const fail: HookStep = { step: 'fail-health-checks' };
const refused: HookStep = { step: 'refused-admin-call', path: '/healthcheck/fail' };
const quit: HookStep = { step: 'quit-envoy' };
const drainListeners = (graceful: boolean, skipExit: boolean): HookStep =>
  ({ step: 'drain-listeners', graceful, skipExit });

describe('a script', () => {
  test.each<[string, readonly HookStep[]]>([
    // Gloo's gracefulShutdown: https://github.com/solo-io/gloo (8d57572e)
    ['wget --post-data "" 127.0.0.1:19000/healthcheck/fail; sleep 25', [fail, wait(25)]],
    ['wget -O- 127.0.0.1:19000/healthcheck/fail; sleep 5', [refused, wait(5)]],
    ['wget -O- 127.0.0.1:19000/healthcheck/fail && sleep 5', [refused, { step: 'exit', code: 1 }]],
    ['curl -f localhost:9901/healthcheck/fail && sleep 5', [refused, { step: 'exit', code: 1 }]],
    ['curl localhost:9901/healthcheck/fail && sleep 5', [refused, wait(5)]],
    ['wget --method=POST http://localhost:9901/healthcheck/fail && sleep 1m', [fail, wait(60)]],
    ['curl -s localhost:9901/healthcheck/fail; sleep 5', [refused, wait(5)]],
    ['curl -sX POST localhost:9901/healthcheck/fail; sleep 0.5', [fail, wait(0.5)]],
    ['curl -XPOST localhost:9901/healthcheck/fail || true; sleep 5', [fail, wait(5)]],
    ['curl --request POST http://[::1]:9901/healthcheck/fail >/dev/null 2>&1', [fail]],
    ['curl -d "" http://$POD_IP:9901/healthcheck/fail', [fail]],
    ['curl -o tmp/out -d "" http://localhost:9901/healthcheck/fail', [fail]],
    ['curl --unix-socket /admin/admin.sock -X POST http://unix/healthcheck/fail', [fail]],
    ['curl -X POST "localhost:9901/drain_listeners?graceful&skip_exit"; sleep 5', [drainListeners(true, true), wait(5)]],
    ['curl -X POST localhost:9901/drain_listeners?graceful&skip_exit; sleep 5', [drainListeners(true, false), wait(5)]],
    ['curl -X POST localhost:9901/drain_listeners', [drainListeners(false, false)]],
    ['curl -X POST localhost:15020/quitquitquit', [quit]],
    ['curl -X POST localhost:8080/other; sleep 5', [unknown('curl -X POST localhost:8080/other'), wait(5)]],
    // https://github.com/knative-extensions/net-kourier (37a0ffbe)
    ['curl -X POST localhost:9901/drain_listeners?graceful; sleep $DRAIN_TIME_SECONDS', [drainListeners(true, false), wait(15)]],
    ['sleep ${DRAIN_TIME_SECONDS}; sleep ${OTHER:-3}', [wait(15), wait(3)]],
    ['sleep $OTHER', [unknown('sleep $OTHER')]],
    ['sleep $((10+5)); sleep $(( $DRAIN_TIME_SECONDS - 5 ))', [wait(15), wait(10)]],
    ['sleep $((DRAIN_TIME_SECONDS * 2))', [unknown('sleep $((DRAIN_TIME_SECONDS * 2))')]],
    ['sleep $((5 - 9))', [unknown('sleep $((5 - 9))')]],
    ['sleep $((OTHER + 1))', [unknown('sleep $((OTHER + 1))')]],
    ['curl -X POST localhost:${ADMIN_PORT:-9901}/healthcheck/fail; sleep 5', [fail, wait(5)]],
    ['curl -X POST http://localhost:4191/shutdown; sleep 5', [{ step: 'quit-proxy', program: 'linkerd-proxy' }, wait(5)]],
    ['curl http://localhost:9091/quitquitquit', [{ step: 'quit-proxy', program: 'cloud-sql-proxy' }]],
    ['cloud-sql-proxy shutdown', [{ step: 'quit-proxy', program: 'cloud-sql-proxy' }]],
    ['sleep infinity', [{ step: 'hang' }]],
    ['sleep 5 & wait', [unknown('sleep 5'), unknown('wait')]],
    ['exec sleep 5; sleep 10', [wait(5)]],
    ['echo draining; date; sleep 5', [wait(5)]],
    ['kill 1', [quit]],
    ['sleep 3; kill -TERM 1', [wait(3), quit]],
    ['kill -s SIGTERM 1', [quit]],
    ['kill -HUP 1', []],
    ['sleep 30; kill -USR1 1; sleep 30', [wait(30), wait(30)]],
    ['kill -TERM 42', []],
    ['kill -9 1', []],
    ['kill $(pidof envoy)', [quit]],
    ['kill -TERM $PID', [unknown('kill -TERM $PID')]],
    ['pkill -9 envoy', [unknown('pkill -9 envoy')]],
    ['pkill nginx; killall -TERM haproxy', []],
    ['killall -TERM kuma-dp', [unknown('killall -TERM kuma-dp')]],
    ['curl -s localhost:9901/ready; sleep 5', [wait(5)]],
    ['command -v curl && tail -f /dev/null', [unknown('tail -f /dev/null')]],
    ['tail -f /dev/null', [{ step: 'hang' }]],
    ['curl -X POST localhost:15020/drain', [drain]],
    ['pilot-agent request POST quitquitquit', [quit]],
    ['pilot-agent request GET drain', [{ step: 'refused-admin-call', path: '/drain' }]],
    ['timeout 5 sleep 3', [wait(3)]],
    ['timeout -k 1 5 sleep 30; sleep 1', [wait(5), wait(1)]],
    ['timeout 5s sh -c "sleep 2; curl -X POST localhost:9901/healthcheck/fail; sleep 9"', [wait(2), fail, wait(3), { step: 'exit', code: 1 }]],
    ['timeout 5 /app/drain', [unknown('timeout 5 /app/drain')]],
    ['curl -X POST localhost:9901/healthcheck/fail', [fail]],
    ['test -f /x; false', [{ step: 'exit', code: 1 }]],
    ['pkill envoy', [quit]],
    ['killall -15 envoy', [quit]],
    ['killall -USR2 kuma-dp', [drain]],
    ['while [ ! -f /tmp/done ]; do sleep 2; done; sleep 1',
      [{ step: 'wait-for-file', file: '/tmp/done', pollMillis: 2_000 }, wait(1)]],
    ['until test -e /tmp/done; do sleep 0.1; done', [{ step: 'wait-for-file', file: '/tmp/done', pollMillis: 100 }]],
    ['while true; do sleep 1; done', [{ step: 'hang' }]],
    ['while pgrep app; do sleep 1; done', [unknown('pgrep app; sleep 1')]],
    ['touch /tmp/done', [{ step: 'write-file', file: '/tmp/done', failure: 'ignored' }]],
    ['echo ok > /tmp/done', [{ step: 'write-file', file: '/tmp/done', failure: 'ignored' }]],
    ['if [ -f /x ]; then sleep 5; fi', [unknown('sleep 5')]],
    ['exit 3', [{ step: 'exit', code: 3 }]],
    ['/app/drain', [unknown('/app/drain')]],
    ['pilot-agent request --debug-port=15020 POST drain', [drain]],
    ['contour envoy shutdown', hookProgramOf(words('contour envoy shutdown')).steps],
    ['if', [{ step: 'exit', code: 2 }]],
  ])('%s', (script, steps) => {
    expect(hookProgramOf(['/bin/sh', '-c', script], around({ env: { DRAIN_TIME_SECONDS: '15' } })).steps).toEqual(steps);
  });

  test.each([
    'docker.io/envoyproxy/envoy:distroless-v1.39.0', 'envoyproxy/envoy-distroless:v1.30.1', 'docker.io/envoyproxy/gateway:v1.9.0',
    'ghcr.io/projectcontour/contour:v1.33.6',
  ])('fails in an image without a shell: %s', (image) => {
    expect(hookProgramOf(['sh', '-c', 'sleep 5'], around({ image })).steps).toEqual([{ step: 'exit', code: 127 }]);
    expect(hookProgramOf(['sleep', '5'], around({ image })).steps).toEqual([{ step: 'exit', code: 127 }]);
  });

  test.each(['kill 1', 'kill -TERM $(cat /var/run/haproxy/haproxy.pid)', 'kill -s QUIT $PID'])(
    'takes no time for a signal where no Envoy runs: %s', (script) => {
      expect(hookProgramOf(['sh', '-c', script], around({ runsEnvoy: false })).steps).toEqual([]);
    });
});

describe('a hook without a shell', () => {
  test.each<[readonly string[], readonly HookStep[]]>([
    [['/bin/sleep', '20'], [wait(20)]],
    [['curl', '-X', 'POST', 'http://127.0.0.1:9901/healthcheck/fail'], [fail]],
    [['pilot-agent', 'request', '--debug-port=15020', 'POST', 'drain'], [drain]],
    [['/wait-shutdown'], [unknown('/wait-shutdown')]],
    [[], [unknown('')]],
  ])('%j', (command, steps) => {
    expect(hookProgramOf(command).steps).toEqual(steps);
  });
});
