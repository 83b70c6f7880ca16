import { readSources, SourceDocument } from './documents';
import { CommandIo, EXIT, UsageError } from './io';
import { applicability, ScenarioFlags, scenarioOf } from './scenarios';
import { KubernetesVersion } from '../kubernetes-version';
import { FieldError } from '../pod/fields';
import { PodLifecycle } from '../pod/pod-lifecycle';
import { readPods } from '../pod/read';
import { SimulateTerminationOptions, TerminationTimeline } from '../termination-timeline';
import { ENVOY_GATEWAY } from '../upstream/envoy-gateway';
import { checkedRelease } from '../values/images';

/** Options of `envoy-drain simulate`, as they are written. */
export interface SimulateFlags extends ScenarioFlags {
  readonly kubernetesVersion?: string;
  readonly envoyGateway?: string;
  readonly format: string;
}

const FORMATS = ['text', 'json', 'svg'];

/** A pod, and the document that makes it. */
interface FoundPod {
  readonly document: SourceDocument;
  readonly pod: PodLifecycle;
}

/** Simulates the end of every pod in the files; exits with 1 if one of them loses requests. */
export function simulateCommand(paths: readonly string[], flags: SimulateFlags, io: CommandIo): number {
  const options = optionsOf(flags);
  const { documents, errors } = readSources(paths, io.standardInput);
  let unreadable = errors.length;
  for (const { source, line, message } of errors) io.error(`${place(source, line)}: ${message}\n`);
  const attempt = <Made>(document: SourceDocument, pointer: string, make: () => Made[]): Made[] => {
    try {
      return make();
    } catch (error) {
      unreadable += 1;
      const line = document.lineOf(error instanceof FieldError ? error.pointer : pointer);
      io.error(`${place(document.source, line)}: ${(error as Error).message}\n`);
      return [];
    }
  };
  const found = documents.flatMap((document) => attempt(document, '', () =>
    readPods(document.value, options).map((pod): FoundPod => ({ document, pod }))));
  const timelines = applicable(found, flags, io).flatMap(({ document, pod }) =>
    attempt(document, pod.pointer, () => [TerminationTimeline._ofPod(pod, options)]));
  if (timelines.length === 0 && unreadable === 0) throw new UsageError('there is no pod in the input');
  write(timelines, flags.format, io);
  return unreadable > 0 ? EXIT.usage : verdict(timelines);
}

function optionsOf(flags: SimulateFlags): SimulateTerminationOptions {
  const { format, kubernetesVersion, envoyGateway } = flags;
  if (!FORMATS.includes(format)) throw new UsageError(`--format ${format}: known are ${FORMATS.join(', ')}`);
  return {
    scenario: scenarioOf(flags),
    kubernetesVersion: blamed('--kubernetes-version', kubernetesVersion, (text) => KubernetesVersion.of(text)),
    envoyGatewayVersion: blamed('--envoy-gateway', envoyGateway, (text) =>
      checkedRelease('Envoy Gateway', text, ENVOY_GATEWAY.firstVersion)),
  };
}

/** What a flag says; an error names the flag. */
function blamed<Value>(flag: string, text: string | undefined, read: (text: string) => Value): Value | undefined {
  if (text === undefined) return undefined;
  try {
    return read(text);
  } catch (error) {
    throw new UsageError(`${flag}: ${(error as Error).message}`);
  }
}

/** The pods that the scenario can happen to; of the others there is nothing to say. */
function applicable(found: readonly FoundPod[], flags: SimulateFlags, io: CommandIo): FoundPod[] {
  const applies = applicability(flags, found.map(({ pod }) => pod));
  return found.filter(({ document, pod }) => {
    if (applies(pod)) return true;
    io.error(`${place(document.source, document.lineOf(pod.pointer))}: note: no such container for --scenario ${flags.scenario}, skipped\n`);
    return false;
  });
}

function verdict(timelines: readonly TerminationTimeline[]): number {
  const ofEnvoys = timelines.filter(({ outcome }) => outcome.envoyContainers.length > 0);
  if (ofEnvoys.length === 0) throw new UsageError('no program in the input was recognised as an Envoy, so that nothing can be said');
  return ofEnvoys.every(({ outcome }) => outcome.isKnown && !outcome.losesRequests) ? EXIT.nothing : EXIT.findings;
}

function place(source: string, line: number | undefined): string {
  return line === undefined ? source : `${source}:${line}`;
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
