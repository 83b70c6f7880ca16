import { Dice, diceOf } from './random-pods';

/** A pod with an Envoy and some way to drain it, and what is declared of its surroundings. */
export interface RandomProxy {
  readonly seed: number;
  readonly manifest: object;
  readonly kubernetes: string;
  readonly detectionMillis?: number;
}

const VERSIONS = ['1.28', '1.29.15', '1.30.14', '1.32.5', '1.33.4', '1.34.4', '1.35.9', '1.37.2'];

/** Times are drawn near the borders of the rules, so that both sides are met often. */
export function randomProxy(seed: number): RandomProxy {
  const dice = diceOf(seed);
  const native = dice.once(2);
  const make = dice.of([
    envoyGateway, envoyGateway, envoyGateway, contour, inEnvoy, shell, shell, shell, sleep, wrapper, wrapper,
    drainsTwice, sleepsFirst, nothing,
  ]);
  const { containers, initContainers = [], detectionMillis, totalMillis, ...given } = make(dice, native);
  const { graceSeconds = dice.once(12) ? dice.from(0, 3) : graceNear(dice, totalMillis) } = given;
  return {
    seed,
    kubernetes: dice.of(native ? VERSIONS.slice(1) : VERSIONS),
    detectionMillis,
    manifest: {
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'random' },
      spec: { replicas: 2, template: { spec: { terminationGracePeriodSeconds: graceSeconds, initContainers, containers, volumes: [{ name: 'admin', emptyDir: {} }] } } },
    },
  };
}

interface Parts {
  readonly containers: object[];
  readonly initContainers?: object[];
  readonly detectionMillis?: number;
  readonly graceSeconds?: number;
  /** The longest time that it is set to. */
  readonly totalMillis: number;
}

/** Whole seconds, half of them close to what is needed. */
function graceNear(dice: Dice, totalMillis: number): number {
  const total = Math.ceil(totalMillis / 1000);
  return Math.max(2, dice.once(2) ? total + dice.from(-1, 7) : dice.from(5, 120));
}

/** Within one second of a border, but for the half second below it: as late may a hook start. */
function near(dice: Dice, seconds: number): number {
  return Number((seconds + dice.of([...BELOW, ...ABOVE]) / 10).toFixed(1));
}

const BELOW = [-10, -9, -8, -7, -6];
const ABOVE = [0, 0, 1, 2, 4, 7, 10];

/** Managers look once a second: nobody can tell tenths of a second of them apart. */
function wholeNear(dice: Dice, seconds: number): number {
  return seconds + dice.from(-1, 1);
}

function someSeconds(dice: Dice): number {
  return dice.of([wholeNear(dice, 5), wholeNear(dice, 8), wholeNear(dice, 10), dice.from(0, 40), dice.from(0, 20)]);
}

const REQUESTS = { requests: { cpu: '50m', memory: '64Mi' } };

function envoyArgs(dice: Dice): string[] {
  return [
    '--drain-strategy', dice.of(['immediate', 'immediate', 'gradual']),
    '--drain-time-s', String(dice.of([5, 10, 15, 30, 60])),
  ];
}

function envoy(dice: Dice, more: object, args = envoyArgs(dice)): object {
  return { name: 'envoy', image: 'envoyproxy/envoy:v1.39.0', command: ['envoy'], args: ['-c', '/e.yaml', ...args], ...more };
}

