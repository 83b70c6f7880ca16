import { lacksManager, notFound } from './image-tools';
import { exitsAt, flagNames, hook, HookRecogniser, isImageOf, plainProgram, refusedCommand } from './recogniser';
import { isReleaseFrom, versionOfImage } from '../../values/images';
import { CONNECTION_POLL_MILLIS, READY_FILE_POLL_MILLIS } from '../../values/margins';
import { baseName } from '../../values/paths';
import { durationMillis, flagValue, hasFlag } from '../arguments';
import { CommandLine, ConnectionWait, HookProgram, HookStep, ProgramBehaviour } from '../behaviour';
import { ENVOY } from '../envoy';
import { ENVOY_GATEWAY } from '../envoy-gateway';

const MANAGER = 'Envoy Gateway\'s shutdown manager';
const HOOK = 'Envoy Gateway\'s shutdown command';
const READY_FILE = `${ENVOY_GATEWAY.readyFileDirectory}/${ENVOY_GATEWAY.readyFileName}`;

/** `envoy-gateway envoy shutdown-manager`; the entrypoint of the image is the program. */
export function recogniseEnvoyGatewayManager(line: CommandLine): ProgramBehaviour | undefined {
  const words = wordsAfterProgram(line.argv)
    ?? (!line.commandGiven && isImageOf(line.image, IMAGES) ? line.argv : undefined);
  if (words?.[0] !== 'envoy' || words[1] !== 'shutdown-manager') return undefined;
  const giveUp = durationFlag(words, '--ready-timeout', ENVOY_GATEWAY.readyTimeoutMillis);
  const lacksValue = hasFlag(words, ['--ready-timeout']) && flagValue(words, ['--ready-timeout']) === undefined;
  if (giveUp === undefined || lacksValue) {
    return plainProgram(MANAGER, exitsAt(IDLE_EXIT, 0), { role: 'shutdown-manager', endsItself: { after: WRONG_FLAG, code: 1 } });
  }
  return plainProgram(MANAGER, exitsAt(IDLE_EXIT, 0, { answersOpenRequests: true }), {
    role: 'shutdown-manager',
    listensAfter: ENVOY_GATEWAY.listensAfterMillis,
    endpoints: [
      { ...SERVED, path: ENVOY_GATEWAY.healthPath, answer: { kind: 'answers', afterMillis: 1, status: 200 } },
      {
        ...SERVED, path: ENVOY_GATEWAY.waitPath,
        answer: { kind: 'when-file', file: READY_FILE, pollMillis: READY_FILE_POLL_MILLIS, giveUpMillis: giveUp },
      },
    ],
  });
}

const IMAGES = ['envoyproxy/gateway', 'envoyproxy/gateway-dev'];
const SERVED = {
  port: ENVOY_GATEWAY.managerPort, scheme: 'HTTP', writeTimeoutMillis: ENVOY_GATEWAY.writeTimeoutMillis,
} as const;
/** Measured without open requests. */
const IDLE_EXIT = { min: 1, max: 20 };
const WRONG_FLAG = { min: ENVOY_GATEWAY.wrongFlagMillis, max: ENVOY_GATEWAY.wrongFlagMillis };

/** `envoy-gateway envoy shutdown`, in the version that its image says, else in the newest one. */
export const recogniseEnvoyGatewayHook: HookRecogniser = (command, around) => {
  const words = wordsAfterProgram(command);
  if (words?.[0] !== 'envoy' || words[1] !== 'shutdown') return undefined;
  if (lacksManager(command[0], around)) return notFound(HOOK, { name: ENVOY_GATEWAY.programName, certain: true });
  const version = versionOf(around.image);
  const since = (first: string): boolean => isReleaseFrom(version, first);
  const delays = since(ENVOY_GATEWAY.healthCheckFailureDelayFrom);
  const flags = delays ? FLAGS : FLAGS.filter((flag) => flag !== DELAY_FLAG);
  const wait = flagNames(words).every((name) => flags.includes(name)) ? connectionWait(words, version) : undefined;
  if (!wait) return refusedCommand(HOOK, ENVOY_GATEWAY.wrongFlagMillis);
  if (!around.opensFirstProcess) return panics();
  return hook(HOOK,
    { step: 'wait', millis: ENVOY_GATEWAY.firstCallMillis },
    ...firstCalls(wait, since(ENVOY_GATEWAY.onlyHealthChecksFrom)),
    { step: 'await-connections', wait },
    { step: 'write-file', file: READY_FILE, failure: 'exits' });
};

const DELAY_FLAG = 'health-check-failure-delay';
const FLAGS = ['drain-timeout', 'min-drain-duration', 'exit-at-connections', DELAY_FLAG];

/** Other images, such as those that hold Envoy and this program, say nothing of its version. */
function versionOf(image: string | undefined): string {
  return (isImageOf(image, IMAGES) && versionOfImage(image!)) || ENVOY_GATEWAY.defaultVersion;
}

/** With a delay, health checks fail later, and only if the drain still runs. */
function firstCalls({ healthCheckFailureDelayMillis }: ConnectionWait, onlyHealthChecks: boolean): HookStep[] {
  const drain: HookStep = { step: 'drain-listeners', graceful: true, skipExit: true };
  if (healthCheckFailureDelayMillis !== undefined) return [drain];
  return [{ step: 'fail-health-checks' }, ...onlyHealthChecks ? [] : [drain]];
}

/** Undefined where the program would refuse a value. */
function connectionWait(words: readonly string[], version: string): ConnectionWait | undefined {
  const short = isReleaseFrom(version, ENVOY_GATEWAY.shortDefaultsFrom);
  const timeoutMillis = durationFlag(words, '--drain-timeout',
    short ? ENVOY_GATEWAY.drainTimeoutMillis : ENVOY_GATEWAY.oldDrainTimeoutMillis);
  const minMillis = durationFlag(words, '--min-drain-duration',
    short ? ENVOY_GATEWAY.minDrainMillis : ENVOY_GATEWAY.oldMinDrainMillis);
  const delayMillis = durationFlag(words, `--${DELAY_FLAG}`, 0);
  const exitAt = Number(flagValue(words, ['--exit-at-connections']) ?? ENVOY_GATEWAY.exitAtConnections);
  if (timeoutMillis === undefined || minMillis === undefined || delayMillis === undefined) return undefined;
  if (!Number.isInteger(exitAt)) return undefined;
  return {
    pollMillis: CONNECTION_POLL_MILLIS, minMillis, timeoutMillis, exitAt, counts: 'all',
    ...delayMillis > 0 ? { healthCheckFailureDelayMillis: delayMillis } : {},
    ...countsListeners(version) ? {} : { refreshMillis: ENVOY.statisticsFlushMillis },
  };
}

/** It came to three minors at once. */
function countsListeners(version: string): boolean {
  const sameMinor = ENVOY_GATEWAY.countsListenersFrom.find((first) => minorOf(first) === minorOf(version));
  return isReleaseFrom(version, sameMinor ?? '1.7.0');
}

function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function panics(): HookProgram {
  return hook(HOOK,
    { step: 'wait', millis: ENVOY_GATEWAY.panicMillis }, { step: 'exit', code: ENVOY_GATEWAY.panicCode });
}

function durationFlag(words: readonly string[], name: string, otherwise: number): number | undefined {
  const text = flagValue(words, [name]);
  return text === undefined ? otherwise : durationMillis(text);
}

/** The words after the program, wherever an image volume has it. */
function wordsAfterProgram(argv: readonly string[]): readonly string[] | undefined {
  return baseName(argv[0]) === ENVOY_GATEWAY.programName ? argv.slice(1) : undefined;
}
