import { lowerGrace, raiseGrace, usualGrace } from './grace-mends';
import { CannotMend, Mend, MendCase, Mended } from './mend-request';
import { emissaryHook, longerOwnDrain, neededByApps, nativeInJob, proxyOutlivesApp, sleepElsewhere } from './proxies';
import {
  companionStays, hookWithHost, hookWithoutHost, immediateDrain, oneUser, ordinary, restartedAlways, withoutSurge,
  writableRoot,
} from './small-mends';
import { weaveIn } from './weave-in';

/** The mends of a finding, by its rule: those that change least first, and those that others build upon. */
export const MENDS: ReadonlyMap<string, Mend> = new Map<string, Mend>([
  ['read-only-ready-file', firstOf(writableRoot, woven)],
  ['shared-process-namespace', oneUser],
  ['init-container-with-hooks', restartedAlways],
  ['native-sidecar-unsupported', firstOf(managerWoven, ordinary)],
  ['hook-host-on-pod-network', hookWithoutHost],
  ['hook-host-missing-on-host-network', hookWithHost],
  ['job-never-completes', nativeInJob],
  ['hook-binary-missing', firstOf(sleepElsewhere, woven)],
  ['admin-call-not-post', woven],
  ['hook-target-missing', woven],
  ['no-drain-trigger', firstOf(woven, emissaryHook)],
  ['manager-dies-before-envoy', woven],
  ['ready-file-never-written', woven],
  ['image-volume-unsupported', woven],
  ['drain-shorter-than-load-balancer', firstOf(woven, heldByItself, emissaryHook)],
  ['drain-shorter-than-requests', firstOf(woven, heldByItself, emissaryHook)],
  ['state-changing-http-hook', woven],
  ['no-propagation-hold', firstOf(woven, heldByItself)],
  ['sibling-manager', woven],
  ['liveness-on-shutdown-manager', woven],
  ['manager-cpu-starved', woven],
  ['ready-timeout-exceeds-grace', woven],
  ['envoy-restart-waits-for-manager', woven],
  ['sleep-without-drain', woven],
  ['gradual-drain-outlasts-hook', immediateDrain],
  ['grace-above-ceiling', firstOf(managedWoven, lowerGrace)],
  ['proxy-dies-before-app', proxyOutlivesApp],
  ['companion-dies-before-envoy', companionStays],
  ['grace-period-zero', usualGrace],
  ['drain-exceeds-grace', firstOf(raiseGrace, shortened)],
  ['no-slack-after-drain', firstOf(raiseGrace, shortened)],
  ['surge-with-host-port', withoutSurge],
]);

function firstOf(...mends: readonly Mend[]): Mend {
  return (mendCase) => {
    let reason: CannotMend | undefined;
    for (const mend of mends) {
      const result = mend(mendCase);
      if (result && 'object' in result) return result;
      reason ??= result;
    }
    return reason;
  };
}

function woven(mendCase: MendCase): Mended | CannotMend | undefined {
  return weaveIn(mendCase, neededByApps(mendCase.story));
}

function managerWoven(mendCase: MendCase): Mended | CannotMend | undefined {
  const isManager = mendCase.story.managers.some(({ lifecycle }) => lifecycle.name === mendCase.finding.container);
  return isManager ? woven(mendCase) : undefined;
}

/** A pod's own hook that drains well is not replaced for its grace period alone. */
function managedWoven(mendCase: MendCase): Mended | CannotMend | undefined {
  return mendCase.story.managers.length > 0 ? woven(mendCase) : undefined;
}

/** A manager's drain, where the platform gives no more time. */
function shortened(mendCase: MendCase): Mended | CannotMend | undefined {
  return mendCase.declared.graceCeilingMillis === undefined ? undefined : managedWoven(mendCase);
}

/** A wrapper that drains by itself is told to hold for as long as is needed. */
function heldByItself({ object, story, finding, declared }: MendCase): Mended | undefined {
  const wrapper = story.envoys.find(({ lifecycle }) => lifecycle.name === finding.container);
  if (!wrapper) return undefined;
  const { loadBalancerDetectionMillis = 0, longestRequestMillis } = declared;
  const noticedMillis = (wrapper.healthChecksFailAtMillis ?? 0) + loadBalancerDetectionMillis;
  const hookMillis = wrapper.hook?.leastMillis ?? 0;
  // Clients are told when the wrapper gets SIGTERM.
  const longestMillis = longestRequestMillis === undefined ? 0
    : Math.max(LAST_REQUEST_MILLIS, noticedMillis, hookMillis) + longestRequestMillis;
  const neededMillis = Math.max(SHORTEST_HOLD_MILLIS, noticedMillis, longestMillis);
  return longerOwnDrain(object, wrapper, Math.ceil((neededMillis - hookMillis) / 1000));
}

const SHORTEST_HOLD_MILLIS = 10_000;
const LAST_REQUEST_MILLIS = 5_000;
