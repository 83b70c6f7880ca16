import { choiceAt, countAt, flagAt, isLeftOut, Place, placeAt, placesAt, requiredText, textAt, wrongField } from './fields';
import { ContainerLifecycle, PodLifecycle, VolumeLifecycle } from './pod-lifecycle';
import { PodDefaults, readContainer } from './read-container';

/** What a pod's spec says by itself. */
export type PodSpecLifecycle = Omit<PodLifecycle, 'object' | 'annotations' | 'annotationPointers' | 'labels' | 'rollout'>;

/** The API's default. */
const DEFAULT_GRACE_SECONDS = 30;

/** A pod's spec with the API's defaults; `claims` are volumes that its workload adds, by their metadata. */
export function readPodSpec(spec: Place, claims: readonly Place[] = []): PodSpecLifecycle {
  const security = placeAt(spec, 'securityContext');
  const runAsUser = security && countAt(security, 'runAsUser');
  const hostNetwork = flagAt(spec, 'hostNetwork');
  return {
    pointer: spec.pointer,
    containers: readContainers(spec, { hostNetwork, runAsUser }),
    volumes: readVolumes(spec, claims),
    ...readGrace(spec),
    restartPolicy: choiceAt(spec, 'restartPolicy', ['Always', 'OnFailure', 'Never']),
    hostNetwork,
    hostPID: flagAt(spec, 'hostPID'),
    shareProcessNamespace: flagAt(spec, 'shareProcessNamespace'),
    runAsUser,
  };
}

/** Of an init container; the first stands for the pod's own, which is what counts where it is left out. */
const RESTART_POLICIES = ['OnFailure', 'Never', 'Always'] as const;

function readContainers(spec: Place, pod: PodDefaults): ContainerLifecycle[] {
  const containers = [
    ...placesAt(spec, 'initContainers').map((place) =>
      readContainer(place, choiceAt(place, 'restartPolicy', RESTART_POLICIES) === 'Always' ? 'sidecar' : 'init', pod)),
    ...placesAt(spec, 'containers').map((place) => readContainer(place, 'regular', pod)),
  ];
  containers.forEach(({ name, pointer }, index) => {
    if (containers.findIndex((container) => container.name === name) === index) return;
    throw wrongField('name', name, pointer, 'be of one container only', 'rename or remove one of them');
  });
  return containers;
}

/** A negative grace period is one second to the API. */
function readGrace(spec: Place): Pick<PodLifecycle, 'graceSeconds' | 'graceDeclared'> {
  const given: unknown = spec.value.terminationGracePeriodSeconds;
  if (isLeftOut(given)) return { graceSeconds: DEFAULT_GRACE_SECONDS, graceDeclared: false };
  if (typeof given === 'number' && Number.isInteger(given) && given < 0) return { graceSeconds: 1, graceDeclared: true };
  return { graceSeconds: countAt(spec, 'terminationGracePeriodSeconds')!, graceDeclared: true };
}

/** A claim takes the place of a volume of its name. */
function readVolumes(spec: Place, claims: readonly Place[]): VolumeLifecycle[] {
  const claimed = claims.map((metadata) => ({
    name: requiredText(metadata, 'name'), kind: 'persistentVolumeClaim', pointer: metadata.pointer,
  }));
  const own = placesAt(spec, 'volumes').map(readVolume);
  return [...own.filter(({ name }) => !claimed.some((claim) => claim.name === name)), ...claimed];
}

/** A volume without a source is an emptyDir. */
function readVolume(place: Place): VolumeLifecycle {
  const kind = Object.keys(place.value).find((field) => field !== 'name' && !isLeftOut(place.value[field])) ?? 'emptyDir';
  const source = placeAt(place, kind);
  return {
    name: requiredText(place, 'name'),
    kind,
    pointer: place.pointer,
    medium: (kind === 'emptyDir' && source && textAt(source, 'medium')) || undefined,
  };
}
