import type { PodStory } from '../pod-story';
import { at, HazardRule } from '../rule';

export const jobNeverCompletes: HazardRule = {
  id: 'job-never-completes',
  severity: 'error',
  title: 'The job never completes',
  why: 'A job is done when all of its ordinary containers have ended. A proxy beside the work never ends by itself, and preStop hooks do '
    + 'not run when a container ends.',
  remedy: 'Make the proxy a native sidecar, or let the work tell it to quit (POST /quitquitquit, linkerd-await --shutdown), without a liveness probe.',
  sources: ['https://github.com/istio/istio/issues/11659', 'https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#jobs-with-sidecar-containers'],
  check: (story) => (!story.isJob ? [] : [...story.proxies, ...story.managers]
    .filter(({ lifecycle, program }) => lifecycle.kind === 'regular' && program.endsItself === undefined)
    .flatMap(({ lifecycle }) => {
      const told = isToldToQuit(lifecycle.name, story);
      if (told && !lifecycle.livenessProbe) return [];
      return [at(lifecycle, told
        ? `${lifecycle.name} is told to quit by the work, but its liveness probe restarts it: the job goes on`
        : `${lifecycle.name} is an ordinary container that nothing tells to quit when the work is done: the job never completes`,
      told ? { pointer: lifecycle.livenessProbe!.pointer } : {})];
    })),
};

/** The work, or its postStart, says so in its command line or environment. */
function isToldToQuit(proxy: string, { containers, pod }: PodStory): boolean {
  return containers.filter(({ lifecycle }) => lifecycle.name !== proxy && lifecycle.kind === 'regular').some(({ lifecycle: { argv, postStart } }) => {
    const words = [...argv, ...postStart?.kind === 'exec' ? postStart.command : []].join(' ');
    return /quitquitquit|graceful_shutdown|POST\s+\S*\/shutdown\b|\/shutdown\b.*POST|POST.*\/shutdown\b|linkerd-await.*(--shutdown|-S)\b/.test(words)
      || (pod.shareProcessNamespace && /\b(p?kill|killall)\b/.test(words));
  });
}
