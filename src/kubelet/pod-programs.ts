import { SimulationInput } from './simulation';
import { ContainerLifecycle, PodLifecycle } from '../pod/pod-lifecycle';
import { CommandLine, HookProgram, HookSurroundings, ProgramBehaviour } from '../upstream/behaviour';
import { hookProgramOf, programOf } from '../upstream/programs';

/** What runs in the containers of a pod, as far as it can be told from its manifest. */
export function recognisedPrograms(pod: PodLifecycle): Pick<SimulationInput, 'programs' | 'hookProgram'> {
  const programs = Object.fromEntries(pod.containers.map((container) =>
    [container.name, programOf(commandLineOf(container, pod))]));
  const recognise = (name: string, command: readonly string[]): HookProgram => {
    const container = pod.containers.find((other) => other.name === name)!;
    return knownHookProgram(command, surroundingsOf(pod, container, programs[name]));
  };
  return { programs, hookProgram: remembered(recognise) };
}

function commandLineOf(container: ContainerLifecycle, { annotations }: PodLifecycle): CommandLine {
  const { kind, image, argv, commandGiven, env } = container;
  return { kind, image, argv, commandGiven, env, annotations };
}

/** Every run of a simulation, and every rule, asks for the same hooks. */
function remembered(hookProgram: SimulationInput['hookProgram']): SimulationInput['hookProgram'] {
  const known = new Map<readonly string[], HookProgram>();
  return (container, command) => {
    const program = known.get(command) ?? hookProgram(container, command);
    known.set(command, program);
    return program;
  };
}

/**
 * The pods of a fleet have the same hooks, and recognising one takes longer than all else: what is known of a
 * command where it runs is kept, for as many as a fleet has kinds.
 */
const KNOWN_HOOKS = new Map<string, HookProgram>();
const MOST_KNOWN_HOOKS = 1_000;

function knownHookProgram(command: readonly string[], around: HookSurroundings): HookProgram {
  const key = JSON.stringify([command, around]);
  const known = KNOWN_HOOKS.get(key);
  if (known) return known;
  const program = hookProgramOf(command, around);
  if (KNOWN_HOOKS.size >= MOST_KNOWN_HOOKS) KNOWN_HOOKS.clear();
  KNOWN_HOOKS.set(key, program);
  return program;
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
