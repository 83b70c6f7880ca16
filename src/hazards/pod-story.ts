import { appsOf, companionsOf } from './apps';
import { ContainerStory, containerStory } from './container-story';
import { EnvoyStory, envoyStory } from './envoy-story';
import { hookStories } from './hook-story';
import type { Surroundings } from './surroundings';
import { recognisedPrograms } from '../kubelet/pod-programs';
import type { KubernetesVersion } from '../kubernetes-version';
import { PodLifecycle } from '../pod/pod-lifecycle';

/** A pod thought through: what rules look at. */
export interface PodStory {
  readonly pod: PodLifecycle;
  readonly around: Surroundings;
  readonly containers: readonly ContainerStory[];
  readonly envoys: readonly EnvoyStory[];
  /** Envoys and others that carry an app's traffic. */
  readonly proxies: readonly ContainerStory[];
  readonly managers: readonly ContainerStory[];
  /** What an Envoy calls while it serves. */
  readonly companions: readonly ContainerStory[];
  /** Whom a proxy serves; none beside an edge proxy. */
  readonly apps: readonly ContainerStory[];
  /** No Service sends traffic to it. */
  readonly isJob: boolean;
}

export function createPodStory(pod: PodLifecycle, version?: KubernetesVersion): PodStory {
  const around = { pod, version, ...recognisedPrograms(pod) };
  const hooks = hookStories(around);
  const containers = pod.containers.map((lifecycle) =>
    containerStory(lifecycle, around.programs[lifecycle.name], hooks.get(lifecycle.name)));
  const running = containers.filter(({ lifecycle }) => lifecycle.kind !== 'init');
  const envoys = running.filter(({ program }) => program.envoy !== undefined);
  const proxies = running.filter(({ program }) => program.envoy !== undefined || program.role === 'proxy');
  const managers = running.filter(({ program }) => program.role === 'shutdown-manager');
  const companions = companionsOf(running, envoys, pod);
  return {
    pod, around, containers, proxies, managers, companions,
    envoys: envoys.map((envoy) => envoyStory(envoy, running, pod)),
    apps: appsOf(running, proxies, managers, companions),
    isJob: ['Job', 'CronJob'].includes(pod.object.kind),
  };
}
