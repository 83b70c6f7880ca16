import type { EnvoyStory } from './envoy-story';

/** Whether something tells an Envoy's clients to leave before it ends: a hook, or a wrapper on SIGTERM. */
export function isTold({ triggers, program }: EnvoyStory): boolean {
  return triggers.some(({ kind }) => kind !== 'quit-envoy') || program.onSigterm.drains || program.onSigterm.kind === 'unknown';
}

/** Nothing drains it for certain, and its hook does not even wait. */
export function isNeverTold(envoy: EnvoyStory): boolean {
  return !isTold(envoy) && !envoy.drainIsDoubtful && !isPause(envoy);
}

/** A hook that only lets time pass; one of no length is as good as none. */
export function isPause({ hook }: Pick<EnvoyStory, 'hook'>): boolean {
  return hook?.onlyWaits === true && hook.mostMillis > 0;
}
