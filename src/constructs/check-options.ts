import { DrainOptions } from '../drain-options';
import { DrainTiming } from '../drain-timing';
import { KubernetesVersion } from '../kubernetes-version';
import { IShutdownManager } from '../shutdown-manager-parts';
import { TerminationCeiling } from '../termination-ceiling';
import { LONGEST_DRAIN, toWholeSeconds } from '../values/durations';
import { refusal, shown } from '../values/errors';
import { checkedFields } from '../values/objects';
import { checkReason } from '../values/texts';

/** Refuses values of other types, which compilers do not see in JavaScript, casts and configuration files. */
export function checkDrainOptions(options: DrainOptions): void {
  const { drainTiming, emptyDirsInMemory, kubernetesVersion, shutdownManager, terminationCeilings } = options;
  check('kubernetesVersion', kubernetesVersion, kubernetesVersion instanceof KubernetesVersion,
    'a KubernetesVersion', 'write KubernetesVersion.of(text)');
  check('drainTiming', drainTiming, drainTiming instanceof DrainTiming,
    'a DrainTiming', 'write DrainTiming.of({ ... })');
  check('shutdownManager', shutdownManager, typeof shutdownManager?.bind === 'function',
    'an IShutdownManager', 'use a factory of ShutdownManager');
  if (shutdownManager) checkManager(shutdownManager);
  check('terminationCeilings', terminationCeilings, Array.isArray(terminationCeilings)
    && terminationCeilings.every((ceiling) => ceiling instanceof TerminationCeiling),
  'a list of TerminationCeiling', 'use its factories');
  check('emptyDirsInMemory', emptyDirsInMemory, typeof emptyDirsInMemory === 'boolean',
    'true or false', 'write it without quotes');
  checkReasons(options.ignoreHazards ?? {});
}

/** What cannot keep itself. */
export function checkCompanion(name: string, taken: readonly string[]): void {
  if (typeof name === 'string' && name !== '' && !taken.includes(name)) return;
  throw refusal({
    prop: 'companion', got: shown(name), must: `name a container beside ${taken.join(' and ')}`,
    because: 'it is kept until those have drained', fix: 'name an ordinary container of the workload',
  });
}

/** An implementation of one's own may have forgotten something; results are checked where its methods are called. */
function checkManager(manager: IShutdownManager): void {
  if (typeof manager.managerName !== 'string' || typeof manager.gracePeriodFor !== 'function') {
    throw refusal({
      prop: 'shutdownManager', got: shown(manager), must: 'have a \'managerName\' and a \'gracePeriodFor\'',
      because: 'errors name it, and the grace period comes from it', fix: 'implement all of IShutdownManager',
    });
  }
  toWholeSeconds('shutdownManager.defaultDrainTimeout', manager.defaultDrainTimeout, LONGEST_DRAIN);
}

/** Whether the rules exist is checked where they are loaded, at synthesis. */
function checkReasons(ignoreHazards: NonNullable<DrainOptions['ignoreHazards']>): void {
  for (const [rule, reason] of Object.entries(checkedFields('ignoreHazards', ignoreHazards))) {
    checkReason(`ignoreHazards.${rule}`, reason);
  }
}

function check(prop: string, got: unknown, fits: boolean, type: string, fix: string): void {
  if (got === undefined || fits) return;
  throw refusal({ prop, got: shown(got), must: `be ${type}`, because: 'the pod is made by it', fix });
}
