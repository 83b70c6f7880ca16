import { Span } from '../upstream/behaviour';

/** A span with the value that was seen most. */
export interface Latency extends Span {
  readonly typical: number;
}

/**
 * How long the steps between kubelet, runtime and processes take, in milliseconds: minimum, median and
 * maximum of recordings of real kubelets 1.27 to 1.37 with containerd on a loaded machine with two cores.
 */
export const LATENCIES = {
  /** From the start of the hooks until the process of an exec hook runs; it counts against the grace period. */
  execHookStart: { min: 20, typical: 75, max: 400 },
  /** Until the request of an HTTP hook arrives. */
  httpHookStart: { min: 0, typical: 10, max: 85 },
  /** From the end of a hook (or the start, where there is none) to SIGTERM: runc kill. */
  signal: { min: 5, typical: 25, max: 95 },
  /** From an exit to the SIGTERM that waited for it. */
  ordered: { min: 55, typical: 130, max: 500 },
  /** SIGKILL, beside the seconds that were left at SIGTERM; the runtime counts from a little before. */
  kill: { min: -10, typical: 30, max: 110 },
  /** From a signal that ends a process to the exit that the runtime reports. */
  exit: { min: 1, typical: 15, max: 95 },
  /** From the last exit until the API object is gone. */
  gone: { min: 300, typical: 1_000, max: 3_600 },
  /** From an exit until the kubelet has started the container again. */
  restart: { min: 70, typical: 300, max: 2_500 },
  /** From the creation of a pod until its first container runs. */
  firstStart: { min: 500, typical: 1_200, max: 3_500 },
  /** From one container running until the next one does. */
  nextStart: { min: 200, typical: 800, max: 1_600 },
  /** From the startup probe that succeeds until the next container runs. */
  nextStartAfterProbe: { min: 0, typical: 300, max: 2_600 },
  /** From the start of a kubelet until it ends the pods that were being ended. */
  kubeletBack: { min: 0, typical: 1_100, max: 3_000 },
  /** A call of Envoy's admin interface by a shutdown command. */
  adminCall: { min: 5, typical: 15, max: 35 },
  /** A graceful HTTP server looks twice a second whether its last request has gone. */
  shutdownPoll: { min: 1, typical: 250, max: 500 },
} as const satisfies Record<string, Latency>;

/** Gives the value that a run takes of a span; the same run always gives the same. */
export type Chooser = (span: Span | Latency) => number;

/**
 * The runs of a simulation: all at their earliest, at their usual and at their latest, and some in
 * which everything falls anywhere, so that both outcomes of a race are seen.
 */
export const RUNS: readonly (() => Chooser)[] = [
  () => ({ min }) => min,
  () => (span) => ('typical' in span ? span.typical : Math.round((span.min + span.max) / 2)),
  () => ({ max }) => max,
  // Everything at once, but for a request that came a moment after: what waits is overtaken.
  () => (span) => (span === LATENCIES.httpHookStart ? LATENCIES.httpHookStart.typical : span.min),
  () => (span) => (span === LATENCIES.httpHookStart ? LATENCIES.httpHookStart.max : span.min),
  ...[1, 2, 3, 4].map((seed) => () => anywhere(seed)),
];

/** A linear congruential generator: no chance from outside, so that the same input gives the same bytes. */
function anywhere(seed: number): Chooser {
  let state = seed * 2_654_435_761 % 4_294_967_296;
  return ({ min, max }) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.round(min + (max - min) * state / 4_294_967_296);
  };
}
