import { checkPod, PodToWeave } from './checks';
import { ContainerLists, withCompanions } from './companions';
import { FoundContainer, findEnvoy, findManager } from './containers';
import { givenGrace, graceOfSpec, PodGraceRequest, resolveGrace } from './grace';
import { envoyHook, withPreStop } from './hooks';
import { withHostPorts } from './host-network';
import { managerContainer } from './manager-container';
import { isObject, Manifest, objectAt, objectsAt, sorted } from './manifest';
import { withRestartGrace } from './probes';
import { addMebibytes } from './quantities';
import { checkWritable, mountOf, withMount, withSafeToEvict, withVolume } from './volumes';
import { shutdownManagerContainerName } from '../container-names';
import { KubernetesVersion } from '../kubernetes-version';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { checkedParts } from '../shutdown-managers/checked-parts';
import { PROGRAM_DIRECTORY } from '../shutdown-managers/program';
import { SidecarPlacement } from '../sidecar-placement';
import { refusal } from '../values/errors';

/** Everything about a weaving that is not in the pod itself. */
export interface WeavingPlan extends PodGraceRequest {
  readonly placement: SidecarPlacement;
  readonly kubernetesVersion: KubernetesVersion;
  readonly envoyContainer: string;
  /** Containers that Envoy needs while it drains. */
  readonly companions?: readonly string[];
  readonly emptyDirsInMemory?: boolean;
}

/** The name of the volume that Envoy and Contour's manager share, as Contour's manifests call it. */
const ADMIN_VOLUME = 'envoy-admin';
const TEMPORARY_VOLUME = 'tmp';

/** Puts a shutdown manager into a pod template: template and plan in, template out. */
export function weave(template: Manifest, plan: WeavingPlan): Manifest {
  const { spec } = template;
  const { drainTiming, graceSeconds } = resolveGrace(plan, givenGrace(graceOfSpec(spec), plan));
  const manager = findManager(spec);
  const parts = checkedParts(plan.manager.bind({
    placement: plan.placement, drainTiming,
    currentImage: manager?.container.image, currentCommand: manager?.container.command,
  }));
  const pod: PodToWeave = {
    spec, parts, drainTiming, manager, placement: plan.placement, kubernetesVersion: plan.kubernetesVersion,
    envoy: findEnvoy(spec, plan.envoyContainer),
    podSecurityContext: objectAt(spec, 'securityContext', 'the pod'),
  };
  checkPod(pod);
  const inOneContainer = plan.placement === SidecarPlacement.ENVOY_CONTAINER;
  const woven = inOneContainer ? inEnvoyContainer(pod, plan) : twoContainers(pod, plan);
  const envoy = hooked(woven.envoy, pod, plan);
  const lists = withCompanions(placed(pod, envoy, woven.manager), {
    ...plan, names: plan.companions ?? [], envoyHook: envoy.lifecycle.preStop,
  });
  return sorted({
    ...template,
    metadata: withSafeToEvict(objectAt(template, 'metadata', 'the pod'), woven.newEmptyDirs),
    spec: sorted({
      ...spec,
      ...lists,
      terminationGracePeriodSeconds: graceSeconds,
      volumes: woven.volumes.length > 0 ? woven.volumes : spec.volumes,
    }),
  });
}

interface WovenContainers {
  readonly envoy: Manifest;
  readonly manager?: Manifest;
  readonly volumes: readonly Manifest[];
  readonly newEmptyDirs: readonly string[];
}

function twoContainers(pod: PodToWeave, plan: WeavingPlan): WovenContainers {
  const { parts, placement, podSecurityContext } = pod;
  const shared = sharedDirectory(pod, plan);
  const native = placement === SidecarPlacement.NATIVE;
  const manager = managerContainer({
    parts, podSecurityContext, native, envoy: pod.envoy.container, current: pod.manager?.container,
    volumes: shared.volumes,
    startupProbe: !plan.kubernetesVersion.sidecarStartupProbeDefective,
  });
  const isMounted = !shared.mount || mountOf(manager, parts.directory!) !== undefined;
  return { ...shared, manager: isMounted ? manager : withMount(manager, copied(shared.mount!)) };
}

/** The same place of the same volume; what only Envoy's container can have is refused. */
function copied({ mountPath, name, subPath, subPathExpr, mountPropagation }: Manifest): Manifest {
  if (subPathExpr === undefined && (mountPropagation === undefined || mountPropagation === 'None')) {
    return { mountPath, name, subPath };
  }
  throw refusal({
    prop: 'volumeMounts', got: `'${name}' at ${mountPath}`, must: 'have no subPathExpr and no mountPropagation',
    because: 'the shutdown manager needs the same mount, and cannot have those', fix: 'use a plain emptyDir there',
  });
}

/** One volume for Envoy's admin socket and the ready file, in both containers. */
function sharedDirectory(
  { spec, parts, envoy, manager }: PodToWeave, plan: WeavingPlan,
): WovenContainers & { mount?: Manifest } {
  const volumes = objectsAt(spec, 'volumes', 'the pod');
  if (!parts.sharesDirectory) return { envoy: envoy.container, volumes, newEmptyDirs: [] };
  const directory = parts.directory!;
  for (const { container } of manager ? [envoy, manager] : [envoy]) {
    const mount = mountOf(container, directory);
    if (mount) checkWritable(mount, volumes, container.name, directory);
  }
  const present = mountOf(envoy.container, directory);
  if (present) return { envoy: envoy.container, volumes, newEmptyDirs: [], mount: present };
  const mount = { mountPath: directory, name: ADMIN_VOLUME };
  return {
    mount, envoy: withMount(envoy.container, mount),
    volumes: withVolume(volumes, emptyDir(ADMIN_VOLUME, plan)), newEmptyDirs: [ADMIN_VOLUME],
  };
}

