import {
  CommandLine, Endpoint, HookProgram, HookStep, HookSurroundings, ProgramBehaviour, SigtermBehaviour, Span,
} from '../behaviour';

/** Says what a container's main process does, or nothing where it is somebody else's. */
export type ProgramRecogniser = (line: CommandLine) => ProgramBehaviour | undefined;

/** Says what the command of an exec hook does, or nothing where it is somebody else's. */
export type HookRecogniser = (command: readonly string[], around: HookSurroundings) => HookProgram | undefined;

/** Whether an image is one of a repository, in whichever registry it is kept. */
export function isImageOf(image: string | undefined, repositories: readonly string[]): boolean {
  if (image === undefined) return false;
  const bare = bareImage(image);
  return repositories.some((repository) => bare.endsWith(repository)
    && (bare.length === repository.length || bare[bare.length - repository.length - 1] === '/'));
}

/** Without tag and digest. */
function bareImage(image: string): string {
  const digest = image.indexOf('@sha256:');
  const named = digest < 0 ? image : image.slice(0, digest);
  const tag = named.lastIndexOf(':');
  return tag > named.lastIndexOf('/') ? named.slice(0, tag) : named;
}

/** Go programs, and most others, end themselves at once. */
export function exitsAt(after: Span, code: number, more: Partial<SigtermBehaviour> = {}): SigtermBehaviour {
  return { kind: 'exits', after, code, closesListeners: true, answersOpenRequests: false, drains: false, ...more };
}

/** Only SIGKILL ends it. */
export const IGNORES_SIGTERM: SigtermBehaviour = {
  kind: 'ignores', after: { min: 0, max: 0 }, code: 0, closesListeners: false, answersOpenRequests: false, drains: false,
};

export const UNKNOWN_ON_SIGTERM: SigtermBehaviour = { ...IGNORES_SIGTERM, kind: 'unknown' };

/** An endpoint that answers at once, such as that of a probe. */
export function answersAt(port: number, path: string): Endpoint {
  return { port, path, scheme: 'HTTP', answer: { kind: 'answers', afterMillis: 1, status: 200 } };
}

/** A program that nothing more is known of than what it does on SIGTERM. */
export function plainProgram(
  program: string, onSigterm: SigtermBehaviour, more: Partial<ProgramBehaviour> = {},
): ProgramBehaviour {
  return { program, known: onSigterm.kind !== 'unknown', onSigterm, endpoints: [], loopbackOnly: false, ...more };
}

export function hook(program: string, ...steps: readonly HookStep[]): HookProgram {
  return { program, steps };
}

/** A command line that its program refuses: it ends with 1 before it does anything. */
export function refusedCommand(program: string, millis: number): HookProgram {
  return hook(program, { step: 'wait', millis }, { step: 'exit', code: 1 });
}

/** Names of flags in a command line, without dashes and values. */
export function flagNames(argv: readonly string[]): string[] {
  return argv.flatMap((word) => /^--?([A-Za-z][\w-]*)/.exec(word)?.[1] ?? []);
}
