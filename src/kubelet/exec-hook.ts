import { envoyOf, exit as exitProcess, tellClients } from './processes';
import { openConnections } from './traffic';
import { addFile, ContainerState, emit, latency, whileProcess, World } from './world';
import { canWrite, fileKey } from '../pod/mounted-files';
import { ConnectionWait, HookStep } from '../upstream/behaviour';

/** A hook's process: it runs in a container, and dies with it. */
export interface HookProcess {
  readonly world: World;
  readonly state: ContainerState;
  readonly startedAt: number;
  over: boolean;
  ended(code: number): void;
}

export function runSteps(hook: HookProcess, steps: readonly HookStep[], start = 0): void {
  let index = start;
  // A step that takes no time comes back at once: a loop, and no recursion, since scripts may be long.
  for (let isBack = true; isBack; index += 1) {
    if (hook.over) return;
    const step = steps[index];
    if (step === undefined) return hook.ended(0);
    if (CALLS_ADMIN.includes(step.step) && envoyIsFrozen(hook.world)) return;
    const next = index + 1;
    let isRunning = true;
    isBack = false;
    STEPS[step.step](hook, step as never, () => {
      if (isRunning) isBack = true;
      else runSteps(hook, steps, next);
    });
    isRunning = false;
  }
}

const CALLS_ADMIN: readonly HookStep['step'][] = ['fail-health-checks', 'drain-listeners', 'quit-envoy', 'await-connections'];

/** Its admin interface takes a call, and never answers. */
function envoyIsFrozen(world: World): boolean {
  const envoy = envoyOf(world);
  return envoy !== undefined && world.input.scenario.faults.frozen.includes(envoy.lifecycle.name);
}

type Act<Kind extends HookStep['step']> =
  (hook: HookProcess, step: Extract<HookStep, { step: Kind }>, next: () => void) => void;

const STEPS: { readonly [Kind in HookStep['step']]: Act<Kind> } = {
  'wait': (hook, { millis }, next) => later(hook, millis, next),
  'hang': () => undefined,
  'wait-for-file': waitForFile,
  'write-file': writeFile,
  'fail-health-checks': (hook, _, next) => {
    failHealthChecks(hook);
    later(hook, latency(hook.world, 'adminCall'), next);
  },
  'drain-listeners': drainListeners,
  'quit-envoy': (hook, _, next) => {
    const envoy = envoyOf(hook.world);
    if (envoy) whileProcess(hook.world, envoy, hook.world.clock.now + 10, () => exitProcess(hook.world, envoy, 0));
    next();
  },
  'quit-proxy': (hook, { program }, next) => {
    const proxy = [...hook.world.containers.values()]
      .find((state) => state.running && state.program.program === program);
    if (proxy) whileProcess(hook.world, proxy, hook.world.clock.now + 10, () => exitProcess(hook.world, proxy, 0));
    next();
  },
  'refused-admin-call': (hook, _, next) => later(hook, latency(hook.world, 'adminCall'), next),
  'await-connections': (hook, { wait }, next) => awaitConnections(hook, wait, next),
  'exit': (hook, { code }) => hook.ended(code),
  'unknown': (hook, _, next) => {
    hook.world.unknown.add(hook.state.lifecycle.name);
    next();
  },
};

/** A manager that drains because somebody asked it to; it answers when connections are gone. */
export function drainOnRequest(world: World, state: ContainerState, wait: ConnectionWait, answer: () => void): void {
  const drain: HookProcess = { world, state, startedAt: world.clock.now, over: false, ended: () => undefined };
  failHealthChecks(drain);
  awaitConnections(drain, wait, answer);
}

function later(hook: HookProcess, millis: number, next: () => void): void {
  whileProcess(hook.world, hook.state, hook.world.clock.now + millis, () => {
    if (!hook.over) next();
  });
}

function waitForFile(hook: HookProcess, step: { file: string; pollMillis: number }, next: () => void): void {
  if (hook.world.files.has(fileKey(hook.state.lifecycle, step.file))) next();
  else later(hook, step.pollMillis, () => waitForFile(hook, step, next));
}