/** The program, a directory that it can write to, and the memory that its hook takes. */
function inEnvoyContainer({ spec, parts, envoy }: PodToWeave, plan: WeavingPlan): WovenContainers {
  let { container } = envoy;
  let volumes = objectsAt(spec, 'volumes', 'the pod');
  const newEmptyDirs: string[] = [];
  const present = parts.directory === undefined ? undefined : mountOf(container, parts.directory);
  if (present) checkWritable(present, volumes, container.name, parts.directory!);
  if (parts.directory !== undefined && !present && !hasOwnRoot(container)) {
    container = withMount(container, { mountPath: parts.directory, name: TEMPORARY_VOLUME });
    volumes = withVolume(volumes, emptyDir(TEMPORARY_VOLUME, plan));
    newEmptyDirs.push(TEMPORARY_VOLUME);
  }
  if (parts.programImage !== undefined && !hasProgramMount(container, volumes)) {
    const mount = { mountPath: PROGRAM_DIRECTORY, name: shutdownManagerContainerName, readOnly: true };
    container = withMount(container, mount);
    volumes = withVolume(volumes, programVolume(parts, parts.programImage));
  }
  return { envoy: withHookMemory(container, parts), volumes, newEmptyDirs };
}

function emptyDir(name: string, { emptyDirsInMemory }: WeavingPlan): Manifest {
  return { emptyDir: emptyDirsInMemory ? { medium: 'Memory' } : {}, name };
}

/** A root filesystem that is declared to be writable needs no volume, which would be in the way of draining nodes. */
function hasOwnRoot({ securityContext }: Manifest): boolean {
  return isObject(securityContext) && securityContext.readOnlyRootFilesystem === false;
}

/** Whether an earlier weaving mounted it; anything of the user's there would hide the program. */
function hasProgramMount(container: Manifest, volumes: readonly Manifest[]): boolean {
  const inTheWay = objectsAt(container, 'volumeMounts', `container '${container.name}'`)
    .filter(({ mountPath }) => `${mountPath}/`.startsWith(`${PROGRAM_DIRECTORY}/`));
  const own = inTheWay.length === 1 && inTheWay[0].mountPath === PROGRAM_DIRECTORY
    && isObject(volumes.find(({ name }) => name === inTheWay[0].name)?.image);
  if (own || inTheWay.length === 0) return own;
  throw refusal({
    prop: 'volumeMounts', got: String(inTheWay[0].mountPath), must: `leave ${PROGRAM_DIRECTORY} to the shutdown manager`,
    because: 'it would hide the program that the hook starts', fix: 'mount it elsewhere',
  });
}

function programVolume(parts: ShutdownManagerParts, reference: string): Manifest {
  return {
    image: { pullPolicy: parts.imagePullPolicy ?? 'IfNotPresent', reference },
    name: shutdownManagerContainerName,
  };
}

/** A limit is raised with the request: the hook counts against both, and mid-drain it must not be killed. */
function withHookMemory(container: Manifest, parts: ShutdownManagerParts): Manifest {
  const place = `container '${container.name}'`;
  const memory = parts.resources?.memoryRequest ?? parts.defaultResources.memoryRequest;
  const resources = objectAt(container, 'resources', place);
  if (!memory) return container;
  const raised = (['limits', 'requests'] as const).flatMap((field) => {
    const amounts = objectAt(resources, field, place);
    if (amounts.memory === undefined) return [];
    return [[field, { ...amounts, memory: addMebibytes(amounts.memory, memory.toMebibytes(), place) }]];
  });
  return raised.length > 0 ? { ...container, resources: { ...resources, ...Object.fromEntries(raised) } } : container;
}

function hooked(envoy: Manifest, pod: PodToWeave, plan: WeavingPlan): Manifest {
  const hook = envoyHook(pod.parts, plan.placement, pod.spec.hostNetwork === true);
  const container = withHostPorts(withPreStop(envoy, hook), pod.parts, pod.spec.hostNetwork === true);
  const { kubernetesVersion, placement } = plan;
  if (kubernetesVersion.isKnown && !kubernetesVersion.probeGracePeriodPossible) return sorted(container);
  return sorted(withRestartGrace(container, placement, pod.drainTiming));
}

/**
 * The container lists. A new native manager comes last of the init containers: while others still
 * initialize, a deletion then finds no manager whose hook would drain an Envoy that is not there.
 */
function placed(pod: PodToWeave, newEnvoy: Manifest, newManager?: Manifest): ContainerLists {
  const { spec, envoy, manager: current, placement } = pod;
  const list = placement === SidecarPlacement.NATIVE ? 'initContainers' : 'containers';
  const containersOf = (field: FoundContainer['list']): Manifest[] => {
    const stays = current?.list === field && field === list && newManager;
    const present = objectsAt(spec, field, 'the pod').flatMap((container) => {
      if (container === envoy.container) return [newEnvoy];
      if (container === current?.container) return stays ? [newManager] : [];
      return [container];
    });
    return newManager && field === list && !stays ? [...present, newManager] : present;
  };
  const initContainers = containersOf('initContainers');
  return { containers: containersOf('containers'), initContainers: initContainers.length > 0 ? initContainers : undefined };
}
