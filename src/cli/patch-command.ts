import { Duration } from 'cdk8s';
import { stringify } from 'yaml';
import { concerns, mendFiles } from './fix-mending';
import { messageLine } from './fix-messages';
import { MendFlags, mendRequestFrom } from './fix-options';
import { readFixFiles } from './fix-sources';
import { choiceFlag, envoyGatewayFlag } from './flags';
import { CommandIo, EXIT, UsageError } from './io';
import { changesOf, PATCH_FORMS, patchText } from './patch-forms';
import { placedLine, printable } from './printable';
import { KubernetesVersion } from '../kubernetes-version';
import { MendRequest } from '../mending/mend-request';
import { drainTimingFor } from '../mending/timing';
import { decideLayout, envoyProxySpec } from '../pod/envoy-gateway-patch';
import { ShutdownManager } from '../shutdown-manager';
import { ShutdownManagerProgram } from '../shutdown-manager-program';
import { SidecarPlacement } from '../sidecar-placement';
import { TerminationCeiling } from '../termination-ceiling';
import { checkedName } from '../values/names';

/** Options of `envoy-drain patch`, as they are written. */
export interface PatchFlags extends MendFlags {
  readonly envoyGateway?: string;
  readonly daemonSet?: boolean;
  readonly name: string;
  readonly namespace: string;
  readonly from?: string;
  readonly output: string;
}

/** Prints an EnvoyProxy resource, or a patch of what was rendered. */
export function patchCommand(flags: PatchFlags, io: CommandIo): number {
  const request = mendRequestFrom(flags);
  const output = choiceFlag('--output', flags.output, PATCH_FORMS);
  if ((flags.envoyGateway === undefined) === (flags.from === undefined)) {
    throw new UsageError('--envoy-gateway <version> or --from <file> must be given, one of the two: without, there is nothing to patch');
  }
  if (flags.from !== undefined) return patchFrom(flags.from, output, request, io);
  io.out(printable(envoyProxyText(flags, request)));
  return EXIT.nothing;
}

/** The resource, and above it why it looks as it does. */
function envoyProxyText(flags: PatchFlags, request: MendRequest): string {
  const { times, declared, placement: requested, managerImage } = request;
  const version = envoyGatewayFlag(flags.envoyGateway)!;
  const kubernetesVersion = declared.kubernetesVersion ?? KubernetesVersion.UNKNOWN;
  const { placement, reason } = usable(() => decideLayout(version, kubernetesVersion, requested));
  const program = placement === SidecarPlacement.ENVOY_CONTAINER ? ShutdownManagerProgram.imageVolume() : undefined;
  const spec = usable(() => {
    const manager = ShutdownManager.envoyGateway({ version, image: managerImage, resources: {}, program });
    return envoyProxySpec({
      version, kubernetesVersion, placement, manager,
      drainTiming: drainTimingFor({ asked: times, declared, manager }),
      ceilings: declared.graceCeilingMillis === undefined ? []
        : [TerminationCeiling.custom('--grace-ceiling', Duration.millis(declared.graceCeilingMillis))],
      spec: flags.daemonSet ? { provider: { kubernetes: { envoyDaemonSet: {} } } } : {},
      podSpec: {},
    });
  });
  const resource = {
    apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyProxy',
    metadata: { name: checkedName('--name', flags.name), namespace: checkedName('--namespace', flags.namespace) }, spec,
  };
  return `# Pods of Envoy Gateway ${version} that drain; ${reason}.\n`
    + '# Name it in spec.parametersRef of the GatewayClass, or in spec.infrastructure.parametersRef of a Gateway in its namespace.\n'
    + stringify(resource, { lineWidth: 0 });
}

/** What `fix` would change, as a patch for whoever cannot change the file. */
function patchFrom(file: string, output: typeof PATCH_FORMS[number], request: MendRequest, io: CommandIo): number {
  const { files, errors } = readFixFiles([file], io.standardInput, (value) => concerns(value, request));
  for (const { source, line, message } of errors) io.error(placedLine(source, line, message));
  const messages = mendFiles(files, request);
  for (const message of messages.filter(({ kind }) => kind !== 'mended')) io.error(messageLine(message));
  if (errors.length > 0 || messages.some(({ kind }) => kind === 'unreadable')) return EXIT.usage;
  const changes = files.flatMap(({ documents }) => documents.flatMap(({ before, after }) => changesOf(before, after)));
  if (changes.length > 0) io.out(printable(patchText(output, changes)));
  else io.error('nothing to patch: no pod has an error, or a warning that can be mended\n');
  return messages.some(({ kind }) => kind === 'left') ? EXIT.findings : EXIT.nothing;
}

/** The library's words for what the command line asked for. */
function usable<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
