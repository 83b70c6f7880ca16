import { Duration } from 'cdk8s';
import { checkOptions } from './resources';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { toWholeSeconds } from '../values/durations';
import { refusal, shown } from '../values/errors';
import { checkedFields, given } from '../values/objects';
import { isUrlPath } from '../values/paths';
import { checkedPort } from '../values/ports';
import { checkedCommand, checkedTexts } from '../values/texts';
import { checkedUser } from '../values/users';

/** What an implementation of `IShutdownManager` returned from `bind()`: compilers see little of it. */
export function checkedParts(parts: ShutdownManagerParts): ShutdownManagerParts {
  const checked = given(checkedFields('bind()', parts));
  checkImage(checked.image);
  checkCommands(checked);
  checkPorts(checked);
  checkPaths(checked);
  if (checked.user !== undefined) checkedUser('bind().user', checked.user);
  checkedFields('bind().defaultResources', checked.defaultResources);
  checkOptions(checked, checked.defaultResources);
  return checked;
}

/** What it returned from `gracePeriodFor()`. */
export function checkedGrace(gracePeriod: Duration): Duration {
  return Duration.seconds(toWholeSeconds('gracePeriodFor()', gracePeriod));
}

/** Only roughly: the image of a pod's own manager is handed back as the pod has it. */
function checkImage(image: string): void {
  if (typeof image === 'string' && /^\S+$/.test(image)) return;
  throw refusal({
    prop: 'bind().image', got: shown(image), must: 'be an image reference',
    because: 'the pod would stay in InvalidImageName', fix: 'return registry/name:tag, or the request\'s \'currentImage\'',
  });
}

function checkCommands({ command, args, drainCommand, waitCommand }: ShutdownManagerParts): void {
  checkedTexts('bind().command', command, 'it starts the manager');
  if (command.length > 0) checkedCommand('bind().command', command, 'it starts the manager');
  if (args !== undefined) checkedTexts('bind().args', args, 'they are arguments of \'command\'');
  checkedCommand('bind().drainCommand', drainCommand, 'without it nothing starts the drain');
  if (waitCommand !== undefined) {
    checkedCommand('bind().waitCommand', waitCommand, 'without it Envoy\'s hook has nothing to wait for');
  }
}

function checkPorts(parts: ShutdownManagerParts): void {
  checkedPort('bind().readinessPort', parts.readinessPort);
  checkedPort('bind().statisticsPort', parts.statisticsPort);
  for (const prop of ['adminPort', 'healthPort'] as const) {
    if (parts[prop] !== undefined) checkedPort(`bind().${prop}`, parts[prop]);
  }
}

function checkPaths({ wait, healthPath, healthPort, directory, sharesDirectory }: ShutdownManagerParts): void {
  if (wait !== undefined) {
    const { path, port } = checkedFields('bind().wait', wait);
    checkUrlPath('bind().wait.path', path);
    checkedPort('bind().wait.port', port);
  }
  if (healthPath !== undefined) {
    checkUrlPath('bind().healthPath', healthPath);
    checkedPort('bind().healthPort', healthPort!);
  }
  if (directory === undefined ? !sharesDirectory : isUrlPath(directory)) return;
  throw refusal({
    prop: 'bind().directory', got: shown(directory), must: 'be an absolute path where \'sharesDirectory\' is true',
    because: 'a volume is mounted there', fix: 'return the directory of the ready file',
  });
}

function checkUrlPath(prop: string, path: string): void {
  if (isUrlPath(path)) return;
  throw refusal({
    prop, got: shown(path), must: 'start with / and have no white space',
    because: 'the kubelet asks for it by HTTP', fix: 'return the path of the manager\'s endpoint',
  });
}
