import { Command } from 'commander';
import { withFactOptions } from './fact-options';
import { CommandIo } from './io';
import type { LintFlags } from './lint-command';

/** Adds `lint`; the rules are loaded when it runs. */
export function registerLint(program: Command, io: CommandIo, setCode: (code: number) => void): void {
  withFactOptions(program.command('lint')
    .description('Says what will cut requests or hang when the pods in files, folders or standard input (-) end.\n'
      + 'Exit code: 0 nothing is found, 1 something is (see --fail-on), 2 wrong usage, or input that cannot be read.')
    .argument('[path...]', 'YAML or JSON: workloads, Lists, EnvoyProxy resources, Services; others are skipped'))
    .option('--envoy-gateway <version>', 'that makes the pods of EnvoyProxy resources (default: the newest known)')
    .option('--fail-on <severity>', 'error, warning or info: from which severity on findings give exit code 1', 'error')
    .option('--format <format>', 'text, json, sarif or github', 'text')
    .option('--explain <rule>', 'tells all about a rule, and lints nothing')
    .action((paths: string[], flags: LintFlags) => setCode(command().lintCommand(paths, flags, io)));
}

function command(): typeof import('./lint-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./lint-command');
}
