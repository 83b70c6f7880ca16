import { Manifest } from '../server/client';

/** A field that did not come back as it was sent. */
export interface Difference {
  readonly path: string;
  readonly sent: unknown;
  /** Undefined if the server dropped the field. */
  readonly back: unknown;
}

/** Lists that admission appends to; of all others the length must stay. */
const APPENDED = ['tolerations'];

/** Maps whose values are quantities, and fields that are one. */
const QUANTITY_PARENTS = ['limits', 'requests'];
const QUANTITY_FIELDS = ['sizeLimit'];

/** What tells the items of a list apart; a container's mounts may share the name of a volume. */
const IDENTITIES = ['mountPath', 'name'];

/** Fields that the API writes out only where they are set to something. */
const LEFT_OUT_AT_ZERO = ['hostNetwork', 'minReadySeconds'];

/** Every field that was sent must be there with its value; what the server adds are its defaults. */
export function differences(sent: unknown, back: unknown, path: readonly string[] = []): Difference[] {
  if (sent === null || sent === undefined) return [];
  if (Array.isArray(sent)) return listDifferences(sent, back, path);
  if (typeof sent === 'object') {
    if (!isObject(back)) return [difference(path, sent, back)];
    return Object.entries(sent).flatMap(([field, value]) => differences(value, back[field], [...path, field]));
  }
  const same = sent === back || isSameQuantity(sent, back, path) || isLeftOutZero(sent, back, path);
  return same ? [] : [difference(path, sent, back)];
}

/** One line for a report. */
export function shownDifference({ path, sent, back }: Difference): string {
  const sentText = JSON.stringify(sent);
  if (back === undefined) return `${path} dropped (sent ${sentText})`;
  return `${path} changed: ${sentText} to ${JSON.stringify(back)}`;
}

function listDifferences(sent: readonly unknown[], back: unknown, path: readonly string[]): Difference[] {
  // an empty list is the same as none
  if (sent.length === 0 && back === undefined) return [];
  if (!Array.isArray(back)) return [difference(path, sent, back)];
  const missing = back.length < sent.length ? missingItems(sent, back, path) : [];
  if (missing.length > 0) return missing;
  const mayGrow = APPENDED.includes(path[path.length - 1]);
  if (back.length !== sent.length && !(mayGrow && back.length > sent.length)) return [difference(path, sent, back)];
  return sent.flatMap((value, index) => differences(value, back[index], [...path, String(index)]));
}

/** Items of a list that are gone, by what tells them apart, so that an error names them. */
function missingItems(sent: readonly unknown[], back: readonly unknown[], path: readonly string[]): Difference[] {
  const identity = IDENTITIES.find((field) => [...sent, ...back].every((item) => isObject(item) && field in item));
  if (identity === undefined) return [];
  const present = back.map((item) => (item as Manifest)[identity]);
  return sent.flatMap((item, index) =>
    (present.includes((item as Manifest)[identity]) ? [] : [difference([...path, String(index)], item, undefined)]));
}

function difference(path: readonly string[], sent: unknown, back: unknown): Difference {
  const text = path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  return { path: text.replace(/^\./, ''), sent, back };
}

function isObject(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLeftOutZero(sent: unknown, back: unknown, path: readonly string[]): boolean {
  return back === undefined && (sent === false || sent === 0) && LEFT_OUT_AT_ZERO.includes(path[path.length - 1]);
}

/** The server writes 1024Mi as 1Gi and 0.1 as 100m. */
function isSameQuantity(sent: unknown, back: unknown, path: readonly string[]): boolean {
  const [parent, field] = path.slice(-2);
  const isQuantity = QUANTITY_FIELDS.includes(field) || QUANTITY_PARENTS.includes(parent);
  if (!isQuantity || back === undefined) return false;
  const amount = quantity(sent);
  return amount !== undefined && amount === quantity(back);
}

const FACTORS: { readonly [suffix: string]: number } = {
  '': 1, 'm': 1e-3, 'k': 1e3, 'M': 1e6, 'G': 1e9, 'T': 1e12, 'Ki': 2 ** 10, 'Mi': 2 ** 20, 'Gi': 2 ** 30, 'Ti': 2 ** 40,
};

function quantity(value: unknown): number | undefined {
  const match = /^(\d+(?:\.\d+)?)([a-zA-Z]*)$/.exec(String(value));
  const factor = match ? FACTORS[match[2]] : undefined;
  return match && factor !== undefined ? Math.round(Number(match[1]) * factor * 1000) / 1000 : undefined;
}
