import { Duration, Size } from 'cdk8s';
import {
  CustomShutdownManagerOptions, DrainTiming, DrainTimingOptions, IShutdownManager, ShutdownManager,
  ShutdownManagerOptions, ShutdownManagerProgram, SidecarPlacement,
} from '../src';

const { ENVOY_CONTAINER, NATIVE, SIBLING } = SidecarPlacement;

/** Placements with a container for the manager. */
const TWO_CONTAINERS = [NATIVE, SIBLING];

const COMBINED = ShutdownManagerProgram.combinedImage('/usr/bin/drain-envoy');

const seconds = Duration.seconds;

describe('envoyGateway', () => {
  describe.each(TWO_CONTAINERS)('as %s', (placement) => {
    test('starts the manager, drains and waits as the program\'s own flags say', () => {
      const parts = bind(ShutdownManager.envoyGateway(), { placement });

      expect(parts).toMatchObject({
        image: 'docker.io/envoyproxy/gateway:v1.9.0',
        command: ['envoy-gateway'],
        // the drain timeout of 60 s and the margins of 4 s
        args: ['envoy', 'shutdown-manager', '--ready-timeout=64s'],
        drainCommand: ['envoy-gateway', 'envoy', 'shutdown', '--drain-timeout=60s', '--min-drain-duration=10s'],
        wait: { path: '/shutdown/ready', port: 19002 },
        healthPath: '/healthz',
        healthPort: 19002,
        directory: '/tmp',
        sharesDirectory: false,
        logsToFirstProcess: true,
        user: 65532,
        adminPort: 19000,
        statisticsPort: 19001,
        readinessPort: 19003,
      });
      expect(parts.waitCommand).toBeUndefined();
      expect(parts.adminSocket).toBeUndefined();
      expect(parts.programImage).toBeUndefined();
    });

    test('writes the times into its flags', () => {
      const { args, drainCommand } = bind(ShutdownManager.envoyGateway(), {
        placement, drainTimeout: seconds(190), minDrainDuration: seconds(130), healthCheckFailureDelay: seconds(75),
      });

      expect(args).toContain('--ready-timeout=194s');
      expect(drainCommand.slice(3)).toEqual(
        ['--drain-timeout=190s', '--min-drain-duration=130s', '--health-check-failure-delay=75s']);
    });

    test('fails when given a program, which it would not use', () => {
      const manager = ShutdownManager.envoyGateway({ program: COMBINED });

      expect(() => bind(manager, { placement })).toThrow(
        `'program' (given) must go with 'placement' ENVOY_CONTAINER (${placement})`);
    });
  });

  describe('as ENVOY_CONTAINER', () => {
    const placement = ENVOY_CONTAINER;
    const FLAGS = ['envoy', 'shutdown', '--drain-timeout=60s', '--min-drain-duration=10s'];

    test('takes the program of a combined image', () => {
      const parts = bind(ShutdownManager.envoyGateway({ program: COMBINED }), { placement });

      expect(parts.drainCommand).toEqual(['/usr/bin/drain-envoy', ...FLAGS]);
      expect(parts.programImage).toBeUndefined();
    });

    test('takes the program of its own image from an image volume', () => {
      const manager = ShutdownManager.envoyGateway({ version: '1.8.2', program: ShutdownManagerProgram.imageVolume() });

      const parts = bind(manager, { placement });

      expect(parts.drainCommand).toEqual(['/opt/shutdown-manager/usr/local/bin/envoy-gateway', ...FLAGS]);
      expect(parts.programImage).toBe('docker.io/envoyproxy/gateway:v1.8.2');
    });

    test('takes the program of another image from an image volume', () => {
      const program = ShutdownManagerProgram.imageVolume({ image: 'mirror.example.com/eg:v1.9.0', path: '/eg' });

      const parts = bind(ShutdownManager.envoyGateway({ program }), { placement });

      expect(parts.drainCommand).toEqual(['/opt/shutdown-manager/eg', ...FLAGS]);
      expect(parts.programImage).toBe('mirror.example.com/eg:v1.9.0');
    });

    test('fails when there is no program', () => {
      expect(() => bind(ShutdownManager.envoyGateway(), { placement })).toThrow(
        /'program' \(nothing\) must be given with 'placement' ENVOY_CONTAINER.*combinedImage.*imageVolume/);
    });
  });

  describe('healthCheckFailureDelay', () => {
    const DELAY = { healthCheckFailureDelay: seconds(5) };
    const FLAG = '--health-check-failure-delay=5s';

    test.each([undefined, '1.9.0', 'v1.9.0', '1.9.3', '1.10.0', '2.0.0', '1.9.0-rc.1'])(
      'is a flag of version %s', (version) => {
        expect(bind(ShutdownManager.envoyGateway({ version }), DELAY).drainCommand).toContain(FLAG);
      });

    test.each(['gateway:v1.9.0', 'gateway:v1.9.0-rc.1', 'gateway:v1.10.0-distroless', 'gateway:latest'])(
      'is a flag of image %s', (image) => {
        expect(bind(ShutdownManager.envoyGateway({ image }), DELAY).drainCommand).toContain(FLAG);
      });

    test.each(['1.8.9', 'v1.8.0', '1.0.0', '1.3.3'])('fails when version %s does not know the flag', (version) => {
      expect(() => bind(ShutdownManager.envoyGateway({ version }), DELAY)).toThrow(
        /'healthCheckFailureDelay' \(5s\) must be 0s .* before 1\.9\.0.*unknown flag/);
    });

    test('fails when the tag of the image shows that it does not know the flag', () => {
      expect(() => bind(ShutdownManager.envoyGateway({ image: 'gateway:v1.8.0' }), DELAY)).toThrow(
        /\(1\.8\.0\) before 1\.9\.0/);
    });

    test('fails when the manager that the pod has does not know the flag', () => {
      expect(() => bind(ShutdownManager.envoyGateway(), { ...DELAY, currentImage: 'gateway:v1.8.0' })).toThrow(
        /\(1\.8\.0\) before 1\.9\.0/);
    });

    test.each(['1.8.9', '1.9.0'])('is left out where it is 0: version %s', (version) => {
      const { drainCommand } = bind(ShutdownManager.envoyGateway({ version }), { healthCheckFailureDelay: seconds(0) });

      expect(drainCommand.join(' ')).not.toContain('--health-check-failure-delay');
    });

    test('keeps its milliseconds', () => {
      const { drainCommand } = bind(ShutdownManager.envoyGateway(), { healthCheckFailureDelay: Duration.millis(1500) });

      expect(drainCommand).toContain('--health-check-failure-delay=1500ms');
    });
  });

  test('asks for 96 MiB, more than was measured', () => {
    expect(bind(ShutdownManager.envoyGateway()).defaultResources.memoryRequest?.toMebibytes()).toBe(96);
  });

  // The ready timeout, a poll of 1 s, and 2 s to stop.
  test.each([
    [60, 67],
    [190, 197],
    [300, 307],
  ])('needs for a drain of %i s a grace period of %i s', (drainTimeout, grace) => {
    const timing = DrainTiming.of({ drainTimeout: seconds(drainTimeout) });

    expect(ShutdownManager.envoyGateway().gracePeriodFor(timing).toSeconds()).toBe(grace);
  });

  test('bounds the drain itself, after 60 s by default', () => {
    const manager = ShutdownManager.envoyGateway();

    expect(manager.boundedByGracePeriod).toBe(false);
    expect(manager.defaultDrainTimeout.toSeconds()).toBe(60);
  });

  test('has a shutdown manager since 1.0.0', () => {
    expect(() => ShutdownManager.envoyGateway({ version: '1.0.0' })).not.toThrow();
    expect(() => ShutdownManager.envoyGateway({ version: '0.6.0' })).toThrow(
      /'version' \(0\.6\.0\) must be at least 1\.0\.0/);
  });
});

