/**
 * How late the steps of a drain were seen, in milliseconds. Every time that the library derives is a
 * sum of these; each carries the measurement that justifies it.
 *
 * "Recordings" are timelines of real kubelets 1.27 to 1.37 and runs of real Envoys with real
 * shutdown managers on a busy machine with two cores (2026-11).
 */

/** An exec hook's process starts 20 to 280 ms after the hooks begin (recordings, 148 values). */
export const EXEC_HOOK_START_MILLIS = 280;

/** First admin call of `envoy-gateway envoy shutdown` when it gets no more than 50m of a CPU: 1.4 s. */
export const THROTTLED_START_MILLIS = 1_400;

/** Envoy Gateway's hook counts connections once a second, so it sees the last one go this late. */
export const CONNECTION_POLL_MILLIS = 1_000;

/** Both upstream managers look for their ready file once a second before they answer Envoy's hook. */
export const READY_FILE_POLL_MILLIS = 1_000;

/** Contour's hook counts every 5 s: natively, SIGTERM came up to 5.5 s after the last connection. */
export const CONTOUR_DRAIN_SEEN_LATE_MILLIS = 5_500;

/**
 * Every container gets 2 s to stop, however long its hook took.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.34.4/pkg/kubelet/kuberuntime/kuberuntime_container.go
 */
export const MINIMUM_STOP_MILLIS = 2_000;

/**
 * The shortest minimum drain with two ordinary containers: the manager stops listening as soon as
 * its own hook ends, and a GET of Envoy's hook that started 0.3 s late was refused (411 failed
 * requests in the recording of envoyproxy/gateway#9484).
 */
export const SIBLING_MINIMUM_DRAIN_MILLIS = 2_000;

/** Milliseconds as whole seconds, never fewer. */
export function ceilSeconds(millis: number): number {
  return Math.ceil(millis / 1000);
}
