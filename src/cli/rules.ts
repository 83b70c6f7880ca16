import { Command } from 'commander';
import { CommandIo } from './io';
import type { RulesFlags } from './rules-command';

/** Adds `rules`; they are loaded when it runs. */
export function registerRules(program: Command, io: CommandIo, setCode: (code: number) => void): void {
  program.command('rules')
    .description('Lists the rules of lint: id, severity and danger. lint --explain ID tells more of one.')
    .option('--format <format>', 'text or json', 'text')
    .action((flags: RulesFlags) => setCode(command().rulesCommand(flags, io)));
}

function command(): typeof import('./rules-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./rules-command');
}
