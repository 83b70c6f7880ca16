import { ApiObject, Duration, JsonPatch } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { checkCompanion, checkDrainOptions } from './constructs/check-options';
import { defaultShutdownManager } from './constructs/default-manager';
import { apiObjectOf, claim, graceBeforeRender, onRender, renderForReading } from './constructs/on-render';
import { checkSelf, withReasons } from './constructs/self-check';
import { withPath } from './constructs/with-path';
import { envoyContainerName, shutdownManagerContainerName } from './container-names';
import { DrainOptions } from './drain-options';
import { DrainTiming } from './drain-timing';
import { HazardOptions, HazardReport } from './hazard-report';
import { KubernetesVersion } from './kubernetes-version';
import { givenGrace, graceOfSpec, PodGraceRequest, ResolvedGrace, resolveGrace } from './pod/grace';
import { Manifest, mapPodTemplate } from './pod/manifest';
import type { WeavingPlan } from './pod/weave';
import { ShutdownManagerParts } from './shutdown-manager-parts';
import { SidecarPlacement } from './sidecar-placement';
import { TerminationScenario } from './termination-scenario';
import { TerminationTimeline } from './termination-timeline';
import { toWholeSeconds } from './values/durations';
import { given } from './values/objects';
import { decidePlacement, PlacementDecision } from './values/placement-decision';

/** What to weave a shutdown manager into. */
export interface ShutdownManagerSidecarProps extends DrainOptions {
  /**
   * A workload with a pod template: of cdk8s-plus, a raw `KubeDeployment`, or an `ApiObject`, also one
   * out of `Include` or `Helm`.
   */
  readonly workload: IConstruct;

  /**
   * Name of the container that runs Envoy.
   *
   * @default envoy
   */
  readonly envoyContainer?: string;

  /**
   * Grace period of the pod, in place of the one that it has.
   *
   * @default - the pod's own, raised to what the drain needs if the pod has none
   */
  readonly terminationGracePeriod?: Duration;
}

/**
 * Puts a shutdown manager into a pod that runs Envoy, so that a deletion cuts no connection.
 *
 * It works while the workload renders: containers, volumes and patches that are added later are
 * seen. Synthesis fails, with this construct's path, if the pod cannot be drained as asked for.
 */
export class ShutdownManagerSidecar extends Construct {
  /** Name of the container that runs Envoy, where nothing else is asked for. */
  public static readonly ENVOY_CONTAINER_NAME = envoyContainerName;

  /** Name of the shutdown manager's container. */
  public static readonly SHUTDOWN_MANAGER_CONTAINER_NAME = shutdownManagerContainerName;

  /** Name of the container in which the manager's program runs. */
  public readonly containerName: string;

  private readonly props: ShutdownManagerSidecarProps;
  private readonly apiObject: ApiObject;
  private decision?: PlacementDecision;
  private readonly patches: JsonPatch[] = [];
  private readonly companions: string[] = [];
  private isRead = false;

  /**
   * Throws if the workload has no single API object, or was woven before.
   *
   * @param scope where the construct lives
   * @param id its name there
   * @param props the workload, and how it shall drain
   */
  constructor(scope: Construct, id: string, props: ShutdownManagerSidecarProps) {
    super(scope, id);
    checkDrainOptions(props);
    this.props = props;
    this.apiObject = apiObjectOf('workload', props.workload);
    claim(this.apiObject, this.node.path);
    if (props.terminationGracePeriod) toWholeSeconds('terminationGracePeriod', props.terminationGracePeriod);
    const inEnvoyContainer = props.placement === SidecarPlacement.ENVOY_CONTAINER;
    this.containerName = inEnvoyContainer ? props.envoyContainer ?? envoyContainerName : shutdownManagerContainerName;
    onRender(this.apiObject, (manifest) => this.woven(manifest));
  }

  /** Where the manager lives, never `AUTO`. Reads the declared version. */
  public get placement(): SidecarPlacement {
    return this.decided().placement;
  }

  /** Why it lives there, in a sentence. Reads the declared version. */
  public get placementReason(): string {
    return this.decided().reason;
  }

  /** Grace period that the pod gets, as far as it is known before synthesis. */
  public get terminationGracePeriod(): Duration {
    return Duration.seconds(this.resolvedGrace().graceSeconds);
  }

  /** Times that the pod keeps: with Contour's manager a longer grace period gives a longer drain. */
  public get drainTiming(): DrainTiming {
    return this.resolvedGrace().drainTiming;
  }

