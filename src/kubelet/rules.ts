import { KubernetesVersion } from '../kubernetes-version';
import { KUBELET_CHANGES } from '../values/kubelet-changes';
import { isSince } from '../values/kubernetes-features';

/** How the kubelet of a version ends pods. */
export interface KubeletRules {
  /** The time of a hook is subtracted from the grace period (1.28); before, a container may take twice as long. */
  readonly subtractsHookTime: boolean;
  /** Sidecars get SIGTERM in reverse order, after all regular containers (1.29). */
  readonly ordersSidecars: boolean;
  /** A sidecar that waits for one that does not run is not blocked by it. */
  readonly skipsStoppedSidecars: boolean;
  /** A grace period of 0 is taken for "not given". */
  readonly zeroGraceIsUnset: boolean;
  /** What becomes of `preStop.sleep`. */
  readonly sleepHook: 'runs' | 'is-skipped' | 'fails';
  /** Init containers with `restartPolicy: Always` run as sidecars, never end the init phase, or fail the pod. */
  readonly sidecars: 'run' | 'never-end' | 'reject-pod';
}

/** The rules of a version; an unknown one gets those of the newest that was measured. */
export function rulesOf(version: KubernetesVersion, gateOn = false): KubeletRules {
  const since = (change: keyof typeof KUBELET_CHANGES): boolean =>
    !version.isKnown || isSince(version._minorAndPatch!, KUBELET_CHANGES[change]);
  return {
    subtractsHookTime: since('hookTimeSubtracted'),
    ordersSidecars: since('sidecarsOrdered'),
    skipsStoppedSidecars: since('stoppedSidecarsSkipped'),
    zeroGraceIsUnset: !since('zeroGraceHonoured'),
    sleepHook: since('sleepHookOn') ? 'runs' : since('sleepHookKnown') ? 'is-skipped' : 'fails',
    sidecars: since('sidecarsOrdered') || (since('sidecarsKnown') && gateOn) ? 'run'
      : since('sidecarsKnown') ? 'reject-pod' : 'never-end',
  };
}
