import type { EnvoyStory } from './envoy-story';

/** Whether something tells an Envoy's clients to leave before it ends: a hook, or a wrapper on SIGTERM. */
export function isTold({ triggers, program }: EnvoyStory): boolean {
  return triggers.some(({ kind }) => kind !== 'quit-envoy') || program.onSigterm.drains || program.onSigterm.kind === 'unknown';
}