  /**
   * Keeps a container until Envoy has ended.
   *
   * For one that Envoy needs while it drains, such as an external processor, a rate limiter or an access-log service.
   * As `NATIVE` it becomes a native sidecar, which starts before Envoy and ends after it. As `SIBLING` its hook waits
   * where Envoy's does. Throws at synthesis if there is no such container, or if it has a hook of its own as `SIBLING`.
   *
   * @param containerName an ordinary container of the workload
   * @see https://github.com/envoyproxy/ai-gateway/issues/629
   */
  public addCompanion(containerName: string): void {
    checkCompanion(containerName, [this.props.envoyContainer ?? envoyContainerName, shutdownManagerContainerName]);
    this.companions.push(containerName);
  }

  /**
   * Patches the workload after the weaving, where the shutdown manager's container is there.
   *
   * Patches of the `ApiObject` itself come before it. What such a patch breaks fails synthesis, see
   * `ignoreHazards`.
   *
   * @param operations as for `ApiObject.addJsonPatch`
   */
  public addJsonPatch(...operations: JsonPatch[]): void {
    this.patches.push(...operations);
  }

  /**
   * Simulates the end of the pod as it would be synthesized now. Reads the declared version.
   *
   * @param scenario what ends the pod; a deletion where it is left out
   */
  public simulateTermination(scenario?: TerminationScenario): TerminationTimeline {
    const kubernetesVersion = this._version();
    const manifest = this.readRendered();
    const { manager: { managerName } } = this.graceRequest();
    return TerminationTimeline._simulate(manifest, { scenario, kubernetesVersion }, {
      containerName: this.containerName, managerName, parts: this.parts(), drainTiming: this.drainTiming,
    });
  }

  /**
   * Judges the workload as it would be synthesized now, by all rules. Reads the declared version.
   *
   * Error findings fail synthesis, and are only told here. Throws if the workload cannot be woven.
   *
   * @param options facts that manifests do not hold; the version is the declared one where it is left out
   */
  public checkHazards(options: HazardOptions = {}): HazardReport {
    const manifest = this.readRendered();
    return HazardReport.of([manifest], {
      kubernetesVersion: this._version(), ignore: this.props.ignoreHazards, ...given(options),
    });
  }

  /** For a look at it, what would fail synthesis may be there. */
  private readRendered(): Manifest {
    this.isRead = true;
    try {
      return renderForReading(this.apiObject, this.props.workload);
    } finally {
      this.isRead = false;
    }
  }

  private parts(): ShutdownManagerParts {
    return this.graceRequest().manager.bind({ placement: this.placement, drainTiming: this.drainTiming });
  }

  private woven(manifest: Manifest): Manifest {
    return withPath(this.node.scope!, this.node.id, () => {
      const plan = this.plan();
      const drained = mapPodTemplate(manifest, (template) => weaving().weave(template, plan));
      const woven = withReasons(drained, this.props.ignoreHazards);
      const patched = this.patches.length === 0 ? woven : JsonPatch.apply(woven, ...this.patches);
      return this.isRead ? patched : checkSelf(patched, this._version(), this.props.ignoreHazards);
    });
  }

  private plan(): WeavingPlan {
    return {
      ...this.graceRequest(),
      placement: this.decided().placement,
      kubernetesVersion: this._version(),
      envoyContainer: this.props.envoyContainer ?? envoyContainerName,
      companions: this.companions,
      emptyDirsInMemory: this.props.emptyDirsInMemory,
    };
  }

  private graceRequest(): PodGraceRequest {
    const { props } = this;
    return {
      manager: props.shutdownManager ?? defaultShutdownManager(),
      drainTiming: props.drainTiming,
      terminationGracePeriod: props.terminationGracePeriod,
      ceilings: props.terminationCeilings ?? [],
      workloadGraceSeconds: workloadGrace(props.workload),
    };
  }

  private resolvedGrace(): ResolvedGrace {
    const request = this.graceRequest();
    const templateSeconds = request.workloadGraceSeconds
      ?? graceOfSpec({ terminationGracePeriodSeconds: graceBeforeRender(this.apiObject) });
    return resolveGrace(request, givenGrace(templateSeconds, request));
  }

  private decided(): PlacementDecision {
    this.decision ??= decidePlacement(this._version(), this.props.placement ?? SidecarPlacement.AUTO);
    return this.decision;
  }

  /** @internal */
  public _version(): KubernetesVersion {
    return this.props.kubernetesVersion ?? KubernetesVersion.declaredFor(this);
  }
}

/** What a workload of any cdk8s-plus writes into its template; undefined for other constructs. */
function workloadGrace(workload: IConstruct): number | undefined {
  const { terminationGracePeriod, addInitContainer } = workload as unknown as Manifest;
  if (typeof addInitContainer !== 'function') return undefined;
  return terminationGracePeriod?.toSeconds?.();
}

/** Loaded when the first workload is rendered. */
function weaving(): typeof import('./pod/weave') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./pod/weave');
}
