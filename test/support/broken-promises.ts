import { measuredRun, MeasuredRun, processorMillis } from './measured-runs';
import { mutatedManifest } from './mutated-manifests';
import { Dice, diceOf } from './random-pods';

/** What the command does with a mutated manifest that it must never do; with nothing it is well. */
export function brokenPromises(seed: number): string[] {
  const input = mutatedManifest(seed);
  const lines = (typeof input === 'string' ? input : Buffer.from(input).toString()).split(/\r\n?|\n/).length;
  return commandsFor(seed).flatMap(({ args, hasColour, again }) => {
    const once = measuredRun(args, input, hasColour);
    const problems = [...problemsOf(once), ...slowness(once, input), ...linesIn(once).filter((line) => line < 1 || line > lines).map((line) => `line ${line} of ${lines}`)];
    if (again && !isSame(once, measuredRun(args, mutatedManifest(seed), hasColour))) problems.push('not the same again');
    return problems.map((problem) => `seed ${seed}, ${args.join(' ')}: ${problem}`);
  });
}

interface Command {
  readonly args: readonly string[];
  readonly hasColour: boolean;
  readonly again: boolean;
}

const DECLARED = [
  '--kubernetes-version', '1.33.4', '--load-balancer-detection', '90s', '--grace-ceiling', '120s', '--longest-request', '10s', '--envoy-gateway', '1.8.0',
];

/** `lint` always, the others once in so many times. */
function commandsFor(seed: number): Command[] {
  const dice = diceOf(seed + 0.5);
  const hasColour = dice.once(2);
  const again = dice.once(15);
  const lint = ['lint', '--format', dice.of(['text', 'text', 'json', 'json', 'sarif', 'github', 'github']), ...dice.once(2) ? DECLARED : []];
  const others = [
    ...dice.once(40) ? [['simulate', '--format', dice.of(['text', 'json', 'svg']), ...scenario(dice)]] : [],
    ...dice.once(60) ? [['fix', ...dice.once(2) ? ['--write'] : [], ...dice.once(2) ? ['--kubernetes-version', '1.34.4'] : []]] : [],
  ];
  return [lint, ...others].map((args) => ({ args, hasColour: hasColour && !args.includes('--write'), again }));
}

function scenario(dice: Dice): string[] {
  return dice.of([[], ['--scenario', 'eviction:5s'], ['--scenario', 'crash:envoy'], ['--kubernetes-version', '1.33.0']]);
}

function isSame(one: MeasuredRun, other: MeasuredRun): boolean {
  return one.code === other.code && one.out === other.out && one.error === other.error;
}

const LONGEST_MILLIS = 1_000;

export function slowness({ args, millis }: MeasuredRun, input: string | Uint8Array): string[] {
  const taken = millis <= LONGEST_MILLIS ? millis : Math.min(...[1, 2, 3].map(() => processorMillis(args, input)));
  return taken <= LONGEST_MILLIS ? [] : [`takes ${Math.round(taken)} ms`];
}

/** Whatever the input was. */
export function problemsOf(ran: MeasuredRun): string[] {
  const { code, error } = ran;
  return [
    ...[0, 1, 2].includes(code) ? [] : [`exit code ${code}: ${error}`],
    ...code === 2 && error === '' ? ['exit code 2 without a word'] : [],
    ...error.split('\n').slice(0, -1).filter((line) => !isGoodMessage(line, ran)).map((line) => `says ${line.slice(0, 400)}`),
    ...steering(ran).map((text) => `writes ${JSON.stringify(text)}`),
    ...formatProblems(ran),
  ];
}

const PLACED = /^standard input(?::[1-9]\d*)?: /;
const REFUSAL = /^'[^]*' \([^]*\) (?:of [^]* )?must [^]*: [^]*; /;

/** What is refused as a whole has no place in it. */
const OF_ALL_INPUT = /^(?:error: (?:there is no pod in the input|no program in the input was recognised|--format svg draws one pod|'--scenario' \(crash:envoy\) must)|\(envoy-drain --help )/;

/** The names of errors that nobody wrote would not fit in. */
function isGoodMessage(line: string, { args: [command] }: MeasuredRun): boolean {
  if (!PLACED.test(line)) return (command === 'simulate' && OF_ALL_INPUT.test(line)) || (command === 'fix' && SUMMARY.test(line));
  const message = line.replace(PLACED, '');
  return REFUSAL.test(message) || (command !== 'lint' && /^(?:mended|note|error|warning): /.test(message));
}

const SUMMARY = /^\d+ mended, \d+ errors? and \d+ warnings? left$/;

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const STEERING = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** What a terminal would obey, but for line feeds and the colours that are asked for; patches are for programs too. */
function steering({ args: [command], out, error }: MeasuredRun): string[] {
  // eslint-disable-next-line no-control-regex -- colours begin with one
  return [command === 'fix' ? '' : out.replace(/\x1b\[\d+m/g, ''), error].filter((text) => STEERING.test(text))
    .map((text) => text.slice(Math.max(0, text.search(STEERING) - 40)).slice(0, 80));
}

function formatOf({ args }: MeasuredRun): string | undefined {
  return args.includes('--format') ? args[args.indexOf('--format') + 1] : undefined;
}

function formatProblems(ran: MeasuredRun): string[] {
  const format = formatOf(ran);
  if (ran.out === '') return ran.args[0] === 'lint' && format !== 'github' ? ['writes nothing'] : [];
  switch (format) {
    case 'json':
    case 'sarif': return parsed(ran.out) === undefined ? ['writes no JSON'] : [];
    case 'svg': return svgProblems(ran.out);
    case 'github': return ran.out.split('\n').slice(0, -1).filter((line) => !/^::(?:error|warning|notice) title=[^:,]*::/.test(line));
    default: return [];
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what was written is looked at
function parsed(json: string): any {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A picture that XML can be read from: its characters, what is escaped, and tags that are closed. */
export function svgProblems(svg: string): string[] {
  const open: string[] = [];
  for (const [token, closes, name, , isEmpty] of svg.matchAll(XML_TOKEN)) {
    if (name === undefined && !isText(token)) return [`not of XML: ${JSON.stringify(token)}`];
    if (closes && open.pop() !== name) return [`</${name}> closes something else`];
    if (name !== undefined && !closes && !isEmpty) open.push(name);
  }
  return open.map((name) => `<${name}> is not closed`);
}

const XML_TOKEN = /<(\/?)([a-z]+)((?: [\w:-]+="[^"<&]*")*)(\/?)>|[^<>&]+|&#\d+;|[^]/gu;

function isText(token: string): boolean {
  // eslint-disable-next-line no-control-regex -- XML has no others
  return /^(?:&#\d+;|[\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]+)$/u.test(token) && !/^[<>&]$/.test(token);
}

/** Where findings and errors are said to be. */
function linesIn(ran: MeasuredRun): number[] {
  const { args: [command], out, error } = ran;
  if (command !== 'lint') return placesIn(error);
  switch (formatOf(ran)) {
    case 'text': return placesIn(`${out}\n${error}`);
    case 'json': return [...placesIn(error), ...parsed(out).findings.map(({ line }: { readonly line: number }) => line)];
    case 'sarif': return [...placesIn(error), ...[...out.matchAll(/"startLine": (-?\d+)/g)].map(([, line]) => Number(line))];
    default: return placesIn(error);
  }
}

function placesIn(text: string): number[] {
  // eslint-disable-next-line no-control-regex -- colours begin with one
  return [...text.matchAll(/^(?:\x1b\[1m)?standard input:(\d+)/gm)].map(([, line]) => Number(line));
}
