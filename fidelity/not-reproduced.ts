/**
 * Why recordings that the simulator does not reproduce are not. Nothing is decided here: each is compared
 * like all others, a test fails if it agrees after all, and FIDELITY.md shows it with its reason.
 */
const REASONS: { readonly [recording: string]: string } = {
  'v1.27.16-api1.34/m_native_hook':
    'its times are uncertain by 0.33 s, for SIGTERM, which follows the start by the grace period of 1 s, is recorded 0.67 s after the first event',
  'v1.34.4/live_ien_stop_g30':
    'the hook that the grace period cut short dies with its container at 32 s, and the late FailedPreStopHook that e_exec and live_ien_fail_g5 show for that is not recorded here',
};

export function reasonFor(recording: string): string | undefined {
  return REASONS[recording];
}

export const EXPLAINED = Object.keys(REASONS);
