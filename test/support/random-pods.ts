import { KubernetesVersion } from '../../src';
import { NO_FAULTS, NO_TRAFFIC, Scenario } from '../../src/kubelet/scenario';
import { SimulationInput } from '../../src/kubelet/simulation';
import { readPods } from '../../src/pod/read';
import { HookStep, ProgramBehaviour } from '../../src/upstream/behaviour';

/** Always the same numbers for the same seed: what fails can be tried again. */
export interface Dice {
  /** A whole number from `min` to `max`. */
  from(min: number, max: number): number;
  of<Item>(items: readonly Item[]): Item;
  /** True once in so many times. */
  once(inTimes: number): boolean;
}

export function diceOf(seed: number): Dice {
  let state = (seed * 747_796_405 + 2_891_336_453) % 4_294_967_296;
  const next = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const from = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return { from, of: (items) => items[from(0, items.length - 1)], once: (inTimes) => from(1, inTimes) === 1 };
}

const VERSIONS = ['1.26', '1.27', '1.28', '1.29', '1.30', '1.32', '1.33', '1.34', '1.35', '1.37'];

/** No two containers of a pod listen on one port, nor do the hooks of two act at the same moment. */
const PORTS: { readonly [container: string]: number } = {
  a: 1001, b: 1002, c: 1003, d: 1004, s: 1005, t: 1006, u: 1007,
};

/** A pod with random programs, hooks and traffic that is deleted under a random kubelet. */
export function randomTermination(seed: number): SimulationInput {
  const dice = diceOf(seed);
  const version = dice.of(VERSIONS);
  const names = ['a', 'b', 'c', 'd'].slice(0, dice.from(1, 4));
  const [pod] = readPods({
    apiVersion: 'v1', kind: 'Pod', metadata: { name: 'random' },
    spec: {
      terminationGracePeriodSeconds: dice.from(0, 40),
      initContainers: ['s', 't', 'u'].slice(0, dice.from(0, 3)).map((name) => container(dice, name, true)),
      containers: names.map((name) => container(dice, name, false)),
      volumes: [{ name: 'shared', emptyDir: {} }],
    },
  });
  const programs = Object.fromEntries(pod.containers.map(({ name }) => [name, randomProgram(dice, name)]));
  const steps = new Map(pod.containers.map(({ name }) => [name, randomSteps(dice, name)]));
  return {
    pod, programs, version: KubernetesVersion.of(version), scenario: randomScenario(dice, names),
    hookProgram: (name) => ({ program: 'random', steps: steps.get(name)! }),
  };
}

function container(dice: Dice, name: string, sidecar: boolean): object {
  const hooks = [
    undefined,
    { exec: { command: ['hook'] } },
    { exec: { command: ['hook'] } },
    { sleep: { seconds: dice.from(1, 50) } },
    { httpGet: { path: dice.of(['/now', '/late', '/never', '/file', '/dropped', '/none']), port: dice.of(Object.values(PORTS)) } },
  ];
  const preStop = dice.of(hooks);
  return {
    name, image: 'program:1',
    ...sidecar ? { restartPolicy: 'Always' } : {},
    ...preStop ? { lifecycle: { preStop } } : {},
    volumeMounts: [{ name: 'shared', mountPath: '/shared' }],
  };
}

function randomProgram(dice: Dice, name: string): ProgramBehaviour {
  const kind = dice.of(['exits', 'exits', 'ignores', 'unknown'] as const);
  return {
    program: 'random', known: true,
    onSigterm: {
      kind, after: { min: 0, max: dice.of([10, 1_000, 50_000]) }, code: dice.of([0, 143]),
      closesListeners: dice.once(2), answersOpenRequests: dice.once(3), drains: false,
    },
    endpoints: [
      { path: '/now', answer: { kind: 'answers', afterMillis: 0, status: 200 } },
      { path: '/late', answer: { kind: 'answers', afterMillis: dice.from(1, 60_000), status: 503 } },
      { path: '/never', answer: { kind: 'never' } },
      { path: '/dropped', answer: { kind: 'drops', afterMillis: dice.from(0, 9_000) } },
      { path: '/file', answer: { kind: 'when-file', file: '/shared/ready', pollMillis: 1_000, giveUpMillis: 20_000 } },
    ].map((endpoint) => ({ ...endpoint, port: PORTS[name], scheme: 'HTTP' })) as ProgramBehaviour['endpoints'],
    listensAfter: { min: 0, max: 500 },
    loopbackOnly: false,
    ...name === 'a' ? { envoy: { drainStrategy: dice.of(['gradual', 'immediate'] as const), drainTimeMillis: 10_000, plainDrainTells: true } } : {},
    ...dice.once(8) ? { endsItself: { after: { min: 1_000, max: 30_000 }, code: 1 } } : {},
  };
}

function randomSteps(dice: Dice, name: string): HookStep[] {
  const make = (): HookStep => dice.of<HookStep>([
    { step: 'wait', millis: dice.from(0, 30_000) },
    { step: 'hang' },
    { step: 'wait-for-file', file: '/shared/ready', pollMillis: 500 },
    { step: 'write-file', file: '/shared/ready', failure: 'exits' },
    { step: 'fail-health-checks' },
    { step: 'drain-listeners', graceful: dice.once(2), skipExit: dice.once(2) },
    { step: 'quit-envoy' },
    { step: 'exit', code: dice.from(0, 1) },
    { step: 'await-connections', wait: { pollMillis: 1_000, minMillis: 3_000, timeoutMillis: 20_000, exitAt: 0, counts: 'all' } },
  ]);
  const moment: HookStep = { step: 'wait', millis: PORTS[name] - 1_000 };
  return [moment, ...Array.from({ length: dice.from(0, 4) }, make)];
}

function randomScenario(dice: Dice, names: readonly string[]): Scenario {
  const one = dice.of(names);
  return {
    action: dice.of([{ kind: 'deletion' }, { kind: 'deletion', graceSeconds: dice.from(1, 40) }] as const),
    faults: {
      ...NO_FAULTS,
      frozen: dice.once(6) ? [one] : [],
      notRunning: dice.once(6) ? [one] : [],
      killed: dice.once(6) ? [{ container: one, atMillis: dice.from(0, 20_000) }] : [],
    },
    traffic: {
      ...NO_TRAFFIC, endpointLagMillis: dice.from(0, 8_000), newConnectionsPerSecond: dice.from(0, 50),
      keepAliveConnections: dice.from(0, 10), longestRequestMillis: dice.from(0, 9_000),
      longRequestClients: dice.from(0, 3), endlessStreams: dice.from(0, 1),
    },
  };
}
