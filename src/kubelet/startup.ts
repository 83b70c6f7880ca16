import { exit, start } from './processes';
import { terminatePod } from './termination';
import { ContainerState, latency, whileProcess, World } from './world';
import { ProbeLifecycle } from '../pod/pod-lifecycle';

/** Creates the pod: containers start in order, an init container ends first, a sidecar has started first. */
export function createPod(world: World): void {
  if (world.rules.sidecars === 'reject-pod' && hasSidecars(world)) return;
  const states = [...world.containers.values()];
  world.clock.at(world.clock.now + latency(world, 'firstStart'), () => startNext(world, states));
}

function hasSidecars(world: World): boolean {
  return world.input.pod.containers.some(({ kind }) => kind === 'sidecar');
}

function startNext(world: World, [state, ...rest]: readonly ContainerState[]): void {
  if (!state || world.input.scenario.faults.notRunning.includes(state.lifecycle.name)) return;
  start(world, state, 'STARTED');
  const goOn = (): void => startAfter(world, 'nextStart', rest);
  if (state.lifecycle.kind !== 'init') state.onExit.add(() => afterExit(world, state));
  const endsFirst = state.lifecycle.kind === 'init'
    || (state.lifecycle.kind === 'sidecar' && world.rules.sidecars === 'never-end');
  if (endsFirst) {state.onExit.add(goOn);} else if (state.lifecycle.kind === 'sidecar' && state.lifecycle.startupProbe) {
    whenStarted(world, state, state.lifecycle.startupProbe, () => startAfter(world, 'nextStartAfterProbe', rest));
  } else {goOn();}
}

function startAfter(world: World, name: 'nextStart' | 'nextStartAfterProbe', rest: readonly ContainerState[]): void {
  world.clock.at(world.clock.now + latency(world, name), () => startNext(world, rest));
}

/** What ended is started again where the policy says so; a pod whose regular containers are done is over. */
function afterExit(world: World, state: ContainerState): void {
  if (restarts(world, state)) return restart(world, state);
  const regular = [...world.containers.values()].filter(({ lifecycle }) => lifecycle.kind === 'regular');
  if (regular.every(({ running }) => !running)) terminatePod(world, { hookSeconds: world.input.pod.graceSeconds });
}

function restarts(world: World, { lifecycle, lastCode }: ContainerState): boolean {
  const { restartPolicy } = world.input.pod;
  return restartPolicy === 'Always' || lifecycle.kind === 'sidecar' || (restartPolicy === 'OnFailure' && lastCode !== 0);
}

/** The first probe comes a whole period after the start; each that fails costs another. */
function whenStarted(world: World, state: ContainerState, probe: ProbeLifecycle, started: () => void): void {
  const periodMillis = probe.periodSeconds * 1000;
  const check = (failures: number): void => {
    if (succeeds(state, probe)) {
      started();
    } else if (failures + 1 < probe.failureThreshold) {
      whileProcess(world, state, world.clock.now + periodMillis, () => check(failures + 1));
    }
  };
  const first = Math.max(probe.initialDelaySeconds * 1000, periodMillis);
  whileProcess(world, state, world.clock.now + first, () => check(0));
}

function succeeds({ listening, program }: ContainerState, { action }: ProbeLifecycle): boolean {
  if (action.kind !== 'httpGet') return true;
  const endpoint = program.endpoints.find(({ port, path }) => port === action.port && path === action.path.split('?')[0]);
  return listening && endpoint?.answer.kind === 'answers' && endpoint.answer.status < 400;
}

/** A container that ended is started again, after a moment. */
export function restart(world: World, state: ContainerState, then: () => void = () => undefined): void {
  world.clock.at(world.clock.now + latency(world, 'restart'), () => {
    start(world, state, 'RESTARTED');
    then();
  });
}

/** One container crashes; the kubelet starts it again where the policy says so. */
export function crash(world: World, state: ContainerState, code: number): void {
  state.onExit.add(() => afterExit(world, state));
  exit(world, state, code);
}
