import { ApiObject, Duration, Size } from 'cdk8s';
import {
  Container, ContainerProps, ContainerResources, Cpu, EnvFieldPaths, EnvValue, ImagePullPolicy, Probe, Workload,
} from 'cdk8s-plus-28';
import { InstalledBootstrap } from './bootstrap-source';
import { onRender } from './on-render';
import { ProxyPlan, ProxyProps } from './proxy-plan';
import { checkRendered, drainArgs } from './proxy-self-check';
import { envoySecurityContext } from './security-contexts';
import { withPath } from './with-path';
import { envoyContainerName } from '../container-names';
import { EnvoyLogLevel } from '../envoy-proxy-options';
import { ShutdownManagerSidecar } from '../shutdown-manager-sidecar';
import { ENVOY } from '../upstream/envoy';
import { given } from '../values/objects';

/** The parts of a proxy that its owner hands out. */
export interface ProxyParts {
  readonly envoy: Container;
  readonly shutdownManagerSidecar: ShutdownManagerSidecar;
}

/** Fills a new workload: Envoy first, then the user's containers, and the manager when it renders. */
export function fillWorkload(workload: Workload, props: ProxyProps, plan: ProxyPlan): ProxyParts {
  return filled(workload, given(props), plan);
}

function filled(workload: Workload, props: ProxyProps, plan: ProxyPlan): ProxyParts {
  const bootstrap = plan.bootstrap.install(workload);
  const envoy = workload.addContainer(envoyContainer(props, plan, bootstrap));
  for (const container of props.containers ?? []) workload.addContainer(container);
  for (const container of props.initContainers ?? []) workload.addInitContainer(container);
  const { drainTiming, emptyDirsInMemory, ignoreHazards, kubernetesVersion, placement, terminationCeilings } = props;
  const shutdownManagerSidecar = new ShutdownManagerSidecar(workload, 'ShutdownManager', {
    workload, drainTiming, emptyDirsInMemory, ignoreHazards, kubernetesVersion, placement, terminationCeilings,
    shutdownManager: plan.manager, terminationGracePeriod: workload.terminationGracePeriod,
  });
  onRender(ApiObject.of(workload), (manifest) => withPath(workload.node.scope!, workload.node.id, () =>
    checkRendered(manifest, plan.drainTiming)));
  return { envoy, shutdownManagerSidecar };
}

function envoyContainer(props: ProxyProps, plan: ProxyPlan, bootstrap: InstalledBootstrap): ContainerProps {
  return {
    name: envoyContainerName,
    image: props.envoyImage ?? ENVOY.image,
    imagePullPolicy: props.envoyImagePullPolicy ?? ImagePullPolicy.IF_NOT_PRESENT,
    command: ['envoy'],
    args: envoyArgs(props, plan, bootstrap),
    envVariables: {
      ENVOY_POD_NAME: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAME),
      ENVOY_POD_NAMESPACE: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAMESPACE),
      ...bootstrap.envVariables,
      ...given(props.envVariables),
    },
    ports: plan.ports,
    ...envoyProbes(plan),
    resources: props.resources ?? defaultResources(),
    securityContext: envoySecurityContext(props.envoySecurityContext, plan.workloadProps.securityContext?.user),
    volumeMounts: bootstrap.mounts.map((mount) => ({ ...mount, readOnly: true })),
  };
}

/** As Envoy Gateway has them: enough to start, no limit that throttles a drain or kills it for memory. */
function defaultResources(): ContainerResources {
  return { cpu: { request: Cpu.millis(100) }, memory: { request: Size.mebibytes(512) } };
}

function envoyArgs(props: ProxyProps, { drainTiming }: ProxyPlan, bootstrap: InstalledBootstrap): string[] {
  return [
    ...bootstrap.args,
    '--log-level', props.logLevel ?? EnvoyLogLevel.INFO,
    ...props.concurrency === undefined ? [] : ['--concurrency', String(props.concurrency)],
    ...drainArgs(drainTiming),
    ...props.extraArgs ?? [],
  ];
}

const STARTUP_PERIOD_SECONDS = 1;
const STARTUP_FAILURES = 300;
const READINESS_PERIOD_SECONDS = 5;
const READINESS_FAILURES = 2;
const LIVENESS_PERIOD_SECONDS = 10;

/**
 * Envoy's probes, all on the readiness listener. Liveness fails only after the grace period, which bounds every
 * hook: a drain that a restart of the manager began then heals, and none is turned into a kill.
 */
function envoyProbes({ parts, workloadProps }: ProxyPlan): Pick<ContainerProps, 'startup' | 'readiness' | 'liveness'> {
  const probe = (periodSeconds: number, failureThreshold: number): Probe => Probe.fromHttpGet(ENVOY.readinessPath, {
    port: parts.readinessPort, failureThreshold,
    periodSeconds: Duration.seconds(periodSeconds), timeoutSeconds: Duration.seconds(1),
  });
  const graceSeconds = workloadProps.terminationGracePeriod!.toSeconds();
  const livenessFailures = Math.floor(graceSeconds / LIVENESS_PERIOD_SECONDS) + 1;
  return {
    startup: probe(STARTUP_PERIOD_SECONDS, STARTUP_FAILURES),
    readiness: probe(READINESS_PERIOD_SECONDS, READINESS_FAILURES),
    liveness: probe(LIVENESS_PERIOD_SECONDS, livenessFailures),
  };
}
