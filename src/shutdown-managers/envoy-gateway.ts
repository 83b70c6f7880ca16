import { Duration, Size } from 'cdk8s';
import { DrainTiming } from '../drain-timing';
import { EnvoyGatewayShutdownManagerOptions } from '../shutdown-manager-options';
import { IShutdownManager, ShutdownManagerParts, ShutdownManagerRequest } from '../shutdown-manager-parts';
import { keptImage } from './current';
import { resolveProgram } from './program';
import { checkOptions } from './resources';
import { ENVOY_GATEWAY } from '../upstream/envoy-gateway';
import { goDuration, secondsText } from '../values/durations';
import { refusal } from '../values/errors';
import { checkedImage, checkedRelease, isReleaseFrom, resolvedRelease } from '../values/images';
import { ceilSeconds, MINIMUM_STOP_MILLIS, READY_FILE_POLL_MILLIS } from '../values/margins';

/** The releases that can be driven, and the newest one that was measured. */
const RELEASES = { program: 'Envoy Gateway', oldest: ENVOY_GATEWAY.firstVersion, fallback: ENVOY_GATEWAY.defaultVersion };
const DEFAULT_RESOURCES = { memoryRequest: Size.mebibytes(ENVOY_GATEWAY.memoryMebibytes) };

/** Envoy Gateway's `envoy-gateway envoy shutdown-manager` with its hook `envoy-gateway envoy shutdown`. */
export class EnvoyGatewayShutdownManager implements IShutdownManager {
  public readonly managerName = 'Envoy Gateway\'s shutdown manager';
  public readonly defaultDrainTimeout = Duration.seconds(60);
  public readonly boundedByGracePeriod = false;

  public constructor(private readonly options: EnvoyGatewayShutdownManagerOptions) {
    if (options.version !== undefined) {
      checkedRelease('Envoy Gateway', options.version, ENVOY_GATEWAY.firstVersion);
    }
    if (options.image !== undefined) checkedImage('image', options.image);
    resolvedRelease(RELEASES, options.image, options.version);
    checkOptions(options, DEFAULT_RESOURCES);
  }

  /** The wait gives up at the ready timeout, is answered a poll later, and Envoy gets its time to stop. */
  public gracePeriodFor(drainTiming: DrainTiming): Duration {
    return Duration.seconds(
      drainTiming.readyTimeout.toSeconds() + ceilSeconds(READY_FILE_POLL_MILLIS + MINIMUM_STOP_MILLIS));
  }

  public bind(request: ShutdownManagerRequest): ShutdownManagerParts {
    const keptOrGiven = keptImage(request, this.options.image, ENVOY_GATEWAY.programName);
    const version = resolvedRelease(RELEASES, keptOrGiven, this.options.version);
    checkFlags(version, request.drainTiming);
    const image = keptOrGiven ?? `${ENVOY_GATEWAY.imageRepository}:v${version}`;
    const program = resolveProgram(request, this.options.program, ENVOY_GATEWAY.programPath, image);
    return {
      image,
      imagePullPolicy: this.options.imagePullPolicy,
      command: [ENVOY_GATEWAY.programName],
      args: ['envoy', 'shutdown-manager', `--ready-timeout=${request.drainTiming.readyTimeout.toSeconds()}s`],
      environment: this.options.environment,
      resources: this.options.resources,
      defaultResources: DEFAULT_RESOURCES,
      drainCommand: [program?.path ?? ENVOY_GATEWAY.programName, 'envoy', 'shutdown', ...flags(request.drainTiming)],
      wait: { path: ENVOY_GATEWAY.waitPath, port: ENVOY_GATEWAY.managerPort },
      healthPath: ENVOY_GATEWAY.healthPath,
      healthPort: ENVOY_GATEWAY.managerPort,
      directory: ENVOY_GATEWAY.readyFileDirectory,
      sharesDirectory: false,
      logsToFirstProcess: true,
      user: ENVOY_GATEWAY.user,
      adminPort: ENVOY_GATEWAY.adminPort,
      readinessPort: ENVOY_GATEWAY.readinessPort,
      statisticsPort: ENVOY_GATEWAY.statisticsPort,
      programImage: program?.image,
    };
  }
}

function flags({ drainTimeout, minDrainDuration, healthCheckFailureDelay }: DrainTiming): string[] {
  const delayMillis = healthCheckFailureDelay.toMilliseconds();
  return [
    `--drain-timeout=${drainTimeout.toSeconds()}s`,
    `--min-drain-duration=${minDrainDuration.toSeconds()}s`,
    ...delayMillis > 0 ? [`--health-check-failure-delay=${goDuration(delayMillis)}`] : [],
  ];
}

function checkFlags(version: string, { healthCheckFailureDelay }: DrainTiming): void {
  const delayMillis = healthCheckFailureDelay.toMilliseconds();
  if (delayMillis === 0 || isReleaseFrom(version, ENVOY_GATEWAY.healthCheckFailureDelayFrom)) return;
  throw refusal({
    prop: 'healthCheckFailureDelay', got: secondsText(delayMillis),
    must: `be 0s with Envoy Gateway's 'version' (${version}) before ${ENVOY_GATEWAY.healthCheckFailureDelayFrom}`,
    because: 'its hook would end with "unknown flag" and drain nothing',
    fix: `set the delay to 0s, or give the 'image' of version ${ENVOY_GATEWAY.healthCheckFailureDelayFrom}`,
  });
}
