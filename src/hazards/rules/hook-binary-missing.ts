import type { HookStory } from '../hook-story';
import { at, HazardRule } from '../rule';
import { time } from '../words';

export const hookBinaryMissing: HazardRule = {
  id: 'hook-binary-missing',
  severity: 'error',
  title: 'The hook\'s program is not in the image',
  why: 'A hook whose shell or tool is missing fails at once, and the container is stopped without a drain. Nothing but an event tells.',
  remedy: 'Use an image that has the program, a sleep action or an HTTP hook instead, or a shutdown manager.',
  sources: [
    'https://github.com/knative-extensions/net-kourier/pull/1200', 'https://github.com/istio/istio/issues/20027',
    'https://github.com/projectcontour/contour/issues/1254',
  ],
  check: ({ containers }) => containers.flatMap(({ lifecycle, hook }) => (hook?.missing ? [at(lifecycle,
    `the hook of ${lifecycle.name} needs ${hook.missing.name}, ${hook.missing.certain
      ? `which ${lifecycle.image} does not have: ${consequence(hook)}, and ${lifecycle.name} gets SIGTERM after ${time(hook.leastMillis)}`
      : 'which most images lack: if this one does, the hook fails and does nothing'}`,
    { pointer: hook.lifecycle.pointer, severity: hook.missing.certain ? undefined : 'info' })] : [])),
};

/** A script goes on after a command that is not there. */
function consequence({ fails }: HookStory): string {
  return fails ? 'it fails' : 'that command does nothing, the rest of the hook runs';
}
