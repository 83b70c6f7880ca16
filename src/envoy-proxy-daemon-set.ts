import { ApiObject } from 'cdk8s';
import { Container, ContainerProps, DaemonSet, DaemonSetProps, Service } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { IngressRestrictionOptions } from './availability-options';
import { onRender } from './constructs/on-render';
import { onRequest } from './constructs/on-request';
import { planProxy, ProxyPlan, rolloutTimes } from './constructs/proxy-plan';
import { fillWorkload } from './constructs/proxy-workload';
import { withPath } from './constructs/with-path';
import { DrainTiming } from './drain-timing';
import { EnvoyListener } from './envoy-listener';
import { EnvoyProxyOptions } from './envoy-proxy-options';
import { ExposeListenersOptions } from './expose-listeners-options';
import { HazardOptions, HazardReport } from './hazard-report';
import { Manifest, sorted } from './pod/manifest';
import { ShutdownManagerSidecar } from './shutdown-manager-sidecar';
import { SidecarPlacement } from './sidecar-placement';
import { TerminationScenario } from './termination-scenario';
import { TerminationTimeline } from './termination-timeline';
import { refusal } from './values/errors';

/**
 * A DaemonSet of Envoys, and how they drain.
 *
 * `minReadySeconds` has a default of its own here, see docs/defaults.md.
 */
export interface EnvoyProxyDaemonSetProps extends DaemonSetProps, EnvoyProxyOptions {}

/** As Contour's DaemonSet: a tenth of the nodes at a time. */
const ROLLING_UPDATE = { rollingUpdate: { maxUnavailable: '10%' }, type: 'RollingUpdate' };

/**
 * A DaemonSet whose pods run Envoy on every node and lose no request when they go away.
 *
 * It is a DaemonSet of cdk8s-plus: scheduling, network policies and Services work on it.
 */
export class EnvoyProxyDaemonSet extends DaemonSet {
  /** Envoy's container: mount volumes and add environment here. */
  public readonly envoy: Container;

  /** What makes the pods drain. */
  public readonly shutdownManagerSidecar: ShutdownManagerSidecar;

  private readonly plan: ProxyPlan;

  /**
   * Throws if the props contradict each other, the bootstrap or the manager.
   *
   * @param scope where the construct lives
   * @param id its name there
   * @param props at least the bootstrap
   */
  constructor(scope: Construct, id: string, props: EnvoyProxyDaemonSetProps) {
    checkMinReady(props.minReadySeconds);
    const plan = withPath(scope, id, () => planProxy(scope, props));
    super(scope, id, {
      ...plan.workloadProps,
      minReadySeconds: props.minReadySeconds ?? rolloutTimes(plan.drainTiming).minReady.toSeconds(),
    });
    this.plan = plan;
    const { envoy, shutdownManagerSidecar } = fillWorkload(this, props, plan);
    this.envoy = envoy;
    this.shutdownManagerSidecar = shutdownManagerSidecar;
    onRender(ApiObject.of(this), withUpdateStrategy);
  }

  /** Where the shutdown manager lives. Reads the declared version. */
  public get placement(): SidecarPlacement {
    return this.shutdownManagerSidecar.placement;
  }

  /** Why it lives there. Reads the declared version. */
  public get placementReason(): string {
    return this.shutdownManagerSidecar.placementReason;
  }

  /** Times that the pods keep. */
  public get drainTiming(): DrainTiming {
    return this.shutdownManagerSidecar.drainTiming;
  }

  /** Listeners that take traffic of users. */
  public get listeners(): EnvoyListener[] {
    return [...this.plan.listeners];
  }

  /**
   * Simulates the end of a pod as it would be synthesized now. Reads the declared version.
   *
   * @param scenario what ends the pod; a deletion where it is left out
   */
  public simulateTermination(scenario?: TerminationScenario): TerminationTimeline {
    return this.shutdownManagerSidecar.simulateTermination(scenario);
  }

  /**
   * Judges the pods as they would be synthesized now, by all rules. Reads the declared version.
   *
   * Error findings fail synthesis, and are only told here.
   *
   * @param options facts that manifests do not hold; the version is the declared one where it is left out
   */
  public checkHazards(options?: HazardOptions): HazardReport {
    return this.shutdownManagerSidecar.checkHazards(options);
  }

  /**
   * Adds a container that Envoy needs while it drains, such as an external processor.
   *
   * It starts before Envoy, or beside it, and does not end before it.
   *
   * @param container without a `preStop` hook
   */
  public addCompanion(container: ContainerProps): Container {
    const companion = this.addContainer(container);
    this.shutdownManagerSidecar.addCompanion(companion.name);
    return companion;
  }

  /**
   * Exposes the listeners that take traffic of users: never metrics, readiness or the manager.
   *
   * Throws if there are none, if two would have the same external port, or if the load balancer needs more time than
   * the pods give it.
   */
  public exposeListeners(options: ExposeListenersOptions = {}): Service {
    const { drainTiming, listeners } = this.plan;
    const minReadySeconds = this.minReadySeconds;
    return onRequest().exposeListeners({ workload: this, drainTiming, minReadySeconds, minReadyProp: 'minReadySeconds' }, listeners, options);
  }

  /**
   * Lets users reach listeners, and whoever collects statistics their port; the manager's port is nobody's.
   *
   * Throws on the host network, for which no policy holds.
   */
  public restrictIngress(options: IngressRestrictionOptions = {}): ApiObject {
    const { listeners, parts: { statisticsPort }, hostNetwork } = this.plan;
    return onRequest().ingressPolicy(this, { listeners, statisticsPort, hostNetwork }, options);
  }
}

function checkMinReady(seconds: number | undefined): void {
  if (seconds === undefined || (Number.isInteger(seconds) && seconds >= 0)) return;
  throw refusal({
    prop: 'minReadySeconds', got: String(seconds), must: 'be a whole number of at least 0',
    because: 'the API server refuses others', fix: 'leave it out',
  });
}

/** cdk8s-plus knows no update strategy of DaemonSets; one that was patched in stays. */
function withUpdateStrategy(manifest: Manifest): Manifest {
  return { ...manifest, spec: sorted({ updateStrategy: ROLLING_UPDATE, ...manifest.spec }) };
}
