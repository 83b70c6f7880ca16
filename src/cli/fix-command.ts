import { ChangedPart, diffOf } from './fix-diff';
import { concerns, FixMessage, mendFiles } from './fix-mending';
import { messageLine } from './fix-messages';
import { MendFlags, mendRequestFrom } from './fix-options';
import { replaceFile } from './fix-output';
import { FixFile, readFixFiles } from './fix-sources';
import { CommandIo, EXIT, STANDARD_INPUT_NAME, UsageError } from './io';
import { placedLine } from './printable';
import { editedYaml } from './yaml-edits';
import { grouped } from '../values/objects';

/** Options of `envoy-drain fix`, as they are written. */
export interface FixFlags extends MendFlags {
  readonly write?: boolean;
}

/** Mends every pod in the files; exits with 1 for errors that are left, and with 2 for what cannot be read. */
export function fixCommand(paths: readonly string[], flags: FixFlags, io: CommandIo): number {
  const request = mendRequestFrom(flags);
  const { files, errors } = readFixFiles(paths, io.standardInput, (value) => concerns(value, request));
  for (const { source, line, message } of errors) io.error(placedLine(source, line, message));
  if (files.length + errors.length === 0) {
    throw new UsageError(`'path' (${paths.join(', ')}) must hold YAML or JSON: there is nothing to mend; name a file, or a folder with some`);
  }
  const messages = mendFiles(files, request);
  for (const message of messages) io.error(messageLine(message));
  if (messages.some(({ kind }) => COUNTED.includes(kind))) io.error(`${summaryOf(messages)}\n`);
  const failed = files.filter((file) => !emit(file, flags, io));
  const unreadable = errors.length + failed.length + messages.filter(({ kind }) => kind === 'unreadable').length;
  if (unreadable > 0) return EXIT.usage;
  return messages.some(({ kind }) => kind === 'left') ? EXIT.findings : EXIT.nothing;
}

const COUNTED: readonly FixMessage['kind'][] = ['mended', 'left', 'warning'];

function summaryOf(messages: readonly FixMessage[]): string {
  const count = (wanted: FixMessage['kind']): number => messages.filter(({ kind }) => kind === wanted).length;
  const [errors, warnings] = [count('left'), count('warning')];
  return `${count('mended')} mended, ${errors} error${errors === 1 ? '' : 's'} and ${warnings} warning${warnings === 1 ? '' : 's'} left`;
}

/** Prints the difference, or writes the text; false where that cannot be. */
function emit(file: FixFile, { write }: FixFlags, io: CommandIo): boolean {
  const { source, text } = file;
  try {
    const parts = changedParts(file);
    if (write && source === STANDARD_INPUT_NAME) io.out(withParts(text, parts));
    else if (parts.length > 0 && write) replaceFile(source, withParts(text, parts));
    else if (parts.length > 0) io.out(diffOf(source, text, wholeLines(text, parts), io.hasColour ?? false));
    return true;
  } catch (error) {
    io.error(placedLine(source, undefined, (error as Error).message));
    return false;
  }
}

/** In the order of the text. */
function changedParts({ documents }: FixFile): ChangedPart[] {
  return [...grouped(documents, ({ part }) => part)].flatMap(([{ start, text }, ofPart]) => {
    const after = editedYaml(text, ofPart);
    return after === text ? [] : [{ start, before: text, after }];
  });
}

function withParts(text: string, parts: readonly ChangedPart[]): string {
  let position = 0;
  const pieces = parts.map(({ start, before, after }) => {
    const piece = text.slice(position, start) + after;
    position = start + before.length;
    return piece;
  });
  return pieces.join('') + text.slice(position);
}

/** JSON objects may follow one another in one line: then the whole text is compared. */
function wholeLines(text: string, parts: readonly ChangedPart[]): readonly ChangedPart[] {
  const isWhole = parts.every(({ start, before, after }) => {
    const isLast = start + before.length === text.length;
    return (start === 0 || text[start - 1] === '\n') && (isLast || (before.endsWith('\n') && after.endsWith('\n')));
  });
  return isWhole ? parts : [{ start: 0, before: text, after: withParts(text, parts) }];
}
