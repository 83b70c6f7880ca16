import { ApiObject } from 'cdk8s';
import {
  Container, ContainerProps, Deployment, DeploymentProps, DeploymentStrategy, HorizontalPodAutoscaler,
  PercentOrAbsolute, Service,
} from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import {
  AutoscaleOptions, DisruptionBudgetOptions, IngressRestrictionOptions, SpreadOptions,
} from './availability-options';
import { onRequest } from './constructs/on-request';
import { planProxy, ProxyPlan, rolloutTimes } from './constructs/proxy-plan';
import { fillWorkload } from './constructs/proxy-workload';
import { withPath } from './constructs/with-path';
import { DrainTiming } from './drain-timing';
import { EnvoyListener } from './envoy-listener';
import { EnvoyProxyOptions } from './envoy-proxy-options';
import { ExposeListenersOptions } from './expose-listeners-options';
import { HazardOptions, HazardReport } from './hazard-report';
import { ShutdownManagerSidecar } from './shutdown-manager-sidecar';
import { SidecarPlacement } from './sidecar-placement';
import { TerminationScenario } from './termination-scenario';
import { TerminationTimeline } from './termination-timeline';

/**
 * A Deployment of Envoys, and how they drain.
 *
 * `strategy`, `minReady` and `progressDeadline` have defaults of their own here, see docs/defaults.md.
 */
export interface EnvoyProxyDeploymentProps extends DeploymentProps, EnvoyProxyOptions {}

/**
 * A Deployment whose pods run Envoy and lose no request when they go away.
 *
 * It is a Deployment of cdk8s-plus: scaling, scheduling, network policies and Services work on it.
 */
export class EnvoyProxyDeployment extends Deployment {
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
  constructor(scope: Construct, id: string, props: EnvoyProxyDeploymentProps) {
    const plan = withPath(scope, id, () => planProxy(scope, props));
    const times = rolloutTimes(plan.drainTiming);
    super(scope, id, {
      ...plan.workloadProps,
      replicas: props.replicas,
      strategy: props.strategy ?? rollout(plan.exclusive),
      minReady: props.minReady ?? times.minReady,
      progressDeadline: props.progressDeadline ?? times.progressDeadline,
    });
    this.plan = plan;
    const { envoy, shutdownManagerSidecar } = fillWorkload(this, props, plan);
    this.envoy = envoy;
    this.shutdownManagerSidecar = shutdownManagerSidecar;
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
    const minReadySeconds = this.minReady.toSeconds();
    return onRequest().exposeListeners({ workload: this, drainTiming, minReadySeconds, minReadyProp: 'minReady' }, listeners, options);
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

  /**
   * Lets at most one pod go at once when nodes are drained, unless something else is asked for.
   *
   * Throws where no node could be drained any more.
   */
  public addDisruptionBudget(options: DisruptionBudgetOptions = {}): ApiObject {
    return onRequest().disruptionBudget(this, options, () => this.shutdownManagerSidecar._version());
  }

  /**
   * Scales by load, and down by one pod in the time that a drain takes.
   *
   * Throws if `replicas` is given, since every rollout would set it anew.
   */
  public autoscale(options: AutoscaleOptions): HorizontalPodAutoscaler {
    return onRequest().autoscaler(this, options, this.shutdownManagerSidecar.terminationGracePeriod);
  }

  /**
   * Spreads pods over zones, or over what else is asked for, each time that it is called.
   */
  public spreadPods(options: SpreadOptions = {}): void {
    onRequest().spreadPods(this, options, () => this.shutdownManagerSidecar._version());
  }
}

/** New pods first, so that the old ones' traffic has somewhere to go; but not onto ports that are taken. */
function rollout(exclusive: boolean): DeploymentStrategy {
  return DeploymentStrategy.rollingUpdate(exclusive
    ? { maxSurge: PercentOrAbsolute.absolute(0), maxUnavailable: PercentOrAbsolute.absolute(1) }
    : { maxSurge: PercentOrAbsolute.percent(25), maxUnavailable: PercentOrAbsolute.absolute(0) });
}
