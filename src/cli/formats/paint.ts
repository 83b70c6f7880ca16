import * as util from 'util';

export type Colour = 'bold' | 'dim' | 'red' | 'yellow' | 'cyan';

/** Gives a text a colour, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

/** Node before 20.12 has no `styleText`, and then there are no colours. */
export function createPaint(hasColour: boolean): Paint {
  const styleText = util.styleText as typeof util.styleText | undefined;
  if (!hasColour || styleText === undefined) return (_, text) => text;
  // Whether there are colours was decided when the terminal was looked at.
  return (colour, text) => styleText(colour, text, { validateStream: false });
}
