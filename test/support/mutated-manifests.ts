import { dump } from 'js-yaml';
import { goodManifests, GoodManifest } from './manifest-corpus';
import { Dice, diceOf } from './random-pods';
import { mutatedText } from './text-mutations';
import { mutateValue, sourcesWritten } from './value-mutations';

let corpus: readonly GoodManifest[] | undefined;

/** A manifest of the project that was mutated in several ways; always the same one for a seed. */
export function mutatedManifest(seed: number): string | Uint8Array {
  const dice = diceOf(seed);
  corpus ??= goodManifests();
  const good = dice.of(corpus);
  // What YAML refuses gets no further, so that most seeds leave the YAML as it is.
  const [text, times] = dice.once(4) ? [good.text, dice.from(1, 3)]
    : [withOtherValues(good, dice), Math.max(0, dice.from(-5, 2))];
  const mutated = Array.from({ length: times }).reduce<string>((changed) => mutatedText(changed, dice), text);
  return dice.once(100) ? withWrongByte(mutated, dice) : mutated;
}

function withOtherValues({ json }: GoodManifest, dice: Dice): string {
  const value: unknown = JSON.parse(json);
  const gently = !dice.once(3);
  for (let times = dice.from(1, gently ? 6 : 3); times > 0; times--) mutateValue(value, dice, gently);
  return sourcesWritten(written(value, dice));
}

/** In all styles. */
function written(value: unknown, dice: Dice): string {
  if (dice.once(2)) {
    const flowLevel = dice.once(4) ? dice.from(0, 4) : -1;
    return dump(value, { lineWidth: -1, noRefs: true, flowLevel, skipInvalid: true });
  }
  return JSON.stringify(value, null, dice.of([0, 2, '\t']));
}

/** What no text in UTF-8 holds. */
function withWrongByte(text: string, dice: Dice): Uint8Array {
  const bytes = Buffer.from(text);
  if (bytes.length > 0) bytes[dice.from(0, bytes.length - 1)] = dice.of([0xff, 0xc0, 0x80, 0xed, 0xf8]);
  return bytes;
}
