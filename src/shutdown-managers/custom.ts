import { Duration, Size } from 'cdk8s';
import { DrainTiming } from '../drain-timing';
import { CustomShutdownManagerOptions } from '../shutdown-manager-options';
import { IShutdownManager, ShutdownManagerParts, ShutdownManagerRequest } from '../shutdown-manager-parts';
import { resolveProgram } from './program';
import { checkOptions } from './resources';
import { SidecarPlacement } from '../sidecar-placement';
import { ENVOY_GATEWAY } from '../upstream/envoy-gateway';
import { LONGEST_DRAIN, secondsText, toWholeSeconds } from '../values/durations';
import { refusal, shown } from '../values/errors';
import { checkedImage } from '../values/images';
import { ceilSeconds, EXEC_HOOK_START_MILLIS, MINIMUM_STOP_MILLIS, READY_FILE_POLL_MILLIS } from '../values/margins';
import { checkedPath, isUrlPath } from '../values/paths';
import { checkedPort } from '../values/ports';
import { checkedCommand, checkedTexts } from '../values/texts';
import { checkedUser } from '../values/users';

const DEFAULT_RESOURCES = { memoryRequest: Size.mebibytes(64) };

/** A manager that is described by its command lines and its longest run. */
export class CustomShutdownManager implements IShutdownManager {
  public readonly managerName = 'the custom shutdown manager';
  public readonly defaultDrainTimeout = Duration.seconds(60);
  public readonly boundedByGracePeriod = false;

  public constructor(private readonly options: CustomShutdownManagerOptions) {
    checkedImage('image', options.image);
    checkWait(options);
    checkCommands(options);
    checkHealth(options);
    checkOptions(options, DEFAULT_RESOURCES);
    for (const prop of ['waitPort', 'healthPort', 'adminPort', 'readinessPort', 'statisticsPort'] as const) {
      if (options[prop] !== undefined) checkedPort(prop, options[prop]);
    }
    if (options.user !== undefined) checkedUser('user', options.user);
    if (options.longestRun !== undefined) toWholeSeconds('longestRun', options.longestRun, LONGEST_DRAIN);
  }

  /** Its longest run, started late and seen late, and then Envoy's time to stop. */
  public gracePeriodFor(drainTiming: DrainTiming): Duration {
    const longest = this.options.longestRun ?? drainTiming.drainTimeout;
    return Duration.seconds(longest.toSeconds()
      + ceilSeconds(EXEC_HOOK_START_MILLIS + READY_FILE_POLL_MILLIS + MINIMUM_STOP_MILLIS));
  }

  public bind(request: ShutdownManagerRequest): ShutdownManagerParts {
    const { options } = this;
    checkMinimum(options.longestRun, request.drainTiming);
    const program = customProgram(request, options);
    return {
      image: options.image,
      imagePullPolicy: options.imagePullPolicy,
      command: options.command ?? [],
      args: options.args,
      environment: options.environment,
      resources: options.resources,
      defaultResources: DEFAULT_RESOURCES,
      drainCommand: program ? [program.path, ...options.drainCommand.slice(1)] : options.drainCommand,
      wait: options.waitPath === undefined ? undefined : { path: options.waitPath, port: options.waitPort! },
      waitCommand: options.waitCommand,
      healthPath: options.healthPath,
      healthPort: options.healthPort ?? options.waitPort,
      sharesDirectory: false,
      logsToFirstProcess: false,
      user: options.user,
      adminPort: options.adminPort ?? ENVOY_GATEWAY.adminPort,
      readinessPort: options.readinessPort ?? ENVOY_GATEWAY.readinessPort,
      statisticsPort: options.statisticsPort ?? ENVOY_GATEWAY.statisticsPort,
      programImage: program?.image,
      behaviour: options.behaviour,
    };
  }
}

/** Without a `program`, the drain command lies in Envoy's image as it is written. */
function customProgram(request: ShutdownManagerRequest, options: CustomShutdownManagerOptions) {
  if (request.placement === SidecarPlacement.ENVOY_CONTAINER && !options.program) return undefined;
  const path = options.program?.path ?? options.drainCommand[0];
  if (options.program?.fromImageVolume) checkedPath('drainCommand', path);
  return resolveProgram(request, options.program, path, options.image);
}

function checkCommands({ drainCommand, waitCommand, command, args }: CustomShutdownManagerOptions): void {
  checkedCommand('drainCommand', drainCommand, 'without it nothing starts the drain');
  if (waitCommand !== undefined) checkedCommand('waitCommand', waitCommand, 'without it Envoy\'s hook has nothing to wait for');
  if (command !== undefined) checkedCommand('command', command, 'it starts the manager, and without it the image\'s entrypoint does');
  if (args !== undefined) checkedTexts('args', args, 'they are arguments of \'command\'');
}

function checkWait({ waitPath, waitPort, waitCommand }: CustomShutdownManagerOptions): void {
  const byHttp = waitPath !== undefined || waitPort !== undefined;
  const complete = byHttp ? isUrlPath(waitPath) && waitPort !== undefined : (waitCommand?.length ?? 0) > 0;
  if (complete && !(byHttp && waitCommand)) return;
  if (waitPath !== undefined && !isUrlPath(waitPath)) throw notAPath('waitPath', waitPath);
  throw refusal({
    prop: 'waitPath', got: shown(waitPath), must: 'be given together with \'waitPort\', or \'waitCommand\' instead of both',
    because: 'Envoy\'s hook must wait in exactly one way, or Envoy is stopped before it has drained',
    fix: 'give \'waitPath\' and \'waitPort\', or \'waitCommand\'',
  });
}

function checkHealth({ healthPath, healthPort, waitPort }: CustomShutdownManagerOptions): void {
  if (healthPath === undefined) return;
  if (isUrlPath(healthPath) && (healthPort !== undefined || waitPort !== undefined)) return;
  throw refusal({
    prop: 'healthPath', got: shown(healthPath), must: 'start with / and be given together with \'healthPort\'',
    because: 'nothing would order the start of Envoy after the manager\'s',
    fix: 'write it without white space and give the port, or leave both out',
  });
}

function notAPath(prop: string, path: string): Error {
  return refusal({
    prop, got: shown(path), must: 'start with / and have no white space',
    because: 'Envoy\'s hook asks for it by HTTP', fix: 'write the path of the manager\'s endpoint',
  });
}

function checkMinimum(longestRun: Duration | undefined, { minDrainDuration }: DrainTiming): void {
  if (!longestRun || longestRun.toSeconds() >= minDrainDuration.toSeconds()) return;
  throw refusal({
    prop: 'longestRun', got: secondsText(longestRun.toMilliseconds()),
    must: `be at least 'minDrainDuration' (${secondsText(minDrainDuration.toMilliseconds())})`,
    because: 'new connections would be refused before endpoints are gone', fix: 'raise it, or lower \'minDrainDuration\'',
  });
}
