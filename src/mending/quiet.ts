import { listOf, LISTS, preStopOf, withContainers, withHook, withSpec } from './edits';
import { Manifest, podTemplateOf } from '../pod/manifest';
import { withoutUndefined } from '../values/objects';

/** What the API fills in anyway is not written into a container that was there. */
export function withoutNoise(before: Manifest, after: Manifest): Manifest {
  const containers = LISTS.flatMap((list) => [...listOf(podTemplateOf(before).spec, list)]);
  return withSpec(after, (spec) => withContainers(spec, (container) =>
    quiet(containers.find(({ name }) => name === container.name), container)));
}

function quiet(before: Manifest | undefined, after: Manifest): Manifest {
  if (!before) return after;
  const hook = preStopOf(before);
  const hooked = asksTheSame(hook?.httpGet, preStopOf(after)?.httpGet) ? withHook(after, hook) : after;
  const isPulled = before.imagePullPolicy === undefined && /:(?!latest$)[^/]+$/.test(String(after.image));
  return isPulled ? withoutUndefined({ ...hooked, imagePullPolicy: undefined }) : hooked;
}

/** HTTP is the scheme where none is written. */
function asksTheSame(one: Manifest | undefined, other: Manifest | undefined): boolean {
  return one !== undefined && other !== undefined && one.scheme === undefined
    && ['host', 'path', 'port'].every((field) => String(one[field]) === String(other[field]));
}

/** What was there and is not any more. */
export function hookNotes(object: Manifest, envoyContainer: string, manager: string): string[] {
  const { spec } = podTemplateOf(object);
  const hook = listOf(spec, 'containers').filter(({ name }) => name === envoyContainer).map(preStopOf)[0];
  if (hook === undefined || /shutdown/.test(JSON.stringify(hook))) return [];
  return [`the preStop hook of ${envoyContainer} was replaced by ${manager}, which drains and waits: ${clipped(JSON.stringify(hook))}`];
}

function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
