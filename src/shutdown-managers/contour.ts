import { Duration, Size } from 'cdk8s';
import { DrainTiming } from '../drain-timing';
import { ContourShutdownManagerOptions } from '../shutdown-manager-options';
import { IShutdownManager, ShutdownManagerParts, ShutdownManagerRequest } from '../shutdown-manager-parts';
import { keptImage } from './current';
import { ResolvedProgram, resolveProgram } from './program';
import { checkOptions } from './resources';
import { SidecarPlacement } from '../sidecar-placement';
import { CONTOUR } from '../upstream/contour';
import { goDuration } from '../values/durations';
import { refusal, shown } from '../values/errors';
import { checkedImage, checkedRelease, resolvedRelease } from '../values/images';
import {
  ceilSeconds, CONTOUR_DRAIN_SEEN_LATE_MILLIS, EXEC_HOOK_START_MILLIS, READY_FILE_POLL_MILLIS,
} from '../values/margins';
import { isDirectory } from '../values/paths';

/** The releases that can be driven, and the newest one that was measured. */
const RELEASES = { program: 'Contour', oldest: CONTOUR.firstVersion, fallback: CONTOUR.defaultVersion };
const DEFAULT_RESOURCES = { memoryRequest: Size.mebibytes(CONTOUR.memoryMebibytes) };

/** Contour's `contour envoy shutdown-manager` with its hook `contour envoy shutdown`. */
export class ContourShutdownManager implements IShutdownManager {
  public readonly managerName = 'Contour\'s shutdown manager';
  public readonly defaultDrainTimeout = Duration.seconds(CONTOUR.drainTimeoutSeconds);
  public readonly boundedByGracePeriod = true;

  public constructor(private readonly options: ContourShutdownManagerOptions) {
    if (options.version !== undefined) checkedRelease('Contour', options.version, CONTOUR.firstVersion);
    if (options.image !== undefined) checkedImage('image', options.image);
    if (options.adminDirectory !== undefined) checkDirectory(options.adminDirectory);
    resolvedRelease(RELEASES, options.image, options.version);
    checkOptions(options, DEFAULT_RESOURCES);
  }

  /** It counts for ever: a drain that ends at its bound must still be seen to have ended. */
  public gracePeriodFor(drainTiming: DrainTiming): Duration {
    return Duration.seconds(drainTiming.drainTimeout.toSeconds() + DRAIN_SEEN_SECONDS);
  }

  public bind(request: ShutdownManagerRequest): ShutdownManagerParts {
    const image = keptImage(request, this.options.image, CONTOUR.programName);
    const version = resolvedRelease(RELEASES, image, this.options.version);
    const resolvedImage = image ?? `${CONTOUR.imageRepository}:v${version}`;
    const program = resolveProgram(request, this.options.program, CONTOUR.programPath, resolvedImage);
    const directory = this.directory(request.placement);
    return {
      ...programParts(program, directory, request.drainTiming),
      image: resolvedImage,
      imagePullPolicy: this.options.imagePullPolicy,
      environment: this.options.environment,
      resources: this.options.resources,
      defaultResources: DEFAULT_RESOURCES,
      wait: { path: CONTOUR.waitPath, port: CONTOUR.managerPort },
      healthPath: CONTOUR.healthPath,
      healthPort: CONTOUR.managerPort,
      directory,
      sharesDirectory: program === undefined,
      logsToFirstProcess: false,
      user: CONTOUR.user,
      adminSocket: `${directory}/${CONTOUR.adminSocketName}`,
      readinessPort: CONTOUR.statisticsPort,
      statisticsPort: CONTOUR.statisticsPort,
      statisticsPrefix: CONTOUR.statisticsPrefix,
    };
  }

  /** In Envoy's container, /tmp is the one directory that is made writable anyway. */
  private directory(placement: SidecarPlacement): string {
    const inEnvoyContainer = placement === SidecarPlacement.ENVOY_CONTAINER;
    return this.options.adminDirectory ?? (inEnvoyContainer ? '/tmp' : CONTOUR.adminDirectory);
  }
}

/** 7 s: the late poll, and the start of the hook that shifts it. */
const DRAIN_SEEN_SECONDS = ceilSeconds(
  EXEC_HOOK_START_MILLIS + CONTOUR_DRAIN_SEEN_LATE_MILLIS + READY_FILE_POLL_MILLIS);

function programParts(program: ResolvedProgram | undefined, directory: string, timing: DrainTiming) {
  const path = program?.path ?? CONTOUR.programPath;
  const readyFile = `--ready-file=${directory}/${CONTOUR.readyFileName}`;
  const socket = `--admin-address=${directory}/${CONTOUR.adminSocketName}`;
  return {
    command: [CONTOUR.programPath],
    args: ['envoy', 'shutdown-manager', readyFile],
    drainCommand: [path, 'envoy', 'shutdown', socket, readyFile, ...delays(timing)],
    programImage: program?.image,
  };
}

/** The two delays add up: the first runs before health checks fail, the second after. */
function delays({ minDrainDuration, healthCheckFailureDelay }: DrainTiming): string[] {
  const failureMillis = healthCheckFailureDelay.toMilliseconds();
  const restMillis = Math.max(0, minDrainDuration.toMilliseconds() - failureMillis);
  return [`--drain-delay=${goDuration(failureMillis)}`, `--check-delay=${goDuration(restMillis)}`];
}

function checkDirectory(directory: string): void {
  if (isDirectory(directory)) return;
  throw refusal({
    prop: 'adminDirectory', got: shown(directory), must: 'be an absolute path without a slash at its end or .. in it',
    because: 'socket and ready file are looked for there', fix: `write for example ${CONTOUR.adminDirectory}`,
  });
}
