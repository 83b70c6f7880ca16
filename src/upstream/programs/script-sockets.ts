import { localPortOf, netcatOf, requestIn, requestSteps } from './raw-requests';
import { Outcome, ScriptSocket, ScriptState } from './script-state';
import { baseName } from '../../values/paths';
import { commandsIn, ShellCommand, ShellRedirection } from '../shell';
import { ShellNode } from '../shell-syntax';

/** What bash's `/dev/tcp` makes of a command that opens, writes or reads a connection to this pod. */
export function socketOutcome(command: ShellCommand, state: ScriptState): Outcome | undefined {
  const { argv, redirections } = command;
  if (!redirections.some((redirection) => isSocket(redirection, state))) return undefined;
  if (state.opensSockets === false) return { steps: [], status: 'fails', ...argv[0] === 'exec' ? { ended: true, code: 2 } : {} };
  if (state.opensSockets === undefined) return undefined;
  if (argv[0] === 'exec' && argv.length === 1) return opened(redirections, state);
  const socket = redirections.flatMap((redirection) => socketOf(redirection, state) ?? [])[0];
  if (!socket) return undefined;
  return (writes(redirections) ? written(command, socket, state) : read(command, socket))
    ?? { steps: [{ step: 'unknown', command: argv.join(' ') }], status: 'unsure' };
}

function isSocket({ operator, target }: ShellRedirection, { sockets }: ScriptState): boolean {
  return localPortOf(target) !== undefined || (/^[<>]&$/.test(operator) && sockets.has(target));
}

function socketOf(redirection: ShellRedirection, { sockets }: ScriptState): ScriptSocket | undefined {
  const port = localPortOf(redirection.target);
  return port === undefined ? sockets.get(redirection.target) : { port };
}

function opened(redirections: readonly ShellRedirection[], { sockets }: ScriptState): Outcome {
  for (const { descriptor, target } of redirections) {
    const port = localPortOf(target);
    if (port !== undefined && descriptor !== undefined) sockets.set(String(descriptor), { port });
  }
  return { steps: [], status: 'succeeds' };
}

function writes(redirections: readonly ShellRedirection[]): boolean {
  return redirections.some(({ operator }) => operator.startsWith('>'));
}

/** The rest of a request, such as its headers, changes nothing but how long the server keeps the connection. */
function written({ argv }: ShellCommand, socket: ScriptSocket, state: ScriptState): Outcome | undefined {
  const text = argv.slice(1).join(' ');
  const request = requestIn(text);
  if (!request && socket.request) {
    socket.request = { ...socket.request, closes: socket.request.closes || /connection:\s*close/i.test(text) };
    return { steps: [], status: 'succeeds' };
  }
  if (!request || !WRITERS.includes(baseName(argv[0])) || state.doubt) return undefined;
  socket.request = request;
  return { steps: requestSteps(request, socket.port), status: 'succeeds' };
}

const WRITERS = ['printf', 'echo'];

/** Whoever reads to the end waits until the server closes the connection; a line comes at once. */
function read({ argv }: ShellCommand, socket: ScriptSocket): Outcome | undefined {
  const name = baseName(argv[0]);
  if (LINE_READERS.includes(name) || socket.request?.closes) return { steps: [], status: 'succeeds' };
  const [, seconds] = name === 'timeout' ? /^(\d+)s?$/.exec(argv.slice(1).find((word) => /^\d/.test(word)) ?? '') ?? [] : [];
  return seconds === undefined ? undefined : { steps: [{ step: 'wait', millis: Number(seconds) * 1000 }], status: 'fails' };
}

const LINE_READERS = ['head', 'read'];

/** `printf 'POST ...' | nc localhost 9901`; undefined where a pipe is none of these. */
export function netcatOutcome(parts: readonly ShellNode[], state: ScriptState): Outcome | undefined {
  const commands = parts.map((part) => commandsIn(part, state.source));
  const index = commands.findIndex(([command]) => command !== undefined && netcatOf(command.argv) !== undefined);
  const [writer] = commands[index - 1] ?? [];
  const request = writer && WRITERS.includes(baseName(writer.argv[0])) ? requestIn(writer.argv.slice(1).join(' ')) : undefined;
  if (!request || state.doubt) return undefined;
  const { port, leavesAfterMillis } = netcatOf(commands[index][0].argv)!;
  const steps = requestSteps(request, port);
  if (request.closes) return { steps, status: 'succeeds' };
  if (leavesAfterMillis === undefined) return { steps: [...steps, { step: 'unknown', command: commands[index][0].argv.join(' ') }], status: 'unsure' };
  return { steps: [...steps, { step: 'wait', millis: leavesAfterMillis }], status: 'succeeds' };
}
