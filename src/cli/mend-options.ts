import type { Command } from 'commander';
import { withFactOptions } from './fact-options';

/** Adds the options that say how pods are mended. */
export function withMendOptions(command: Command): Command {
  return withFactOptions(command)
    .option('--placement <placement>', 'where the shutdown manager goes: native, sibling, envoy-container or auto', 'auto')
    .option('--shutdown-manager <flavour>', 'of pods that have none: envoy-gateway or contour', 'envoy-gateway')
    .option('--manager-image <image>', 'image of the shutdown manager (default: the one that is there, else the official one)')
    .option('--drain-timeout <duration>', 'the longest a drain may take (default: the pod\'s own, else 60s, with Contour\'s manager 300s)')
    .option('--min-drain-duration <duration>', 'the shortest a drain takes (default: the pod\'s own from 5s on, else 10s)')
    .option('--health-check-failure-delay <duration>', 'how long health checks go on succeeding (default: the pod\'s own, else 0s)');
}
