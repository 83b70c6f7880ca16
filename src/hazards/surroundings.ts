import type { SimulationInput } from '../kubelet/simulation';
import type { KubernetesVersion } from '../kubernetes-version';

/** What hooks are told from: a pod, what runs in it, and where it runs, if somebody said so. */
export interface Surroundings extends Pick<SimulationInput, 'pod' | 'programs' | 'hookProgram'> {
  readonly version?: KubernetesVersion;
}
