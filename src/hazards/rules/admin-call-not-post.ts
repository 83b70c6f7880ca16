import { isAdminAction } from '../admin-actions';
import { at, HazardRule } from '../rule';

export const adminCallNotPost: HazardRule = {
  id: 'admin-call-not-post',
  severity: 'error',
  title: 'The admin interface is asked by GET',
  why: 'Envoy changes its state by POST only. A GET is answered with an error and changes nothing: no drain begins.',
  remedy: 'Use POST (curl -X POST, wget --post-data=""), which an httpGet hook cannot.',
  sources: ['https://github.com/projectcontour/contour/issues/1033', 'https://www.envoyproxy.io/docs/envoy/latest/operations/admin'],
  check: ({ containers, around }) => containers.flatMap(({ lifecycle, hook }) => {
    if (!hook) return [];
    const { lifecycle: action } = hook;
    const answered = action.kind === 'httpGet' && typeof action.port === 'number'
      && Object.values(around.programs).some(({ endpoints }) => endpoints.some(({ port }) => port === action.port));
    const path = action.kind === 'httpGet' && !answered && isAdminAction(action.path) ? action.path
      : hook.effects.find(({ kind }) => kind === 'refused-admin-call')?.path;
    return path === undefined ? [] : [at(lifecycle,
      `the hook of ${lifecycle.name} asks for ${path} by GET, which is refused and changes nothing: no drain begins`, { pointer: action.pointer })];
  }),
};
