import { isObject, Manifest, objectAt, sorted } from './manifest';
import { ShutdownManagerParts } from '../shutdown-manager-parts';
import { SidecarPlacement } from '../sidecar-placement';
import { refusal, shown } from '../values/errors';

/** The kubelet calls HTTP hooks from the node: on the host network, and only there, Envoy's manager is at 127.0.0.1. */
const HOST_NETWORK_ADDRESS = '127.0.0.1';

/** Envoy's hook: it waits for the manager, or is the drain itself in Envoy's own container. */
export function envoyHook(parts: ShutdownManagerParts, placement: SidecarPlacement, hostNetwork: boolean): Manifest {
  if (placement === SidecarPlacement.ENVOY_CONTAINER) return { exec: { command: parts.drainCommand } };
  if (parts.waitCommand) return { exec: { command: parts.waitCommand } };
  const { path, port } = parts.wait!;
  return { httpGet: sorted({ host: hostNetwork ? HOST_NETWORK_ADDRESS : undefined, path, port, scheme: 'HTTP' }) };
}

/** The manager's hook: it starts the drain, and only a deletion of the pod runs it. */
export function managerHook(parts: ShutdownManagerParts): Manifest {
  return { exec: { command: parts.drainCommand } };
}

/** A container with our preStop hook; its postStart hook stays. */
export function withPreStop(container: Manifest, hook: Manifest): Manifest {
  const lifecycle = objectAt(container, 'lifecycle', `container '${container.name}'`);
  return { ...container, lifecycle: sorted({ ...lifecycle, preStop: hook }) };
}

/** Refuses a preStop hook that belongs to the user: a container has only one. */
export function checkNoOwnHook(container: Manifest, parts: ShutdownManagerParts): void {
  const hook: unknown = objectAt(container, 'lifecycle', `container '${container.name}'`).preStop;
  if (hook === undefined || hook === null || isManagersHook(hook, parts)) return;
  throw refusal({
    prop: 'preStop', got: shown(hook), must: `be left out of container '${container.name}'`,
    because: 'a container has one preStop hook, and the drain needs it',
    fix: 'remove it (a sleep is what \'minDrainDuration\' does), or run it from the command of a ShutdownManager.custom',
  });
}

/** Hooks of the known managers, as charts and controllers write them, and our own from an earlier weaving. */
function isManagersHook(hook: unknown, parts: ShutdownManagerParts): boolean {
  if (!isObject(hook)) return false;
  if (isObject(hook.httpGet)) {
    const { path, port } = hook.httpGet;
    return !!parts.wait && path === parts.wait.path && Number(port) === parts.wait.port;
  }
  const command: unknown = isObject(hook.exec) ? hook.exec.command : undefined;
  if (!Array.isArray(command)) return false;
  const own = [parts.drainCommand, parts.waitCommand].some((words) => words?.join('\0') === command.join('\0'));
  return own || (/(^|\/)(envoy-gateway|contour)$/.test(String(command[0])) && command[1] === 'envoy' && command[2] === 'shutdown');
}