describe('contour', () => {
  describe.each(TWO_CONTAINERS)('as %s', (placement) => {
    test('starts the manager, drains and waits as the program\'s own flags say', () => {
      const parts = bind(ShutdownManager.contour(), { placement });

      expect(parts).toMatchObject({
        image: 'ghcr.io/projectcontour/contour:v1.33.6',
        command: ['/bin/contour'],
        args: ['envoy', 'shutdown-manager', '--ready-file=/admin/ok'],
        drainCommand: [
          '/bin/contour', 'envoy', 'shutdown', '--admin-address=/admin/admin.sock', '--ready-file=/admin/ok',
          '--drain-delay=0s', '--check-delay=10s',
        ],
        wait: { path: '/shutdown', port: 8090 },
        healthPath: '/healthz',
        healthPort: 8090,
        directory: '/admin',
        sharesDirectory: true,
        logsToFirstProcess: false,
        user: 65534,
        adminSocket: '/admin/admin.sock',
        readinessPort: 8002,
        statisticsPort: 8002,
        statisticsPrefix: 'stats-health',
      });
      expect(parts.waitCommand).toBeUndefined();
      expect(parts.adminPort).toBeUndefined();
      expect(parts.programImage).toBeUndefined();
    });

    test('looks for socket and ready file where it is told to', () => {
      const parts = bind(ShutdownManager.contour({ adminDirectory: '/run/envoy' }), { placement });

      expect(parts.directory).toBe('/run/envoy');
      expect(parts.adminSocket).toBe('/run/envoy/admin.sock');
      expect(parts.args).toContain('--ready-file=/run/envoy/ok');
      expect(parts.drainCommand).toEqual(
        expect.arrayContaining(['--admin-address=/run/envoy/admin.sock', '--ready-file=/run/envoy/ok']));
    });

    test('fails when given a program, which it would not use', () => {
      expect(() => bind(ShutdownManager.contour({ program: COMBINED }), { placement })).toThrow(
        `'program' (given) must go with 'placement' ENVOY_CONTAINER (${placement})`);
    });
  });

  describe('as ENVOY_CONTAINER', () => {
    const placement = ENVOY_CONTAINER;
    const FLAGS = ['envoy', 'shutdown', '--admin-address=/tmp/admin.sock', '--ready-file=/tmp/ok', '--drain-delay=0s',
      '--check-delay=10s'];

    test('takes the program of a combined image, and shares nothing', () => {
      const parts = bind(ShutdownManager.contour({ program: COMBINED }), { placement });

      expect(parts.drainCommand).toEqual(['/usr/bin/drain-envoy', ...FLAGS]);
      expect(parts.programImage).toBeUndefined();
      expect(parts.directory).toBe('/tmp');
      expect(parts.adminSocket).toBe('/tmp/admin.sock');
      expect(parts.sharesDirectory).toBe(false);
    });

    test('takes the program of its own image from an image volume', () => {
      const manager = ShutdownManager.contour({ program: ShutdownManagerProgram.imageVolume() });

      const parts = bind(manager, { placement });

      expect(parts.drainCommand).toEqual(['/opt/shutdown-manager/bin/contour', ...FLAGS]);
      expect(parts.programImage).toBe('ghcr.io/projectcontour/contour:v1.33.6');
    });

    test('keeps a directory that was asked for', () => {
      const parts = bind(ShutdownManager.contour({ adminDirectory: '/run/envoy', program: COMBINED }), { placement });

      expect(parts.adminSocket).toBe('/run/envoy/admin.sock');
      expect(parts.drainCommand).toContain('--ready-file=/run/envoy/ok');
    });

    test('fails when there is no program', () => {
      expect(() => bind(ShutdownManager.contour(), { placement })).toThrow(/'program' \(nothing\) must be given/);
    });
  });

  test.each([
    [10, 0, '0s', '10s'],
    [30, 0, '0s', '30s'],
    [10, 4, '4s', '6s'],
    [10, 10, '10s', '0s'],
    [10, 15, '15s', '0s'],
    [10, 0.5, '500ms', '9500ms'],
    [0, 0, '0s', '0s'],
  ])('adds up to a shortest drain of %d s, health failing after %d s: %s, %s', (min, delay, before, after) => {
    const { drainCommand } = bind(ShutdownManager.contour(), {
      minDrainDuration: seconds(min), healthCheckFailureDelay: seconds(delay),
    });

    expect(drainCommand.slice(-2)).toEqual([`--drain-delay=${before}`, `--check-delay=${after}`]);
  });

  test('asks for 64 MiB, more than was measured', () => {
    expect(bind(ShutdownManager.contour()).defaultResources.memoryRequest?.toMebibytes()).toBe(64);
  });

  test.each([
    [60, 67],
    [300, 307],
  ])('needs for a drain of %i s a grace period of %i s', (drainTimeout, grace) => {
    const timing = DrainTiming.of({ drainTimeout: seconds(drainTimeout) });

    expect(ShutdownManager.contour().gracePeriodFor(timing).toSeconds()).toBe(grace);
  });

  test('is bounded by the grace period only, which Contour\'s manifests set to 300 s', () => {
    const manager = ShutdownManager.contour();

    expect(manager.boundedByGracePeriod).toBe(true);
    expect(manager.defaultDrainTimeout.toSeconds()).toBe(300);
  });

  test('reaches the admin socket since 1.19.0', () => {
    expect(() => ShutdownManager.contour({ version: '1.19.0' })).not.toThrow();
    expect(() => ShutdownManager.contour({ version: '1.18.3' })).toThrow(
      /'version' \(1\.18\.3\) must be at least 1\.19\.0/);
  });

  test.each(['', 'admin', './admin', '/', '/admin/', '/ad min', '/admin\n'])(
    'fails when the admin directory is %j', (adminDirectory) => {
      expect(() => ShutdownManager.contour({ adminDirectory })).toThrow(
        /'adminDirectory' \(".*"\) must be an absolute path without a slash at its end/);
    });
});

