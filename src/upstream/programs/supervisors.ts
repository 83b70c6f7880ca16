import { HookRecogniser, IGNORES_SIGTERM, plainProgram, ProgramRecogniser, UNKNOWN_ON_SIGTERM } from './recogniser';
import { baseName } from '../../values/paths';
import { CommandLine, HookStep, ProgramBehaviour } from '../behaviour';
import { shellScriptOf, ShellCommand, simpleCommands } from '../shell';

const SCRIPT = 'a shell script';

/**
 * A script that stays as the first process: it starts programs in the background and waits for them, or loops
 * for ever. What SIGTERM does is what it traps; without a trap nothing happens, since a first process has only
 * the handlers that it asks for.
 *
 * @see https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
 */
export function recogniseSupervisor(recognise: ProgramRecogniser, hookOf: HookRecogniser): ProgramRecogniser {
  return (line) => {
    const script = shellScriptOf(line.argv);
    const commands = script === undefined ? undefined
      : simpleCommands(script)?.filter(({ functionName }) => functionName === undefined);
    if (script === undefined || !commands) return undefined;
    const started = commands.filter(({ background }) => background)
      .flatMap(({ argv }) => recognise({ ...line, argv, commandGiven: true }) ?? []);
    const envoy = started.find((program) => program.envoy !== undefined);
    const trap = commands.find(({ argv, conditional, loop }) => isTermTrap(argv) && !conditional && !loop);
    if (!stays(commands)) return envoy && notKnown(envoy);
    if (!trap || trap.argv[1] === '') return ignoring(envoy);
    return envoy && (trapped(envoy, bodyOf(trap.argv[1], script), line, hookOf) ?? notKnown(envoy));
  };
}

/** It waits for what it started, or goes round for ever. */
function stays(commands: readonly ShellCommand[]): boolean {
  const last = commands[commands.length - 1];
  const waits = commands.some(({ background }) => background) && last?.argv[0] === 'wait';
  return waits || commands.some(({ loop, condition, argv }) => loop && condition && ['true', ':'].includes(argv[0]));
}

function isTermTrap(argv: readonly string[]): boolean {
  return argv[0] === 'trap' && argv.slice(2).some((signal) => ['TERM', 'SIGTERM', '15'].includes(signal));
}

function ignoring(envoy: ProgramBehaviour | undefined): ProgramBehaviour {
  return envoy ? { ...envoy, known: true, onSigterm: IGNORES_SIGTERM } : plainProgram(SCRIPT, IGNORES_SIGTERM);
}

function notKnown(envoy: ProgramBehaviour): ProgramBehaviour {
  return { ...envoy, known: false, onSigterm: UNKNOWN_ON_SIGTERM };
}

/** What a trap says, or the function that it calls. */
function bodyOf(trap: string, script: string): string {
  if (!/^\w+$/.test(trap)) return trap;
  return new RegExp(`\\b${trap}\\s*\\(\\)\\s*\\{([^{}]*)\\}`).exec(script)?.[1] ?? trap;
}

/** It does what the trap says, and hands the signal on at its end; undefined where that is not known. */
function trapped(
  envoy: ProgramBehaviour, body: string, line: CommandLine, hookOf: HookRecogniser,
): ProgramBehaviour | undefined {
  const handsOn = simpleCommands(body)?.some(({ argv }) => ['kill', 'pkill', 'killall'].includes(baseName(argv[0])));
  // in the surroundings of a program that is no Envoy, the signal itself is no step
  const around = { image: line.image, env: line.env, runsEnvoy: false, opensFirstProcess: true };
  const steps = hookOf(['sh', '-c', body], around)?.steps.filter(({ step }) => step !== 'quit-envoy' && step !== 'exit');
  if (!handsOn || !steps || steps.some(({ step }) => step === 'unknown')) return undefined;
  if (steps.length === 0) return envoy;
  return { ...envoy, onSigterm: { ...envoy.onSigterm, closesListeners: false, drains: steps.some(isDrain), steps } };
}

function isDrain({ step }: HookStep): boolean {
  return step === 'fail-health-checks' || step === 'drain-listeners';
}
