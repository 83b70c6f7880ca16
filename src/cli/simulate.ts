import { Command } from 'commander';
import { CommandIo } from './io';
import type { SimulateFlags } from './simulate-command';

/** Adds `simulate`; the simulator is loaded when it runs. */
export function registerSimulate(program: Command, io: CommandIo, setCode: (code: number) => void): void {
  program.command('simulate')
    .description('Simulates the end of every pod in files, folders or standard input (-).\n'
      + 'Exit code: 0 nothing is lost, 1 something is or it is not known, 2 wrong usage, or input that cannot be '
      + 'read or has no Envoy.')
    .argument('<path...>', 'YAML or JSON: workloads, Lists, EnvoyProxy resources')
    .option('--kubernetes-version <version>', 'of the kubelets, or what kubectl version -o json prints (default: as the newest that was measured)')
    .option('--envoy-gateway <version>', 'that makes the pods of EnvoyProxy resources')
    .option('--scenario <scenario>', 'what ends the pod: deletion, deletion:30s (with that grace period), eviction:0s, '
      + 'node-shutdown:30s (all that the node leaves it), liveness:CONTAINER (its probe fails), startup:CONTAINER, crash:CONTAINER', 'deletion')
    .option('--format <format>', 'text, json or svg', 'text')
    .option('--endpoint-lag <duration>', 'how long new connections go on coming (default 5s)')
    .option('--longest-request <duration>', 'the longest request of the clients that are simulated: 10 connections with short requests and 3 with '
      + 'long ones, or none at all, whichever is worse (default 3s)')
    .action((paths: string[], flags: SimulateFlags) => setCode(command().simulateCommand(paths, flags, io)));
}

function command(): typeof import('./simulate-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./simulate-command');
}
