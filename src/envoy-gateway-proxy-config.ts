import { ApiObject, Duration, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { checkDrainOptions } from './constructs/check-options';
import { onRender } from './constructs/on-render';
import { checkSelf, withReasons } from './constructs/self-check';
import { withPath } from './constructs/with-path';
import { DrainTiming } from './drain-timing';
import { EnvoyGatewayProxyConfigProps } from './envoy-gateway-proxy-config-props';
import { HazardOptions, HazardReport } from './hazard-report';
import { KubernetesVersion } from './kubernetes-version';
import type { EnvoyGatewayProxies } from './pod/envoy-gateway-patch';
import { ResolvedGrace, resolveGrace } from './pod/grace';
import { SidecarPlacement } from './sidecar-placement';
import { TerminationScenario } from './termination-scenario';
import { TerminationTimeline } from './termination-timeline';
import { ENVOY_GATEWAY } from './upstream/envoy-gateway';
import { given } from './values/objects';
import { PlacementDecision } from './values/placement-decision';

/** How a GatewayClass or a Gateway names the configuration of its proxies. */
export interface EnvoyProxyParametersReference {
  /** API group of the resource. */
  readonly group: string;

  /** Kind of the resource. */
  readonly kind: string;

  /** Name of the resource. */
  readonly name: string;

  /**
   * Namespace of the resource, which a GatewayClass must name and a Gateway cannot.
   *
   * @default - that of the Gateway
   */
  readonly namespace?: string;
}

/**
 * The configuration by which an Envoy Gateway makes proxies that drain: the EnvoyProxy resource.
 *
 * Times go into its own fields. What has no field becomes a strategic merge patch: from Kubernetes 1.33 on it moves the
 * shutdown manager into a native sidecar; on older and unknown versions the layout stays, and probes and times are
 * mended.
 *
 * Synthesis fails, with the construct's path, where the pod that comes out would cut requests.
 *
 * @see https://gateway.envoyproxy.io/docs/api/extension_types/#envoyproxy
 */
export class EnvoyGatewayProxyConfig extends Construct {
  /**
   * The EnvoyProxy resource.
   *
   * Patches of it are applied before the pod is judged.
   */
  public readonly apiObject: ApiObject;

  /** Release of the Envoy Gateway that the patch is made for. */
  public readonly envoyGatewayVersion: string;

  private readonly props: EnvoyGatewayProxyConfigProps;
  private decision?: PlacementDecision;

  /**
   * Throws for props that contradict each other, and for a release that is none.
   *
   * @param scope where the construct lives
   * @param id its name there
   * @param props what the proxies shall be like, and how they drain
   */
  constructor(scope: Construct, id: string, props: EnvoyGatewayProxyConfigProps = {}) {
    super(scope, id);
    this.props = given(props);
    this.envoyGatewayVersion = this.blamed(() => {
      checkDrainOptions(this.props);
      return specs().checkProxyConfig(this.props);
    });
    this.apiObject = new ApiObject(this, 'Resource', {
      apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyProxy', metadata: this.props.metadata,
      spec: Lazy.any({ produce: () => this.blamed(() => specs().withoutNull(patches().envoyProxySpec(this.asked()))) }),
    });
    onRender(this.apiObject, (manifest) => this.blamed(() => {
      const { ignoreHazards } = this.props;
      return checkSelf(withReasons(manifest, ignoreHazards), this.version(), ignoreHazards, this.envoyGatewayVersion);
    }));
  }

  /** Where the manager lives, never `AUTO`. Reads the declared version. */
  public get placement(): SidecarPlacement {
    return this.decided().placement;
  }

  /** Why it lives there, in a sentence. Reads the declared version. */
  public get placementReason(): string {
    return this.decided().reason;
  }

  /** Times of the drain. */
  public get drainTiming(): DrainTiming {
    return this.resolvedGrace().drainTiming;
  }

  /** Grace period that pods get, unless a patch in `spec` gives another. */
  public get terminationGracePeriod(): Duration {
    return Duration.seconds(this.resolvedGrace().graceSeconds);
  }

  /** For `spec.parametersRef` of a GatewayClass, whose Gateways then all have these proxies. */
  public get gatewayClassParametersRef(): EnvoyProxyParametersReference {
    return { ...this.gatewayParametersRef, namespace: this.apiObject.metadata.namespace ?? ENVOY_GATEWAY.namespace };
  }

  /** For `spec.infrastructure.parametersRef` of a Gateway in the same namespace. */
  public get gatewayParametersRef(): EnvoyProxyParametersReference {
    return { group: 'gateway.envoyproxy.io', kind: 'EnvoyProxy', name: this.apiObject.name };
  }

  /**
   * Simulates the end of the pod that Envoy Gateway would make now. Reads the declared version.
   *
   * @param scenario what ends the pod; a deletion where it is left out
   */
  public simulateTermination(scenario?: TerminationScenario): TerminationTimeline {
    const { envoyGatewayVersion } = this;
    return TerminationTimeline.simulate(this.resource(), {
      scenario, kubernetesVersion: this.version(), envoyGatewayVersion,
    });
  }

  /**
   * Judges the pod that Envoy Gateway would make now, by all rules. Reads the declared version.
   *
   * @param options facts that manifests do not hold; the version is the declared one where it is left out
   */
  public checkHazards(options: HazardOptions = {}): HazardReport {
    return HazardReport.of([this.resource()], {
      kubernetesVersion: this.version(), ignore: this.props.ignoreHazards,
      envoyGatewayVersion: this.envoyGatewayVersion, ...given(options),
    });
  }

  /** Patches of the resource are not in it, since rendering checks what it renders. */
  private resource(): object {
    const { apiVersion, kind, name } = this.apiObject;
    return { apiVersion, kind, metadata: { name }, spec: patches().envoyProxySpec(this.asked()) };
  }

  private asked(): EnvoyGatewayProxies {
    return specs().askedOf(this.props, this.envoyGatewayVersion, this.version(), this.placement);
  }

  private resolvedGrace(): ResolvedGrace {
    const { drainTiming, terminationCeilings = [] } = this.props;
    return resolveGrace({ manager: this.asked().manager, drainTiming, ceilings: terminationCeilings }, undefined);
  }

  private decided(): PlacementDecision {
    const { placement = SidecarPlacement.AUTO } = this.props;
    this.decision ??= patches().decideLayout(this.envoyGatewayVersion, this.version(), placement);
    return this.decision;
  }

  private blamed<Result>(make: () => Result): Result {
    return withPath(this.node.scope!, this.node.id, make);
  }

  private version(): KubernetesVersion {
    return this.props.kubernetesVersion ?? KubernetesVersion.declaredFor(this);
  }
}

/** Most apps have no Envoy Gateway: what makes its resource is loaded with the first one. */
function specs(): typeof import('./constructs/envoy-gateway-spec') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./constructs/envoy-gateway-spec');
}

function patches(): typeof import('./pod/envoy-gateway-patch') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./pod/envoy-gateway-patch');
}
