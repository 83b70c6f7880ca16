import { Recording } from './recording';
import { recognisedPrograms } from '../src/kubelet/pod-programs';
import { SimulationInput } from '../src/kubelet/simulation';
import { KubernetesVersion } from '../src/kubernetes-version';
import { ContainerLifecycle, PodLifecycle } from '../src/pod/pod-lifecycle';
import { actorHook, actorProgram, isActor } from '../test/support/actor';

type Programs = Pick<SimulationInput, 'programs' | 'hookProgram'>;

/** What runs in the containers of a recording: its own actor, or what the product makes of a command line. */
export function programsOf(recording: Recording, pod: PodLifecycle): Programs {
  const recognised = recognisedPrograms(pod);
  const actors = pod.containers.filter(isActor)
    .map((container) => [container.name, actorProgram(container, pod)] as const);
  return {
    programs: { ...recognised.programs, ...Object.fromEntries(actors) },
    hookProgram: (name, command) => {
      const container = pod.containers.find((other) => other.name === name)!;
      if (isActor(container)) return actorHook(command);
      return liesInDroppedVolume(recording, container, command[0])
        ? { program: command[0], steps: [{ step: 'exit', code: 127 }] } : recognised.hookProgram(name, command);
    },
  };
}

/** An API server that knows no image volumes drops them without a word, and with them every program in them. */
function liesInDroppedVolume(
  { pod, featureGates, apiserver }: Recording, container: ContainerLifecycle, program: string,
): boolean {
  const kept = /apiserver[^:]*:.*ImageVolume=true/.test(featureGates)
    || KubernetesVersion.of(apiserver).imageVolumePossible;
  return !kept && container.mounts.some(({ volume, path }) =>
    program.startsWith(`${path}/`) && pod.volumes?.some(({ name, image }) => name === volume && image !== undefined));
}
