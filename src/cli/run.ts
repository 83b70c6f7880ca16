import { Command, CommanderError } from 'commander';
import { registerFix } from './fix';
import { packageVersion } from './formats/package-version';
import { CommandIo, EXIT } from './io';
import { registerLint } from './lint';
import { registerPatch } from './patch';
import { printable } from './printable';
import { registerRules } from './rules';
import { registerSimulate } from './simulate';
import { nearest } from './suggestions';

/** Each adds one command; a command's own code is loaded when it runs, so that `--help` and short runs are quick. */
const COMMANDS = [registerLint, registerFix, registerPatch, registerSimulate, registerRules];

/** Runs a command line; gives its exit code. */
export function run(args: readonly string[], given: CommandIo, name = 'envoy-drain'): number {
  // Messages quote what stands in files and in the command line.
  const io: CommandIo = { ...given, error: (text) => given.error(printable(text)) };
  let code: number = EXIT.nothing;
  if (args[0] === '--version') {
    io.out(`${packageVersion()}\n`);
    return code;
  }
  const hint = `(${name} --help shows what there is)`;
  const program = new Command(name)
    .description('Says what happens to the connections of an Envoy pod when it goes away.')
    .configureOutput({
      writeOut: (text) => io.out(text), writeErr: (text) => io.error(text),
      outputError: (text, write) => write(withSuggestion(text, program, args)),
    })
    .option('--version', 'prints the version of this package')
    .showHelpAfterError(hint)
    .exitOverride();
  for (const register of COMMANDS) register(program, io, (result) => { code = result; });
  try {
    program.parse([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.nothing : EXIT.usage;
    io.error(`error: ${(error as Error).message}\n`);
    if ((error as Error).name === 'UsageError') io.error(`${hint}\n`);
    return EXIT.usage;
  }
}

/** Commander suggests what is spelled alike; this one also what is abbreviated. */
function withSuggestion(text: string, program: Command, [command]: readonly string[]): string {
  const [, option] = /^error: unknown option '(--[^']+)'\n/.exec(text) ?? [];
  if (option === undefined || text.includes('Did you mean')) return text;
  const options = program.commands.find((each) => each.name() === command)?.options ?? [];
  const near = nearest(option, options.flatMap(({ long }) => long ?? []));
  return near === undefined ? text : `${text.trimEnd()}\n(Did you mean ${near}?)\n`;
}
