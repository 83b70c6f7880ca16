import { randomBytes } from 'crypto';
import { closeSync, openSync, readSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'fs';
import { basename, dirname, join } from 'path';

/** Replaces a file's text in one step, so that nobody ever sees half of it; its mode and byte order mark stay. */
export function replaceFile(path: string, text: string): void {
  const file = realpathSync(path);
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporary, (hasByteOrderMark(file) ? '\uFEFF' : '') + text, { mode: statSync(file).mode, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function hasByteOrderMark(file: string): boolean {
  const start = Buffer.alloc(BYTE_ORDER_MARK.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start, 0, start.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.equals(BYTE_ORDER_MARK);
}
