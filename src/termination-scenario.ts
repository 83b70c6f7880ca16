import { Duration } from 'cdk8s';
import type { Action, Scenario } from './kubelet/scenario';
import { TerminationCeiling } from './termination-ceiling';
import { DeletionScenarioOptions, TerminationScenarioOptions } from './termination-scenario-options';
import { secondsText, toWholeSeconds } from './values/durations';
import { refusal, shown } from './values/errors';
import { checkedNames, given } from './values/objects';

/** What ends a pod, or one of its containers, and the traffic meanwhile. */
export class TerminationScenario {
  /**
   * The pod is deleted: rollouts, scaling down, node drains.
   *
   * A second deletion meanwhile changes nothing for the containers, whatever its grace period (measured on
   * kubelets 1.27 to 1.34), and so has no scenario of its own.
   */
  public static deletion(options: DeletionScenarioOptions = {}): TerminationScenario {
    const { gracePeriod } = checked(options, 'gracePeriod');
    const graceSeconds = gracePeriod && toWholeSeconds('gracePeriod', gracePeriod);
    const described = graceSeconds === undefined ? 'deletion' : `deletion with ${graceSeconds} s`;
    return new TerminationScenario({ kind: 'deletion', graceSeconds }, checked(options, 'gracePeriod'), described);
  }

  /**
   * The kubelet ends the pod because a resource of the node runs short, with its own bound.
   *
   * @param bound `eviction-max-pod-grace-period` for a soft eviction, 0 s for a hard one
   * @see https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/
   */
  public static eviction(bound: Duration, options: TerminationScenarioOptions = {}): TerminationScenario {
    const graceSeconds = toWholeSeconds('bound', bound);
    return new TerminationScenario(
      { kind: 'kubelet-ends-pod', graceSeconds }, checked(options), `eviction with ${graceSeconds} s`);
  }

  /**
   * The node goes away with a limit: a spot notice, or its graceful shutdown.
   *
   * @param ceiling the limit that the platform sets
   */
  public static nodeGoes(ceiling: TerminationCeiling, options: TerminationScenarioOptions = {}): TerminationScenario {
    if (!(ceiling instanceof TerminationCeiling)) {
      throw refusal({
        prop: 'ceiling', got: shown(ceiling), must: 'be a TerminationCeiling',
        because: 'it says how long the node leaves the pod', fix: 'use TerminationCeiling.custom(name, Duration.seconds(30))',
      });
    }
    const graceSeconds = ceiling.longest.toSeconds();
    return new TerminationScenario(
      { kind: 'kubelet-ends-pod', graceSeconds }, checked(options), `the node goes in ${graceSeconds} s`);
  }

  /** The liveness probe of one container fails for good: only that container is stopped and started again. */
  public static livenessFailure(container: string, options: TerminationScenarioOptions = {}): TerminationScenario {
    return new TerminationScenario(
      { kind: 'probe-failure', container: containerNamed(container), probe: 'liveness' }, checked(options),
      `liveness probe of ${container} fails`);
  }

  /** The startup probe of one container fails for good. */
  public static startupFailure(container: string, options: TerminationScenarioOptions = {}): TerminationScenario {
    return new TerminationScenario(
      { kind: 'probe-failure', container: containerNamed(container), probe: 'startup' }, checked(options),
      `startup probe of ${container} fails`);
  }

  /** One container ends by itself, or is killed for memory: no hook runs. */
  public static crash(container: string, options: TerminationScenarioOptions = {}): TerminationScenario {
    return new TerminationScenario(
      { kind: 'crash', container: containerNamed(container), code: 137 }, checked(options), `${container} crashes`);
  }

  /** @internal */
  public readonly _scenarios: readonly Scenario[];

  /** What ends what, and the traffic meanwhile, in words. */
  public readonly description: string;

  private constructor(action: Action, options: TerminationScenarioOptions, what: string) {
    const { faultsOf, trafficsOf } = readers();
    const faults = faultsOf(options.faults);
    this._scenarios = trafficsOf(options.traffic, action).map((traffic) => ({ action, faults, traffic }));
    const { endpointLagMillis, longestRequestMillis } = this._scenarios[0].traffic;
    this.description = `${what}; new connections for ${secondsText(endpointLagMillis)}, `
      + `requests up to ${secondsText(longestRequestMillis)}`;
  }
}

function checked<Options extends TerminationScenarioOptions>(options: Options, ...more: readonly string[]): Options {
  return checkedNames('options', given(options), ['traffic', 'faults', ...more]);
}

/** A container that is named by something else than its name would silently be none. */
function containerNamed(name: string): string {
  if (typeof name === 'string' && name !== '') return name;
  throw refusal({
    prop: 'container', got: shown(name), must: 'be the name of a container',
    because: 'one container fails, not the pod', fix: 'write its name',
  });
}

/** Loaded with the first scenario. */
function readers(): typeof import('./kubelet/scenario-options') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('./kubelet/scenario-options');
}
