import {
  ContourShutdownManagerOptions, CustomShutdownManagerOptions, EnvoyGatewayShutdownManagerOptions,
} from './shutdown-manager-options';
import { IShutdownManager } from './shutdown-manager-parts';
import { ContourShutdownManager } from './shutdown-managers/contour';
import { CustomShutdownManager } from './shutdown-managers/custom';
import { EnvoyGatewayShutdownManager } from './shutdown-managers/envoy-gateway';
import { given } from './values/objects';

/** The shutdown managers that the library knows. */
export class ShutdownManager {
  /**
   * Envoy Gateway's: bounds the drain, counts HTTP and TCP connections, needs no shared volume.
   *
   * Drains of 10 s and more end in a FailedPreStopHook event that means nothing, unless it lives in
   * Envoy's container. Throws for a version without manager, or one that contradicts the image's tag.
   *
   * @see https://github.com/envoyproxy/gateway/blob/v1.9.0/internal/cmd/envoy/shutdown_manager.go
   */
  public static envoyGateway(options: EnvoyGatewayShutdownManagerOptions = {}): IShutdownManager {
    return new EnvoyGatewayShutdownManager(given(options));
  }

  /**
   * Contour's: Envoy's admin interface is a unix socket that only the two containers reach.
   *
   * It counts HTTP connections only, and only the grace period bounds it. Throws for a version
   * before 1.19, or one that contradicts the image's tag.
   *
   * @see https://projectcontour.io/docs/main/redeploy-envoy/
   */
  public static contour(options: ContourShutdownManagerOptions = {}): IShutdownManager {
    return new ContourShutdownManager(given(options));
  }

  /**
   * A program of your own, described by its command lines.
   *
   * Throws if nothing starts the drain, or if Envoy's hook has not exactly one way to wait.
   */
  public static custom(options: CustomShutdownManagerOptions): IShutdownManager {
    return new CustomShutdownManager(given(options));
  }

  private constructor() {}
}
