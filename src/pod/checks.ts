import { FoundContainer } from './containers';
import { checkNoOwnHook } from './hooks';
import { Manifest, objectAt, objectsAt } from './manifest';
import { mountOf } from './volumes';
import { DrainTiming } from '../drain-timing';
import { KubernetesVersion } from '../kubernetes-version';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { SidecarPlacement } from '../sidecar-placement';
import { secondsText } from '../values/durations';
import { listed, refusal, shown } from '../values/errors';
import { SIBLING_MINIMUM_DRAIN_MILLIS } from '../values/margins';

/** What is known of a pod before anything is woven into it. */
export interface PodToWeave {
  readonly spec: Manifest;
  readonly podSecurityContext: Manifest;
  readonly envoy: FoundContainer;
  readonly manager?: FoundContainer;
  readonly parts: ShutdownManagerParts;
  readonly placement: SidecarPlacement;
  readonly kubernetesVersion: KubernetesVersion;
  readonly drainTiming: DrainTiming;
}

/** Refuses a pod that the manager could not drain. */
export function checkPod(pod: PodToWeave): void {
  checkParts(pod);
  checkProgramIsThere(pod);
  checkSiblingMinimum(pod);
  checkNoOwnHook(pod.envoy.container, pod.parts);
  if (pod.manager) {
    checkNoOwnHook(pod.manager.container, pod.parts);
    checkSameDirectory(pod.manager.container, pod);
  }
  checkImageVolume(pod);
  checkProcessNamespace(pod);
  checkSocketOwner(pod);
}

/** An implementation of `IShutdownManager` may have forgotten something. */
function checkParts({ parts, placement }: PodToWeave): void {
  if (!Array.isArray(parts.drainCommand) || !parts.drainCommand[0]) {
    throw refusal({
      prop: 'drainCommand', got: shown(parts.drainCommand), must: 'be a list of at least one word',
      because: 'without it nothing starts the drain', fix: 'return program and arguments from bind()',
    });
  }
  if (placement === SidecarPlacement.ENVOY_CONTAINER || parts.wait || parts.waitCommand) return;
  throw refusal({
    prop: 'wait', got: 'nothing', must: 'be given by the shutdown manager, or \'waitCommand\' instead',
    because: 'Envoy\'s hook has nothing to wait for', fix: 'return one of them from bind()',
  });
}

/** Envoy's official images hold nothing but Envoy: a hook would find no program in them. */
function checkProgramIsThere({ parts, placement, envoy: { container } }: PodToWeave): void {
  if (placement !== SidecarPlacement.ENVOY_CONTAINER || parts.programImage !== undefined) return;
  const [program] = parts.drainCommand;
  if (!/(^|\/)envoyproxy\/envoy(-[a-z]+)?([:@]|$)/.test(String(container.image)) || mountOf(container, program)) return;
  throw refusal({
    prop: 'image', got: shown(container.image), must: `hold the program ${program} with 'placement' ENVOY_CONTAINER`,
    because: 'Envoy\'s official images do not, and the hook would fail at every deletion',
    fix: 'give the image that you built from both, or use ShutdownManagerProgram.imageVolume()',
  });
}

/** With two ordinary containers, a hook of Envoy's that starts late must still find the manager. */
function checkSiblingMinimum({ placement, drainTiming }: PodToWeave): void {
  const minMillis = drainTiming.minDrainDuration.toMilliseconds();
  if (placement !== SidecarPlacement.SIBLING || minMillis >= SIBLING_MINIMUM_DRAIN_MILLIS) return;
  throw refusal({
    prop: 'minDrainDuration', got: secondsText(minMillis),
    must: `be at least ${secondsText(SIBLING_MINIMUM_DRAIN_MILLIS)} with 'placement' SIBLING`,
    because: 'a manager that is done stops listening, Envoy\'s hook would be refused and Envoy stopped undrained',
    fix: 'raise it, or declare a Kubernetes version with native sidecars',
  });
}

