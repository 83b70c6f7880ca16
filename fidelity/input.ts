import { faultsOf } from './faults';
import { Phase } from './phases';
import { programsOf } from './programs';
import { Recording } from './recording';
import { NO_TRAFFIC, Traffic } from '../src/kubelet/scenario';
import { SimulationInput } from '../src/kubelet/simulation';
import { KubernetesVersion } from '../src/kubernetes-version';
import { PodLifecycle } from '../src/pod/pod-lifecycle';
import { readPods } from '../src/pod/read';

/** The pod of a recording, read as the product reads anybody's. */
export function podOf(recording: Recording): PodLifecycle {
  const [pod] = readPods({
    apiVersion: 'v1', kind: 'Pod', metadata: { name: recording.file.replace(/[^a-z0-9]/g, '-') }, spec: recording.pod,
  });
  return pod;
}

/** What the simulator is told about a phase of a recording: nothing of what came of it. */
export function inputOf(recording: Recording, pod: PodLifecycle, phase: Phase): SimulationInput {
  return {
    pod,
    version: KubernetesVersion.of(recording.kubelet),
    nativeSidecarsGate: /SidecarContainers=true/.test(recording.featureGates),
    ...programsOf(recording, pod),
    scenario: {
      action: phase.action,
      secondDeletion: phase.secondDeletion,
      faults: faultsOf(recording, pod, phase),
      traffic: trafficOf(recording),
    },
  };
}

/** The load of the recordings: clients that send one request after the other, and new ones. */
function trafficOf({ load }: Recording): Traffic {
  return load === undefined ? NO_TRAFFIC : {
    ...NO_TRAFFIC,
    endpointLagMillis: load.endpoint_lag_s * 1000,
    newConnectionsPerSecond: load.new_per_s,
    keepAliveConnections: load.keepalive_workers,
  };
}
