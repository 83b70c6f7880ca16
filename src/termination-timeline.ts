import type { DescribedManager } from './kubelet/described-manager';
import type { Scenario } from './kubelet/scenario';
import type { EventSpan, Simulation, SimulationInput } from './kubelet/simulation';
import { KubernetesVersion } from './kubernetes-version';
import type { PodLifecycle } from './pod/pod-lifecycle';
import type { Drawing } from './render/text';
import { TerminationEvent, TerminationEventKind, TerminationOutcome } from './termination-event';
import { TerminationScenario } from './termination-scenario';
import { listed, refusal, shown } from './values/errors';
import { checkedNames, given } from './values/objects';

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
    return TerminationTimeline._simulate(manifest, options);
  }

  /** @internal */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- manifests are whatever YAML holds
  public static _simulate(manifest: any, asked: SimulateTerminationOptions, manager?: DescribedManager) {
    const options = checkedNames('options', given(asked), OPTIONS);
    const pods = simulator().readPods(manifest, { envoyGatewayVersion: options.envoyGatewayVersion });
    if (pods.length !== 1) {
      throw refusal({
        prop: 'manifest', got: shown(manifest?.kind ?? manifest), must: `make exactly one pod, not ${pods.length}`,
        because: 'a timeline is that of one pod', fix: 'pass a Deployment, a Pod or the like',
      });
    }
    return new TerminationTimeline(pods[0], options, manager);
  }

  /** @internal */
  public static _ofPod(pod: PodLifecycle, options: SimulateTerminationOptions): TerminationTimeline {
    return new TerminationTimeline(pod, options);
  }

  private readonly simulation: Simulation;
  private readonly result: TerminationOutcome;
  private readonly circumstances: { readonly scenario: string; readonly kubernetesVersion?: string };

  private constructor(
    private readonly pod: PodLifecycle, options: SimulateTerminationOptions, manager?: DescribedManager,
  ) {
    const scenario = checkedScenario(options.scenario);
    const scenarios = scenario._scenarios;
    checkContainers(pod, scenarios);
    checkAction(pod, scenarios[0]);
    const version = checkedVersion(options.kubernetesVersion);
    const recognised = simulator().recognisedPrograms(pod);
    const programs = manager ? simulator().withDescribedManager(recognised, manager) : recognised;
    const results = scenarios.map((each) => {
      const input = { pod, scenario: each, version, ...programs };
      const simulation = simulator().simulate(input);
      return { simulation, outcome: simulator().outcomeOf(input, simulation) };
    });
    const worst = results.find(({ outcome }) => outcome.losesRequests) ?? results[0];
    this.simulation = worst.simulation;
    this.result = {
      ...worst.outcome,
      certainLoss: results.every(({ outcome }) => outcome.certainLoss),
      losses: worst === results[0] ? worst.outcome.losses
        : [...worst.outcome.losses, 'that is so when no connection is open at that moment; with open ones the drain is longer'],
      openRequestsCutMillis: openRequestsCut({ pod, scenario: scenarios[0], version, ...programs }),
    };
    this.circumstances = {
      scenario: scenario.description,
      kubernetesVersion: version.isKnown ? version.toString() : undefined,
    };
  }

  /** What happens, in the order in which it usually does. */
  public get events(): TerminationEvent[] {
    return this.simulation.events.map(publicEvent);
  }

  /** What it comes to. */
  public get outcome(): TerminationOutcome {
    return structuredClone(this.result);
  }

  /** The timeline for a terminal: a lane for each container, the events, the verdict. */
  public toText(): string {
    return simulator().drawText(this.drawing());
  }

  /** The timeline as a picture that needs nothing else. */
  public toSvg(): string {
    return simulator().drawSvg(this.drawing());
  }

  /** The timeline as JSON: object, events and outcome. */
  public toJson(): string {
    const { object, graceSeconds } = this.pod;
    const { circumstances, events, outcome } = this;
    return JSON.stringify({ object, gracePeriodSeconds: graceSeconds, ...circumstances, events, outcome }, null, 2);
  }

  private drawing(): Drawing {
    const { pod: { object, graceSeconds, containers }, circumstances: { scenario, kubernetesVersion } } = this;
    return {
      title: `${object.kind} ${nameOf(object)}, grace period ${graceSeconds} s`,
      subtitle: `${scenario}; ${kubernetesVersion === undefined ? 'the newest kubelet that was measured' : `kubelet ${kubernetesVersion}`}`,
      containers: containers.filter(({ kind }) => kind !== 'init').map(({ name }) => name),
      events: this.simulation.events,
      conclusions: simulator().conclusionsOf(this.result),
    };
  }
}

function nameOf({ namespace, name = '(no name)' }: PodLifecycle['object']): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

const OPTIONS: readonly (keyof SimulateTerminationOptions)[] = ['scenario', 'kubernetesVersion', 'envoyGatewayVersion'];

function checkedScenario(scenario: TerminationScenario | null | undefined): TerminationScenario {
  if (scenario === undefined || scenario === null) return TerminationScenario.deletion();
  if (scenario instanceof TerminationScenario) return scenario;
  throw refusal({
    prop: 'scenario', got: shown(scenario), must: 'be a TerminationScenario',
    because: 'nothing would end the pod', fix: 'use TerminationScenario.deletion() or another of its methods',
  });
}

/** A text would be taken for an unknown version. */
function checkedVersion(version: KubernetesVersion | null | undefined): KubernetesVersion {
  if (version === undefined || version === null) return KubernetesVersion.UNKNOWN;
  if (version instanceof KubernetesVersion) return version;
  throw refusal({
    prop: 'kubernetesVersion', got: shown(version), must: 'be a KubernetesVersion',
    because: 'the kubelet of the newest version would be simulated', fix: 'use KubernetesVersion.of(\'1.35.9\')',
  });
}

/** Whatever a drain waits for, a request that never ends is cut when Envoy ends. */
function openRequestsCut(input: SimulationInput): number | undefined {
  const { scenario } = input;
  const traffic = { ...scenario.traffic, endlessStreams: 1 };
  const { events } = simulator().simulate({ ...input, scenario: { ...scenario, traffic } });
  const isEnvoy = (name?: string): boolean => name !== undefined && input.programs[name].envoy !== undefined;
  return events.find(({ kind, container }) => kind === 'EXITED' && isEnvoy(container))?.earliestMillis;
}

/** A probe that a container does not have cannot fail, and what has ended already cannot crash. */
function checkAction({ containers }: PodLifecycle, { action }: Scenario): void {
  if (!('container' in action)) return;
  const container = containers.find(({ name }) => name === action.container);
  if (!container) return;
  const possible = action.kind === 'crash' || (action.probe === 'liveness' ? container.livenessProbe : container.startupProbe);
  if (container.kind !== 'init' && possible) return;
  throw refusal({
    prop: 'container', got: shown(container.name),
    must: container.kind === 'init' ? 'run while the pod serves' : 'have that probe',
    because: 'this cannot happen to it', fix: 'name another container, or add what is missing',
  });
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

/** Apps that only synthesize must not pay for loading it. */
function simulator(): typeof import('./render/simulator') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it at once
  return require('./render/simulator');
}
