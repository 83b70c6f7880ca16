import { Command, CommanderError } from 'commander';
import { CommandIo, EXIT, UsageError } from './io';
import { simulateCommand, SimulateFlags } from './simulate';

/** Runs a command line; gives its exit code. */
export function run(args: readonly string[], io: CommandIo): number {
  let code: number = EXIT.nothing;
  const program = new Command('envoy-drain')
    .description('Says what happens to the connections of an Envoy pod when it goes away.')
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.error(text) })
    .showHelpAfterError('(envoy-drain --help shows what there is)')
    .exitOverride();
  program.command('simulate')
    .description('Simulates the end of every pod in files, folders or standard input (-).\n'
      + 'Exit code: 0 nothing is lost, 1 something is or it is not known, 2 wrong usage, or input that cannot be\n'
      + 'read or has no Envoy.')
    .argument('<path...>', 'YAML or JSON: workloads, Lists, EnvoyProxy resources')
    .option('--kubernetes-version <version>', 'of the kubelets (default: as the newest that was measured)')
    .option('--envoy-gateway <version>', 'that makes the pods of EnvoyProxy resources')
    .option('--scenario <scenario>', 'what ends the pod: deletion, deletion:30s (with that grace period), eviction:0s, '
      + 'node-shutdown:30s (all that the node leaves it), liveness:CONTAINER (its probe fails), startup:CONTAINER, crash:CONTAINER', 'deletion')
    .option('--format <format>', 'text, json or svg', 'text')
    .option('--endpoint-lag <duration>', 'how long new connections go on coming (default 5s)')
    .option('--longest-request <duration>', 'the longest request of the clients that are simulated: 10 connections with short requests and 3 with '
      + 'long ones, or none at all, whichever is worse (default 3s)')
    .action((paths: string[], flags: SimulateFlags) => {
      code = simulateCommand(paths, flags, io);
    });
  try {
    program.parse([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.nothing : EXIT.usage;
    io.error(`error: ${(error as Error).message}\n`);
    if (error instanceof UsageError) io.error('(envoy-drain --help shows what there is)\n');
    return EXIT.usage;
  }
}
