import type { KubernetesVersion } from '../kubernetes-version';

/** What users declare because no manifest says it; undefined where they did not. */
export interface Declared {
  /** The oldest of the API server and all kubelets. */
  readonly kubernetesVersion?: KubernetesVersion;
  /** How long a load balancer goes on sending after health checks began to fail. */
  readonly loadBalancerDetectionMillis?: number;
  /** The longest time that a platform gives a pod, whatever its grace period says. */
  readonly graceCeilingMillis?: number;
  /** The longest request that shall not be cut. */
  readonly longestRequestMillis?: number;
}
