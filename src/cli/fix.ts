import { Command } from 'commander';
import type { FixFlags } from './fix-command';
import { CommandIo } from './io';

/** Adds `fix`; rules and mends are loaded when it runs. */
export function registerFix(program: Command, io: CommandIo, done: (code: number) => void): void {
  program.command('fix')
    .description('Mends the pods in files, folders or standard input (-) so that their end cuts no request, and prints the difference.\n'
      + 'What it does not change stays byte for byte; pods without an error, or a warning that it can mend, are left alone.\n'
      + 'Exit code: 0 no error is left, 1 errors are left that it cannot mend, 2 wrong usage, or input that cannot be read.')
    .argument('<path...>', 'YAML or JSON: workloads and Lists; EnvoyProxy resources are left alone')
    .option('--write', 'changes the files; of standard input, the whole mended text is printed')
    .option('--kubernetes-version <version>', 'the oldest of the API server and all kubelets, or what kubectl version -o json prints')
    .option('--load-balancer-detection <duration>', 'how long the load balancer in front goes on sending after health checks began to fail')
    .option('--grace-ceiling <duration>', 'the longest time that the platform gives a pod, such as the notice of a spot node')
    .option('--longest-request <duration>', 'the longest request that must not be cut, except for streams')
    .option('--placement <placement>', 'where the shutdown manager goes: native, sibling, envoy-container or auto', 'auto')
    .option('--shutdown-manager <flavour>', 'of pods that have none: envoy-gateway or contour', 'envoy-gateway')
    .option('--manager-image <image>', 'image of the shutdown manager (default: the one that is there, else the official one)')
    .option('--drain-timeout <duration>', 'the longest a drain may take (default: the pod\'s own, else 60s, with Contour\'s manager 300s)')
    .option('--min-drain-duration <duration>', 'the shortest a drain takes (default: the pod\'s own from 5s on, else 10s)')
    .option('--health-check-failure-delay <duration>', 'how long health checks go on succeeding (default: the pod\'s own, else 0s)')
    .action((paths: string[], flags: FixFlags) => done(command().fixCommand(paths, flags, io)));
}

function command(): typeof import('./fix-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./fix-command');
}
