import { done, withGrace } from './edits';
import { CannotMend, MendCase, Mended } from './mend-request';
import { fitOf } from '../hazards/grace-fit';
import { PodStory } from '../hazards/pod-story';

/** What a hook needs after it, and what one needs that polls. */
const SLACK_MILLIS = 2_000;
const POLLED_SLACK_MILLIS = 5_000;
const DEFAULT_GRACE_SECONDS = 30;

/** What hooks and drains of all containers need together with some slack. */
function neededGraceSeconds({ containers, around }: PodStory, graceSeconds = around.pod.graceSeconds): number {
  const within = { ...around, pod: { ...around.pod, graceSeconds } };
  const needed = containers.map((container) => {
    const fit = fitOf(container, within);
    return fit ? fit.totalMillis + (fit.polls ? POLLED_SLACK_MILLIS : SLACK_MILLIS) : 0;
  });
  return Math.ceil(Math.max(...needed) / 1000);
}

/** Never above what the platform gives: it would not be there. */
export function raiseGrace({ object, story, declared }: MendCase): Mended | CannotMend | undefined {
  const seconds = neededGraceSeconds(story);
  if (!Number.isFinite(seconds) || seconds <= story.pod.graceSeconds) return undefined;
  const ceiling = Math.floor((declared.graceCeilingMillis ?? Infinity) / 1000);
  return seconds <= ceiling ? done(withGrace(object, seconds)) : tooLong(seconds, ceiling);
}

function tooLong(seconds: number, ceiling: number): CannotMend {
  return { reason: `hooks and drains need ${seconds} s, and the platform gives ${ceiling} s: shorten them` };
}

/** The platform gives no more, and all that is known fits. */
export function lowerGrace({ object, story, declared }: MendCase): Mended | CannotMend {
  const ceiling = Math.floor(declared.graceCeilingMillis! / 1000);
  const needed = neededGraceSeconds(story, ceiling);
  return needed <= ceiling ? done(withGrace(object, ceiling)) : tooLong(needed, ceiling);
}

/** As if nobody had written one, unless hooks need more. */
export function usualGrace(mendCase: MendCase): Mended | CannotMend {
  const { story } = mendCase;
  const pod = { ...story.pod, graceSeconds: DEFAULT_GRACE_SECONDS };
  return raiseGrace({ ...mendCase, story: { ...story, pod, around: { ...story.around, pod } } })
    ?? done(withGrace(mendCase.object, DEFAULT_GRACE_SECONDS));
}
