/**
 * The one model of a pod that rules and simulator see: plain, with the API's defaults filled in, and
 * for everything the JSON pointer that it came from.
 */
export interface PodLifecycle {
  readonly object: { readonly kind: string; readonly namespace?: string; readonly name?: string };
  /** JSON pointer of the pod's spec in its document. */
  readonly pointer: string;
  /** In start order: init containers and sidecars as they stand, then regular containers. */
  readonly containers: readonly ContainerLifecycle[];
  readonly volumes: readonly VolumeLifecycle[];
  readonly graceSeconds: number;
  /** Whether the manifest says it, or the API's default of 30 s was filled in. */
  readonly graceDeclared: boolean;
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  readonly hostNetwork: boolean;
  readonly hostPID: boolean;
  readonly shareProcessNamespace: boolean;
  readonly runAsUser?: number;
  /** Annotations of the object, then of its template, which win. */
  readonly annotations: { readonly [name: string]: string };
  /** JSON pointers of those annotations that findings may be about. */
  readonly annotationPointers?: { readonly [name: string]: string };
  /** Labels of the template, by which Services select. */
  readonly labels: { readonly [name: string]: string };
  readonly rollout: RolloutLifecycle;
}

export interface ContainerLifecycle {
  readonly name: string;
  /** `sidecar`: an init container with `restartPolicy: Always`. */
  readonly kind: 'init' | 'sidecar' | 'regular';
  readonly pointer: string;
  readonly image?: string;
  /** Command and arguments, variables resolved; without `command`, the image's entrypoint comes before them. */
  readonly argv: readonly string[];
  /** Whether `command` is given, so that `argv` is the whole command line. */
  readonly commandGiven: boolean;
  readonly preStop?: HookLifecycle;
  readonly postStart?: HookLifecycle;
  readonly livenessProbe?: ProbeLifecycle;
  readonly readinessProbe?: ProbeLifecycle;
  readonly startupProbe?: ProbeLifecycle;
  readonly ports: readonly PortLifecycle[];
  readonly mounts: readonly MountLifecycle[];
  readonly resources: ResourcesLifecycle;
  readonly readOnlyRootFilesystem: boolean;
  readonly runAsUser?: number;
  /** Variables with a literal value; references to other objects are left out. */
  readonly env: { readonly [name: string]: string };
}

export type HookLifecycle =
  | { readonly kind: 'exec'; readonly command: readonly string[]; readonly pointer: string }
  | HttpGetLifecycle
  | { readonly kind: 'sleep'; readonly seconds: number; readonly pointer: string }
  | { readonly kind: 'tcpSocket'; readonly pointer: string };

export interface HttpGetLifecycle {
  readonly kind: 'httpGet';
  readonly pointer: string;
  readonly host?: string;
  /** With its query, as it is written. */
  readonly path: string;
  /** A number, or the name of a port of the same container. */
  readonly port: number | string;
  readonly scheme: 'HTTP' | 'HTTPS';
}

export interface ProbeLifecycle {
  readonly pointer: string;
  readonly action: HookLifecycle | { readonly kind: 'grpc'; readonly pointer: string };
  readonly initialDelaySeconds: number;
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly successThreshold: number;
  readonly failureThreshold: number;
  readonly terminationGracePeriodSeconds?: number;
}

export interface PortLifecycle {
  readonly name?: string;
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly protocol: string;
}

export interface MountLifecycle {
  readonly volume: string;
  readonly path: string;
  readonly readOnly: boolean;
  readonly subPath?: string;
}

export interface VolumeLifecycle {
  readonly name: string;
  /** `emptyDir`, `configMap`, `image`, ... as the API calls it. */
  readonly kind: string;
  readonly pointer: string;
  readonly medium?: string;
}

export interface ResourcesLifecycle {
  readonly cpuRequestMillis?: number;
  readonly cpuLimitMillis?: number;
  readonly memoryRequestBytes?: number;
  readonly memoryLimitBytes?: number;
}

export interface RolloutLifecycle {
  /** `RollingUpdate`, `Recreate`, `OnDelete`; undefined for kinds that do not roll. */
  readonly strategy?: string;
  readonly replicas?: number;
  /** Rounded as Kubernetes does, for the replicas given. */
  readonly maxSurge?: number;
  readonly maxUnavailable?: number;
  readonly pointer?: string;
}