function envoyGateway(dice: Dice, native: boolean): Parts {
  const minimum = someSeconds(dice);
  const timeout = Math.max(1, dice.once(3) ? wholeNear(dice, 8) : minimum + dice.from(0, 30));
  const delay = dice.once(4) ? Math.floor(minimum / 2) : 0;
  const readyTimeout = dice.of([1, 2, 3]) > 1 ? timeout + dice.from(3, 8)
    : dice.of([wholeNear(dice, 5), wholeNear(dice, 8), 30, 70, 610]);
  const manager = {
    name: 'shutdown-manager', image: 'envoyproxy/gateway:v1.9.0', command: ['envoy-gateway'],
    args: ['envoy', 'shutdown-manager', `--ready-timeout=${readyTimeout}s`], resources: REQUESTS,
    ...native ? { restartPolicy: 'Always' } : {},
    ...dice.once(8) ? {} : {
      lifecycle: {
        preStop: {
          exec: {
            command: [
              'envoy-gateway', 'envoy', 'shutdown', `--drain-timeout=${timeout}s`, `--min-drain-duration=${minimum}s`,
              ...delay > 0 ? [`--health-check-failure-delay=${delay}s`] : [],
            ],
          },
        },
      },
    },
  };
  const waits = { lifecycle: { preStop: { httpGet: { path: '/shutdown/ready', port: 19002 } } } };
  const proxy = envoy(dice, dice.once(8) ? {} : waits);
  const longest = dice.of([timeout, readyTimeout, readyTimeout, readyTimeout, readyTimeout - 1]);
  const graceSeconds = dice.once(8) ? Math.round(readyTimeout) + dice.from(0, 1) : undefined;
  const detectionMillis = detection(dice, Math.min(minimum, readyTimeout) - delay);
  return together(manager, proxy, native, { graceSeconds, totalMillis: longest * 1000, detectionMillis });
}

function contour(dice: Dice, native: boolean): Parts {
  const delay = someSeconds(dice);
  const check = dice.once(3) ? dice.from(0, 5) : 0;
  const volumeMounts = [{ name: 'admin', mountPath: '/admin' }];
  const manager = {
    name: 'shutdown-manager', image: 'projectcontour/contour:v1.33.6', command: ['contour'], args: ['envoy', 'shutdown-manager'],
    resources: REQUESTS, volumeMounts, ...native ? { restartPolicy: 'Always' } : {},
    lifecycle: { preStop: { exec: { command: ['contour', 'envoy', 'shutdown', `--drain-delay=${delay}s`, `--check-delay=${check}s`] } } },
  };
  const proxy = envoy(dice, { volumeMounts, lifecycle: { preStop: { httpGet: { path: '/shutdown', port: 8090 } } } });
  return together(manager, proxy, native, {
    totalMillis: (delay + check) * 1000, detectionMillis: detection(dice, check),
  });
}

function together(manager: object, proxy: object, native: boolean, more: Omit<Parts, 'containers' | 'initContainers'>): Parts {
  return native ? { initContainers: [manager], containers: [proxy], ...more }
    : { containers: [proxy, manager], ...more };
}

function inEnvoy(dice: Dice): Parts {
  const minimum = someSeconds(dice);
  const timeout = Math.max(1, minimum + dice.from(0, 20));
  const command = ['/opt/envoy-gateway', 'envoy', 'shutdown', `--min-drain-duration=${minimum}s`, `--drain-timeout=${timeout}s`];
  return {
    containers: [{ ...envoy(dice, { lifecycle: { preStop: { exec: { command } } } }), image: 'registry.example/envoy-with-manager:1' }],
    totalMillis: timeout * 1000, detectionMillis: detection(dice, minimum),
  };
}

function shell(dice: Dice): Parts {
  const before = dice.of([0, 0, dice.from(1, 15)]);
  const [strategy, drainTime] = dice.once(2) ? ['immediate', dice.of([10, 30, 60])] : ['gradual', dice.of([5, 10, 15, 20, 30])];
  const held = dice.of([
    near(dice, Math.max(1, 5 - before)), near(dice, 8), near(dice, drainTime), near(dice, drainTime), dice.from(0, 40),
  ]);
  const after = Number(held.toFixed(1));
  const call = dice.of(['/healthcheck/fail', '/drain_listeners?graceful', '/drain_listeners?graceful&skip_exit']);
  const script = `sleep ${before}; curl -X POST "http://127.0.0.1:9901${call}"; sleep ${after}`;
  return {
    containers: [{
      ...envoy(dice, { lifecycle: { preStop: { exec: { command: ['sh', '-c', script] } } } },
        ['--drain-strategy', strategy, '--drain-time-s', String(drainTime)]),
      image: 'registry.example/envoy:1',
    }],
    totalMillis: (before + after) * 1000,
    detectionMillis: call === '/healthcheck/fail' && after > 1 && dice.once(3) ? Math.round((after + dice.of([-1, -0.6, 0, 0.7, 1])) * 1000) : undefined,
  };
}

