import { isToldToQuit } from '../quitting';
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
    .flatMap((proxy) => {
      const { lifecycle } = proxy;
      const told = isToldToQuit(proxy, story);
      // with restartPolicy Never, nothing is restarted
      if (told && (!lifecycle.livenessProbe || story.pod.restartPolicy === 'Never')) return [];
      return [at(lifecycle, told
        ? `${lifecycle.name} is told to quit by the work, but its liveness probe restarts it: the pod never completes`
        : `${lifecycle.name} is an ordinary container that nothing tells to quit when the work is done: the job never completes`,
      told ? { pointer: lifecycle.livenessProbe!.pointer } : {})];
    })),
};
