import { isObject, Manifest } from '../../src/pod/manifest';
import { mergeKeyOf } from '../../src/pod/strategic-merge';

/** What two sides say of a workload, and where they differ. */
export interface Comparison {
  readonly fields: number;
  readonly faults: readonly string[];
}

/** Fields of a pod that have to do with its end; the others are not modelled. */
const POD_FIELDS = ['terminationGracePeriodSeconds', 'securityContext', 'hostNetwork', 'initContainers', 'containers'];

/** Written out by Envoy Gateway, left to the API server by the model: the same pod. */
const API_DEFAULTS: Manifest = {
  successThreshold: 1, terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File',
  protocol: 'TCP', apiVersion: 'v1',
};

/** Lists in which order decides something, although their items have keys. */
const ORDERED = ['containers', 'initContainers'];

/** Arguments with values that only the control plane knows: the bootstrap, and a name after the Gateway. */
const OWN_VALUES = ['--config-yaml', '--service-cluster'];

/** The model knows Envoy's minor release only. */
const ENVOY_PATCH_LEVEL = /^((?:docker\.io\/envoyproxy|mirror\.test)\/envoy:distroless-v1\.\d+)\.\d+$/;

/** Field by field, in both directions. */
export function compared(ours: Manifest, theirs: Manifest): Comparison {
  const [own, real] = [fieldsOf(ours), fieldsOf(theirs)];
  const paths = [...new Set([...own.keys(), ...real.keys()])];
  const faults = paths.filter((path) => own.get(path) !== real.get(path))
    .map((path) => shownFault(path, own.get(path), real.get(path)));
  return { fields: paths.length, faults };
}

/** Of long lists only what the other side lacks, unless it is their order. */
function shownFault(path: string, ours = 'none', theirs = 'none'): string {
  if (!ours.startsWith('[') || !theirs.startsWith('[')) return `${path}: ours ${ours}, theirs ${theirs}`;
  const [own, real] = [JSON.parse(ours) as unknown[], JSON.parse(theirs) as unknown[]];
  const [more, less] = [own.filter((word) => !real.includes(word)), real.filter((word) => !own.includes(word))];
  if (more.length + less.length === 0) return `${path}: ours ${ours}, theirs in another order ${theirs}`;
  return `${path}: ours only ${JSON.stringify(more)}, theirs only ${JSON.stringify(less)}`;
}

/** The leaves by their paths; only names of volumes, since Secrets and ConfigMaps are named after the Gateway. */
function fieldsOf({ kind, spec: { template } }: Manifest): Map<string, string> {
  const { volumes = [], ...spec } = template.spec as Manifest;
  const pod = Object.fromEntries(POD_FIELDS.map((field) => [field, spec[field]]));
  const names = volumes.map(({ name }: Manifest) => name).sort();
  return new Map(leaves({ kind, annotations: template.metadata.annotations, ...pod, volumes: names }, ''));
}

function leaves(value: unknown, path: string): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return listLeaves(value, path);
  if (typeof value === 'string') return [[path, JSON.stringify(value.replace(ENVOY_PATCH_LEVEL, '$1'))]];
  if (!isObject(value)) return [[path, JSON.stringify(value)]];
  return Object.entries(value).filter(([field, inner]) => API_DEFAULTS[field] !== inner)
    .flatMap(([field, inner]) => leaves(inner, path === '' ? field : `${path}.${field}`));
}

function listLeaves(list: readonly unknown[], path: string): [string, string][] {
  const field = path.slice(path.lastIndexOf('.') + 1);
  const key = mergeKeyOf(field);
  if (list.length === 0) return [];
  if (key === undefined || !list.every(isObject)) {
    return [[path, JSON.stringify(field === 'args' ? comparable(list) : list)]];
  }
  const order: [string, string][] = ORDERED.includes(field) ? [[path, list.map((item) => item[key]).join(', ')]] : [];
  return [...order, ...list.flatMap((item) => leaves(item, `${path}[${item[key]}]`))];
}

/** Up to 1.5 a flag and its value were one argument. */
function comparable(args: readonly unknown[]): string[] {
  const words = args.map(String);
  return words.map((word, index) => {
    const flag = OWN_VALUES.find((own) => word.startsWith(`${own} `));
    if (flag !== undefined) return `${flag} ...`;
    return OWN_VALUES.includes(words[index - 1]) ? '...' : word;
  });
}