function sleep(dice: Dice): Parts {
  const seconds = dice.from(1, 60);
  const preStop = dice.once(2) ? { sleep: { seconds } } : { exec: { command: ['sleep', String(seconds)] } };
  return { containers: [envoy(dice, { lifecycle: { preStop } })], totalMillis: seconds * 1000 };
}

function wrapper(dice: Dice): Parts {
  const before = dice.of([0, 0, dice.from(1, 20)]);
  return wrapped(before, dice.of([near(dice, 5), near(dice, 8), dice.from(5, 30)]), before === 0 ? undefined : ['sleep', String(before)]);
}

/** In its hook, and again on SIGTERM; what is reckoned with is one of them, or both. */
function drainsTwice(dice: Dice): Parts {
  const [before, drain] = [dice.from(3, 20), dice.from(6, 20)];
  const hook = ['sh', '-c', `curl -X POST http://127.0.0.1:15000/healthcheck/fail; sleep ${before}`];
  const parts = wrapped(before, drain, hook);
  return { ...parts, graceSeconds: dice.once(4) ? undefined : before + drain + dice.from(-1, 1) };
}

function sleepsFirst(dice: Dice): Parts {
  const before = dice.from(1, 20);
  return wrapped(before, near(dice, 10), ['sleep', String(before)]);
}

function wrapped(before: number, drain: number, hook: readonly string[] | undefined): Parts {
  return {
    containers: [{
      name: 'istio-proxy', image: 'registry.example/proxy:1', command: ['pilot-agent'], args: ['proxy', 'router'],
      env: [{ name: 'PROXY_CONFIG', value: JSON.stringify({ terminationDrainDuration: `${drain}s` }) }],
      ...hook ? { lifecycle: { preStop: { exec: { command: hook } } } } : {},
    }],
    totalMillis: (drain + before) * 1000,
  };
}

function nothing(dice: Dice): Parts {
  return { containers: [envoy(dice, {})], totalMillis: 30_000 };
}

/** Close to what is held, where something is held at all. */
function detection(dice: Dice, heldSeconds: number): number | undefined {
  return dice.once(3) && heldSeconds > 1 ? wholeNear(dice, Math.round(heldSeconds)) * 1000 : undefined;
}

/** The same proxy with one of its times a second longer or shorter. */
export function shiftedBySeconds(proxy: RandomProxy): RandomProxy[] {
  const text = JSON.stringify(proxy.manifest);
  return [-1, 1].flatMap((seconds) => [
    ...TIMES.map((time) => text.replace(time, (_, before: string, amount: string) => `${before}${Math.max(0, Number(amount) + seconds)}`))
      .filter((other) => other !== text).map((other) => ({ ...proxy, manifest: JSON.parse(other) })),
    ...proxy.detectionMillis === undefined ? []
      : [{ ...proxy, detectionMillis: Math.max(0, proxy.detectionMillis + seconds * 1000) }],
  ]);
}

const TIMES = [
  /("terminationGracePeriodSeconds":)(\d+)/, /(--ready-timeout=)([\d.]+)/, /(--drain-timeout=)([\d.]+)/, /(--min-drain-duration=)([\d.]+)/,
  /(--drain-delay=)([\d.]+)/, /(--drain-time-s",")(\d+)/, /(; sleep )([\d.]+)/, /(terminationDrainDuration\\":\\")([\d.]+)/, /("seconds":)(\d+)/,
  /("sleep",")(\d+)/,
];
