import { portOf } from '../../pod/http-get';
import { asksAdmin } from '../admin-actions';
import type { ContainerStory } from '../container-story';
import { isNode, listenerOn } from '../http-target';
import type { PodStory } from '../pod-story';
import { at, Finding, HazardRule } from '../rule';

export const hookTargetMissing: HazardRule = {
  id: 'hook-target-missing',
  severity: 'error',
  title: 'Nobody answers the HTTP hook',
  why: 'A hook that is refused, or answered 404, ends at once. Envoy is then stopped without a drain.',
  remedy: 'Let the hook ask the port and path on which the manager answers (19002 /shutdown/ready, or 8090 /shutdown with Contour).',
  sources: ['https://github.com/envoyproxy/gateway/issues/9861', 'https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/'],
  check: (story) => story.containers.flatMap((container) => missingTarget(container, story)),
};

function missingTarget({ lifecycle }: ContainerStory, story: PodStory): readonly Finding[] {
  const { around, pod } = story;
  const { preStop: hook, name, kind } = lifecycle;
  if (hook?.kind !== 'httpGet' || kind === 'init' || asksAdmin(hook, lifecycle, story)) return [];
  const port = portOf(lifecycle, hook);
  if (port === undefined) {
    return [at(lifecycle, `the hook of ${name} asks the port ${hook.port}, and ${name} has no port of that name: the hook fails at once, `
      + 'and the container is stopped without a drain', { pointer: hook.pointer })];
  }
  if (hook.host !== undefined && !isNode(hook.host)) return [];
  const found = listenerOn(around, { port, toNode: pod.hostNetwork && isNode(hook.host) }, hook.path);
  if (found.kind === 'endpoint') return [];
  const asks = `the hook of ${name} asks port ${port} for ${hook.path}`;
  if (found.kind === 'unknown') {
    const declared = pod.containers.some(({ ports }) => ports.some(({ containerPort }) => containerPort === port));
    return declared ? [] : [at(lifecycle, `${asks}, and no container declares that port: if none of the unknown programs listens there, the hook fails at once`,
      { pointer: hook.pointer, severity: 'info' })];
  }
  const because = { port: 'where nobody listens', path: 'a path that its program does not have', loopback: 'where a program listens for its own pod only' };
  return [at(lifecycle, `${asks}, ${because[found.because]}: the hook ends at once, and ${name} is stopped without a drain`, { pointer: hook.pointer })];
}
