import { Command } from 'commander';
import type { FixFlags } from './fix-command';
import { CommandIo } from './io';
import { withMendOptions } from './mend-options';

/** Adds `fix`; rules and mends are loaded when it runs. */
export function registerFix(program: Command, io: CommandIo, done: (code: number) => void): void {
  withMendOptions(program.command('fix')
    .description('Mends the pods in files, folders or standard input (-) so that their end cuts no request, and prints the difference.\n'
      + 'What it does not change stays byte for byte; pods without an error, or a warning that it can mend, are left alone.\n'
      + 'Exit code: 0 no error is left, 1 errors are left that it cannot mend, 2 wrong usage, or input that cannot be read.')
    .argument('<path...>', 'YAML or JSON: workloads and Lists; EnvoyProxy resources are left alone')
    .option('--write', 'changes the files; of standard input, the whole mended text is printed'))
    .action((paths: string[], flags: FixFlags) => done(command().fixCommand(paths, flags, io)));
}

function command(): typeof import('./fix-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./fix-command');
}
