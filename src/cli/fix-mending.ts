import { FixDocument, FixFile } from './fix-sources';
import { valueOf } from './yaml-aliases';
import { editedYaml, yamlDocuments } from './yaml-edits';
import { HazardSeverity } from '../hazard-finding';
import {
  bootstrapNote, bootstrapPlace, completedBootstrap, holds, withBootstrapArgument, withReadinessProbes,
} from '../mending/bootstrap';
import { errorsOf, findingsOf, LeftFinding, mend } from '../mending/mend';
import { MendRequest, NewManager } from '../mending/mend-request';
import { isEnvoyProxy } from '../pod/envoy-proxy';
import { FieldError } from '../pod/fields';
import { isObject, Manifest } from '../pod/manifest';
import { readPods } from '../pod/read';

/** Something to tell about a place in a file. */
export interface FixMessage {
  /** `left` is an error, `warning` one that stays. */
  readonly kind: 'mended' | 'note' | 'left' | 'warning' | 'unreadable';
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
  tell('note', pointer, 'EnvoyProxy resources are left alone: only workloads are mended (envoy-drain patch --envoy-gateway prints one that drains)');
  for (const finding of errorsOf(findingsOf(resource, request))) tell('left', pointer + finding.pointer, leftText(finding));
  return resource;
}

function mendedObject(object: Manifest, pointer: string, around: Surroundings): Manifest {
  const { tell, request } = around;
  const result = mend(object, request);
  const { newManager } = result;
  const configured: Configured = newManager
    ? configuredFor(newManager, result.object, around) : { object: result.object, notes: [] };
  if (configured.inTheWay !== undefined) {
    tell('left', pointer, configured.inTheWay);
    for (const finding of findingsOf(object, request)) tellLeft(finding, pointer, tell);
    return object;
  }
  for (const { rule, container, pointer: at } of result.mended) {
    tell('mended', pointer + at, container === undefined ? rule : `${rule} (${container})`);
  }
  for (const note of [...result.notes, ...configured.notes]) tell('note', pointer, note);
  for (const finding of result.left) tellLeft(finding, pointer, tell);
  if (result.mended.length > 0 && isOfEnvoyGateway(object)) tell('note', pointer, OF_ENVOY_GATEWAY);
  return configured.object;
}

/** Errors have to be mended by hand; a warning may be accepted. */
function tellLeft(finding: LeftFinding, pointer: string, tell: Tell): void {
  if (finding.severity === HazardSeverity.INFO) return;
  tell(finding.severity === HazardSeverity.ERROR ? 'left' : 'warning', pointer + finding.pointer, leftText(finding));
}

function isOfEnvoyGateway({ metadata }: Manifest): boolean {
  return isObject(metadata) && isObject(metadata.labels) && metadata.labels['app.kubernetes.io/managed-by'] === 'envoy-gateway';
}

const OF_ENVOY_GATEWAY = 'Envoy Gateway makes this object, and will make it again as it was: patch its EnvoyProxy resource instead '
  + '(envoy-drain patch --envoy-gateway prints one)';

function leftText({ rule, message, remedy, reason }: LeftFinding): string {
  return `${rule}: ${message}; ${reason === undefined ? remedy : `not mended: ${reason}`}`;
}

interface Configured {
  readonly object: Manifest;
  readonly notes: readonly string[];
  /** Why the configuration cannot have what the manager needs: without it, nothing would drain. */
  readonly inTheWay?: string;
}

/** The configuration gets what the manager needs, where it is in the input; then probes ask where it answers. */
function configuredFor(manager: NewManager, object: Manifest, { files }: Surroundings): Configured {
  const { envoyContainer } = manager;
  const place = bootstrapPlace(object, envoyContainer);
  try {
    if (place.kind === 'argument') {
      const text = completedInPlace(place.text, `--config-yaml of ${envoyContainer}`, manager);
      const { object: probed, notes } = withReadinessProbes(object, manager, text);
      return { object: withBootstrapArgument(probed, envoyContainer, place.text, text), notes };
    }
    const found = place.kind === 'config-map' ? configMapIn(files, (value) => holds(value, place)) : undefined;
    if (place.kind !== 'config-map' || !found) return { object, notes: [bootstrapNote(manager)] };
    const { data } = found.value;
    const text = completedInPlace(data[place.key], `${place.key} of the ConfigMap ${place.name}`, manager);
    const probed = withReadinessProbes(object, manager, text);
    if (text === data[place.key]) return probed;
    found.replace({ ...found.value, data: { ...data, [place.key]: text } });
    const note = `the ConfigMap ${place.name} got what the shutdown manager needs: admin interface, readiness and statistics`;
    return { object: probed.object, notes: [note, ...probed.notes] };
  } catch (error) {
    const inTheWay = `nothing is mended here, since the configuration of the Envoy in ${envoyContainer} has to be changed by hand first, or nothing drains: `
      + (error as Error).message;
    return { object, notes: [], inTheWay };
  }
}

/** What stays keeps its form, unless additions would all stand in one line, in braces that were written so. */
function completedInPlace(text: string, source: string, manager: NewManager): string {
  const completed = completedBootstrap(text, source, manager);
  if (completed === text) return text;
  const [[document], [wanted]] = [[...yamlDocuments(text)], [...yamlDocuments(completed)]];
  try {
    const edited = editedYaml(text, [{ document, before: valueOf(document), after: valueOf(wanted) }]);
    return longestLine(edited) > Math.max(LONGEST_LINE, longestLine(text)) ? completed : edited;
  } catch {
    return completed;
  }
}

const LONGEST_LINE = 400;

function longestLine(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.length));
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
