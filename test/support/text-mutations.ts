import { Dice } from './random-pods';
import { STRANGE_SOURCES, STRANGE_TEXTS } from './strange-texts';

/** Changes a text in one way that is drawn. */
export function mutatedText(text: string, dice: Dice): string {
  return dice.of(WAYS)(text, dice);
}

type Way = (text: string, dice: Dice) => string;

/** A way that changes a line. */
function ofLine(change: (line: string, dice: Dice) => string | readonly string[]): Way {
  return (text, dice) => {
    const lines = text.split('\n');
    const index = dice.from(0, lines.length - 1);
    lines.splice(index, 1, ...[change(lines[index], dice)].flat());
    return lines.join('\n');
  };
}

/** A way that puts something before a line, as far in as the line. */
function beforeLine(make: (dice: Dice) => string): Way {
  return ofLine((line, dice) => [indentOf(line) + make(dice), line]);
}

function indentOf(line: string): string {
  return /^ */.exec(line)![0];
}

const swapLines: Way = (text, dice) => {
  const lines = text.split('\n');
  const [one, other] = [dice.from(0, lines.length - 1), dice.from(0, lines.length - 1)];
  [lines[one], lines[other]] = [lines[other], lines[one]];
  return lines.join('\n');
};

const insertAnywhere: Way = (text, dice) => {
  const at = dice.from(0, text.length);
  return text.slice(0, at) + dice.of(dice.once(2) ? STRANGE_TEXTS : MARKS) + text.slice(at);
};

const MARKS = ['\t', '\r', '\0', '\x1b', '\x7f', '\u0085', '\u2028', '\ufeff', '"', "'", '{', '}', '[', ']', ',', ':', ': ', '#', ' #', '- ', '&', '*', '!', '|', '>', '%', '\\', '\n', '\n---\n', '\n...\n', '---'];

const deleteAnywhere: Way = (text, dice) => {
  const at = dice.from(0, text.length);
  return text.slice(0, at) + text.slice(at + (dice.once(5) ? dice.from(1, 400) : 1));
};

const cutPunctuation: Way = (text, dice) => {
  const found = [...text.matchAll(/[,:{}[\]"'-]/g)];
  if (found.length === 0) return text;
  const { index } = dice.of(found);
  return text.slice(0, index) + text.slice(index + 1);
};

/** Values get an anchor and an alias; by chance the alias comes first, stands inside of it, or merges it. */
const shareValue: Way = (text, dice) => {
  const lines = text.split('\n');
  const keys = lines.flatMap((line, index) => (/^[ -]*[\w./-]+:(?: |$)/.test(line) ? [index] : []));
  if (keys.length === 0) return text;
  const [anchored, aliased] = [dice.of(keys), dice.of(keys)];
  const name = dice.of(['a', 'b']);
  lines[anchored] = lines[anchored].replace(/:(?: |$)/, `: &${name} `);
  const alias = dice.once(2) ? lines[aliased].replace(/:(?: .*|$)/, `: *${name}`) : `${indentOf(lines[aliased])}<<: ${dice.of([`*${name}`, `[*${name}, *${name}]`])}`;
  lines.splice(aliased, dice.once(2) ? 1 : 0, alias);
  return lines.join('\n');
};

/** Small ones are read, large ones must be refused. */
const addBomb: Way = (text, dice) => {
  const levels = dice.from(2, 9);
  const width = dice.from(2, 9);
  const kind = dice.of(['list', 'map', 'merge', 'flat', 'text'] as const);
  const line = (level: number): string => {
    const aliases = Array<string>(kind === 'flat' ? width * 50 : width).fill(`*l${kind === 'flat' ? 0 : level}`);
    if (kind === 'merge') return `{<<: [${aliases.join(', ')}], k${level}: *l${level}}`;
    return kind === 'map' ? `{${aliases.map((alias, index) => `k${index}: ${alias}`).join(', ')}}` : `[${aliases.join(', ')}]`;
  };
  const first = kind === 'merge' ? '{k: v}' : kind === 'text' ? 'x'.repeat(width * 200) : '[x, y]';
  const bomb = Array.from({ length: levels }, (_, level) => `l${level + 1}: &l${level + 1} ${line(level)}`);
  const used = text.replace(/^---\n/, '').replace(/^( +command:).*$/m, dice.once(2) ? `$1 *l${levels}` : '$&');
  return `${[`l0: &l0 ${first}`, ...bomb].join('\n')}\n${used}`;
};

const WAYS: readonly Way[] = [
  ofLine(() => []), ofLine(() => []), ofLine((line) => [line, line]), swapLines, insertAnywhere, insertAnywhere,
  deleteAnywhere, cutPunctuation, cutPunctuation, shareValue, shareValue, addBomb,
  ofLine((line) => line.replace(/^ +/, '\t')), ofLine((line) => ` ${line}`), ofLine((line) => line.replace(/^ /, '')),
  beforeLine((dice) => dice.of(['{{- if .Values.on }}', '{{- end }}', '{{ include "x" . | nindent 4 }}', '{{/* comment */}}'])),
  beforeLine((dice) => dice.of(['---', '...', '--- # comment', '--- x', '--- |', '%YAML 1.2', '%TAG ! x', '# comment', '', '\u2028', '<<: {a: 1}'])),
  ofLine((line, dice) => line.replace(/:(?: .*|$)/, () => `: ${dice.of(STRANGE_SOURCES)}`)),
  ofLine((line, dice) => line.replace(/:(?: .*|$)/, () => `: ${dice.of(STRANGE_TEXTS)}`)),
  ofLine((line, dice) => line.replace(/:(?: .*|$)/, () => `: "${dice.of(STRANGE_TEXTS).replace(/["\\]/g, '')}"`)),
  ofLine((line, dice) => line + 'y'.repeat(dice.once(20) ? 100_000 : 1_000)),
  (text) => text.replace(/\n/g, '\r\n'), (text) => text.replace(/\n/g, '\r'), (text) => `\ufeff${text}`,
  (text, dice) => text.slice(0, dice.from(0, text.length)), (text) => `${text}---\n${text}`, (text) => `---\n---\n${text}\n---\n...\n---\n`, (text) => text + text,
];
