import { withPreStop } from './hooks';
import { isObject, Manifest, namesOf, objectAt, sorted } from './manifest';
import { shutdownManagerContainerName } from '../container-names';
import { KubernetesVersion } from '../kubernetes-version';
import { SidecarPlacement } from '../sidecar-placement';
import { refusal, shown } from '../values/errors';

/** The containers of a pod, in their two lists. */
export interface ContainerLists {
  readonly containers: readonly Manifest[];
  readonly initContainers?: readonly Manifest[];
}

/** What keeps containers that Envoy needs until Envoy has ended. */
export interface CompanionRequest {
  readonly names: readonly string[];
  readonly placement: SidecarPlacement;
  readonly kubernetesVersion: KubernetesVersion;
  /** Envoy's own hook. */
  readonly envoyHook: Manifest;
}

/**
 * Companions live as long as Envoy: as native sidecars they start before and end after it, as ordinary containers their
 * hooks wait where Envoy's does, bounded by the same grace period.
 */
export function withCompanions(lists: ContainerLists, request: CompanionRequest): ContainerLists {
  return request.names.reduce((current, name) => withCompanion(current, name, request), lists);
}

function withCompanion(lists: ContainerLists, name: string, request: CompanionRequest): ContainerLists {
  const { containers, initContainers = [] } = lists;
  if (initContainers.some((container) => container.name === name && container.restartPolicy === 'Always')) return lists;
  const companion = containers.find((container) => container.name === name);
  if (!companion) throw missing(name, [...containers, ...initContainers]);
  if (!isNative(request)) {
    return { ...lists, containers: containers.map((each) => (each === companion ? waiting(each, request) : each)) };
  }
  const native = sorted({ ...companion, restartPolicy: 'Always' });
  // A pod that is deleted while others start has no manager yet whose hook would drain an Envoy that is not there.
  const isManager = ({ name: own }: Manifest): boolean => own === shutdownManagerContainerName;
  return {
    containers: containers.filter((each) => each !== companion),
    initContainers: [...initContainers.filter((each) => !isManager(each)), native, ...initContainers.filter(isManager)],
  };
}

/** Beside the program in Envoy's container, nobody is there to wait for. */
function isNative({ placement, kubernetesVersion, names }: CompanionRequest): boolean {
  if (placement !== SidecarPlacement.ENVOY_CONTAINER) return placement === SidecarPlacement.NATIVE;
  if (kubernetesVersion.isKnown && kubernetesVersion.nativeSidecarsPossible) return true;
  throw refusal({
    prop: 'companion', got: shown(names[0]), must: `go with a 'kubernetesVersion' (${kubernetesVersion}) of 1.29 or later beside 'placement' ENVOY_CONTAINER`,
    because: 'it would end while Envoy still drains, and there is no manager that its hook could wait for',
    fix: 'use SIBLING, or declare the version',
  });
}

function waiting(container: Manifest, { envoyHook }: CompanionRequest): Manifest {
  const { preStop } = objectAt(container, 'lifecycle', `container '${container.name}'`);
  if (isObject(preStop) && JSON.stringify(sorted(preStop)) !== JSON.stringify(sorted(envoyHook))) {
    throw refusal({
      prop: 'preStop', got: shown(preStop), must: `be left out of the companion '${container.name}'`,
      because: 'a container has one preStop hook, and this one must wait until Envoy has drained',
      fix: 'remove it, or use the placement NATIVE, which needs no hook',
    });
  }
  if (isObject(envoyHook.httpGet)) return sorted(withPreStop(container, envoyHook));
  throw refusal({
    prop: 'companion', got: shown(container.name), must: 'go with a shutdown manager that is waited for by HTTP, or as NATIVE',
    because: 'the command that Envoy waits with may not be in its image', fix: 'give the custom manager a wait path, or use NATIVE',
  });
}

function missing(name: string, present: readonly Manifest[]): Error {
  return refusal({
    prop: 'companion', got: shown(name), must: `name a container of the pod (${namesOf(present)})`,
    because: 'nothing else can be kept', fix: 'correct the name',
  });
}
