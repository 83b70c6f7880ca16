import type { Command } from 'commander';

/** Adds the options that say how pods are mended. */
export function withMendOptions(command: Command): Command {
  return command
    .option('--kubernetes-version <version>', 'the oldest of the API server and all kubelets, or what kubectl version -o json prints')
    .option('--load-balancer-detection <duration>', 'how long the load balancer in front goes on sending after health checks began to fail')
    .option('--grace-ceiling <duration>', 'the longest time that the platform gives a pod, such as the notice of a spot node')
    .option('--longest-request <duration>', 'the longest request that must not be cut, except for streams')
    .option('--placement <placement>', 'where the shutdown manager goes: native, sibling, envoy-container or auto', 'auto')
    .option('--shutdown-manager <flavour>', 'of pods that have none: envoy-gateway or contour', 'envoy-gateway')
    .option('--manager-image <image>', 'image of the shutdown manager (default: the one that is there, else the official one)')
    .option('--drain-timeout <duration>', 'the longest a drain may take (default: the pod\'s own, else 60s, with Contour\'s manager 300s)')
    .option('--min-drain-duration <duration>', 'the shortest a drain takes (default: the pod\'s own from 5s on, else 10s)')
    .option('--health-check-failure-delay <duration>', 'how long health checks go on succeeding (default: the pod\'s own, else 0s)');
}
