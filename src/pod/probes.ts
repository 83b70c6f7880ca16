import { isObject, Manifest, sorted } from './manifest';
import { DrainTiming } from '../drain-timing';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { SidecarPlacement } from '../sidecar-placement';
import { refusal, shown } from '../values/errors';
import {
  ceilSeconds, CONNECTION_POLL_MILLIS, EXEC_HOOK_START_MILLIS, THROTTLED_START_MILLIS,
} from '../values/margins';

/**
 * Envoy restarted by its own probe runs its hook, which then waits for a manager that nobody asked
 * to drain: measured 22 to 30 s out of service, 5 s with this.
 */
const RESTART_GRACE_SECONDS = 5;

/** In Envoy's own container the hook drains by itself, and must get to its end. */
const RESTART_DRAIN_MARGIN_SECONDS = ceilSeconds(
  EXEC_HOOK_START_MILLIS + THROTTLED_START_MILLIS + CONNECTION_POLL_MILLIS);

/** Envoy starts after the manager listens; a slow start of the manager kills nothing for five minutes. */
const MANAGER_STARTUP_PERIOD_SECONDS = 1;
const MANAGER_STARTUP_FAILURES = 300;

/** Envoy's container, whose liveness and startup probes get a grace period of their own. */
export function withRestartGrace(envoy: Manifest, placement: SidecarPlacement, timing: DrainTiming): Manifest {
  const inEnvoyContainer = placement === SidecarPlacement.ENVOY_CONTAINER;
  const minSeconds = timing.minDrainDuration.toSeconds();
  const graceSeconds = inEnvoyContainer ? minSeconds + RESTART_DRAIN_MARGIN_SECONDS : RESTART_GRACE_SECONDS;
  const probes = Object.fromEntries(['livenessProbe', 'startupProbe']
    .filter((field) => isObject(envoy[field]))
    .map((field) => {
      if (inEnvoyContainer) checkProbeGrace(field, envoy[field], minSeconds);
      return [field, sorted({ terminationGracePeriodSeconds: graceSeconds, ...envoy[field] })];
    }));
  return { ...envoy, ...probes };
}

function checkProbeGrace(field: string, probe: Manifest, minSeconds: number): void {
  const seconds: unknown = probe.terminationGracePeriodSeconds;
  if (seconds === undefined || seconds === null || Number(seconds) > minSeconds) return;
  throw refusal({
    prop: `${field}.terminationGracePeriodSeconds`, got: shown(seconds),
    must: `be greater than 'minDrainDuration' (${minSeconds}s)`,
    because: 'a restart of Envoy would cut the drain that its own hook runs', fix: 'raise it or leave it out',
  });
}

/** The native manager's startup probe; none for a manager without a health endpoint. */
export function managerStartupProbe({ healthPath, healthPort }: ShutdownManagerParts): Manifest | undefined {
  if (healthPath === undefined || healthPort === undefined) return undefined;
  return {
    failureThreshold: MANAGER_STARTUP_FAILURES,
    httpGet: { path: healthPath, port: healthPort, scheme: 'HTTP' },
    periodSeconds: MANAGER_STARTUP_PERIOD_SECONDS,
    timeoutSeconds: 1,
  };
}
