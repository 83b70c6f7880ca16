import { ShutdownManager } from '../shutdown-manager';
import { IShutdownManager } from '../shutdown-manager-parts';

let defaultManager: IShutdownManager | undefined;

/** Envoy Gateway's manager, made once: it holds nothing but settings, and there are thousands of proxies. */
export function defaultShutdownManager(): IShutdownManager {
  defaultManager ??= ShutdownManager.envoyGateway();
  return defaultManager;
}
