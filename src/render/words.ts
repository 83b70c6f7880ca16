import { EventSpan } from '../kubelet/simulation';

const WORDS: { readonly [Kind in EventSpan['kind']]: string } = {
  STARTED: 'starts',
  RESTARTED: 'is started again',
  HOOK_STARTED: 'hook begins',
  HOOK_ENDED: 'hook ends',
  HOOK_FAILED: 'hook fails, FailedPreStopHook',
  HOOK_ABANDONED: 'grace period ends before the hook',
  DRAIN_STARTED: 'tells clients to leave',
  HEALTH_CHECKS_FAIL: 'health checks begin to fail',
  READY_FILE_WRITTEN: 'notes the end of the drain',
  LISTENERS_CLOSED: 'takes no new connections any more',
  SIGTERM: 'gets SIGTERM',
  SIGKILL: 'is killed',
  EXITED: 'has ended',
  POD_GONE: 'is gone',
};

/** What happens, in words; `detail` and what chance decides behind it. */
export function eventText({ kind, code, detail, certain }: EventSpan): string {
  const words = kind === 'EXITED' && code !== undefined ? `${WORDS[kind]} (code ${code})` : WORDS[kind];
  return `${words}${detail === undefined ? '' : `: ${detail}`}${certain ? '' : ' (or not)'}`;
}
