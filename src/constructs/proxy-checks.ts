import { WorkloadProps } from 'cdk8s-plus-28';
import { envoyContainerName, shutdownManagerContainerName } from '../container-names';
import { EnvoyListener } from '../envoy-listener';
import { ENVOY } from '../upstream/envoy';
import { refusal, shown } from '../values/errors';
import { checkedPort } from '../values/ports';

/** Arguments that a prop or the drain sets, and the way to set them. */
const SET_ELSEWHERE: { readonly [flag: string]: string } = {
  '-c': 'use \'bootstrap\'',
  '--config-path': 'use \'bootstrap\'',
  '--config-yaml': 'use \'bootstrap\'',
  '--concurrency': 'use \'concurrency\'',
  '-l': 'use \'logLevel\'',
  '--log-level': 'use \'logLevel\'',
  '--drain-time-s': 'use \'drainTiming\'',
  '--drain-strategy': 'leave it out: \'immediate\' is what tells every client to leave',
  '--disable-hot-restart': 'leave it out: it is set',
  '--restart-epoch': 'leave it out: hot restarts are off',
  '--mode': 'leave it out: Envoy would only check its configuration and end',
};

/** Refuses arguments that would contradict what the construct sets. */
export function checkExtraArgs(extraArgs: readonly string[]): void {
  if (!Array.isArray(extraArgs) || !extraArgs.every((argument) => typeof argument === 'string')) {
    throw refusal({
      prop: 'extraArgs', got: shown(extraArgs), must: 'be a list of texts',
      because: 'each is one argument of Envoy', fix: 'write numbers as text',
    });
  }
  for (const argument of extraArgs) {
    const flag = argument.split(/[=\s]/, 1)[0];
    if (!(flag in SET_ELSEWHERE)) continue;
    throw refusal({
      prop: 'extraArgs', got: argument, must: `leave out ${flag}`,
      because: 'Envoy would get it twice', fix: SET_ELSEWHERE[flag],
    });
  }
}

/** Refuses containers under the names of ours. */
export function checkContainers(props: WorkloadProps, ours: readonly string[]): void {
  const { containers = [], initContainers = [] } = props;
  const taken = [envoyContainerName, shutdownManagerContainerName, ...ours];
  for (const { name } of [...containers, ...initContainers]) {
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