describe.each<[name: string, repository: string, tagged: string, older: string, make: Make]>([
  ['envoyGateway', 'docker.io/envoyproxy/gateway', '1.8.4', '0.6.0',
    (options) => ShutdownManager.envoyGateway(options)],
  ['contour', 'ghcr.io/projectcontour/contour', '1.30.2', '1.18.0', (options) => ShutdownManager.contour(options)],
])('version and image of %s', (_, repository, tagged, older, make) => {
  const mirror = `mirror.example.com/manager:v${tagged}`;

  test('fit together where only the version is given', () => {
    expect(bind(make({ version: tagged })).image).toBe(`${repository}:v${tagged}`);
    expect(bind(make({ version: `v${tagged}` })).image).toBe(`${repository}:v${tagged}`);
  });

  test('let the image be another one', () => {
    expect(bind(make({ image: mirror })).image).toBe(mirror);
    expect(bind(make({ image: mirror, version: tagged })).image).toBe(mirror);
    expect(bind(make({ image: 'mirror.example.com/manager:stable', version: tagged })).image).toBe(
      'mirror.example.com/manager:stable');
  });

  test('leave the pod the image that it has', () => {
    expect(bind(make({}), { currentImage: mirror }).image).toBe(mirror);
    expect(bind(make({ version: tagged }), { currentImage: mirror }).image).toBe(mirror);
  });

  test('replace the image that the pod has', () => {
    const image = `other.example.com/manager:v${tagged}`;

    expect(bind(make({ image }), { currentImage: `old.example.com/manager:v${older}` }).image).toBe(image);
  });

  test('fail when they contradict each other', () => {
    expect(() => make({ image: mirror, version: '1.31.0' })).toThrow(
      `'version' (1.31.0) must be the version of the image '${mirror}' (${tagged})`);
  });

  test('fail when the version contradicts the image that the pod has', () => {
    expect(() => bind(make({ version: '1.31.0' }), { currentImage: mirror })).toThrow(
      `'version' (1.31.0) must be the version of the image '${mirror}' (${tagged})`);
  });

  test('fail when the tag of the pod\'s image is too old', () => {
    expect(() => bind(make({}), { currentImage: `manager:v${older}` })).toThrow(
      new RegExp(`'version' \\(${older}\\) must be at least 1\\.`));
  });

  test.each(['', 'latest', '1.9', 'main'])('fail when the version is %j', (version) => {
    expect(() => make({ version })).toThrow(/'version' \(".*"\) must be a release of/);
  });

  test.each(['', 'an image', '${IMAGE}'])('fail when the image is %j', (image) => {
    expect(() => make({ image })).toThrow(/'image' \(".*"\) must be an image reference/);
  });
});

