import { EnvValue, ImagePullPolicy, WorkloadProps } from 'cdk8s-plus-28';
import { envoyContainerName, shutdownManagerContainerName } from '../container-names';
import { EnvoyListener } from '../envoy-listener';
import { EnvoyLogLevel, EnvoyProxyOptions } from '../envoy-proxy-options';
import { ENVOY } from '../upstream/envoy';
import { refusal, shown } from '../values/errors';
import { given } from '../values/objects';
import { checkedPort } from '../values/ports';
import { checkedChoice } from '../values/texts';

const TWICE = 'Envoy would get it twice';
const ONLY_CHECKS = 'Envoy would print something and end';

/** Arguments that a prop or the drain sets, or that keep Envoy from running: why not, and what to do. */
const REFUSED_ARGS = new Map<string, [because: string, fix: string]>([
  ['-c', [TWICE, 'use \'bootstrap\'']],
  ['--config-path', [TWICE, 'use \'bootstrap\'']],
  ['--config-yaml', [TWICE, 'use \'bootstrap\'']],
  ['--concurrency', [TWICE, 'use \'concurrency\'']],
  ['-l', [TWICE, 'use \'logLevel\'']],
  ['--log-level', [TWICE, 'use \'logLevel\'']],
  ['--drain-time-s', [TWICE, 'use \'drainTiming\'']],
  ['--drain-strategy', [TWICE, 'leave it out: \'immediate\' is what tells every client to leave']],
  ['--disable-hot-restart', [TWICE, 'leave it out: it is set']],
  ['--restart-epoch', ['hot restarts are off', 'leave it out']],
  ['--service-node', [TWICE, 'set node.id in the bootstrap']],
  ['--service-cluster', [TWICE, 'set node.cluster in the bootstrap']],
  ['--mode', ['Envoy would only check its configuration and end', 'leave it out']],
  ['--version', [ONLY_CHECKS, 'leave it out']],
  ['--help', [ONLY_CHECKS, 'leave it out']],
  ['-h', [ONLY_CHECKS, 'leave it out']],
]);

/** Refuses arguments that would contradict what the construct sets. */
export function checkExtraArgs(extraArgs: readonly string[]): void {
  if (!Array.isArray(extraArgs) || !extraArgs.every((argument) => typeof argument === 'string')) {
    throw refusal({
      prop: 'extraArgs', got: shown(extraArgs), must: 'be a list of texts',
      because: 'each is one argument of Envoy', fix: 'write numbers as text',
    });
  }
  for (const argument of extraArgs) {
    const flag = flagOf(argument);
    const refused = REFUSED_ARGS.get(flag);
    if (!refused) continue;
    const [because, fix] = refused;
    throw refusal({ prop: 'extraArgs', got: argument, must: `leave out ${flag}`, because, fix });
  }
}

/** `--flag` of `--flag=value`; short ones have their value glued to them: `-ldebug`. */
function flagOf(argument: string): string {
  return /^-[a-zA-Z]/.test(argument) ? argument.slice(0, 2) : argument.split(/[=\s]/, 1)[0];
}

/** More is a mistake: each worker thread has its own event loop, connection pools and memory. */
const HIGHEST_CONCURRENCY = 1024;

/** Refuses settings of Envoy's process that it would not start with. */
export function checkProcess({ concurrency, logLevel, envoyImagePullPolicy, envVariables }: EnvoyProxyOptions): void {
  checkEnvironment(given(envVariables));
  if (logLevel !== undefined) {
    checkedChoice('logLevel', logLevel, Object.values(EnvoyLogLevel), 'Envoy knows no other and would not start');
  }
  if (envoyImagePullPolicy !== undefined) {
    checkedChoice('envoyImagePullPolicy', envoyImagePullPolicy, Object.values(ImagePullPolicy), 'the API server knows no other');
  }
  if (concurrency !== undefined) checkConcurrency(concurrency);
}

function checkEnvironment(envVariables: { readonly [name: string]: EnvValue }): void {
  for (const [name, value] of Object.entries(envVariables)) {
    if (typeof value === 'object') continue;
    throw refusal({
      prop: 'envVariables', got: `${name}: ${shown(value)}`, must: 'have EnvValues for values',
      because: 'the variable would be empty', fix: 'write EnvValue.fromValue(text)',
    });
  }
}

function checkConcurrency(concurrency: number): void {
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw refusal({
      prop: 'concurrency', got: shown(concurrency), must: 'be a whole number of at least 1',
      because: 'Envoy needs a worker thread', fix: 'leave it out for a thread a hardware thread',
    });
  }
  if (concurrency <= HIGHEST_CONCURRENCY) return;
  throw refusal({
    prop: 'concurrency', got: String(concurrency), must: `be at most ${HIGHEST_CONCURRENCY}`,
    because: 'each is a thread with connections and memory of its own, and more than a node has cores only take turns',
    fix: 'leave it out for a thread a hardware thread',
  });
}

/** Refuses containers under the names of ours. */
export function checkContainers(props: WorkloadProps, ours: readonly string[]): void {
  const taken = [envoyContainerName, shutdownManagerContainerName, ...ours];
  for (const prop of ['containers', 'initContainers'] as const) {
    const containers: unknown = props[prop] ?? [];
    if (!Array.isArray(containers) || !containers.every((container) => typeof container === 'object' && container !== null)) {
      throw refusal({
        prop, got: shown(containers), must: 'be a list of ContainerProps',
        because: 'each becomes a container of the pod', fix: 'write [{ name: \'app\', image: \'...\' }]',
      });
    }
  }
  for (const { name } of [...props.containers ?? [], ...props.initContainers ?? []]) {
    if (name === undefined || !taken.includes(name)) continue;
    throw refusal({
      prop: 'containers', got: name, must: 'have other names',
      because: 'the construct makes the containers of these names itself',
      fix: 'set what you need by its props, or use a workload of cdk8s-plus and ShutdownManagerSidecar',
    });
  }
}

/** Refuses ports that Envoy may not listen on as the user it runs as. */
export function checkListenerPorts(listeners: readonly EnvoyListener[], user: number | undefined): void {
  for (const { name, port } of listeners) {
    checkedPort(`listener ${name}`, port);
    if (user === 0 || port >= ENVOY.firstUnprivilegedPort) continue;
    throw refusal({
      prop: 'port_value', got: `${port}, listener '${name}'`, must: `be ${ENVOY.firstUnprivilegedPort} or higher`,
      because: 'Envoy does not run as root and may not listen there',
      fix: `use ${port + ENVOY.portShift}, which exposeListeners exposes as ${port}`,
    });
  }
}
