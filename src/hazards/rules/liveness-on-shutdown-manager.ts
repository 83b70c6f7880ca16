import type { ContainerStory } from '../container-story';
import { at, Finding, HazardRule } from '../rule';

/** Startup probes that give up sooner do so on a busy node. */
const STARTUP_WINDOW_SECONDS = 60;

export const livenessOnShutdownManager: HazardRule = {
  id: 'liveness-on-shutdown-manager',
  severity: 'warning',
  title: 'A probe can run the hook that drains Envoy',
  why: 'Restarting a container runs its preStop hook. If the manager is slow once and its liveness probe fails, its hook fails Envoy\'s '
    + 'health checks, and the pod stays out of service until somebody deletes it.',
  remedy: 'Remove the liveness probe of the manager, and let its startup probe wait 60 s or more.',
  sources: ['https://github.com/envoyproxy/gateway/issues/5832', 'https://github.com/projectcontour/contour/issues/4851'],
  check: ({ containers }) => containers.filter(isDrainer).flatMap(findings),
};

/** Its hook drains an Envoy that is not its own; when Envoy itself is restarted, the drain ends with it. */
function isDrainer({ hook, program }: ContainerStory): boolean {
  return program.envoy === undefined && hook?.effects.some(({ kind }) => kind !== 'refused-admin-call') === true;
}

function findings({ lifecycle, hook }: ContainerStory): readonly Finding[] {
  const { name, livenessProbe, startupProbe } = lifecycle;
  const then = `its hook then ${hook!.effects.some(({ kind }) => kind === 'quit-envoy' || kind === 'quit-proxy') ? 'stops the proxy' : 'drains Envoy'}`;
  if (livenessProbe) {
    const { periodSeconds, failureThreshold, timeoutSeconds, pointer } = livenessProbe;
    return [at(lifecycle, `the liveness probe of ${name} (${failureThreshold} failures of ${timeoutSeconds} s every ${periodSeconds} s) restarts it, and `
      + `${then}, though nobody deletes the pod: it stays out of service`, { pointer })];
  }
  if (!startupProbe) return [];
  const { initialDelaySeconds, periodSeconds, failureThreshold, pointer } = startupProbe;
  const windowSeconds = initialDelaySeconds + periodSeconds * failureThreshold;
  return windowSeconds >= STARTUP_WINDOW_SECONDS ? [] : [at(lifecycle,
    `the startup probe of ${name} gives it ${windowSeconds} s: a slower start on a busy node is a restart, and ${then}`,
    { pointer, severity: 'info' })];
}
