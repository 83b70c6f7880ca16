import { fitOf } from '../grace-fit';
import { at, HazardRule } from '../rule';
import { time } from '../words';

/** What a container gets to stop in any case, and what a hook that starts late needs. */
const SLACK_MILLIS = 2_000;
/** A manager sees the end of connections a poll late, and so does who waits for it. */
const POLLED_SLACK_MILLIS = 5_000;

export const noSlackAfterDrain: HazardRule = {
  id: 'no-slack-after-drain',
  severity: 'warning',
  title: 'The drain uses up the grace period',
  why: 'A hook starts late on a busy node and polls see the end late: what fits exactly is cut then. Up to Kubernetes 1.27 a '
    + 'hook that uses up the grace period makes the pod last twice as long.',
  remedy: 'Leave 2 s at the least after the drain, and 5 s where a shutdown manager polls: raise terminationGracePeriodSeconds or shorten the drain.',
  sources: [
    'https://github.com/kubernetes/kubernetes/issues/117373', 'https://github.com/hashicorp/consul-dataplane/issues/1061',
  ],
  anyPod: true,
  check: ({ pod, containers, around }) => containers.flatMap((container) => {
    const fit = fitOf(container, around);
    if (!fit || fit.totalMillis === 0 || fit.slackMillis < 0) return [];
    const needed = fit.polls ? POLLED_SLACK_MILLIS : SLACK_MILLIS;
    if (fit.slackMillis >= needed) return [];
    return [at(container.lifecycle, `${fit.what} of a grace period of ${pod.graceSeconds} s, which leaves ${time(fit.slackMillis)} where `
      + `${time(needed)} is needed: what starts late on a busy node is cut`, { pointer: fit.pointer })];
  }),
};
