import { outcomeOf } from './kubelet/outcome';
import { recognisedPrograms } from './kubelet/pod-programs';
import { Scenario } from './kubelet/scenario';
import { simulate } from './kubelet/simulate';
import { EventSpan, Simulation } from './kubelet/simulation';
import { KubernetesVersion } from './kubernetes-version';
import { PodLifecycle } from './pod/pod-lifecycle';
import { readPods } from './pod/read';
import { conclusionsOf } from './render/conclusions';
import { drawSvg } from './render/svg';
import { Drawing, drawText } from './render/text';
import { TerminationEvent, TerminationEventKind, TerminationOutcome } from './termination-event';
import { TerminationScenario } from './termination-scenario';
import { listed, refusal, shown } from './values/errors';

/** What a simulation is made for. */
export interface SimulateTerminationOptions {
  /**
   * What ends the pod, and the traffic meanwhile.
   *
   * @default TerminationScenario.deletion()
   */
  readonly scenario?: TerminationScenario;

  /**
   * Version of the kubelet.
   *
   * @default - unknown: as the newest that was measured
   */
  readonly kubernetesVersion?: KubernetesVersion;

  /**
   * Release of Envoy Gateway that makes pods of an EnvoyProxy resource.
   *
   * @default - the newest known
   */
  readonly envoyGatewayVersion?: string;
}

/**
 * What a kubelet does with a pod that ends, to the fraction of a second, and what it costs.
 *
 * Where a race or the phase of a poll decides, a time is a span and an event may be uncertain. The model
 * is held against recordings of real kubelets, see FIDELITY.md.
 */
export class TerminationTimeline {
  /**
   * Simulates the end of the pod that a manifest makes.
   *
   * Throws if the manifest makes no pod, or more than one, or has a field of a wrong type.
   *
   * @param manifest a Deployment, DaemonSet, StatefulSet, Pod or the like, as parsed YAML
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- manifests are whatever YAML holds
  public static simulate(manifest: any, options: SimulateTerminationOptions = {}): TerminationTimeline {
    const pods = readPods(manifest, { envoyGatewayVersion: options.envoyGatewayVersion });
    if (pods.length !== 1) {
      throw refusal({
        prop: 'manifest', got: shown(manifest?.kind), must: `make exactly one pod, not ${pods.length}`,
        because: 'a timeline is that of one pod', fix: 'pass a Deployment, a Pod or the like',
      });
    }
    return new TerminationTimeline(pods[0], options);
  }

  /** @internal */
  public static _ofPod(pod: PodLifecycle, options: SimulateTerminationOptions): TerminationTimeline {
    return new TerminationTimeline(pod, options);
  }

  private readonly simulation: Simulation;
  private readonly result: TerminationOutcome;

  private constructor(private readonly pod: PodLifecycle, options: SimulateTerminationOptions) {
    const scenarios = (options.scenario ?? TerminationScenario.deletion())._scenarios;
    checkContainers(pod, scenarios);
    const version = options.kubernetesVersion ?? KubernetesVersion.UNKNOWN;
    const programs = recognisedPrograms(pod);
    const results = scenarios.map((scenario) => {
      const input = { pod, scenario, version, ...programs };
      const simulation = simulate(input);
      return { simulation, outcome: outcomeOf(input, simulation) };
    });
    const worst = results.find(({ outcome }) => outcome.losesRequests) ?? results[0];
    this.simulation = worst.simulation;
    this.result = worst.outcome;
  }

  /** What happens, in the order in which it usually does. */
  public get events(): TerminationEvent[] {
    return this.simulation.events.map(publicEvent);
  }

  /** What it comes to. */
  public get outcome(): TerminationOutcome {
    return this.result;
  }

  /** The timeline for a terminal: a lane for each container, the events, the verdict. */
  public toText(): string {
    return drawText(this.drawing());
  }

  /** The timeline as a picture that needs nothing else. */
  public toSvg(): string {
    return drawSvg(this.drawing());
  }

  /** The timeline as JSON: object, events and outcome. */
  public toJson(): string {
    return JSON.stringify({ object: this.pod.object, events: this.events, outcome: this.outcome }, null, 2);
  }

  private drawing(): Drawing {
    const { object, graceSeconds, containers } = this.pod;
    return {
      title: `${object.kind} ${object.name ?? '(no name)'}, grace period ${graceSeconds} s`,
      containers: containers.filter(({ kind }) => kind !== 'init').map(({ name }) => name),
      events: this.simulation.events,
      conclusions: conclusionsOf(this.result),
    };
  }
}

/** A container that is named must be there, or a fault would silently not happen. */
function checkContainers(pod: PodLifecycle, scenarios: readonly Scenario[]): void {
  const names = pod.containers.map(({ name }) => name);
  for (const { action, faults } of scenarios) {
    const named = [
      ...'container' in action ? [action.container] : [], ...faults.notRunning,
      ...faults.killed.map(({ container }) => container), ...faults.staleFiles.map(({ container }) => container),
    ];
    for (const name of named) {
      if (names.includes(name)) continue;
      throw refusal({
        prop: 'container', got: shown(name), must: `be one of the pod (${listed(names)})`,
        because: 'nothing would happen to it', fix: 'correct the name',
      });
    }
  }
}

function publicEvent(event: EventSpan): TerminationEvent {
  return {
    kind: TerminationEventKind[event.kind],
    atMillis: event.typicalMillis,
    earliestMillis: event.earliestMillis,
    latestMillis: event.latestMillis,
    certain: event.certain,
    container: event.container,
    exitCode: event.code,
    detail: event.detail,
  };
}
