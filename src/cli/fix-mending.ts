import { FixDocument, FixFile } from './fix-sources';
import { HazardFinding, HazardSeverity } from '../hazard-finding';
import { bootstrapNote, bootstrapPlace, completedBootstrap, holds, withBootstrapArgument } from '../mending/bootstrap';
import { errorsOf, findingsOf, mend, MendedObject } from '../mending/mend';
import { MendRequest, NewManager } from '../mending/mend-request';
import { isEnvoyProxy } from '../pod/envoy-proxy';
import { FieldError } from '../pod/fields';
import { isObject, Manifest } from '../pod/manifest';
import { readPods } from '../pod/read';

/** Something to tell about a place in a file. */
export interface FixMessage {
  readonly kind: 'mended' | 'note' | 'left' | 'unreadable';
  readonly source: string;
  readonly line: number;
  readonly text: string;
}

/** Mends all documents of all files in place, and says what there is to say. */
export function mendFiles(files: readonly FixFile[], request: MendRequest): FixMessage[] {
  const messages: FixMessage[] = [];
  for (const { source, documents } of files) {
    for (const document of documents) {
      const tell: Tell = (kind, pointer, text) => messages.push({ kind, source, line: document.lineOf(pointer), text });
      document.after = mendedValue(document.after, '', { request, files, tell });
    }
  }
  return messages;
}

/** Whether something in a document may be mended, or has to be told. */
export function concerns(value: unknown, request: MendRequest): boolean {
  if (!isObject(value)) return false;
  try {
    return isEnvoyProxy(value) || findingsOf(value, request).some(({ severity }) => severity !== HazardSeverity.INFO)
      || (Array.isArray(value.items) && value.items.some((item: unknown) => isObject(item) && isEnvoyProxy(item)));
  } catch {
    return true;
  }
}

type Tell = (kind: FixMessage['kind'], pointer: string, text: string) => void;

interface Surroundings {
  readonly request: MendRequest;
  readonly files: readonly FixFile[];
  readonly tell: Tell;
}

/** An object as it is, or mended; the items of a List one by one. */
function mendedValue(value: unknown, pointer: string, around: Surroundings): unknown {
  if (!isObject(value)) return value;
  const { kind, items } = value;
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) {
    const inherited = kind === 'List' ? {} : { apiVersion: value.apiVersion, kind: kind.replace(/List$/, '') };
    const mended = items.map((item: unknown, index) => mendedItem(item, `${pointer}/items/${index}`, inherited, around));
    return mended.every((item, index) => item === items[index]) ? value : { ...value, items: mended };
  }
  try {
    if (isEnvoyProxy(value)) return leftAlone(value, pointer, around);
    return readPods(value).length === 1 ? mendedObject(value, pointer, around) : value;
  } catch (error) {
    const { pointer: at } = error instanceof FieldError ? error : { pointer: '' };
    around.tell('unreadable', pointer + at, (error as Error).message);
    return value;
  }
}

/** The items of a DeploymentList do not say that each is a Deployment, and need not. */
function mendedItem(item: unknown, pointer: string, inherited: Manifest, around: Surroundings): unknown {
  if (!isObject(item) || item.kind) return mendedValue(item, pointer, around);
  const whole = { ...item, ...inherited };
  const mended = mendedValue(whole, pointer, around);
  if (mended === whole || !isObject(mended)) return item;
  return Object.fromEntries(Object.entries(mended).filter(([field]) => !(field in inherited) || field in item));
}

function leftAlone(resource: Manifest, pointer: string, { request, tell }: Surroundings): Manifest {
  tell('note', pointer, 'EnvoyProxy resources are left alone: only workloads are mended');
  for (const finding of errorsOf(findingsOf(resource, request))) tell('left', pointer + finding.pointer, leftText(finding));
  return resource;
}

function mendedObject(object: Manifest, pointer: string, around: Surroundings): Manifest {
  const { tell, request } = around;
  const result = mend(object, request);
  for (const { rule, container, pointer: at } of result.mended) {
    tell('mended', pointer + at, container === undefined ? rule : `${rule} (${container})`);
  }
  for (const note of result.notes) tell('note', pointer, note);
  for (const finding of result.left) tell('left', pointer + finding.pointer, leftText(finding));
  return result.newManager ? withBootstrap(result, result.newManager, pointer, around) : result.object;
}

function leftText({ rule, message, remedy, reason }: HazardFinding & { readonly reason?: string }): string {
  return `${rule}: ${message}; ${reason === undefined ? remedy : `not mended: ${reason}`}`;
}

/** The configuration gets what the manager needs, where it is in the input. */
function withBootstrap(
  { object }: MendedObject, manager: NewManager, pointer: string, { files, tell }: Surroundings,
): Manifest {
  const place = bootstrapPlace(object, manager.envoyContainer);
  try {
    if (place.kind === 'argument') {
      const text = completedBootstrap(place.text, `--config-yaml of ${manager.envoyContainer}`, manager);
      return withBootstrapArgument(object, manager.envoyContainer, place.text, text);
    }
    const found = place.kind === 'config-map' ? configMapIn(files, (value) => holds(value, place)) : undefined;
    if (place.kind === 'config-map' && found) {
      const { data } = found.value;
      const text = completedBootstrap(data[place.key], `${place.key} of the ConfigMap ${place.name}`, manager);
      if (text !== data[place.key]) {
        found.replace({ ...found.value, data: { ...data, [place.key]: text } });
        tell('note', pointer, `the ConfigMap ${place.name} got what the shutdown manager needs: admin interface, readiness and statistics`);
      }
      return object;
    }
    tell('note', pointer, bootstrapNote(manager));
  } catch (error) {
    tell('left', pointer, `the configuration of the Envoy in ${manager.envoyContainer} has to be changed by hand, or nothing drains: ${(error as Error).message}`);
  }
  return object;
}

interface FoundConfigMap {
  readonly value: Manifest;
  replace(value: Manifest): void;
}

type IsWanted = (value: unknown) => value is Manifest;

function configMapIn(files: readonly FixFile[], isWanted: IsWanted): FoundConfigMap | undefined {
  for (const document of files.flatMap(({ documents }) => documents)) {
    const found = within(document, isWanted);
    if (found) return found;
  }
  return undefined;
}

/** The document itself, or an item of it where it is a List. */
function within(document: FixDocument, isWanted: IsWanted): FoundConfigMap | undefined {
  const { after } = document;
  if (isWanted(after)) return { value: after, replace: (value) => { document.after = value; } };
  const items: unknown = isObject(after) ? after.items : undefined;
  const index = Array.isArray(items) ? items.findIndex(isWanted) : -1;
  if (!isObject(after) || !Array.isArray(items) || index < 0) return undefined;
  return {
    value: items[index],
    replace: (value) => {
      document.after = { ...after, items: items.map((item: unknown, other) => (other === index ? value : item)) };
    },
  };
}
