import type { ContainerStory } from '../container-story';
import { at, HazardRule } from '../rule';

/** Below it, the first call of Envoy's admin interface was seen 1.4 s late. */
const LOW_LIMIT_MILLIS = 100;

export const managerCpuStarved: HazardRule = {
  id: 'manager-cpu-starved',
  severity: 'warning',
  title: 'The manager gets too little CPU',
  why: 'A manager that is throttled, or that other pods starve, answers late: its hook starts the drain late, its probes fail, and '
    + 'Envoy\'s hook may be refused.',
  remedy: 'Request CPU for the manager (50m), and set no CPU limit or one of 100m and more.',
  sources: ['https://github.com/projectcontour/contour/issues/4851', 'https://github.com/projectcontour/contour/issues/7366'],
  check: ({ containers }) => containers
    .filter(isManager)
    .flatMap(({ lifecycle }) => {
      const { cpuRequestMillis = 0, cpuLimitMillis } = lifecycle.resources;
      if (cpuLimitMillis !== undefined && cpuLimitMillis < LOW_LIMIT_MILLIS) {
        return [at(lifecycle, `${lifecycle.name} is limited to ${cpuLimitMillis}m of a CPU: it is throttled when it shall drain, and its hook and answers come late`)];
      }
      return cpuRequestMillis > 0 ? [] : [at(lifecycle,
        `${lifecycle.name} requests no CPU: on a busy node it gets none when it shall drain, and its hook and answers come late`)];
    }),
};

/** A known one, or one made at home: a program that does nothing by itself, with a hook that drains. An app is none. */
function isManager({ program, hook }: ContainerStory): boolean {
  if (program.role !== undefined) return program.role === 'shutdown-manager';
  return program.known && program.envoy === undefined && hook?.effects.some(({ kind }) => kind !== 'refused-admin-call') === true;
}
