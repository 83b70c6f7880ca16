import { Duration } from 'cdk8s';
import { readSources, SourceDocument } from './documents';
import { CommandIo, EXIT, UsageError } from './io';
import { KubernetesVersion } from '../kubernetes-version';
import { readPods } from '../pod/read';
import { TerminationCeiling } from '../termination-ceiling';
import { TerminationScenario, TerminationScenarioOptions } from '../termination-scenario';
import { SimulateTerminationOptions, TerminationTimeline } from '../termination-timeline';
import { durationMillis } from '../upstream/arguments';

/** Options of `envoy-drain simulate`, as they are written. */
export interface SimulateFlags {
  readonly kubernetesVersion?: string;
  readonly envoyGateway?: string;
  readonly scenario: string;
  readonly format: string;
  readonly endpointLag?: string;
  readonly longestRequest?: string;
}

const FORMATS = ['text', 'json', 'svg'];

/** Simulates the end of every pod in the files; exits with 1 if one of them loses requests. */
export function simulateCommand(paths: readonly string[], flags: SimulateFlags, io: CommandIo): number {
  if (!FORMATS.includes(flags.format)) {
    throw new UsageError(`--format ${flags.format}: known are ${FORMATS.join(', ')}`);
  }
  const options = {
    scenario: scenarioOf(flags),
    kubernetesVersion: flags.kubernetesVersion ? KubernetesVersion.of(flags.kubernetesVersion) : undefined,
    envoyGatewayVersion: flags.envoyGateway,
  };
  const { documents, errors } = readSources(paths, () => io.standardInput());
  for (const { source, line, message } of errors) io.error(`${place(source, line)}: ${message}\n`);
  const timelines: TerminationTimeline[] = [];
  let unreadable = errors.length;
  for (const document of documents) {
    try {
      timelines.push(...timelinesOf(document, options));
    } catch (error) {
      unreadable += 1;
      io.error(`${place(document.source, document.lineOf(pointerIn((error as Error).message)))}: ${(error as Error).message}\n`);
    }
  }
  if (timelines.length === 0 && unreadable === 0) throw new UsageError('there is no pod in the input');
  write(timelines, flags.format, io);
  if (unreadable > 0) return EXIT.usage;
  return timelines.some(({ outcome }) => outcome.losesRequests) ? EXIT.findings : EXIT.nothing;
}

function timelinesOf({ value }: SourceDocument, options: SimulateTerminationOptions): TerminationTimeline[] {
  const pods = readPods(value, { envoyGatewayVersion: options.envoyGatewayVersion });
  return pods.map((pod) => TerminationTimeline._ofPod(pod, options));
}

function place(source: string, line: number | undefined): string {
  return line === undefined ? source : `${source}:${line}`;
}

/** The reader's errors name the pointer of what is wrong. */
function pointerIn(message: string): string {
  return /(\/[^\s:,')]+)/.exec(message)?.[1] ?? '';
}

function write(timelines: readonly TerminationTimeline[], format: string, io: CommandIo): void {
  if (format === 'text') io.out(timelines.map((timeline) => timeline.toText()).join('\n'));
  if (format === 'json') io.out(`[${timelines.map((timeline) => timeline.toJson()).join(',\n')}]\n`);
  if (format !== 'svg') return;
  if (timelines.length !== 1) {
    throw new UsageError(`--format svg draws one pod, and the input has ${timelines.length}: pass one, or use --format json`);
  }
  io.out(timelines[0].toSvg());
}

const SCENARIOS = 'deletion, deletion:30s, eviction:0s, node-shutdown:30s, liveness:envoy, startup:envoy, crash:shutdown-manager';

function scenarioOf(flags: SimulateFlags): TerminationScenario {
  const { endpointLag, longestRequest } = flags;
  const options: TerminationScenarioOptions = {
    traffic: {
      endpointLag: duration('--endpoint-lag', endpointLag), longestRequest: duration('--longest-request', longestRequest),
    },
  };
  const [kind, argument] = flags.scenario.split(/:(.*)/s);
  const seconds = (): Duration => duration(`--scenario ${kind}`, argument ?? '')!;
  switch (kind) {
    case 'deletion': return TerminationScenario.deletion(
      argument === undefined ? options : { ...options, gracePeriod: seconds() });
    case 'eviction': return TerminationScenario.eviction(seconds(), options);
    case 'node-shutdown': return TerminationScenario.nodeGoes(TerminationCeiling.custom('the node', seconds()), options);
    case 'liveness': return TerminationScenario.livenessFailure(named(kind, argument), options);
    case 'startup': return TerminationScenario.startupFailure(named(kind, argument), options);
    case 'crash': return TerminationScenario.crash(named(kind, argument), options);
    default: throw new UsageError(`--scenario ${flags.scenario}: known are ${SCENARIOS}`);
  }
}

function named(kind: string, container: string | undefined): string {
  if (container) return container;
  throw new UsageError(`--scenario ${kind}: name the container, as in ${kind}:envoy`);
}

function duration(option: string, text: string | undefined): Duration | undefined {
  if (text === undefined) return undefined;
  const millis = durationMillis(text);
  if (millis === undefined) throw new UsageError(`${option} ${text}: write a duration such as 5s, 500ms or 1m30s`);
  return Duration.millis(millis);
}
