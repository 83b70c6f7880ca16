import { graceOfAction } from './grace-of-action';
import { RUNS } from './latencies';
import { mergeRuns } from './merge';
import { exit, start } from './processes';
import { rulesOf } from './rules';
import { Simulation, SimulationInput } from './simulation';
import { crash, createPod, restart } from './startup';
import { stopContainer, terminatePod } from './termination';
import { ContainerState, createWorld, latency, World } from './world';

/** Simulates what a kubelet does with a pod: several runs, from the earliest to the latest. */
export function simulate(input: SimulationInput): Simulation {
  return mergeRuns(runsOf(input));
}

/** The runs by themselves, in the order of `RUNS`. */
export function runsOf(input: SimulationInput): World[] {
  const rules = rulesOf(input.version, input.nativeSidecarsGate);
  return RUNS.map((createChooser) => {
    const world = createWorld(input, rules, createChooser());
    begin(world);
    world.clock.run();
    return world;
  });
}

function begin(world: World): void {
  world.clock.at(0, () => {
    const { action } = world.input.scenario;
    if (action.kind === 'creation') return createPod(world);
    for (const state of world.containers.values()) {
      if (runsAtStart(world, state)) start(world, state, 'already');
    }
    act(world);
    faults(world);
  });
}

/** Init containers are done by then, but for one that never ends. */
function runsAtStart(world: World, { lifecycle }: ContainerState): boolean {
  if (world.input.scenario.faults.notRunning.includes(lifecycle.name)) return false;
  if (lifecycle.kind === 'sidecar') return world.rules.sidecars !== 'reject-pod';
  return lifecycle.kind === 'regular' && !neverStarted(world);
}

/** A sidecar that the kubelet takes for a plain init container never lets the regular ones start. */
function neverStarted(world: World): boolean {
  return world.rules.sidecars !== 'run' && world.input.pod.containers.some(({ kind }) => kind === 'sidecar');
}

function act(world: World): void {
  const { action, secondDeletion } = world.input.scenario;
  if (action.kind === 'probe-failure') {
    const state = world.containers.get(action.container)!;
    const probe = action.probe === 'liveness' ? state.lifecycle.livenessProbe : state.lifecycle.startupProbe;
    const hookSeconds = probe?.terminationGracePeriodSeconds ?? world.input.pod.graceSeconds;
    return stopContainer(world, state, { hookSeconds }, undefined, () => restart(world, state, () => {
      if (secondDeletion) deleteAt(world, secondDeletion);
      else world.clock.stop();
    }));
  }
  if (action.kind === 'crash') return crash(world, world.containers.get(action.container)!, action.code);
  terminatePod(world, graceOfAction(world, action));
}

/** A deletion that was asked for while a container was being restarted waits for that. */
function deleteAt(world: World, { atMillis, graceSeconds }: { atMillis: number; graceSeconds: number }): void {
  world.clock.at(atMillis, () => terminatePod(world, graceOfAction(world, { kind: 'deletion', graceSeconds })));
}

function faults(world: World): void {
  const { killed, kubeletRestart } = world.input.scenario.faults;
  for (const { container, atMillis } of killed) {
    world.clock.at(atMillis, () => exit(world, world.containers.get(container)!, 137));
  }
  if (!kubeletRestart) return;
  world.clock.at(kubeletRestart.atMillis, () => {
    world.kubeletLife += 1;
    for (const hook of world.execHooks) hook.over = true;
    world.execHooks.clear();
  });
  world.clock.at(kubeletRestart.backAtMillis + latency(world, 'kubeletBack'), () => terminatePod(world, graceOfAction(world, world.input.scenario.action)));
}
