import { Size, SizeRoundingBehavior } from 'cdk8s';
import { ShutdownManagerOptions } from '../shutdown-manager-options';
import { ShutdownManagerResources } from '../shutdown-manager-parts';
import { refusal, shown } from '../values/errors';
import { checkedFields, given } from '../values/objects';
import { checkedChoice, checkTextValues } from '../values/texts';

/**
 * The CPU request with which the longest start was measured: the margin of 1.4 s in `readyTimeout`
 * holds as long as a manager gets this much.
 */
export const DEFAULT_CPU_REQUEST_MILLIS = 50;

/** Below it, the first admin call was measured to come after 0.6 s and more. */
const LOWEST_CPU_LIMIT_MILLIS = 100;

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

/** Refuses what no flavour can do anything with. */
export function checkOptions(options: ShutdownManagerOptions, defaults: ShutdownManagerResources): void {
  const { imagePullPolicy, environment, resources, program } = options;
  if (environment !== undefined) checkEnvironment(environment);
  if (imagePullPolicy !== undefined) {
    checkedChoice('imagePullPolicy', imagePullPolicy, PULL_POLICIES, 'the API server knows no other');
  }
  if (resources !== undefined) checkResources(given(checkedFields('resources', resources)), given(defaults));
  if (program === undefined || typeof program.fromImageVolume === 'boolean') return;
  throw refusal({
    prop: 'program', got: shown(program), must: 'be a ShutdownManagerProgram',
    because: 'Envoy\'s container looks for it there', fix: 'use one of its factories',
  });
}

function checkEnvironment(environment: { readonly [name: string]: string }): void {
  for (const name of Object.keys(checkedFields('environment', environment))) {
    if (/^[ -<>-~]+$/.test(name)) continue;
    throw refusal({
      prop: 'environment', got: shown(name), must: 'have names of printable characters without =',
      because: 'the API server refuses others', fix: 'correct the name',
    });
  }
  checkTextValues('environment', environment);
}

/** Refuses resources with which the manager would be the first thing to fail. */
function checkResources(resources: ShutdownManagerResources, defaults: ShutdownManagerResources): void {
  const { cpuRequestMillis, cpuLimitMillis, memoryRequest, memoryLimit } = resources;
  checkMillis('cpuRequestMillis', cpuRequestMillis, 1, 'a manager without CPU request starves on a busy node');
  checkMillis('cpuLimitMillis', cpuLimitMillis, LOWEST_CPU_LIMIT_MILLIS,
    'a throttled manager starts the drain late, or dies mid-drain');
  checkOrder('cpuRequestMillis', cpuRequestMillis ?? DEFAULT_CPU_REQUEST_MILLIS, 'cpuLimitMillis', cpuLimitMillis);
  const request = memoryRequest ?? defaults.memoryRequest;
  const requestMebibytes = request ? wholeMebibytes('memoryRequest', request) : 0;
  const limitMebibytes = memoryLimit && wholeMebibytes('memoryLimit', memoryLimit);
  checkOrder('memoryRequest', requestMebibytes, 'memoryLimit', limitMebibytes);
}

function wholeMebibytes(prop: string, size: Size): number {
  if (typeof (size as Partial<Size> | undefined)?.toMebibytes !== 'function') {
    throw refusal({
      prop, got: shown(size), must: 'be a Size of cdk8s',
      because: 'a bare number has no unit', fix: 'write for example Size.mebibytes(64)',
    });
  }
  const mebibytes = size.toMebibytes({ rounding: SizeRoundingBehavior.NONE });
  if (Number.isInteger(mebibytes) && mebibytes > 0) return mebibytes;
  throw refusal({
    prop, got: `${mebibytes}Mi`, must: 'be a whole number of mebibytes above 0',
    because: 'it is written as Mi', fix: 'round it up',
  });
}

function checkMillis(prop: string, got: number | undefined, lowest: number, because: string): void {
  if (got === undefined || (Number.isInteger(got) && got >= lowest)) return;
  throw refusal({
    prop, got: shown(got), must: `be a whole number of at least ${lowest}`,
    because, fix: 'raise it, or leave it out',
  });
}

function checkOrder(prop: string, got: number, limitProp: string, limit: number | undefined): void {
  if (limit === undefined || got <= limit) return;
  throw refusal({
    prop, got: String(got), must: `be at most '${limitProp}' (${limit})`,
    because: 'the API server refuses a request above its limit', fix: `raise '${limitProp}' or leave it out`,
  });
}
