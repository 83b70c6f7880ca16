import { actionSteps, isLocal, parsedUrl } from './admin-actions';
import { baseName } from '../../values/paths';
import { HookStep } from '../behaviour';

/** A request that a script writes by hand. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** The server closes the connection after its answer: whoever reads on comes to an end. */
  readonly closes: boolean;
}

/** The request in what `printf`, `echo` or a here-document write; undefined where there is none. */
export function requestIn(text: string): RawRequest | undefined {
  const [, method, path, version] = /\b(GET|POST|PUT|DELETE)\s+(\/\S*)(?:\s+HTTP\/(\d\.\d))?/.exec(text) ?? [];
  if (method === undefined) return undefined;
  return { method, path, closes: version !== '1.1' || /connection:\s*close/i.test(text) };
}

/** What a request does; one that is no action of an admin interface does nothing. */
export function requestSteps({ method, path }: RawRequest, port: string): readonly HookStep[] {
  const url = parsedUrl(`http://127.0.0.1:${port}${path}`);
  return (url && actionSteps({ method, url })) ?? [];
}

/** Where bash's `/dev/tcp/HOST/PORT` leads; undefined for everything that is none, or another host. */
export function localPortOf(target: string): string | undefined {
  const [, host, port] = /^\/dev\/tcp\/([^/]+)\/([^/]+)$/.exec(target) ?? [];
  return host === undefined ? undefined : portOf(host, port);
}

function portOf(host: string, port: string): string | undefined {
  const url = parsedUrl(`http://${host}:${port}/x`);
  return url && isLocal(url) ? url.port || '80' : undefined;
}

/** `nc localhost 9901` and `socat - TCP:localhost:9901`, where they lead, and how long they stay. */
export interface Netcat {
  readonly port: string;
  /** They leave this long after the last byte, though the server keeps the connection; undefined: never. */
  readonly leavesAfterMillis?: number;
}

export function netcatOf(argv: readonly string[]): Netcat | undefined {
  const name = baseName(argv[0]);
  if (name === 'socat') return socatOf(argv);
  if (!['nc', 'ncat', 'netcat'].includes(name)) return undefined;
  const words = argv.slice(1).filter((word, index, all) => !word.startsWith('-') && !/^-\w*[wqpsi]$/.test(all[index - 1] ?? ''));
  const unixSocket = argv.some((word) => /^-\w*U/.test(word));
  const port = unixSocket ? '80' : words.length === 2 ? portOf(words[0], words[1]) : undefined;
  return port === undefined ? undefined : { port, leavesAfterMillis: leavesAfter(argv) };
}

function socatOf(argv: readonly string[]): Netcat | undefined {
  const address = argv.slice(1).map((word) => /^(?:TCP4?:([^:,]+):([^,]+)|UNIX(?:-CONNECT)?:)/i.exec(word)).find((match) => match);
  if (!address) return undefined;
  const port = address[1] === undefined ? '80' : portOf(address[1], address[2]);
  // half a second after one side is at its end: http://www.dest-unreach.org/socat/doc/socat.html
  return port === undefined ? undefined : { port, leavesAfterMillis: 500 };
}

/** `-N` and `-q0` leave at the end of the input, `-w 2` after two quiet seconds. */
function leavesAfter(argv: readonly string[]): number | undefined {
  if (argv.some((word) => /^-[a-zA-Z]*N$|^-c$|^--send-only$/.test(word))) return 0;
  for (const [index, word] of argv.entries()) {
    const [, joined] = /^-[a-zA-Z]*[qw](\d*)$/.exec(word) ?? [];
    if (joined !== undefined) return Number(joined || argv[index + 1]) * 1000;
  }
  return undefined;
}
