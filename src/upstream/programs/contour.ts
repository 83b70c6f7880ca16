import { baseName, exitsAt, flagNames, hook, HookRecogniser, isImageOf, plainProgram, refusedCommand } from './recogniser';
import { isReleaseFrom, versionOfImage } from '../../values/images';
import { READY_FILE_POLL_MILLIS } from '../../values/margins';
import { durationMillis, flagValue } from '../arguments';
import { CommandLine, ProgramBehaviour } from '../behaviour';
import { CONTOUR } from '../contour';

const MANAGER = 'Contour\'s shutdown manager';
const HOOK = 'Contour\'s shutdown command';
const READY_FILE = `${CONTOUR.adminDirectory}/${CONTOUR.readyFileName}`;

/** `contour envoy shutdown-manager`: no handler for SIGTERM, no timeout of any kind. */
export function recogniseContourManager({ argv }: CommandLine): ProgramBehaviour | undefined {
  if (!isCommand(argv, 'shutdown-manager')) return undefined;
  const port = Number(flagValue(argv, ['--serve-port']) ?? CONTOUR.managerPort);
  const file = flagValue(argv, ['--ready-file']) ?? READY_FILE;
  const served = { port, scheme: 'HTTP' } as const;
  return plainProgram(MANAGER, exitsAt(CONTOUR.exitMillis, CONTOUR.exitCode), {
    listensAfter: CONTOUR.listensAfterMillis,
    endpoints: [
      { ...served, path: CONTOUR.healthPath, answer: { kind: 'answers', afterMillis: 1, status: 200 } },
      {
        ...served, path: CONTOUR.waitPath,
        answer: { kind: 'when-file', file, pollMillis: READY_FILE_POLL_MILLIS },
      },
    ],
  });
}

/**
 * `contour envoy shutdown`: it counts for ever. Its three more tries of a failed admin call are left out:
 * where the first one fails, so does every later count.
 */
export const recogniseContourHook: HookRecogniser = (command, { image }) => {
  if (!isCommand(command, 'shutdown')) return undefined;
  const times = timesOf(command, versionOf(image));
  const exitAt = Number(flagValue(command, ['--min-open-connections']) ?? CONTOUR.minOpenConnections);
  if (!times || !Number.isInteger(exitAt) || !flagNames(command).every((name) => FLAGS.includes(name))) {
    return refusedCommand(HOOK, CONTOUR.firstCallMillis);
  }
  return hook(HOOK,
    { step: 'wait', millis: CONTOUR.firstCallMillis + times.drainDelay },
    { step: 'fail-health-checks' },
    { step: 'wait', millis: times.checkDelay },
    { step: 'await-connections', wait: { pollMillis: times.checkInterval, minMillis: 0, exitAt, counts: 'http' } },
    { step: 'write-file', file: flagValue(command, ['--ready-file']) ?? READY_FILE, failure: 'ignored' });
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
