import { Event, EVENT_ID, getScalarValue, SCALAR_STYLE, ScalarEvent } from 'js-yaml';
import { MERGE_KEY } from './yaml-compose';

/** Finds where in a document's text the thing stands that a JSON pointer names, through aliases and merge keys. */
export class YamlPlaces {
  /** For the event of each value: the index behind its last event. */
  private readonly ends: Int32Array;

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
      case EVENT_ID.MAPPING: return this.stepIntoMap(node, step);
      case EVENT_ID.SEQUENCE: return this.stepIntoList(node, Number(step));
      default: return undefined;
    }
  }

  /** A field of the map itself counts before those that are merged into it. */
  private stepIntoMap(map: number, step: string): Step | undefined {
    let merged: number | undefined;
    for (let key = map + 1; this.events[key].type !== EVENT_ID.POP; key = this.ends[this.ends[key]]) {
      const name = getScalarValue(this.text, this.events[key] as ScalarEvent);
      if (name === step) return { start: key, node: this.ends[key] };
      if (name === MERGE_KEY) merged = this.ends[key];
    }
    return merged === undefined ? undefined : this.stepIntoMerged(this.resolved(merged), step);
  }

  private stepIntoMerged(merged: number, step: string): Step | undefined {
    if (this.events[merged].type !== EVENT_ID.SEQUENCE) return this.stepInto(merged, step);
    for (let item = merged + 1; this.events[item].type !== EVENT_ID.POP; item = this.ends[item]) {
      const found = this.stepInto(item, step);
      if (found) return found;
    }
    return undefined;
  }

  private stepIntoList(list: number, index: number): Step | undefined {
    let item = list + 1;
    for (let passed = 0; this.events[item].type !== EVENT_ID.POP; passed++) {
      if (passed === index) return { start: item, node: item };
      item = this.ends[item];
    }
    return undefined;
  }

  /** The value that an alias stands for: the last one before it with that anchor. */
  private resolved(node: number): number {
    const alias = this.events[node];
    if (alias?.type !== EVENT_ID.ALIAS) return node;
    const name = this.text.slice(alias.anchorStart, alias.anchorEnd);
    for (let index = node - 1; index > this.root; index--) {
      const event = this.events[index];
      if (event.type !== EVENT_ID.ALIAS && 'anchorStart' in event
        && this.text.slice(event.anchorStart, event.anchorEnd) === name) return index;
    }
    return node;
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
  events.forEach(({ type }, index) => {
    if (type === EVENT_ID.POP) ends[open.pop() ?? 0] = index + 1;
    else if (type === EVENT_ID.SCALAR || type === EVENT_ID.ALIAS) ends[index] = index + 1;
    else open.push(index);
  });
  return ends;
}

function unescaped(step: string): string {
  return step.replace(/~1/g, '/').replace(/~0/g, '~');
}