describe('custom', () => {
  const MINIMAL: CustomShutdownManagerOptions = {
    image: 'drainer:1.0.0', drainCommand: ['/bin/drain', '--all'], waitPath: '/wait', waitPort: 9000,
  };

  const custom = (options: Partial<CustomShutdownManagerOptions> = {}) =>
    ShutdownManager.custom({ ...MINIMAL, ...options });

  test.each([NATIVE, SIBLING, ENVOY_CONTAINER])('has Envoy Gateway\'s ports unless told otherwise: %s', (placement) => {
    const parts = bind(custom(), { placement });

    expect(parts).toMatchObject({
      image: 'drainer:1.0.0',
      command: [],
      drainCommand: ['/bin/drain', '--all'],
      wait: { path: '/wait', port: 9000 },
      sharesDirectory: false,
      logsToFirstProcess: false,
      adminPort: 19000,
      statisticsPort: 19001,
      readinessPort: 19003,
    });
    expect(parts.args).toBeUndefined();
    expect(parts.user).toBeUndefined();
    expect(parts.healthPath).toBeUndefined();
    expect(parts.directory).toBeUndefined();
    expect(parts.programImage).toBeUndefined();
  });

  test('hands on what describes it', () => {
    const parts = bind(custom({
      command: ['/bin/serve'], args: ['--port=9000'], user: 1234, healthPath: '/ok', healthPort: 9001,
      adminPort: 9901, readinessPort: 9902, statisticsPort: 9903, imagePullPolicy: 'Always', environment: { A: 'b' },
    }));

    expect(parts).toMatchObject({
      command: ['/bin/serve'], args: ['--port=9000'], user: 1234, healthPath: '/ok', healthPort: 9001,
      adminPort: 9901, readinessPort: 9902, statisticsPort: 9903, imagePullPolicy: 'Always', environment: { A: 'b' },
    });
  });

  test('answers for its health where Envoy\'s hook waits unless told otherwise', () => {
    expect(bind(custom({ healthPath: '/ok' })).healthPort).toBe(9000);
  });

  test('lets a command wait', () => {
    const parts = bind(custom({ waitPath: undefined, waitPort: undefined, waitCommand: ['/bin/wait'] }));

    expect(parts.waitCommand).toEqual(['/bin/wait']);
    expect(parts.wait).toBeUndefined();
  });

  test('keeps its image whatever the pod has', () => {
    expect(bind(custom(), { currentImage: 'other:1' }).image).toBe('drainer:1.0.0');
  });

  test('asks for 64 MiB', () => {
    expect(bind(custom()).defaultResources.memoryRequest?.toMebibytes()).toBe(64);
  });

  test('drains for 60 s by default, and says itself when it ends', () => {
    expect(custom().defaultDrainTimeout.toSeconds()).toBe(60);
    expect(custom().boundedByGracePeriod).toBe(false);
  });

  // 0.28 s until its hook runs, a poll of 1 s, 2 s to stop: 3.28 s, in whole seconds.
  test.each([
    [10, 14],
    [90, 94],
    [120, 124],
  ])('needs for a longest run of %i s a grace period of %i s', (longestRun, grace) => {
    const manager = custom({ longestRun: seconds(longestRun) });

    expect(manager.gracePeriodFor(DrainTiming.of()).toSeconds()).toBe(grace);
  });

  test.each([
    [60, 64],
    [300, 304],
  ])('takes the drain timeout of %i s for its longest run unless told otherwise', (drainTimeout, grace) => {
    const timing = DrainTiming.of({ drainTimeout: seconds(drainTimeout) });

    expect(custom().gracePeriodFor(timing).toSeconds()).toBe(grace);
  });

  describe('as ENVOY_CONTAINER', () => {
    const placement = ENVOY_CONTAINER;

    test('takes the program of a combined image', () => {
      const parts = bind(custom({ program: COMBINED }), { placement });

      expect(parts.drainCommand).toEqual(['/usr/bin/drain-envoy', '--all']);
      expect(parts.programImage).toBeUndefined();
    });

    test('takes the program of its own image from an image volume', () => {
      const parts = bind(custom({ program: ShutdownManagerProgram.imageVolume() }), { placement });

      expect(parts.drainCommand).toEqual(['/opt/shutdown-manager/bin/drain', '--all']);
      expect(parts.programImage).toBe('drainer:1.0.0');
    });

    test('takes the program of another image from an image volume', () => {
      const program = ShutdownManagerProgram.imageVolume({ image: 'tools:2', path: '/tools/drain' });

      const parts = bind(custom({ program }), { placement });

      expect(parts.drainCommand).toEqual(['/opt/shutdown-manager/tools/drain', '--all']);
      expect(parts.programImage).toBe('tools:2');
    });

    test('fails when the image volume shall bring a program whose path is not absolute', () => {
      const bound = () =>
        bind(custom({ drainCommand: ['drain'], program: ShutdownManagerProgram.imageVolume() }), { placement });

      expect(bound).toThrow(/absolute path/);
    });
  });

  test.each(TWO_CONTAINERS)('fails when given a program, which it would not use: %s', (placement) => {
    expect(() => bind(custom({ program: COMBINED }), { placement })).toThrow(/'program' \(given\) must go with/);
  });

  const NO_COMMANDS: unknown[][] = [[undefined], [[]], ['/bin/drain'], [[1]], [null]];

  test.each(NO_COMMANDS)('fails when the drain command is %j', (drainCommand) => {
    expect(() => custom({ drainCommand: drainCommand as string[] })).toThrow(
      /'drainCommand' \(.*\) must be a list of at least one word.*nothing starts the drain/);
  });

  test.each<[what: string, options: Partial<CustomShutdownManagerOptions>]>([
    ['nothing waits', { waitPath: undefined, waitPort: undefined }],
    ['the path to wait at has no port', { waitPort: undefined }],
    ['the port to wait at has no path', { waitPath: undefined }],
    ['the command to wait with is empty', { waitPath: undefined, waitPort: undefined, waitCommand: [] }],
    ['both wait', { waitCommand: ['/bin/wait'] }],
    ['a command and half an address wait', { waitPort: undefined, waitCommand: ['/bin/wait'] }],
  ])('fails when %s', (_, options) => {
    expect(() => custom(options)).toThrow(/'waitPath' \(.*\) must be given together with 'waitPort'.*exactly one way/);
  });

  const PORTS = ['waitPort', 'healthPort', 'adminPort', 'readinessPort', 'statisticsPort'] as const;

  test.each(PORTS.flatMap((prop) => [0, -1, 65_536, 1.5, NaN, '9000'].map((port) => [prop, port] as const)))(
    'fails when %s is %p', (prop, port) => {
      expect(() => custom({ [prop]: port })).toThrow(new RegExp(`'${prop}' \\(.*\\) must be a port from 1 to 65535`));
    });

  test.each(PORTS.flatMap((prop) => [1, 65_535].map((port) => [prop, port] as const)))(
    'takes a %s of %i', (prop, port) => {
      expect(() => custom({ [prop]: port })).not.toThrow();
    });

  test.each(['', 'an image', undefined])('fails when the image is %j', (image) => {
    expect(() => custom({ image })).toThrow(/'image' \(.*\) must be an image reference/);
  });

  test('fails when the longest run is not in whole seconds', () => {
    expect(() => custom({ longestRun: Duration.millis(10_500) })).toThrow(
      /'longestRun' \(10\.5s\) must be a whole number of seconds/);
    expect(() => custom({ longestRun: 60 as never })).toThrow(/'longestRun' \(60\) must be a Duration/);
  });

  test('fails when the longest run is shorter than the shortest drain', () => {
    expect(() => bind(custom({ longestRun: seconds(9) }))).toThrow(
      /'longestRun' \(9s\) must be at least 'minDrainDuration' \(10s\)/);
    expect(() => bind(custom({ longestRun: seconds(10) }))).not.toThrow();
    expect(() => bind(custom({ longestRun: seconds(9) }), { minDrainDuration: seconds(9) })).not.toThrow();
  });
});

