import { Event, EVENT_ID, getScalarValue, MappingEvent, SCALAR_STYLE, ScalarEvent, SequenceEvent } from 'js-yaml';
import {
  aliasBomb, CHARACTERS_OF_A_VALUE, circularAlias, duplicateKey, keyThatIsNoText, MOST_BORROWED, notMergeable,
  unknownAnchor, unknownTag,
} from './yaml-problems';
import { isOwnTag, plainValue, taggedValue } from './yaml-scalars';
import { isObject, Manifest } from '../pod/manifest';

/** What the parser writes where something is not there. */
const NOWHERE = -1;

export const MERGE_KEY = '<<';

/** A value that aliases stand for, and how many values it holds. */
interface Anchor {
  readonly value: unknown;
  readonly size: number;
  /** Its value is still being read. */
  readonly isOpen: boolean;
}

type Fields = { [field: string]: unknown };

type Collection = MappingEvent | SequenceEvent;

/** Makes the values of the parser's events; throws a `YamlProblem` where they cannot be taken at their word. */
export class YamlComposer {
  private next: number;
  /** Values so far, those that aliases stand for included. */
  private values = 0;
  private borrowed = 0;
  private readonly anchors = new Map<string, Anchor>();

  /** @param root index of a document's event */
  public constructor(private readonly text: string, private readonly events: readonly Event[], root: number) {
    this.next = root + 1;
  }

  public compose(): unknown {
    const event = this.events[this.next++];
    this.values += 1;
    switch (event.type) {
      case EVENT_ID.SCALAR: return this.scalar(event);
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: return event.anchorStart === NOWHERE ? this.collection(event) : this.anchored(event);
      case EVENT_ID.ALIAS: return this.alias(this.text.slice(event.anchorStart, event.anchorEnd), event.anchorStart);
      default: return null;
    }
  }

  private scalar(event: ScalarEvent): unknown {
    const source = getScalarValue(this.text, event);
    const value = this.scalarValue(event, source);
    const more = moreThanOne(source);
    this.values += more;
    if (event.anchorStart !== NOWHERE) this.anchors.set(this.anchorOf(event), { value, size: 1 + more, isOpen: false });
    return value;
  }

  private scalarValue(event: ScalarEvent, source: string): unknown {
    if (event.tagStart === NOWHERE) return event.style === SCALAR_STYLE.PLAIN ? plainValue(source) : source;
    const tag = this.text.slice(event.tagStart, event.tagEnd);
    const value = taggedValue(source, tag);
    if (value === undefined) throw unknownTag(event.tagStart, tag);
    return value;
  }

  private anchored(event: Collection): unknown {
    const name = this.anchorOf(event);
    const before = this.values;
    this.anchors.set(name, { value: undefined, size: 0, isOpen: true });
    const value = this.collection(event);
    this.anchors.set(name, { value, size: this.values - before + 1, isOpen: false });
    return value;
  }

  private collection(event: Collection): unknown {
    return event.type === EVENT_ID.MAPPING ? this.mapping(event) : this.sequence(event);
  }

  private alias(name: string, offset: number): unknown {
    const anchor = this.anchors.get(name);
    if (!anchor) throw unknownAnchor(offset, name);
    if (anchor.isOpen) throw circularAlias(offset, name);
    this.borrow(anchor.size, offset, name);
    return anchor.value;
  }

  private borrow(count: number, offset: number, name: string): void {
    this.values += count;
    this.borrowed += count;
    if (this.borrowed > MOST_BORROWED) throw aliasBomb(offset, name);
  }

  private sequence(event: SequenceEvent): unknown[] {
    this.checkTag(event, 'seq');
    const items: unknown[] = [];
    while (this.events[this.next].type !== EVENT_ID.POP) items.push(this.compose());
    this.next += 1;
    return items;
  }

  private mapping(event: MappingEvent): Fields {
    this.checkTag(event, 'map');
    const fields: Fields = {};
    let merged: { readonly value: unknown; readonly offset: number } | undefined;
    for (let key = this.events[this.next]; key.type !== EVENT_ID.POP; key = this.events[this.next]) {
      if (key.type !== EVENT_ID.SCALAR) throw keyThatIsNoText(positionOf(key), this.text);
      const name = this.keyOf(key);
      const offset = Math.max(key.valueStart, 0);
      if (name === MERGE_KEY && key.style === SCALAR_STYLE.PLAIN) {
        if (merged) throw duplicateKey(offset, name);
        merged = { value: this.compose(), offset };
      } else {
        if (Object.hasOwn(fields, name)) throw duplicateKey(offset, name);
        setField(fields, name, this.compose());
      }
    }
    this.next += 1;
    if (merged) this.merge(fields, merged.value, merged.offset);
    return fields;
  }

  /** A key's name; it may have an anchor too. */
  private keyOf(key: ScalarEvent): string {
    if (key.tagStart === NOWHERE && key.anchorStart === NOWHERE) {
      this.next += 1;
      const name = getScalarValue(this.text, key);
      this.values += moreThanOne(name);
      return name;
    }
    this.compose();
    return getScalarValue(this.text, key);
  }

  /** Own fields count before those that are merged in, and of several objects the first before the others. */
  private merge(fields: Fields, value: unknown, offset: number): void {
    for (const source of Array.isArray(value) ? value : [value]) {
      if (!isObject(source)) throw notMergeable(offset);
      this.borrow(Object.keys(source).length, offset, MERGE_KEY);
      takeOver(fields, source);
    }
  }

  private checkTag({ tagStart, tagEnd }: Collection, kind: 'map' | 'seq'): void {
    if (tagStart === NOWHERE) return;
    const tag = this.text.slice(tagStart, tagEnd);
    if (!isOwnTag(tag, kind)) throw unknownTag(tagStart, tag);
  }

  private anchorOf({ anchorStart, anchorEnd }: { readonly anchorStart: number; readonly anchorEnd: number }): string {
    return this.text.slice(anchorStart, anchorEnd);
  }
}

/** Who shows or joins values walks through their characters too. */
function moreThanOne(text: string): number {
  return Math.floor(text.length / CHARACTERS_OF_A_VALUE);
}

function takeOver(fields: Fields, source: Manifest): void {
  for (const name of Object.keys(source)) {
    if (!Object.hasOwn(fields, name)) setField(fields, name, source[name]);
  }
}

/** An assignment of `__proto__` would give the object another prototype. */
function setField(fields: Fields, name: string, value: unknown): void {
  if (name !== '__proto__') fields[name] = value;
  else Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
}

function positionOf(event: Event): number {
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart;
  return 'start' in event ? event.start : 0;
}
