import { managerHook, withPreStop } from './hooks';
import { isObject, Manifest, objectAt, sorted } from './manifest';
import { managerStartupProbe } from './probes';
import { checkWritable, mountOf } from './volumes';
import { shutdownManagerContainerName } from '../container-names';
import { ShutdownManagerParts, ShutdownManagerResources } from '../shutdown-manager-parts';
import { DEFAULT_CPU_REQUEST_MILLIS } from '../shutdown-managers/resources';
import { refusal } from '../values/errors';
import { withoutUndefined } from '../values/objects';

/** What the manager's container is made from. */
export interface ManagerContainerRequest {
  readonly parts: ShutdownManagerParts;
  /** The manager that the pod has already. */
  readonly current?: Manifest;
  readonly envoy: Manifest;
  readonly podSecurityContext: Manifest;
  readonly volumes: readonly Manifest[];
  readonly native: boolean;
  readonly startupProbe: boolean;
}

/**
 * The manager's container. Of one that was there already, everything stays but what the drain
 * needs: command, hook, probes (a probe that restarts it would run its hook) and where it runs.
 */
export function managerContainer(request: ManagerContainerRequest): Manifest {
  const { parts, current = {}, native } = request;
  const container = {
    ...current,
    name: shutdownManagerContainerName,
    image: parts.image,
    imagePullPolicy: parts.imagePullPolicy ?? current.imagePullPolicy ?? 'IfNotPresent',
    command: parts.command.length > 0 ? parts.command : undefined,
    args: parts.args,
    env: parts.environment ? environment(parts.environment) : current.env,
    livenessProbe: undefined,
    readinessProbe: undefined,
    startupProbe: native && request.startupProbe ? managerStartupProbe(parts) : undefined,
    resources: resources(request),
    restartPolicy: native ? 'Always' : undefined,
    restartPolicyRules: undefined,
    securityContext: securityContext(request),
  };
  return sorted(withPreStop(container, managerHook(parts)));
}

function environment(variables: { readonly [name: string]: string }): Manifest[] {
  return Object.entries(variables).map(([name, value]) => ({ name, value }));
}

function resources({ parts, current }: ManagerContainerRequest): Manifest {
  if (!parts.resources && current?.resources) return current.resources;
  return rendered({ ...parts.defaultResources, ...withoutUndefined(parts.resources ?? {}) });
}

function rendered(amounts: ShutdownManagerResources): Manifest {
  const { cpuRequestMillis = DEFAULT_CPU_REQUEST_MILLIS, cpuLimitMillis, memoryRequest, memoryLimit } = amounts;
  const limits = sorted({
    cpu: cpuLimitMillis === undefined ? undefined : `${cpuLimitMillis}m`,
    memory: memoryLimit && `${memoryLimit.toMebibytes()}Mi`,
  });
  const requests = sorted({
    cpu: `${cpuRequestMillis}m`, memory: memoryRequest && `${memoryRequest.toMebibytes()}Mi`,
  });
  return sorted({ limits: Object.keys(limits).length > 0 ? limits : undefined, requests });
}

/** Hardened as far as the program allows; what the pod's own manager had wins. */
function securityContext(request: ManagerContainerRequest): Manifest {
  const { parts, current = {} } = request;
  const place = `container '${shutdownManagerContainerName}'`;
  const existing = objectAt(current, 'securityContext', place);
  const identity = userAndGroup(request);
  const context = sorted({
    allowPrivilegeEscalation: gainsPrivileges(existing),
    capabilities: { drop: ['ALL'] },
    privileged: false,
    readOnlyRootFilesystem: !writesRootFilesystem(parts),
    runAsNonRoot: nonRoot(existing.runAsUser ?? identity.runAsUser ?? request.podSecurityContext.runAsUser, request),
    seccompProfile: { type: 'RuntimeDefault' },
    ...identity,
    ...existing,
  });
  checkReadyFile(request, context);
  return context;
}

/** The API server refuses to forbid to such a container what it has already. */
function gainsPrivileges({ privileged, capabilities }: Manifest): boolean {
  const added: unknown = isObject(capabilities) ? capabilities.add : undefined;
  return privileged === true || (Array.isArray(added) && added.some((name) => /^(CAP_)?SYS_ADMIN$/.test(String(name))));
}

/** Demanded only where the user is known: an image without one runs as root, and would never start. */
function nonRoot(user: unknown, { current }: ManagerContainerRequest): boolean | undefined {
  if (user === undefined) return current ? undefined : true;
  return user !== 0;
}

/** Envoy's user where it has one of its own: an admin socket lets only its owner write. */
function userAndGroup({ parts, envoy, podSecurityContext, current }: ManagerContainerRequest): Manifest {
  const ofEnvoy: Manifest = isObject(envoy.securityContext) ? envoy.securityContext : {};
  if (ofEnvoy.runAsUser !== undefined) {
    return sorted({ runAsUser: ofEnvoy.runAsUser, runAsGroup: ofEnvoy.runAsGroup });
  }
  if (podSecurityContext.runAsUser !== undefined || current || parts.adminSocket) return {};
  return parts.user === undefined ? {} : { runAsUser: parts.user, runAsGroup: parts.user };
}

function writesRootFilesystem(parts: ShutdownManagerParts): boolean {
  return parts.directory !== undefined && !parts.sharesDirectory;
}

function checkReadyFile(request: ManagerContainerRequest, context: Manifest): void {
  const { parts, current } = request;
  if (!writesRootFilesystem(parts)) return;
  const mount = current && mountOf(current, parts.directory!);
  if (mount) checkWritable(mount, request.volumes, shutdownManagerContainerName, parts.directory!);
  if (mount || context.readOnlyRootFilesystem !== true) return;
  throw refusal({
    prop: 'readOnlyRootFilesystem', got: 'true',
    must: `be false for container '${shutdownManagerContainerName}'`,
    because: `it notes the end of the drain in ${parts.directory}, and Envoy's hook would wait until it gives up`,
    fix: `set it to false, or mount an emptyDir at ${parts.directory}`,
  });
}