describe('ShutdownManagerProgram', () => {
  const REFUSED = [
    '', 'envoy-gateway', './envoy-gateway', 'usr/local/bin/envoy-gateway', '/', '/usr/local/bin/', undefined, null, 1,
  ];

  test.each(REFUSED)('fails when the path in a combined image is %j', (path) => {
    expect(() => ShutdownManagerProgram.combinedImage(path as string)).toThrow(
      /'path' \(.*\) must be the absolute path of a program/);
  });

  test.each(REFUSED.filter((path) => path !== undefined))('fails when the path in an image volume is %j', (path) => {
    expect(() => ShutdownManagerProgram.imageVolume({ path: path as string })).toThrow(
      /'path' \(.*\) must be the absolute path of a program/);
  });

  test('knows where it comes from', () => {
    expect(COMBINED).toMatchObject({ fromImageVolume: false, path: '/usr/bin/drain-envoy', image: undefined });
    expect(ShutdownManagerProgram.imageVolume()).toMatchObject(
      { fromImageVolume: true, path: undefined, image: undefined });
    expect(ShutdownManagerProgram.imageVolume({ image: 'tools:2', path: '/drain' })).toMatchObject(
      { fromImageVolume: true, path: '/drain', image: 'tools:2' });
  });
});

describe.each<[name: string, make: (options: ShutdownManagerOptions) => IShutdownManager]>([
  ['envoyGateway', (options) => ShutdownManager.envoyGateway(options)],
  ['contour', (options) => ShutdownManager.contour(options)],
  ['custom', (options) => ShutdownManager.custom({
    image: 'drainer:1.0.0', drainCommand: ['/bin/drain'], waitCommand: ['/bin/wait'], ...options,
  })],
])('options of %s', (_, make) => {
  const mebibytes = Size.mebibytes;

  test('are handed on', () => {
    const resources = {
      cpuRequestMillis: 200, cpuLimitMillis: 400, memoryRequest: mebibytes(128), memoryLimit: mebibytes(256),
    };
    const options = { imagePullPolicy: 'Never', environment: { GOMAXPROCS: '1' }, resources };

    expect(bind(make(options))).toMatchObject(options);
  });

  test('leave open what the pod may have already', () => {
    const { environment, imagePullPolicy, resources } = bind(make({}));

    expect({ environment, imagePullPolicy, resources }).toEqual({});
  });

  test('have no limits by default', () => {
    const { defaultResources } = bind(make({}));

    expect(defaultResources.cpuLimitMillis).toBeUndefined();
    expect(defaultResources.memoryLimit).toBeUndefined();
  });

  test.each(['Always', 'IfNotPresent', 'Never'])('take the pull policy %s', (imagePullPolicy) => {
    expect(() => make({ imagePullPolicy })).not.toThrow();
  });

  test.each(['', 'always', 'Sometimes'])('fail when the pull policy is %j', (imagePullPolicy) => {
    expect(() => make({ imagePullPolicy })).toThrow(
      /'imagePullPolicy' \(".*"\) must be one of Always, IfNotPresent, Never/);
  });

  test.each([
    { cpuRequestMillis: 1 },
    { cpuRequestMillis: 1000 },
    { cpuLimitMillis: 100 },
    { cpuRequestMillis: 100, cpuLimitMillis: 100 },
    { memoryRequest: mebibytes(128), memoryLimit: mebibytes(128) },
    { memoryRequest: mebibytes(96), memoryLimit: mebibytes(97) },
    { memoryLimit: mebibytes(96) },
    { memoryRequest: mebibytes(32) },
    {},
  ])('take the resources %j', (resources) => {
    expect(() => make({ resources })).not.toThrow();
  });

  test.each([0, -1, 0.5, NaN])('fail when %p thousandths of a CPU are requested', (cpuRequestMillis) => {
    expect(() => make({ resources: { cpuRequestMillis } })).toThrow(
      `'cpuRequestMillis' (${cpuRequestMillis}) must be a whole number of at least 1`);
  });

  test.each([99, 50, 0, 100.5])('fail when CPU is limited to %p thousandths', (cpuLimitMillis) => {
    expect(() => make({ resources: { cpuLimitMillis } })).toThrow(
      `'cpuLimitMillis' (${cpuLimitMillis}) must be a whole number of at least 100`);
  });

  test('fail when a request is above its limit', () => {
    expect(() => make({ resources: { cpuRequestMillis: 101, cpuLimitMillis: 100 } })).toThrow(
      /'cpuRequestMillis' \(101\) must be at most 'cpuLimitMillis' \(100\)/);
    expect(() => make({ resources: { memoryRequest: mebibytes(129), memoryLimit: mebibytes(128) } })).toThrow(
      /'memoryRequest' \(129.*\) must be at most 'memoryLimit' \(128.*\)/);
  });

  test('fail when the limit of memory is below what is requested by default', () => {
    expect(() => bind(make({ resources: { memoryLimit: mebibytes(63) } }))).toThrow(/'memoryLimit'/);
  });
});

interface VersionAndImage {
  readonly version?: string;
  readonly image?: string;
}

type Make = (options: VersionAndImage) => IShutdownManager;

interface Binding extends DrainTimingOptions {
  readonly placement?: SidecarPlacement;
  readonly currentImage?: string;
}

/** Native, with the default times, unless the test is about something else. */
function bind(manager: IShutdownManager, { placement = NATIVE, currentImage, ...times }: Binding = {}) {
  return manager.bind({ placement, currentImage, drainTiming: DrainTiming.of(times) });
}
