import { drainOnRequest } from './exec-hook';
import { callAll, ContainerState, emit, latency, OpenRequest, whenFile, whileProcess, World } from './world';
import { portOf } from '../pod/http-get';
import { fileKey } from '../pod/mounted-files';
import { HttpGetLifecycle } from '../pod/pod-lifecycle';
import { Answer, Endpoint } from '../upstream/behaviour';
import { endpointAt } from '../upstream/endpoints';
import { isLoopback } from '../values/hosts';

/** Ends with nothing where the hook succeeded, else with the reason of its failure. */
export type Finish = (failure?: string) => void;

/** The kubelet's GET, from the node: its status does not matter, only that there is an answer. */
export function requestEndpoint(world: World, state: ContainerState, hook: HttpGetLifecycle, finish: Finish): void {
  const life = world.kubeletLife;
  const delay = latency(world, 'httpHookStart') + (world.input.scenario.faults.httpHookDelayMillis ?? 0);
  const refused = (reason: string): void => world.clock.at(world.clock.now + delay, () => {
    if (life === world.kubeletLife) finish(reason);
  });
  const { hostNetwork } = world.input.pod;
  const toNode = hook.host !== undefined && isLoopback(hook.host);
  if (toNode && !hostNetwork) return refused('it calls the node, where nothing listens');
  if (hostNetwork && hook.host === undefined) return finish('a pod on the host network has no address of its own');
  if (hook.host !== undefined && !toNode) {
    world.unknown.add(state.lifecycle.name);
    return refused('it asks another host, of which nothing is known');
  }
  const port = portOf(state.lifecycle, hook);
  if (port === undefined) return finish(`the container has no port named ${hook.port}`);
  world.clock.at(world.clock.now + delay, () => {
    if (life !== world.kubeletLife) return;
    const target = targetOf(world, port, toNode);
    if (!target) return unreachable(world, finish);
    emit(world, 'HOOK_STARTED', state.lifecycle.name);
    answer(world, target, endpointAt(target.program.endpoints, port, hook.path), finish);
  });
}

function targetOf(world: World, port: number, toNode: boolean): ContainerState | undefined {
  return [...world.containers.values()].find(({ running, listening, program }) =>
    running && listening && (toNode || !program.loopbackOnly)
      && program.endpoints.some((endpoint) => endpoint.port === port));
}

/** Where a program of the pod is not known, it may be the one that listens. */
function unreachable(world: World, finish: Finish): void {
  const unknown = [...world.containers.values()].filter(({ running, program }) => running && !program.known);
  for (const { lifecycle } of unknown) world.unknown.add(lifecycle.name);
  finish('connection refused');
}

/** The target holds the request until it answers, or ends; without such a path it answers 404 at once. */
function answer(world: World, target: ContainerState, endpoint: Endpoint | undefined, finish: Finish): void {
  if (!endpoint) return finish();
  const request: OpenRequest = { lost: (reason) => finish(reason) };
  target.openRequests.add(request);
  const since = world.clock.now;
  const reply = (lost: boolean): void => {
    if (!target.openRequests.delete(request)) return;
    const tooLate = endpoint.writeTimeoutMillis !== undefined && world.clock.now - since > endpoint.writeTimeoutMillis;
    finish(lost || tooLate ? 'EOF' : undefined);
    if (target.openRequests.size === 0) callAll(target.onIdle);
  };
  act(world, target, endpoint, reply);
}

function act(world: World, target: ContainerState, { answer: does }: Endpoint, reply: (lost: boolean) => void): void {
  if (does.kind === 'never' || world.input.scenario.faults.frozen.includes(target.lifecycle.name)) return;
  if (does.kind === 'drains') return drainOnRequest(world, target, does.wait, () => reply(false));
  if (does.kind !== 'when-file') {
    whileProcess(world, target, world.clock.now + does.afterMillis, () => reply(does.kind === 'drops'));
    return;
  }
  awaitFile(world, target, does, () => reply(false));
}

/** It looks now and then: what counts is the first look after the file was written, or after it gave up. */
function awaitFile(
  world: World, target: ContainerState, waits: Extract<Answer, { kind: 'when-file' }>, done: () => void,
): void {
  const { file, pollMillis, giveUpMillis } = waits;
  const since = world.clock.now;
  const atLook = (millis: number, action: () => void): void =>
    whileProcess(world, target, since + Math.ceil((millis - since) / pollMillis) * pollMillis, action);
  let over = false;
  const once = (): void => {
    if (over) return;
    over = true;
    done();
  };
  whenFile(world, fileKey(target.lifecycle, file), (writtenAt) => atLook(writtenAt, once));
  if (giveUpMillis !== undefined) atLook(since + giveUpMillis, once);
}