function writeFile(hook: HookProcess, { file, failure }: { file: string; failure?: 'exits' | 'ignored' }, next: () => void): void {
  const { world, state } = hook;
  if (!canWrite(state.lifecycle, file)) {
    if (failure === 'ignored') next();
    else hook.ended(1);
    return;
  }
  addFile(world, fileKey(state.lifecycle, file));
  emit(world, 'READY_FILE_WRITTEN', state.lifecycle.name, { detail: file });
  next();
}

/** Envoy goes on accepting, and tells clients at their next reply. */
function failHealthChecks({ world }: HookProcess): void {
  const envoy = envoyOf(world);
  if (!envoy || world.input.scenario.faults.adminDead || world.envoy.healthChecksFailAt !== undefined) return;
  world.envoy.healthChecksFailAt = world.clock.now;
  emit(world, 'HEALTH_CHECKS_FAIL', envoy.lifecycle.name);
  if (world.envoy.toldAt === undefined) tellClients(world, envoy.lifecycle.name);
}

function drainListeners(hook: HookProcess, step: { graceful: boolean; skipExit: boolean }, next: () => void): void {
  const { world } = hook;
  const envoy = envoyOf(world);
  if (envoy && !world.input.scenario.faults.adminDead) {
    const settings = envoy.program.envoy!;
    if (!step.graceful) closeAtOnce(world, envoy);
    else if (settings.drainStrategy === 'immediate') tellOnce(world, envoy);
    else beginGradual(world, envoy, settings.drainTimeMillis);
    if (step.graceful && !step.skipExit) closeLater(world, envoy, settings.drainTimeMillis);
  }
  later(hook, latency(hook.world, 'adminCall'), next);
}

/** Each reply tells its client by chance, more and more likely until the drain time is over. */
function beginGradual(world: World, envoy: ContainerState, drainTimeMillis: number): void {
  world.envoy.gradual ??= { since: world.clock.now, drainTimeMillis };
  emit(world, 'DRAIN_STARTED', envoy.lifecycle.name, { detail: 'gradual' });
}

/** Newer Envoys tell the clients that they have. */
function closeAtOnce(world: World, envoy: ContainerState): void {
  closeListeners(world, envoy);
  if (envoy.program.envoy!.plainDrainTells) tellOnce(world, envoy);
}

/** Who was told by failing health checks is not told again. */
function tellOnce(world: World, envoy: ContainerState): void {
  if (world.envoy.toldAt === undefined) tellClients(world, envoy.lifecycle.name);
}

/** A second call changes nothing: the drain of the first one goes on. */
function closeLater(world: World, envoy: ContainerState, drainTimeMillis: number): void {
  if (world.envoy.listenersCloseAt !== undefined) return;
  world.envoy.listenersCloseAt = world.clock.now + drainTimeMillis;
  whileProcess(world, envoy, world.envoy.listenersCloseAt, () => closeListeners(world, envoy));
}

function closeListeners(world: World, envoy: ContainerState): void {
  if (world.envoy.listenersClosedAt !== undefined) return;
  world.envoy.listenersClosedAt = world.clock.now;
  emit(world, 'LISTENERS_CLOSED', envoy.lifecycle.name);
}

/** Counts at every poll, until few enough are open and the minimum is over, or the timeout is. */
function awaitConnections(hook: HookProcess, wait: ConnectionWait, next: () => void): void {
  const { world, startedAt } = hook;
  const elapsed = world.clock.now - startedAt;
  const { healthCheckFailureDelayMillis: delay } = wait;
  if (delay !== undefined && elapsed >= delay) failHealthChecks(hook);
  if (wait.timeoutMillis !== undefined && elapsed > wait.timeoutMillis) return next();
  if (elapsed >= wait.minMillis && isDrained(world, wait)) return next();
  later(hook, wait.pollMillis + latency(hook.world, 'adminCall'), () => awaitConnections(hook, wait, next));
}

function isDrained(world: World, wait: ConnectionWait): boolean {
  if (world.input.scenario.faults.adminDead || !envoyOf(world)) return false;
  return openConnections(world, wait) <= wait.exitAt;
}
