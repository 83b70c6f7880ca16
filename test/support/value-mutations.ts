import { Dice } from './random-pods';
import { KNOWN_FIELDS, SHELL_PIECES, STRANGE_SOURCES, STRANGE_TEXTS, STRANGE_VALUES } from './strange-texts';

/** Something in a value that can be put in another place, or another thing in its place. */
interface Spot {
  readonly owner: Container;
  readonly key: string;
}

type Container = { [key: string]: unknown };

/** Changes a value in place, in one way that is drawn; gentle ways leave all types as they are, and so get further. */
export function mutateValue(root: unknown, dice: Dice, gently: boolean): void {
  const spots = spotsIn(root);
  if (spots.length > 0) dice.of(gently ? GENTLE_WAYS : WAYS)(dice.of(spots), dice, spots);
}

/** Stands in a value for what only YAML can write. */
export function sourcesWritten(text: string): string {
  return text.replace(/["']?@@(\d+)@@["']?/g, (_, index: string) => STRANGE_SOURCES[Number(index)]);
}

function spotsIn(value: unknown, spots: Spot[] = []): Spot[] {
  if (typeof value !== 'object' || value === null) return spots;
  for (const key of Object.keys(value)) {
    spots.push({ owner: value as Container, key });
    spotsIn((value as Container)[key], spots);
  }
  return spots;
}

type Way = (spot: Spot, dice: Dice, spots: readonly Spot[]) => void;

const swapType: Way = (spot, dice) => put(spot, structuredClone(dice.of(STRANGE_VALUES)));

const cut: Way = ({ owner, key }) => {
  if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete owner[key];
};

const rename: Way = (spot, dice) => {
  if (Array.isArray(spot.owner)) return;
  const value = spot.owner[spot.key];
  cut(spot, dice, []);
  put({ owner: spot.owner, key: dice.of(dice.once(3) ? STRANGE_TEXTS : KNOWN_FIELDS) }, value);
};

const writeStrangely: Way = (spot, dice) => put(spot, dice.of(STRANGE_TEXTS));

const extendText: Way = (spot, dice) => put(spot, `${describe(spot)}${dice.of(STRANGE_TEXTS)}`);

const writeSource: Way = (spot, dice) => put(spot, `@@${dice.from(0, STRANGE_SOURCES.length - 1)}@@`);

const asOtherType: Way = (spot) => {
  const value = spot.owner[spot.key];
  if (typeof value === 'string') put(spot, Number.isNaN(Number(value)) ? [value] : Number(value));
  else if (Array.isArray(value)) put(spot, { ...value });
  else put(spot, typeof value === 'object' && value !== null ? Object.values(value) : String(value));
};

const nest: Way = (spot, dice) => {
  const levels = dice.once(20) ? dice.from(150, 300) : dice.from(1, 3);
  const asList = dice.once(2);
  for (let level = 0; level < levels; level++) put(spot, asList ? [spot.owner[spot.key]] : { x: spot.owner[spot.key] });
};

const multiply: Way = (spot, dice) => {
  const value = spot.owner[spot.key];
  if (!Array.isArray(value) || value.length === 0) return;
  const times = dice.once(20) ? dice.from(20, 60) : dice.from(2, 4);
  put(spot, Array.from({ length: times }, (_, index) => structuredClone(value[index % value.length])));
};

const enlarge: Way = (spot, dice) => put(spot, dice.of(['x', ' ', '\n', '"', '(', '; sleep 1', '$(X)', '\u001b[1m'])
  .repeat(dice.once(10) ? dice.from(1_000, 20_000) : dice.from(100, 500)));

const copyElsewhere: Way = (spot, dice, spots) => {
  const other = dice.of(spots);
  put(spot, structuredClone(other.owner[other.key]));
};

const addField: Way = (spot, dice) => {
  const value = spot.owner[spot.key];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    put({ owner: value as Container, key: dice.of(KNOWN_FIELDS) }, structuredClone(dice.of(STRANGE_VALUES)));
  }
};

const keepType: Way = (spot, dice, spots) => {
  const value = spot.owner[spot.key];
  const likes = spots.map(({ owner, key }) => owner[key]).filter((other) => kindOf(other) === kindOf(value));
  if (typeof value === 'number') put(spot, dice.of([0, 1, 2, value - 1, value + 1, value * 10, 2 ** 31 - 1, dice.from(0, 700)]));
  else if (typeof value === 'string' && /[ ;]/.test(value) && !dice.once(4)) put(spot, otherScript(value, dice));
  else if (typeof value === 'string' && dice.once(2)) put(spot, dice.once(2) ? dice.of(STRANGE_TEXTS) : `${value}${dice.of(STRANGE_TEXTS)}`);
  else put(spot, structuredClone(dice.of(likes)));
};

/** A script that a shell would run otherwise, or refuse. */
function otherScript(script: string, dice: Dice): string {
  const words = script.split(' ');
  for (let times = dice.from(1, 3); times > 0; times--) {
    words.splice(dice.from(0, words.length), dice.from(0, 1), ...dice.once(5) ? [] : [dice.of(SHELL_PIECES)]);
  }
  return words.join(dice.once(10) ? '' : ' ');
}

const cutItem: Way = (spot, dice) => {
  if (Array.isArray(spot.owner)) cut(spot, dice, []);
  else keepType(spot, dice, [spot]);
};

const exchange: Way = (spot, dice, spots) => {
  const value = spot.owner[spot.key];
  const other = dice.of(spots.filter(({ owner, key }) => typeof owner[key] === typeof value && typeof value !== 'object').concat(spot));
  [spot.owner[spot.key], other.owner[other.key]] = [other.owner[other.key], value];
};

function kindOf(value: unknown): string {
  return Array.isArray(value) ? `list of ${typeof value[0]}` : value === null ? 'null' : typeof value;
}

const GENTLE_WAYS: readonly Way[] = [keepType, keepType, keepType, cut, cutItem, exchange, multiply];

const WAYS: readonly Way[] = [
  swapType, swapType, cut, cut, rename, writeStrangely, extendText, extendText, writeSource, asOtherType, nest,
  multiply, enlarge, copyElsewhere, addField,
];

function describe({ owner, key }: Spot): string {
  const value = owner[key];
  return typeof value === 'string' ? value : key;
}

/** An assignment of `__proto__` would change no field. */
function put({ owner, key }: Spot, value: unknown): void {
  Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true });
}
