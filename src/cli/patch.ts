import { Command } from 'commander';
import { CommandIo } from './io';
import { withMendOptions } from './mend-options';
import type { PatchFlags } from './patch-command';

/** Adds `patch`; what it takes is loaded when it runs. */
export function registerPatch(program: Command, io: CommandIo, done: (code: number) => void): void {
  withMendOptions(program.command('patch')
    .description('Prints what makes the pods of a controller drain: with --envoy-gateway the EnvoyProxy resource that it reads, with\n'
      + '--from a patch for workloads as they were rendered.\n'
      + 'Exit code: 0 printed, 1 errors are left that no patch can mend, 2 wrong usage, or input that cannot be read.')
    .option('--envoy-gateway <version>', 'release of the Envoy Gateway that reads the resource')
    .option('--daemon-set', 'a DaemonSet of proxies, instead of a Deployment')
    .option('--name <name>', 'of the EnvoyProxy resource', 'draining-proxies')
    .option('--namespace <namespace>', 'of the EnvoyProxy resource', 'envoy-gateway-system')
    .option('--from <file>', 'YAML or JSON with rendered workloads, or - for standard input')
    .option('--output <form>', 'of a patch --from a file: kustomize, strategic or json', 'kustomize'))
    .action((flags: PatchFlags) => done(command().patchCommand(flags, io)));
}

function command(): typeof import('./patch-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./patch-command');
}
