import { isObject, Manifest } from './manifest';
import { shown } from '../values/errors';

/** An object of a document, and the JSON pointer where it stands. */
export interface Place {
  readonly value: Manifest;
  readonly pointer: string;
}

/** What the API holds times, counts and ports in. */
const GREATEST_INT32 = 2 ** 31 - 1;

/** An object below another one, undefined where it is left out or `null`. */
export function placeAt({ value, pointer }: Place, field: string): Place | undefined {
  const found: unknown = value[field];
  if (isLeftOut(found)) return undefined;
  if (!isObject(found)) throw wrongField(field, found, pointer, 'be an object');
  return { value: found, pointer: `${pointer}/${escaped(field)}` };
}

/** A list of objects, empty where it is left out. */
export function placesAt({ value, pointer }: Place, field: string): readonly Place[] {
  return listAt({ value, pointer }, field).map((item, index) => {
    const place = `${pointer}/${escaped(field)}`;
    if (!isObject(item)) throw wrongField(String(index), item, place, 'be an object');
    return { value: item, pointer: `${place}/${index}` };
  });
}

/** A list of texts, empty where it is left out. */
export function textsAt(place: Place, field: string): readonly string[] {
  return listAt(place, field).map((item, index) => {
    if (typeof item === 'string') return item;
    throw wrongField(String(index), item, `${place.pointer}/${field}`, 'be a text', 'write it in quotes');
  });
}

export function textAt({ value, pointer }: Place, field: string): string | undefined {
  const found: unknown = value[field];
  if (isLeftOut(found)) return undefined;
  if (typeof found !== 'string') throw wrongField(field, found, pointer, 'be a text', 'write it in quotes');
  return found;
}

/** A text that the API does not let anybody leave out. */
export function requiredText(place: Place, field: string): string {
  const text = textAt(place, field);
  if (!text) throw wrongField(field, place.value[field], place.pointer, 'be a text that is not empty');
  return text;
}

/** An object that the API does not let anybody leave out. */
export function requiredPlace(place: Place, field: string): Place {
  const found = placeAt(place, field);
  if (!found) throw wrongField(field, place.value[field], place.pointer, 'be an object');
  return found;
}

/** One of a few texts; the first of them is the API's default. */
export function choiceAt<Choice extends string>(place: Place, field: string, choices: readonly Choice[]): Choice {
  const text = textAt(place, field);
  if (!text) return choices[0];
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw wrongField(field, text, place.pointer, `be one of ${choices.join(', ')}`);
  return choice;
}

/** A whole number, not negative. */
export function countAt({ value, pointer }: Place, field: string): number | undefined {
  const found: unknown = value[field];
  if (isLeftOut(found)) return undefined;
  if (typeof found !== 'number') throw wrongField(field, found, pointer, 'be a number');
  if (!Number.isInteger(found) || found < 0 || found > GREATEST_INT32) {
    throw wrongField(field, found, pointer, `be a whole number from 0 to ${GREATEST_INT32}`);
  }
  return found;
}

/** A switch; false is the default of all that are read here. */
export function flagAt({ value, pointer }: Place, field: string): boolean {
  const found: unknown = value[field];
  if (isLeftOut(found)) return false;
  if (typeof found !== 'boolean') throw wrongField(field, found, pointer, 'be true or false');
  return found;
}

/** A map of texts, like annotations. */
export function textMapAt(place: Place, field: string): { readonly [name: string]: string } {
  const map = placeAt(place, field);
  if (!map) return {};
  const names = Object.keys(map.value);
  const given = names.filter((name) => textAt(map, name) !== undefined);
  return given.length === names.length ? map.value : Object.fromEntries(given.map((name) => [name, map.value[name]]));
}

export function isLeftOut(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** The error for a field; a reader of made-up manifests can say where it really stands. */
export class FieldError extends Error {
  /** @param pointer of the field itself, for its line; @param owner of the object around it, for the text */
  public constructor(
    public readonly pointer: string, private readonly owner: string,
    private readonly textFor: (owner: string) => string,
  ) {
    super(textFor(owner));
  }

  public moved(pointerOf: (pointer: string) => string): FieldError {
    return new FieldError(pointerOf(this.pointer), pointerOf(this.owner), this.textFor);
  }
}

/** The error for a field that the API would refuse. */
export function wrongField(
  field: string, got: unknown, pointer: string, must: string, fix = 'write it as in the Kubernetes API',
): FieldError {
  return refusedField(field, got, pointer, `must ${must}: the API server would refuse the pod; ${fix}`);
}

/** The error for a field that is refused for another reason. */
export function refusedField(field: string, got: unknown, pointer: string, relation: string): FieldError {
  return new FieldError(`${pointer}/${escaped(field)}`, pointer,
    (owner) => `'${field}' (${shown(got)}) of ${owner || 'the document'} ${relation}`);
}

function listAt({ value, pointer }: Place, field: string): readonly unknown[] {
  const found: unknown = value[field];
  if (isLeftOut(found)) return [];
  if (!Array.isArray(found)) throw wrongField(field, found, pointer, 'be a list');
  return found;
}

/** A field's name in a JSON pointer. */
export function escaped(field: string): string {
  return /[~/]/.test(field) ? field.replace(/~/g, '~0').replace(/\//g, '~1') : field;
}
