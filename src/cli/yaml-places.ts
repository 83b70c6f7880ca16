import { Event, EVENT_ID, getScalarValue, SCALAR_STYLE, ScalarEvent } from 'js-yaml';
import { MERGE_KEY } from './yaml-compose';

/** Finds where in a document's text the thing stands that a JSON pointer names, through aliases and merge keys. */
export class YamlPlaces {
  /** For the event of each value: the index behind its last event. */
  private readonly ends: Int32Array;
  private readonly fields = new Map<number, ReadonlyMap<string, Step>>();
  private readonly items = new Map<number, readonly Step[]>();
  private targets: ReadonlyMap<number, number> | undefined;

  /** @param root index of a document's event */
  public constructor(
    private readonly text: string, private readonly events: readonly Event[], private readonly root: number,
  ) {
    this.ends = endsOf(events);
  }

  /** Where the last step that is found begins: a field at its key, an item at its value. */
  public offsetOf(pointer: string): number {
    let node = this.root + 1;
    let offset = this.startOf(node) ?? 0;
    for (const step of pointer.split('/').slice(1).map(unescaped)) {
      const found = this.stepInto(node, step);
      if (!found) break;
      offset = this.startOf(found.start) ?? offset;
      node = found.node;
    }
    return offset;
  }

  private stepInto(from: number, step: string): Step | undefined {
    const node = this.resolved(from);
    switch (this.events[node]?.type) {
      case EVENT_ID.MAPPING: return this.fieldsOf(node).get(step);
      case EVENT_ID.SEQUENCE: return this.itemsOf(node)[Number(step)];
      default: return undefined;
    }
  }

  /** Kept, because there may be as many findings in a map as it has fields. */
  private fieldsOf(map: number): ReadonlyMap<string, Step> {
    const known = this.fields.get(map);
    if (known) return known;
    const fields = new Map<string, Step>();
    this.fields.set(map, fields);
    let merged: number | undefined;
    for (let key = map + 1; this.events[key].type !== EVENT_ID.POP; key = this.ends[this.ends[key]]) {
      const name = getScalarValue(this.text, this.events[key] as ScalarEvent);
      if (name === MERGE_KEY) merged = this.ends[key];
      fields.set(name, { start: key, node: this.ends[key] });
    }
    if (merged !== undefined) this.takeOver(fields, this.resolved(merged));
    return fields;
  }

  /** A field of the map itself counts before those that are merged into it. */
  private takeOver(fields: Map<string, Step>, merged: number): void {
    const isList = this.events[merged].type === EVENT_ID.SEQUENCE;
    const sources = isList ? this.itemsOf(merged).map(({ node }) => node) : [merged];
    for (const source of sources.map((node) => this.resolved(node))) {
      if (this.events[source].type !== EVENT_ID.MAPPING) continue;
      for (const [name, step] of this.fieldsOf(source)) {
        if (!fields.has(name)) fields.set(name, step);
      }
    }
  }

  private itemsOf(list: number): readonly Step[] {
    const known = this.items.get(list);
    if (known) return known;
    const items: Step[] = [];
    for (let item = list + 1; this.events[item].type !== EVENT_ID.POP; item = this.ends[item]) {
      items.push({ start: item, node: item });
    }
    this.items.set(list, items);
    return items;
  }

  /** The value that an alias stands for. */
  private resolved(node: number): number {
    if (this.events[node]?.type !== EVENT_ID.ALIAS) return node;
    this.targets ??= targetsOf(this.text, this.events, this.root);
    return this.targets.get(node) ?? node;
  }

  /** Undefined for a value that is left out. */
  private startOf(node: number): number | undefined {
    const event = this.events[node];
    switch (event.type) {
      case EVENT_ID.SCALAR: return startOfScalar(event);
      case EVENT_ID.ALIAS: return event.anchorStart;
      default: return 'start' in event ? event.start : undefined;
    }
  }
}

/** A block scalar begins in the line before its text, with its `|` or `>`. */
function startOfScalar({ style, valueStart }: ScalarEvent): number | undefined {
  if (valueStart < 0) return undefined;
  return style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK ? valueStart - 1 : valueStart;
}

interface Step {
  readonly start: number;
  readonly node: number;
}

function endsOf(events: readonly Event[]): Int32Array {
  const ends = new Int32Array(events.length);
  const open: number[] = [];
  for (let index = 0; index < events.length; index++) {
    const { type } = events[index];
    if (type === EVENT_ID.POP) ends[open.pop() ?? 0] = index + 1;
    else if (type === EVENT_ID.SCALAR || type === EVENT_ID.ALIAS) ends[index] = index + 1;
    else open.push(index);
  }
  return ends;
}

/** For each alias of a document: the last value before it with that anchor. */
function targetsOf(text: string, events: readonly Event[], root: number): ReadonlyMap<number, number> {
  const anchors = new Map<string, number>();
  const targets = new Map<number, number>();
  for (let index = root + 1; index < events.length; index++) {
    const event = events[index];
    if (!('anchorStart' in event) || event.anchorStart < 0) continue;
    const name = text.slice(event.anchorStart, event.anchorEnd);
    const target = anchors.get(name);
    if (event.type !== EVENT_ID.ALIAS) anchors.set(name, index);
    else if (target !== undefined) targets.set(index, target);
  }
  return targets;
}

function unescaped(step: string): string {
  return !step.includes('~') ? step : step.replace(/~1/g, '/').replace(/~0/g, '~');
}
