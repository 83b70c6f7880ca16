import { Duration } from 'cdk8s';
import { listOf, LISTS, withContainers, withHook } from './edits';
import { shutdownManagerContainerName } from '../container-names';
import { DrainTiming } from '../drain-timing';
import { graceOfSpec } from '../pod/grace';
import { Manifest } from '../pod/manifest';
import { IShutdownManager } from '../shutdown-manager-parts';

/** As much of a plan as a grace period depends on. */
interface FittingPlan {
  readonly manager: IShutdownManager;
  readonly drainTiming: DrainTiming;
}

/** The hooks are the drain's; a manager under another name gets the usual one. */
export function withoutOwnHooks(spec: Manifest, envoy: string, manager: string | undefined): Manifest {
  return withContainers(spec, (container) => {
    if (container.name === envoy) return withHook(container, undefined);
    if (container.name !== manager) return container;
    return { ...withHook(container, undefined), name: shutdownManagerContainerName };
  });
}

/** The pod's own grace period where the drain fits into it, else left out, so that it becomes what is needed. */
export function fittingGrace(
  spec: Manifest, { manager, drainTiming }: FittingPlan, ceilingMillis: number | undefined,
): number | undefined {
  const given = graceOfSpec(spec);
  if (given === undefined) return undefined;
  const seconds = Math.min(given, Math.floor((ceilingMillis ?? Infinity) / 1000));
  return seconds >= manager.gracePeriodFor(shortestOf(manager, drainTiming)).toSeconds() ? seconds : undefined;
}

/** Where only the grace period bounds a drain, that may be as short as the shortest drain. */
function shortestOf({ boundedByGracePeriod }: IShutdownManager, timing: DrainTiming): DrainTiming {
  if (!boundedByGracePeriod) return timing;
  const { minDrainDuration, healthCheckFailureDelay } = timing;
  const delaySeconds = Math.ceil(healthCheckFailureDelay.toMilliseconds() / 1000);
  const shortest = Math.max(1, minDrainDuration.toSeconds(), delaySeconds);
  return DrainTiming.of({ drainTimeout: Duration.seconds(shortest), minDrainDuration, healthCheckFailureDelay });
}

/** The weaving refuses a shared process namespace; with one user for all of the pod nothing is wrong with it. */
export function asOneUser(template: Manifest, change: (template: Manifest) => Manifest): Manifest {
  const { shareProcessNamespace, ...spec } = template.spec;
  const users = LISTS.flatMap((list) => listOf(spec, list).map(({ securityContext }) => securityContext?.runAsUser));
  const user = spec.securityContext?.runAsUser;
  const isOne = user !== undefined && users.every((own) => own === undefined || own === user);
  if (shareProcessNamespace !== true || !isOne) return change(template);
  const changed = change({ ...template, spec });
  return { ...changed, spec: { ...changed.spec, shareProcessNamespace } };
}
