import type { FixMessage } from './fix-mending';
import { placedLine } from './printable';

const WORDS: { readonly [Kind in FixMessage['kind']]: string } = {
  mended: 'mended: ', note: 'note: ', left: 'error: ', warning: 'warning: ', unreadable: '',
};

/** What mending has to tell, in a line. */
export function messageLine({ kind, source, line, text }: FixMessage): string {
  return placedLine(source, line, `${WORDS[kind]}${text}`);
}
