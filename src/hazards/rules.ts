import type { HazardRule } from './rule';
import { adminCallNotPost } from './rules/admin-call-not-post';
import { companionDiesBeforeEnvoy } from './rules/companion-dies-before-envoy';
import { doubleDrain } from './rules/double-drain';
import { drainBeforePropagation } from './rules/drain-before-propagation';
import { drainExceedsGrace } from './rules/drain-exceeds-grace';
import { drainShorterThanLoadBalancer } from './rules/drain-shorter-than-load-balancer';
import { drainShorterThanRequests } from './rules/drain-shorter-than-requests';
import { envoyDoesNotWait } from './rules/envoy-does-not-wait';
import { envoyGatewayPatchOutdated } from './rules/envoy-gateway-patch-outdated';
import { envoyLivenessWithinDrain } from './rules/envoy-liveness-within-drain';
import { envoyRestartWaitsForManager } from './rules/envoy-restart-waits-for-manager';
import { falseHookFailure } from './rules/false-hook-failure';
import { graceAboveCeiling } from './rules/grace-above-ceiling';
import { gracePeriodZero } from './rules/grace-period-zero';
import { gradualDrainOutlastsHook } from './rules/gradual-drain-outlasts-hook';
import { hookBinaryMissing } from './rules/hook-binary-missing';
import { hookHostMissingOnHostNetwork } from './rules/hook-host-missing-on-host-network';
import { hookHostOnPodNetwork } from './rules/hook-host-on-pod-network';
import { hookTargetMissing } from './rules/hook-target-missing';
import { hookWaitsOnSiblingHook } from './rules/hook-waits-on-sibling-hook';
import { imageVolumeUnsupported } from './rules/image-volume-unsupported';
import { initContainerWithHooks } from './rules/init-container-with-hooks';
import { jobNeverCompletes } from './rules/job-never-completes';
import { livenessOnShutdownManager } from './rules/liveness-on-shutdown-manager';
import { loadBalancerUndeclared } from './rules/load-balancer-undeclared';
import { localStorageBlocksDrain } from './rules/local-storage-blocks-drain';
import { managerCpuStarved } from './rules/manager-cpu-starved';
import { managerDiesBeforeEnvoy } from './rules/manager-dies-before-envoy';
import { nativeSidecarOnBuggyKubelet } from './rules/native-sidecar-on-buggy-kubelet';
import { nativeSidecarUnsupported } from './rules/native-sidecar-unsupported';
import { noDrainTrigger } from './rules/no-drain-trigger';
import { noPropagationHold } from './rules/no-propagation-hold';
import { noSlackAfterDrain } from './rules/no-slack-after-drain';
import { probeGraceCutsHook } from './rules/probe-grace-cuts-hook';
import { proxyDiesBeforeApp } from './rules/proxy-dies-before-app';
import { readOnlyReadyFile } from './rules/read-only-ready-file';
import { readyFileNeverWritten } from './rules/ready-file-never-written';
import { readyTimeoutExceedsGrace } from './rules/ready-timeout-exceeds-grace';
import { recreateDropsTraffic } from './rules/recreate-drops-traffic';
import { sharedProcessNamespace } from './rules/shared-process-namespace';
import { siblingManager } from './rules/sibling-manager';
import { sleepWithoutDrain } from './rules/sleep-without-drain';
import { staleReadyFile } from './rules/stale-ready-file';
import { stateChangingHttpHook } from './rules/state-changing-http-hook';
import { suppressionWithoutReason } from './rules/suppression-without-reason';
import { surgeWithHostPort } from './rules/surge-with-host-port';
import { tcpConnectionsNotCounted } from './rules/tcp-connections-not-counted';
import { unboundedDrainWait } from './rules/unbounded-drain-wait';
import { unknownAnnotation } from './rules/unknown-annotation';
import { unknownSidecarAnnotation } from './rules/unknown-sidecar-annotation';

const RULES: readonly HazardRule[] = [
  noDrainTrigger,
  sleepWithoutDrain,
  drainExceedsGrace,
  noSlackAfterDrain,
  unboundedDrainWait,
  readyTimeoutExceedsGrace,
  noPropagationHold,
  drainShorterThanLoadBalancer,
  drainShorterThanRequests,
  managerDiesBeforeEnvoy,
  envoyDoesNotWait,
  siblingManager,
  nativeSidecarUnsupported,
  nativeSidecarOnBuggyKubelet,
  envoyGatewayPatchOutdated,
  initContainerWithHooks,
  livenessOnShutdownManager,
  envoyLivenessWithinDrain,
  envoyRestartWaitsForManager,
  hookTargetMissing,
  hookHostOnPodNetwork,
  hookHostMissingOnHostNetwork,
  hookBinaryMissing,
  adminCallNotPost,
  stateChangingHttpHook,
  hookWaitsOnSiblingHook,
  readyFileNeverWritten,
  staleReadyFile,
  readOnlyReadyFile,
  managerCpuStarved,
  companionDiesBeforeEnvoy,
  sharedProcessNamespace,
  doubleDrain,
  tcpConnectionsNotCounted,
  surgeWithHostPort,
  recreateDropsTraffic,
  graceAboveCeiling,
  localStorageBlocksDrain,
  falseHookFailure,
  unknownSidecarAnnotation,
  gracePeriodZero,
  proxyDiesBeforeApp,
  jobNeverCompletes,
  gradualDrainOutlastsHook,
  drainBeforePropagation,
  loadBalancerUndeclared,
  imageVolumeUnsupported,
  probeGraceCutsHook,
  suppressionWithoutReason,
];

/** All rules, in the order in which their findings are told. */
export const HAZARD_RULES: readonly HazardRule[] = [...RULES, unknownAnnotation(RULES.map(({ id }) => id))];
