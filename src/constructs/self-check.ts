import type { HazardFinding } from '../hazard-finding';
import type { KnownVerdicts } from '../hazards/verdict';
import { KubernetesVersion } from '../kubernetes-version';
import { Manifest } from '../pod/manifest';

/** Reasons to pass a rule over, by its id. */
export type IgnoredHazards = { readonly [rule: string]: string };

/**
 * Fails for what would cut requests, on the manifest that is just being rendered. Nothing is remembered of a construct or
 * a synthesis: what was broken and mended in between is judged as it stands. Only pods that are the same in all that is
 * looked at share their verdict.
 */
export function checkSelf(manifest: Manifest, version: KubernetesVersion, ignore: IgnoredHazards = {}): Manifest {
  const judge = judges().createJudge(version.isKnown ? { kubernetesVersion: version } : {}, { ignore, verdicts: verdicts() });
  const errors = judge.add(manifest).filter(({ severity }) => String(severity) === 'error');
  if (errors.length > 0) throw new Error(errors.map(textOf).join('\n'));
  return manifest;
}

function textOf({ rule, message, remedy }: HazardFinding): string {
  return `${rule}: ${message}. ${remedy} Or give a reason in 'ignoreHazards'.`;
}

/** Rules are many: they are loaded when something is rendered. */
function judges(): typeof import('../hazards/judge') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  return require('../hazards/judge');
}

let known: KnownVerdicts | undefined;

/** Proxies of one app are often alike. */
function verdicts(): KnownVerdicts {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loads late, and jsii compiles to CommonJS
  known ??= new (require('../hazards/verdict') as typeof import('../hazards/verdict')).KnownVerdicts();
  return known;
}
