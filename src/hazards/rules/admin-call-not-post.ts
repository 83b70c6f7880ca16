import { asksAdmin } from '../admin-actions';
import type { ContainerStory } from '../container-story';
import type { PodStory } from '../pod-story';
import { at, HazardRule } from '../rule';

export const adminCallNotPost: HazardRule = {
  id: 'admin-call-not-post',
  severity: 'error',
  title: 'The admin interface is asked by GET',
  why: 'Envoy changes its state by POST only. A GET is answered with an error and changes nothing: no drain begins.',
  remedy: 'Use POST (curl -X POST, wget --post-data=""), which an httpGet hook cannot.',
  sources: ['https://github.com/projectcontour/contour/issues/1033', 'https://www.envoyproxy.io/docs/envoy/latest/operations/admin'],
  check: (story) => story.containers.flatMap((container) => {
    const { lifecycle, hook } = container;
    const path = refusedPath(container, story);
    return path === undefined ? [] : [at(lifecycle,
      `the hook of ${lifecycle.name} asks for ${path} by GET, which is refused and changes nothing: no drain begins`,
      { pointer: hook!.lifecycle.pointer })];
  }),
};

/** Other proxies, such as the Cloud SQL proxy, take a GET. */
function refusedPath({ lifecycle, hook }: ContainerStory, story: PodStory): string | undefined {
  if (!hook || story.envoys.length === 0) return undefined;
  const { lifecycle: action } = hook;
  if (action.kind === 'httpGet') return asksAdmin(action, lifecycle, story) ? action.path : undefined;
  return hook.effects.find(({ kind }) => kind === 'refused-admin-call')?.path;
}
