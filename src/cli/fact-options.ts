import type { Command } from 'commander';

/** Adds the options that declare what manifests do not say. */
export function withFactOptions(command: Command): Command {
  return command
    .option('--kubernetes-version <version>', 'the oldest of the API server and all kubelets, or what kubectl version -o json prints')
    .option('--load-balancer-detection <duration>', 'how long the load balancer in front goes on sending after health checks began to fail')
    .option('--grace-ceiling <duration>', 'the longest time that the platform gives a pod, such as the notice of a spot node')
    .option('--longest-request <duration>', 'the longest request that must not be cut, except for streams');
}
