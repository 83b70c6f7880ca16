import { lacksManager, notFound } from './image-tools';
import { exitsAt, flagNames, hook, HookRecogniser, isImageOf, plainProgram, refusedCommand } from './recogniser';
import { isReleaseFrom, versionOfImage } from '../../values/images';
import { READY_FILE_POLL_MILLIS } from '../../values/margins';
import { baseName } from '../../values/paths';
import { durationMillis, flagValue } from '../arguments';
import { Answer, CommandLine, ProgramBehaviour } from '../behaviour';
import { CONTOUR } from '../contour';

const MANAGER = 'Contour\'s shutdown manager';
const HOOK = 'Contour\'s shutdown command';

/** `contour envoy shutdown-manager`: no handler for SIGTERM, no timeout of any kind. */
export function recogniseContourManager({ argv, image }: CommandLine): ProgramBehaviour | undefined {
  if (!isCommand(argv, 'shutdown-manager')) return undefined;
  const served = { port: Number(flagValue(argv, ['--serve-port']) ?? CONTOUR.managerPort), scheme: 'HTTP' } as const;
  return plainProgram(MANAGER, exitsAt(CONTOUR.exitMillis, CONTOUR.exitCode), {
    role: 'shutdown-manager',
    listensAfter: CONTOUR.listensAfterMillis,
    endpoints: [
      { ...served, path: CONTOUR.healthPath, answer: { kind: 'answers', afterMillis: 1, status: 200 } },
      { ...served, path: CONTOUR.waitPath, answer: waitAnswer(argv, versionOf(image)) },
    ],
  });
}

/**
 * The oldest managers drain when they are asked, and have the flags of the later command.
 *
 * @see https://github.com/projectcontour/contour/security/advisories/GHSA-mjp8-x484-pm3r
 */
function waitAnswer(argv: readonly string[], version: string): Answer {
  if (isReleaseFrom(version, CONTOUR.shutdownCommandFrom)) {
    return { kind: 'when-file', file: readyFile(argv, version), pollMillis: READY_FILE_POLL_MILLIS };
  }
  const times = timesOf(argv, version);
  const minMillis = times?.checkDelay ?? CONTOUR.oldCheckDelayMillis;
  const pollMillis = times?.checkInterval ?? CONTOUR.checkIntervalMillis;
  const exitAt = Number(flagValue(argv, ['--min-open-connections']) ?? CONTOUR.minOpenConnections);
  return { kind: 'drains', wait: { pollMillis, minMillis, exitAt, counts: 'http' } };
}

function readyFile(argv: readonly string[], version: string): string {
  const usual = isReleaseFrom(version, CONTOUR.readyFileFrom)
    ? `${CONTOUR.adminDirectory}/${CONTOUR.readyFileName}` : CONTOUR.oldReadyFile;
  return flagValue(argv, ['--ready-file']) ?? usual;
}

/**
 * `contour envoy shutdown`: it counts for ever. Its three more tries of a failed admin call are left out:
 * where the first one fails, so does every later count.
 */
export const recogniseContourHook: HookRecogniser = (command, around) => {
  if (!isCommand(command, 'shutdown')) return undefined;
  if (lacksManager(command[0], around)) return notFound(HOOK, { name: CONTOUR.programName, certain: true });
  const version = versionOf(around.image);
  const times = timesOf(command, version);
  const exitAt = Number(flagValue(command, ['--min-open-connections']) ?? CONTOUR.minOpenConnections);
  const isKnown = isReleaseFrom(version, CONTOUR.shutdownCommandFrom)
    && flagNames(command).every((name) => FLAGS.includes(name));
  if (!times || !Number.isInteger(exitAt) || !isKnown) {
    return refusedCommand(HOOK, CONTOUR.firstCallMillis);
  }
  return hook(HOOK,
    { step: 'wait', millis: CONTOUR.firstCallMillis + times.drainDelay },
    { step: 'fail-health-checks' },
    { step: 'wait', millis: times.checkDelay },
    { step: 'await-connections', wait: { pollMillis: times.checkInterval, minMillis: 0, exitAt, counts: 'http' } },
    { step: 'write-file', file: readyFile(command, version), failure: 'ignored' });
};

const FLAGS = [
  'admin-address', 'admin-port', 'check-delay', 'check-interval', 'drain-delay', 'min-open-connections', 'ready-file',
  'log-level', 'log-format', 'debug',
];

function timesOf(command: readonly string[], version: string) {
  const checkDelayMillis = isReleaseFrom(version, CONTOUR.noCheckDelayFrom)
    ? CONTOUR.checkDelayMillis : CONTOUR.oldCheckDelayMillis;
  const time = (name: string, otherwise: number): number | undefined => {
    const text = flagValue(command, [name]);
    return text === undefined ? otherwise : durationMillis(text);
  };
  const drainDelay = time('--drain-delay', CONTOUR.drainDelayMillis);
  const checkDelay = time('--check-delay', checkDelayMillis);
  const checkInterval = time('--check-interval', CONTOUR.checkIntervalMillis);
  if (drainDelay === undefined || checkDelay === undefined || checkInterval === undefined) return undefined;
  return { drainDelay, checkDelay, checkInterval };
}

/** Other images, such as those that hold Envoy and this program, say nothing of its version. */
function versionOf(image: string | undefined): string {
  return (isImageOf(image, ['projectcontour/contour']) && versionOfImage(image!)) || CONTOUR.defaultVersion;
}

function isCommand(argv: readonly string[], command: string): boolean {
  return baseName(argv[0]) === CONTOUR.programName && argv[1] === 'envoy' && argv[2] === command;
}
