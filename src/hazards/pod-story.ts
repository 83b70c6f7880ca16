import { recognisedPrograms } from '../kubelet/pod-programs';
import { ContainerLifecycle, PodLifecycle } from '../pod/pod-lifecycle';
import { ProgramBehaviour } from '../upstream/behaviour';

export interface ContainerStory {
  readonly lifecycle: ContainerLifecycle;
  readonly program: ProgramBehaviour;
}

export interface PodStory {
  readonly pod: PodLifecycle;
  readonly containers: readonly ContainerStory[];
  readonly envoys: readonly ContainerStory[];
  readonly proxies: readonly ContainerStory[];
}

export function createPodStory(pod: PodLifecycle): PodStory {
  const { programs } = recognisedPrograms(pod);
  const containers = pod.containers.map((lifecycle) => ({ lifecycle, program: programs[lifecycle.name] }));
  const envoys = containers.filter(({ program }) => program.envoy);
  return { pod, containers, envoys, proxies: containers.filter(({ program }) => program.envoy || program.role === 'proxy') };
}
