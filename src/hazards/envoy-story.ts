import { ContainerStory, ownDrainMillis } from './container-story';
import type { HookStory } from './hook-story';
import { Effect, Times } from './hook-walk';
import { PodLifecycle } from '../pod/pod-lifecycle';

/** What happens to one Envoy when its pod is deleted, all times from the start of the hooks. */
export interface EnvoyStory extends ContainerStory {
  readonly triggers: readonly Trigger[];
  /** A hook that nobody knows may drain it, and one that fails for a reason that another finding tells was meant to. */
  readonly drainIsDoubtful: boolean;
  /** When its main process gets SIGTERM: with nothing open, and at the latest. */
  readonly sigterm: Times;
  /** When its process ends, at the earliest: with nothing open, and with a connection that never closes. */
  readonly ends: Pick<Times, 'leastMillis' | 'openMillis'>;
  /** From deletion until it takes no new connections any more, at the least. */
  readonly holdMillis: number;
  /** Whether that is all of it. */
  readonly holdIsKnown: boolean;
  /** When a hook makes its health checks fail, where one does. */
  readonly healthChecksFailAtMillis?: number;
  /** From when load balancers may notice: by a hook, a wrapper at SIGTERM, or else the deletion itself. */
  readonly noticeableAtMillis: number;
  /** The longest that hooks and its own drain take; Infinity where nothing bounds them, or not known. */
  readonly drainBoundMillis: number;
}

/** Something that drains an Envoy, or tries to. */
export interface Trigger extends Effect {
  readonly by: ContainerStory;
}

export function envoyStory(
  envoy: ContainerStory, containers: readonly ContainerStory[], pod: PodLifecycle,
): EnvoyStory {
  const triggers = triggersOf(envoy, containers);
  const others = containers.filter((other) => other === envoy || other.program.envoy === undefined);
  const sigterm = sigtermOf(envoy, containers, pod);
  const failing = triggers.filter(({ kind }) => kind === 'fail-health-checks').map(({ atMillis }) => atMillis);
  const failedByHook = failing.length > 0 ? Math.min(...failing) : undefined;
  const failsItself = envoy.program.onSigterm.steps?.some(({ step }) => step === 'fail-health-checks') === true;
  return {
    ...envoy,
    triggers,
    drainIsDoubtful: others.some(({ hook }) => hook !== undefined && (!hook.known || failsForToldReason(hook, pod))),
    sigterm,
    ...holdOf(envoy, triggers, sigterm, containers, pod),
    healthChecksFailAtMillis: failedByHook,
    noticeableAtMillis: failedByHook ?? (failsItself ? sigterm.leastMillis : 0),
    drainBoundMillis: drainBoundOf(envoy, containers, triggers),
  };
}

/** Other rules tell of calls that nobody answers, missing programs and shared processes; none of refused flags. */
function failsForToldReason({ fails, lifecycle, missing }: HookStory, pod: PodLifecycle): boolean {
  return missing?.certain === true || (fails && (lifecycle.kind === 'httpGet' || pod.shareProcessNamespace || pod.hostPID));
}

/** Everything in the pod reaches the admin interface; the hook of another Envoy means that one. */
function triggersOf(envoy: ContainerStory, containers: readonly ContainerStory[]): Trigger[] {
  return containers.filter((other) => other === envoy || other.program.envoy === undefined)
    .flatMap((by) => (by.hook?.fails === false ? by.hook.effects : []).map((effect) => ({ ...effect, by })))
    .filter(({ kind }) => kind !== 'refused-admin-call' && kind !== 'quit-proxy');
}

/** A native sidecar waits for all regular containers to end. */
function sigtermOf(
  envoy: ContainerStory, containers: readonly ContainerStory[], { graceSeconds }: PodLifecycle,
): Times {
  const { leastMillis = 0, openMillis = 0, mostMillis = 0 } = envoy.hook ?? {};
  const graceMillis = graceSeconds * 1000;
  const waitsFor = envoy.lifecycle.kind !== 'sidecar' ? 0
    : Math.max(0, ...containers.filter(({ lifecycle }) => lifecycle.kind === 'regular').map(({ endsAtLeastMillis }) => endsAtLeastMillis));
  const mostOfAll = envoy.lifecycle.kind === 'sidecar' ? graceMillis : mostMillis;
  return {
    leastMillis: Math.min(Math.max(leastMillis, waitsFor), graceMillis),
    openMillis: Math.min(Math.max(openMillis, waitsFor), graceMillis),
    mostMillis: Math.min(mostOfAll, graceMillis),
  };
}

function holdOf(
  envoy: ContainerStory, triggers: readonly Trigger[], sigterm: Times, containers: readonly ContainerStory[],
  { graceSeconds }: PodLifecycle,
): Pick<EnvoyStory, 'ends' | 'holdMillis' | 'holdIsKnown'> {
  const { onSigterm, envoy: settings } = envoy.program;
  const own = onSigterm.drains ? ownDrainMillis(envoy.program).min : onSigterm.after.min;
  const accepts = onSigterm.closesListeners ? 0 : closesAfter(envoy.program);
  const quits = triggers.filter(({ kind }) => kind === 'quit-envoy').map(({ atMillis }) => atMillis);
  const closings = triggers.filter(({ kind, skipExit }) => kind === 'drain-listeners' && !skipExit)
    .map(({ graceful, atMillis }) => (graceful ? atMillis + settings!.drainTimeMillis : atMillis));
  const ownWithOpen = onSigterm.drains ? ownDrainMillis(envoy.program).max : own;
  const endsAt = (sigtermMillis: number, drainMillis: number): number =>
    Math.min(sigtermMillis + drainMillis, ...quits);
  const waitsForOthers = envoy.lifecycle.kind === 'sidecar' && containers.some(({ lifecycle }) => lifecycle.kind === 'regular');
  return {
    ends: {
      leastMillis: endsAt(sigterm.leastMillis, own),
      openMillis: Math.min(endsAt(sigterm.openMillis, ownWithOpen), Math.max(graceSeconds * 1000, own)),
    },
    holdMillis: Math.min(endsAt(sigterm.leastMillis, own), sigterm.leastMillis + accepts, ...closings),
    holdIsKnown: envoy.hook?.known !== false && onSigterm.kind !== 'unknown'
      && !(waitsForOthers && containers.some(({ lifecycle, program }) => lifecycle.kind === 'regular' && !program.known)),
  };
}

/** From SIGTERM until a wrapper's own drain closes the listeners, which it may do before it ends. */
function closesAfter({ onSigterm: { steps = [] }, envoy }: ContainerStory['program']): number {
  return steps.some((step) => step.step === 'drain-listeners' && !step.skipExit) ? envoy!.drainTimeMillis : Infinity;
}

function drainBoundOf(
  envoy: ContainerStory, containers: readonly ContainerStory[], triggers: readonly Trigger[],
): number {
  const drainers = containers.filter((other) => triggers.some(({ by }) => by === other));
  const hooks = [envoy, ...drainers].map(({ hook }) => hook?.mostMillis ?? 0);
  return Math.max(...hooks) + ownDrainMillis(envoy.program).max;
}