/** Envoy's admin socket and the ready file are where the pod's own two containers share a directory. */
function checkSameDirectory(manager: Manifest, { parts, envoy }: PodToWeave): void {
  if (!parts.adminSocket) return;
  const mounts = objectsAt(manager, 'volumeMounts', `container '${manager.name}'`);
  const shared = mounts.filter((mount) => mount.readOnly !== true && isSharedWith(envoy.container, mount));
  const ofManager = mountOf(manager, parts.directory!);
  if (ofManager ? shared.includes(ofManager) : shared.length === 0) return;
  throw refusal({
    prop: 'adminDirectory', got: shown(parts.directory),
    must: `be one that Envoy and its manager share (${listed(shared.map(({ mountPath }) => String(mountPath)))})`,
    because: 'Envoy\'s admin socket is looked for there, and nothing would drain',
    fix: 'set it to the directory of Envoy\'s admin socket, and mount one volume there in both containers',
  });
}

function isSharedWith(container: Manifest, { name, mountPath, subPath }: Manifest): boolean {
  const other = mountOf(container, String(mountPath));
  return other !== undefined && other.name === name && other.mountPath === mountPath && other.subPath === subPath;
}

/** An older API server drops volume and mount without a word, and the first deletion loses its hook. */
function checkImageVolume({ parts, kubernetesVersion }: PodToWeave): void {
  if (parts.programImage === undefined || kubernetesVersion.imageVolumePossible) return;
  throw refusal({
    prop: 'program', got: `image volume ${parts.programImage}`,
    must: `go with a 'kubernetesVersion' (${kubernetesVersion}) of 1.35 or later`,
    because: 'an older API server drops the volume without a word, and the first deletion loses requests',
    fix: 'use ShutdownManagerProgram.combinedImage, or the placement AUTO',
  });
}

/**
 * Envoy Gateway's hook logs to `/proc/1/fd/1` and panics where it may not open it, before it drains.
 *
 * @see https://github.com/envoyproxy/gateway/blob/v1.9.0/internal/logging/log.go
 */
function checkProcessNamespace({ spec, parts, placement, podSecurityContext, envoy }: PodToWeave): void {
  const prop = ['shareProcessNamespace', 'hostPID'].find((field) => spec[field] === true);
  if (!prop || !parts.logsToFirstProcess) return;
  const ofEnvoy = objectAt(envoy.container, 'securityContext', `container '${envoy.container.name}'`);
  const oneUser = podSecurityContext.runAsUser !== undefined
    && (ofEnvoy.runAsUser ?? podSecurityContext.runAsUser) === podSecurityContext.runAsUser;
  if (placement === SidecarPlacement.ENVOY_CONTAINER && prop === 'shareProcessNamespace' && oneUser) return;
  throw refusal({
    prop, got: 'true', must: 'be false with Envoy Gateway\'s shutdown manager',
    because: 'its hook panics when it cannot log to process 1, and nothing drains',
    fix: placement === SidecarPlacement.ENVOY_CONTAINER
      ? 'turn it off, or set one \'runAsUser\' for the whole pod'
      : 'turn it off, or use ShutdownManager.contour',
  });
}

/** Envoy's admin socket has mode 0644: only the user that Envoy runs as can write to it. */
function checkSocketOwner({ parts, placement, podSecurityContext, envoy, manager }: PodToWeave): void {
  if (!parts.adminSocket || placement === SidecarPlacement.ENVOY_CONTAINER) return;
  const userOf = (container: Manifest): unknown =>
    objectAt(container, 'securityContext', `container '${container.name}'`).runAsUser ?? podSecurityContext.runAsUser;
  const envoyUser = userOf(envoy.container);
  if (manager && userOf(manager.container) === envoyUser) return;
  if (!manager && envoyUser !== undefined) return;
  throw refusal({
    prop: 'runAsUser', got: shown(manager ? userOf(manager.container) : envoyUser),
    must: manager ? `be Envoy's for the manager too (${shown(envoyUser)})` : 'be set for the pod',
    because: 'only the user that Envoy runs as can write to its admin socket, and nothing would drain',
    fix: 'set one runAsUser in the pod\'s securityContext (Contour\'s manifests use 65534)',
  });
}
