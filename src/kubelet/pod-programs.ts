import { SimulationInput } from './simulation';
import { ContainerLifecycle, PodLifecycle } from '../pod/pod-lifecycle';
import { HookSurroundings, ProgramBehaviour } from '../upstream/behaviour';
import { hookProgramOf, programOf } from '../upstream/programs';

/** What runs in the containers of a pod, as far as it can be told from its manifest. */
export function recognisedPrograms(pod: PodLifecycle): Pick<SimulationInput, 'programs' | 'hookProgram'> {
  const programs = Object.fromEntries(pod.containers.map((container) => [container.name, programOf(container)]));
  return {
    programs,
    hookProgram: (name, command) => {
      const container = pod.containers.find((other) => other.name === name)!;
      return hookProgramOf(command, surroundingsOf(pod, container, programs[name]));
    },
  };
}

/** Where the hooks of a container run. */
export function surroundingsOf(
  pod: PodLifecycle, container: ContainerLifecycle, program: ProgramBehaviour,
): HookSurroundings {
  return {
    image: container.image,
    env: container.env,
    runsEnvoy: program.envoy !== undefined,
    opensFirstProcess: opensFirstProcess(pod, container),
  };
}

/** In a shared namespace, process 1 is the sandbox, which runs as the pod's user. */
function opensFirstProcess(pod: PodLifecycle, container: ContainerLifecycle): boolean {
  if (pod.hostPID) return false;
  return !pod.shareProcessNamespace || (pod.runAsUser !== undefined && pod.runAsUser === container.runAsUser);
}
