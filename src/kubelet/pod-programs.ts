import { SimulationInput } from './simulation';
import { ContainerLifecycle, PodLifecycle } from '../pod/pod-lifecycle';
import { HookProgram, HookSurroundings, ProgramBehaviour } from '../upstream/behaviour';
import { hookProgramOf, programOf } from '../upstream/programs';

/** What runs in the containers of a pod, as far as it can be told from its manifest. */
export function recognisedPrograms(pod: PodLifecycle): Pick<SimulationInput, 'programs' | 'hookProgram'> {
  const programs = Object.fromEntries(pod.containers.map((container) =>
    [container.name, programOf({ ...container, annotations: pod.annotations })]));
  const recognise = (name: string, command: readonly string[]): HookProgram => {
    const container = pod.containers.find((other) => other.name === name)!;
    return hookProgramOf(command, surroundingsOf(pod, container, programs[name]));
  };
  return { programs, hookProgram: remembered(recognise) };
}

/** Every run of a simulation has the same hooks, and recognising one takes longer than running it. */
function remembered(hookProgram: SimulationInput['hookProgram']): SimulationInput['hookProgram'] {
  const known = new Map<string, Map<readonly string[], HookProgram>>();
  return (container, command) => {
    const ofContainer = known.get(container) ?? new Map<readonly string[], HookProgram>();
    known.set(container, ofContainer);
    const program = ofContainer.get(command) ?? hookProgram(container, command);
    ofContainer.set(command, program);
    return program;
  };
}

/** Where the hooks of a container run. */
function surroundingsOf(
  pod: PodLifecycle, container: ContainerLifecycle, program: ProgramBehaviour,
): HookSurroundings {
  return {
    image: container.image,
    env: container.env,
    runsEnvoy: program.envoy !== undefined,
    opensFirstProcess: opensFirstProcess(pod, container),
    mountPaths: container.mounts.map(({ path }) => path),
  };
}

/** In a shared namespace, process 1 is the sandbox, which runs as the pod's user. */
function opensFirstProcess(pod: PodLifecycle, container: ContainerLifecycle): boolean {
  if (pod.hostPID) return false;
  return !pod.shareProcessNamespace || (pod.runAsUser !== undefined && pod.runAsUser === container.runAsUser);
}
