import { Chart } from 'cdk8s';
import { drainOptions, Flavour, FLAVOURS, ownBootstrap, Placing, PLACINGS, proxyOptions } from './flavours';
import { RAW_KINDS, rawWorkload } from './raw-workloads';
import { Variant } from './variant';
import { EnvoyProxyDaemonSet, EnvoyProxyDeployment, KubernetesVersion, ShutdownManagerSidecar } from '../../../src';

type Build = (chart: Chart, flavour: Flavour, placing: Placing) => void;

/** Every kind of workload that a manager can be put into, with what its owner makes besides. */
const WORKLOADS: { readonly [kind: string]: Build } = {
  EnvoyProxyDeployment: (chart, flavour, placing) => {
    new EnvoyProxyDeployment(chart, 'Proxy', { bootstrap: ownBootstrap(), ...proxyOptions(flavour, placing) })
      .exposeListeners();
  },
  EnvoyProxyDaemonSet: (chart, flavour, placing) => {
    new EnvoyProxyDaemonSet(chart, 'Proxy', { bootstrap: ownBootstrap(), ...proxyOptions(flavour, placing) })
      .exposeListeners();
  },
  ...Object.fromEntries(RAW_KINDS.map((kind) => [`${kind} of your own`, intoRawWorkload(kind)])),
};

function intoRawWorkload(kind: string): Build {
  return (chart, flavour, placing) => {
    const workload = rawWorkload(chart, kind);
    // An Envoy in a job is a hazard, and no reason for an API server to refuse it.
    const ignoreHazards = kind === 'CronJob' ? { 'job-never-completes': 'only the API server is asked' } : undefined;
    new ShutdownManagerSidecar(chart, 'Drain', { workload, ignoreHazards, ...drainOptions(flavour, placing) });
  };
}

/** Flavour by placement by kind of workload, as far as the version has them. */
export function matrix(version: KubernetesVersion): Variant[] {
  return FLAVOURS.flatMap((flavour) => PLACINGS
    .filter((placing) => placing.isPossible(version))
    .flatMap((placing) => Object.entries(WORKLOADS).map(([kind, build]) => ({
      name: `${flavour.name}, ${placing.name}, ${kind}`,
      build: (chart: Chart) => build(chart, flavour, placing),
    }))));
}
