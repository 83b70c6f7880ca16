import { Mended } from './mend-request';
import { isObject, Manifest, mapPodTemplate } from '../pod/manifest';
import { withoutUndefined } from '../values/objects';

/** An object with its pod's spec changed. */
export function withSpec(object: Manifest, change: (spec: Manifest) => Manifest): Manifest {
  return mapPodTemplate(object, (template) => ({ ...template, spec: withoutUndefined(change(template.spec)) }));
}

/** The lists of a pod's containers. */
export const LISTS = ['initContainers', 'containers'] as const;

/** The containers of a list, none where it is left out. */
export function listOf(spec: Manifest, list: typeof LISTS[number]): readonly Manifest[] {
  const containers: unknown = spec[list];
  return Array.isArray(containers) ? containers : [];
}

/** An object with one of its containers changed, wherever it stands. */
export function withContainer(object: Manifest, name: string, change: (container: Manifest) => Manifest): Manifest {
  return withSpec(object, (spec) => withContainers(spec, (container) =>
    (container.name === name ? withoutUndefined(change(container)) : container)));
}

/** A pod's spec with all of its containers changed. */
export function withContainers(spec: Manifest, change: (container: Manifest) => Manifest): Manifest {
  const lists = LISTS.filter((list) => Array.isArray(spec[list])).map((list) => [list, listOf(spec, list).map(change)]);
  return { ...spec, ...Object.fromEntries(lists) };
}

/** A container with another preStop hook, or none. */
export function withHook(container: Manifest, preStop: Manifest | undefined): Manifest {
  const lifecycle = withoutUndefined({ ...isObject(container.lifecycle) ? container.lifecycle : {}, preStop });
  return { ...container, lifecycle: Object.keys(lifecycle).length > 0 ? lifecycle : undefined };
}

export function preStopOf(container: Manifest): Manifest | undefined {
  const hook: unknown = isObject(container.lifecycle) ? container.lifecycle.preStop : undefined;
  return isObject(hook) ? hook : undefined;
}

export function withGrace(object: Manifest, seconds: number): Manifest {
  return withSpec(object, (spec) => ({ ...spec, terminationGracePeriodSeconds: seconds }));
}

/** An ordinary container made a native sidecar: it starts before the others and ends after them. */
export function asNativeSidecar(object: Manifest, name: string): Manifest {
  return withSpec(object, (spec) => {
    const moved = listOf(spec, 'containers').filter((container) => container.name === name)
      .map((container) => ({ ...container, restartPolicy: 'Always' }));
    return {
      ...spec,
      initContainers: [...listOf(spec, 'initContainers'), ...moved],
      containers: listOf(spec, 'containers').filter((container) => container.name !== name),
    };
  });
}

/** A native sidecar made an ordinary container. */
export function asOrdinaryContainer(object: Manifest, name: string): Manifest {
  return withSpec(object, (spec) => {
    const moved = listOf(spec, 'initContainers').filter((container) => container.name === name)
      .map((container) => ({ ...container, restartPolicy: undefined }));
    const left = listOf(spec, 'initContainers').filter((container) => container.name !== name);
    return {
      ...spec,
      initContainers: left.length > 0 ? left : undefined,
      containers: [...listOf(spec, 'containers'), ...moved.map(withoutUndefined)],
    };
  });
}

/** A mend that there is nothing to say about, or a few words. */
export function done(object: Manifest, ...notes: readonly string[]): Mended {
  return { object, notes };
}
