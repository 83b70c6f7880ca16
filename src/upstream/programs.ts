import { CommandLine, HookProgram, HookSurroundings, ProgramBehaviour } from './behaviour';
import { recogniseAgentHook } from './programs/agent-hooks';
import { recogniseAgent } from './programs/agents';
import { recogniseContourHook, recogniseContourManager } from './programs/contour';
import { recogniseEnvoy } from './programs/envoy';
import { recogniseEnvoyGatewayHook, recogniseEnvoyGatewayManager } from './programs/envoy-gateway';
import { recogniseOther } from './programs/others';
import { recognisePythonHook } from './programs/python';
import { hook, HookRecogniser, plainProgram, ProgramRecogniser, UNKNOWN_ON_SIGTERM } from './programs/recogniser';
import { baseName } from '../values/paths';
import { recogniseShellHook } from './programs/shell';
import { recogniseSupervisor } from './programs/supervisors';
import { recogniseTimeout } from './programs/timeout';
import { recogniseSleep, recogniseToolHook, withoutEnvironment } from './programs/tools';
import { recogniseWrapper } from './programs/wrappers';

/** What the main process of a container does; one that nobody recognises is not known. */
export function programOf(container: CommandLine): ProgramBehaviour {
  return recognised(container) ?? plainProgram(nameOf(container), UNKNOWN_ON_SIGTERM);
}

/** The first that recognises a command line wins: the arguments of Envoy Gateway's image begin with `envoy`. */
const PROGRAMS: readonly ProgramRecogniser[] = [
  recogniseEnvoyGatewayManager,
  recogniseContourManager,
  recogniseEnvoy,
  recogniseAgent,
  recogniseOther,
  recogniseSleep,
  recogniseSupervisor(recognised, recognisedHook),
  recogniseWrapper(recognised),
];

function recognised(line: CommandLine): ProgramBehaviour | undefined {
  return firstOf(PROGRAMS, (recognise) => recognise(line));
}

/** What the command of an exec hook (or exec probe) does, where it runs in the surroundings given. */
export function hookProgramOf(command: readonly string[], around: HookSurroundings = USUAL_SURROUNDINGS): HookProgram {
  return recognisedHook(withoutEnvironment(command), around)
    ?? hook(baseName(command[0]) || 'nothing', { step: 'unknown', command: command.join(' ') });
}

const USUAL_SURROUNDINGS: HookSurroundings = { env: {}, runsEnvoy: false, opensFirstProcess: true };

const HOOKS: readonly HookRecogniser[] = [
  recogniseEnvoyGatewayHook,
  recogniseContourHook,
  recogniseAgentHook,
  recogniseToolHook,
  recognisePythonHook,
  recogniseTimeout(recognisedHook),
  recogniseShellHook(recognisedHook),
];

function recognisedHook(command: readonly string[], around: HookSurroundings): HookProgram | undefined {
  return firstOf(HOOKS, (recognise) => recognise(command, around));
}

function firstOf<Recogniser, Result>(
  recognisers: readonly Recogniser[], ask: (recognise: Recogniser) => Result | undefined,
): Result | undefined {
  for (const recognise of recognisers) {
    const result = ask(recognise);
    if (result !== undefined) return result;
  }
  return undefined;
}

function nameOf({ argv, commandGiven, image }: CommandLine): string {
  return (commandGiven ? baseName(argv[0]) : image) || 'an unknown program';
}
