import { plainProgram, ProgramRecogniser, UNKNOWN_ON_SIGTERM } from './recogniser';
import { withoutEnvironment } from './tools';
import { baseName } from '../../values/paths';
import { hasFlag } from '../arguments';
import { CommandLine, ProgramBehaviour } from '../behaviour';
import { shellScriptOf, simpleCommands } from '../shell';

/**
 * Programs that start another one: those that take its place or pass signals on behave like it; a shell
 * that stays process 1 does not, and what becomes of its child is not known.
 */
export function recogniseWrapper(recognise: ProgramRecogniser): ProgramRecogniser {
  return (line) => {
    const script = shellScriptOf(line.argv);
    if (script !== undefined) return ofScript(line, script, recognise);
    const inner = wrapped(line.argv);
    if (!inner) return undefined;
    const program = recognise({ ...line, argv: inner, commandGiven: true });
    return program && !passesSignals(line.argv) ? notKnown(program) : program;
  };
}

/** `tini -- COMMAND`, `dumb-init COMMAND`, `linkerd-await --timeout=1m -- COMMAND`. */
function wrapped(argv: readonly string[]): readonly string[] | undefined {
  const name = baseName(argv[0]);
  if (name === 'env') return argv.length > 1 && !argv[1].startsWith('-') ? withoutEnvironment(argv) : undefined;
  if (USER_FIRST.includes(name)) return argv.length > 2 && !argv[1].startsWith('-') ? argv.slice(2) : undefined;
  if (!WRAPPERS.includes(name)) return undefined;
  const end = argv.indexOf('--');
  const start = end >= 0 ? end + 1 : 1 + argv.slice(1).findIndex((word) => !word.startsWith('-'));
  return start > 0 && start < argv.length ? argv.slice(start) : undefined;
}

const WRAPPERS = ['tini', 'dumb-init', 'catatonit', 'linkerd-await'];
/** `gosu USER COMMAND` gives its place to the command. */
const USER_FIRST = ['gosu', 'su-exec'];

/** With `--shutdown` it stays, to end the proxy after the command. */
function passesSignals(argv: readonly string[]): boolean {
  return baseName(argv[0]) !== 'linkerd-await' || !hasFlag(argv, ['--shutdown', '-S']);
}

/** `exec` gives its place to the program, and so does the only command of a script. */
function ofScript(line: CommandLine, script: string, recognise: ProgramRecogniser): ProgramBehaviour | undefined {
  const commands = simpleCommands(script)
    ?.filter(({ background, functionName }) => !background && functionName === undefined);
  const last = commands?.[commands.length - 1];
  if (!commands || !last || last.conditional || last.loop) return undefined;
  const isExec = last.argv[0] === 'exec';
  const program = recognise({ ...line, argv: isExec ? last.argv.slice(1) : last.argv, commandGiven: true });
  return program && !isExec && commands.length > 1 ? notKnown(program) : program;
}

function notKnown(program: ProgramBehaviour): ProgramBehaviour {
  return plainProgram(program.program, UNKNOWN_ON_SIGTERM, {
    listensAfter: program.listensAfter, envoy: program.envoy, endpoints: program.endpoints,
  });
}
