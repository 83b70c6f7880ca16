import { ContainerLifecycle, PodLifecycle } from '../pod/pod-lifecycle';
import { wordWithoutIdentity } from '../upstream/envoy';

/** Whether pods differ only in what no rule looks at: their object's name, labels, and who Envoy says that it is. */
export function areAlike(one: PodLifecycle, other: PodLifecycle): boolean {
  return one.object.kind === other.object.kind
    && one.containers.length === other.containers.length
    && one.containers.every((container, index) => isSameContainer(container, other.containers[index]))
    && haveSameFields(one, other, APART);
}

const APART = ['object', 'labels', 'containers'];

function isSameContainer(one: ContainerLifecycle, other: ContainerLifecycle): boolean {
  const isEnvoy = /(^|\/)envoy$/.test(one.argv[0] ?? '');
  return (isEnvoy ? haveSameArguments(one.argv, other.argv) : isSame(one.argv, other.argv))
    && haveSameFields(one, other, ['argv']);
}

function haveSameArguments(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) =>
    word === other[index] || wordWithoutIdentity(one, index) === wordWithoutIdentity(other, index));
}

/** Loops, since this is nearly all that is done with most pods of a fleet once they are read. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (!Array.isArray(one)) return !Array.isArray(other) && haveSameFields(one, other);
  if (!Array.isArray(other) || one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) {
    if (!isSame(one[index], other[index])) return false;
  }
  return true;
}

function haveSameFields<Fields extends object>(one: Fields, other: Fields, apart: readonly string[] = []): boolean {
  const fields = Object.keys(one);
  if (fields.length !== Object.keys(other).length) return false;
  for (const field of fields) {
    if (apart.includes(field)) continue;
    if (!Object.hasOwn(other, field) || !isSame(one[field as keyof Fields], other[field as keyof Fields])) return false;
  }
  return true;
}
