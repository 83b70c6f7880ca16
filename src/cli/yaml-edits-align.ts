import { isDeepStrictEqual } from 'util';
import { isObject } from '../pod/manifest';

/** What becomes of a list: each item of the new one stays an old one, or is new. */
export interface Alignment {
  /** By index in the new list: the index in the old one. */
  readonly kept: ReadonlyMap<number, number>;
  /** Indexes in the old list. */
  readonly removed: ReadonlySet<number>;
}

/** Which items of a list stay, told by what names them, so that edits stay small. */
export function aligned(before: readonly unknown[], after: readonly unknown[]): Alignment {
  const [olds, news] = [before.map(identityOf), after.map(identityOf)];
  const kept = new Map<number, number>(commonSubsequence(olds, news).map(([old, young]) => [young, old]));
  pairUpGaps(before, after, kept);
  const used = new Set(kept.values());
  return { kept, removed: new Set(before.map((_, index) => index).filter((index) => !used.has(index))) };
}

/** What tells an item from its neighbours. */
export function identityOf(item: unknown): string {
  if (!isObject(item)) return JSON.stringify(item) ?? '';
  const name: unknown = nameOf(item);
  return name === undefined ? JSON.stringify(item) : `name ${String(name)}`;
}

function nameOf(item: { readonly [field: string]: unknown }): unknown {
  const { metadata } = item;
  if (isObject(metadata)) return [item.kind, metadata.namespace, metadata.name].join(' ');
  return item.name ?? item.mountPath ?? item.containerPort;
}

/** As many unnamed items that go as come between two that stay: each is one that changes. */
function pairUpGaps(before: readonly unknown[], after: readonly unknown[], kept: Map<number, number>): void {
  let [lastOld, lastNew] = [-1, -1];
  const stops = [...kept].sort(([one], [other]) => one - other);
  for (const [young, old] of [...stops, [after.length, before.length] as const]) {
    const length = young - lastNew - 1;
    if (length === old - lastOld - 1) {
      for (let step = 1; step <= length; step++) {
        if (canChangeInto(before[lastOld + step], after[lastNew + step])) kept.set(lastNew + step, lastOld + step);
      }
    }
    [lastOld, lastNew] = [old, young];
  }
}

function canChangeInto(old: unknown, young: unknown): boolean {
  const named = [old, young].some((item) => isObject(item) && nameOf(item) !== undefined);
  return !named && typeof old === typeof young && isObject(old) === isObject(young);
}

/** Longer lists than anybody writes are compared at their ends only. */
const MOST_COMPARED = 1_000_000;

function commonSubsequence(olds: readonly string[], news: readonly string[]): [number, number][] {
  const shorter = Math.min(olds.length, news.length);
  let start = 0;
  while (start < shorter && olds[start] === news[start]) start += 1;
  let end = 0;
  while (end < shorter - start && olds.at(-1 - end) === news.at(-1 - end)) end += 1;
  const [oldEnd, newEnd] = [olds.length - end, news.length - end];
  const pairs = (length: number, old: number, young: number): [number, number][] =>
    Array.from({ length }, (_, index) => [old + index, young + index]);
  const middle = longestCommon(olds.slice(start, oldEnd), news.slice(start, newEnd));
  return [
    ...pairs(start, 0, 0),
    ...middle.map(([old, young]): [number, number] => [old + start, young + start]),
    ...pairs(end, oldEnd, newEnd),
  ];
}

/** The usual table of lengths, filled from the ends. */
function longestCommon(olds: readonly string[], news: readonly string[]): [number, number][] {
  if (olds.length * news.length > MOST_COMPARED) return [];
  const lengths = Array.from({ length: olds.length + 1 }, () => new Array<number>(news.length + 1).fill(0));
  for (let old = olds.length - 1; old >= 0; old--) {
    for (let young = news.length - 1; young >= 0; young--) {
      lengths[old][young] = olds[old] === news[young]
        ? lengths[old + 1][young + 1] + 1 : Math.max(lengths[old + 1][young], lengths[old][young + 1]);
    }
  }
  const common: [number, number][] = [];
  for (let old = 0, young = 0; old < olds.length && young < news.length;) {
    if (olds[old] === news[young]) common.push([old++, young++]);
    else if (lengths[old + 1][young] >= lengths[old][young + 1]) old += 1;
    else young += 1;
  }
  return common;
}

/** Whether two values are the same, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}
