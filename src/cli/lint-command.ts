import { choiceFlag, durationFlag, envoyGatewayFlag, kubernetesVersionFlag } from './flags';
import { githubOf } from './formats/github';
import { jsonOf } from './formats/json';
import { sarifOf } from './formats/sarif';
import { textOf } from './formats/text';
import { CommandIo, EXIT, STANDARD_INPUT, STANDARD_INPUT_NAME, UsageError } from './io';
import { lint, LintInput } from './lint-judging';
import { hasAtLeast, LintResult, SEVERITIES } from './lint-result';
import { placedLine } from './printable';
import { explanationOf } from './rules-command';
import { HAZARD_RULES } from '../hazards/rules';
import { refusal } from '../values/errors';
import { withoutUndefined } from '../values/objects';

/** Options of `envoy-drain lint`, as they are written. */
export interface LintFlags {
  readonly kubernetesVersion?: string;
  readonly loadBalancerDetection?: string;
  readonly graceCeiling?: string;
  readonly longestRequest?: string;
  readonly envoyGateway?: string;
  readonly failOn: string;
  readonly format: string;
  readonly explain?: string;
}

const FORMATS = ['text', 'json', 'sarif', 'github'] as const;

/** Judges every pod in the files; exits with 1 for findings, and with 2 for what cannot be read. */
export function lintCommand(paths: readonly string[], flags: LintFlags, io: CommandIo): number {
  if (flags.explain !== undefined) {
    io.out(explanationOf(flags.explain));
    return EXIT.nothing;
  }
  if (paths.length === 0) throw new UsageError("'path' (nothing) must be given: there is nothing to read; name a file, a folder or -");
  const failOn = choiceFlag('--fail-on', flags.failOn, SEVERITIES);
  const format = choiceFlag('--format', flags.format, FORMATS);
  const result = orEmpty(lint({ paths, ...knownFrom(flags) }, io), paths);
  for (const { file, line, message } of result.errors) io.error(placedLine(file, line, message));
  io.out(written(result, format, io));
  if (result.errors.length > 0) return EXIT.usage;
  return hasAtLeast(result.findings, failOn) ? EXIT.findings : EXIT.nothing;
}

/** A pipeline must not pass because what should have made its input failed. */
function orEmpty(result: LintResult, paths: readonly string[]): LintResult {
  if (result.documents > 0 || result.errors.length > 0) return result;
  const file = paths.map((path) => (path === STANDARD_INPUT ? STANDARD_INPUT_NAME : path)).join(', ');
  const { message } = refusal({
    prop: 'path', got: file, must: 'hold a document', because: 'nothing was linted, perhaps since what should have made it failed',
    fix: 'pass YAML or JSON',
  });
  return { ...result, errors: [{ file, message }] };
}

function knownFrom(flags: LintFlags): Omit<LintInput, 'paths'> {
  return {
    declared: withoutUndefined({
      kubernetesVersion: kubernetesVersionFlag(flags.kubernetesVersion),
      loadBalancerDetectionMillis: durationFlag('--load-balancer-detection', flags.loadBalancerDetection),
      graceCeilingMillis: durationFlag('--grace-ceiling', flags.graceCeiling),
      longestRequestMillis: durationFlag('--longest-request', flags.longestRequest),
    }),
    options: { envoyGatewayVersion: envoyGatewayFlag(flags.envoyGateway) },
  };
}

function written(result: LintResult, format: typeof FORMATS[number], { hasColour = false }: CommandIo): string {
  switch (format) {
    case 'json': return jsonOf(result);
    case 'sarif': return sarifOf(result, HAZARD_RULES);
    case 'github': return githubOf(result);
    case 'text': return textOf(result, hasColour);
  }
}
