import { Run } from './run';
import { CONTOUR } from '../src/upstream/contour';
import { ENVOY_GATEWAY } from '../src/upstream/envoy-gateway';

export const ENVOY_CONTAINER = 'envoy';
export const MANAGER_CONTAINER = 'shutdown-manager';

/** The pod whose part Envoy and its manager played in a run. */
export function manifestOf(run: Run): object {
  const { topology } = run;
  const hasManager = topology === 'sibling' || topology === 'native';
  const manager = hasManager ? [managerOf(run)] : [];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: run.name.toLowerCase() },
    spec: {
      terminationGracePeriodSeconds: run.graceSeconds,
      shareProcessNamespace: panics(run),
      initContainers: topology === 'native' ? manager.map((container) => ({ ...container, restartPolicy: 'Always' })) : [],
      containers: [envoyOf(run), ...topology === 'native' ? [] : manager],
      volumes: [ADMIN_VOLUME],
    },
  };
}

const ADMIN_VOLUME = { name: 'envoy-admin', emptyDir: {} };
const ADMIN_MOUNT = { name: ADMIN_VOLUME.name, mountPath: CONTOUR.adminDirectory };

/** An image with a shell and curl: some hooks are scripts. */
function envoyOf(run: Run) {
  return {
    name: ENVOY_CONTAINER,
    image: run.topology === 'inenvoy' ? 'envoy-with-drain' : `envoy-with-curl:v${run.envoy}`,
    command: ['envoy', ...run.envoyArgs ?? []],
    lifecycle: withHook(hookOfEnvoy(run)),
    volumeMounts: run.proxy === 'contour' ? [ADMIN_MOUNT] : [],
  };
}

function hookOfEnvoy(run: Run): object | undefined {
  if (run.topology === 'sibling' || run.topology === 'native') {
    const { waitPath, managerPort } = run.proxy === 'eg' ? ENVOY_GATEWAY : CONTOUR;
    return { httpGet: { path: waitPath, port: managerPort } };
  }
  if (run.topology === 'inenvoy') return run.faults.no_exec_hook ? undefined : { exec: { command: drainCommand(run) } };
  return scriptOf(run);
}

/** The ways without a manager. */
function scriptOf(run: Run): object | undefined {
  const call = ADMIN_CALLS[run.topology];
  if (call === undefined) throw new Error(`${run.name}: there is no topology ${run.topology}`);
  const admin = run.proxy === 'eg'
    ? `http://127.0.0.1:${ENVOY_GATEWAY.adminPort}`
    : `--unix-socket ${CONTOUR.adminDirectory}/${CONTOUR.adminSocketName} http://unix`;
  const commands = [
    ...call === '' ? [] : [`curl -X POST ${admin}'${call}'`],
    ...run.sleepSeconds > 0 ? [`sleep ${run.sleepSeconds}`] : [],
  ];
  return commands.length === 0 ? undefined : { exec: { command: ['sh', '-c', commands.join('; ')] } };
}

const ADMIN_CALLS: { readonly [topology: string]: string | undefined } = {
  nohook: '',
  sleep: '',
  hcfail_sleep: '/healthcheck/fail',
  drain_now_sleep: '/drain_listeners',
  drain_graceful_sleep: '/drain_listeners?graceful',
  drain_graceful_skip_sleep: '/drain_listeners?graceful&skip_exit',
  quitquitquit: '/quitquitquit',
};

function managerOf(run: Run) {
  const { proxy, managerArgs, faults } = run;
  const version = run.manager.split(' ')[1];
  return {
    name: MANAGER_CONTAINER,
    image: `${proxy === 'eg' ? ENVOY_GATEWAY.imageRepository : CONTOUR.imageRepository}:v${version}`,
    command: [program(run), 'envoy', 'shutdown-manager', ...managerArgs ?? [], ...readyFileFlag(run)],
    lifecycle: withHook(faults.no_exec_hook ? undefined : { exec: { command: drainCommand(run) } }),
    volumeMounts: proxy === 'contour' ? [ADMIN_MOUNT] : [],
    securityContext: {
      // A ready file in a folder that is not there cannot be written either.
      readOnlyRootFilesystem: faults.sidecar_ro_tmp === true || faults.ready_file !== undefined,
      ...panics(run) ? { runAsUser: faults.hook_uid } : {},
    },
  };
}

function drainCommand(run: Run): string[] {
  return [program(run), 'envoy', 'shutdown', ...run.shutdownArgs ?? [], ...readyFileFlag(run)];
}

function program({ proxy }: Run): string {
  return proxy === 'eg' ? ENVOY_GATEWAY.programPath : CONTOUR.programPath;
}

function readyFileFlag({ faults }: Run): string[] {
  return faults.ready_file === undefined ? [] : [`--ready-file=${faults.ready_file}`];
}

/** The hook logs to process 1 of another user, but only in a cluster. */
function panics({ faults }: Run): boolean {
  return faults.hook_uid !== undefined && (faults.env ?? []).some((entry) => entry.startsWith('KUBERNETES_SERVICE_HOST='));
}

function withHook(preStop: object | undefined): object {
  return preStop ? { preStop } : {};
}
