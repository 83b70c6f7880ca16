import { place } from './io';
import { printable, printableLine } from '../render/printable';

export { printable, printableLine };

/** A line about a place, for standard error. */
export function placedLine(source: string, line: number | undefined, text: string): string {
  return `${printableLine(`${place(source, line)}: ${text}`)}\n`;
}
