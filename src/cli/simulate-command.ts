import { PlacedDocument, readSources } from './documents';
import { choiceFlag, envoyGatewayFlag, kubernetesVersionFlag } from './flags';
import { CommandIo, EXIT, place, UsageError } from './io';
import { placedLine, printable } from './printable';
import { applicability, ScenarioFlags, scenarioOf } from './scenarios';
import { FieldError } from '../pod/fields';
import { PodLifecycle } from '../pod/pod-lifecycle';
import { readPods } from '../pod/read';
import { SimulateTerminationOptions, TerminationTimeline } from '../termination-timeline';

/** Options of `envoy-drain simulate`, as they are written. */
export interface SimulateFlags extends ScenarioFlags {
  readonly kubernetesVersion?: string;
  readonly envoyGateway?: string;
  readonly format: string;
}

const FORMATS = ['text', 'json', 'svg'] as const;

type Format = typeof FORMATS[number];

/** A pod, and the document that makes it. */
interface FoundPod {
  readonly document: PlacedDocument;
  readonly pod: PodLifecycle;
}

/** Simulates the end of every pod in the files; exits with 1 if one of them loses requests. */
export function simulateCommand(paths: readonly string[], flags: SimulateFlags, io: CommandIo): number {
  const format = choiceFlag('--format', flags.format, FORMATS);
  const options = optionsOf(flags);
  const reader = createReader(io);
  const timelines = applicable(podsIn(paths, options, reader, io), flags, io).flatMap(({ document, pod }) =>
    reader.attempt(document, pod.pointer, () => [TerminationTimeline._ofPod(pod, options)]));
  if (timelines.length === 0 && reader.unreadable() === 0) throw new UsageError('there is no pod in the input');
  write(timelines, format, io);
  return reader.unreadable() > 0 ? EXIT.usage : verdict(timelines);
}

/** Goes on where something cannot be read, and remembers it. */
interface Reader {
  attempt<Made>(document: PlacedDocument, pointer: string, make: () => Made[]): Made[];
  refuse(source: string, line: number | undefined, message: string): void;
  unreadable(): number;
}

function createReader(io: CommandIo): Reader {
  let unreadable = 0;
  const refuse: Reader['refuse'] = (source, line, message) => {
    unreadable += 1;
    io.error(placedLine(source, line, message));
  };
  return {
    refuse,
    unreadable: () => unreadable,
    attempt: (document, pointer, make) => {
      try {
        return make();
      } catch (error) {
        const line = document.lineOf(error instanceof FieldError ? error.pointer : pointer);
        refuse(document.source, line, (error as Error).message);
        return [];
      }
    },
  };
}

function podsIn(
  paths: readonly string[], options: SimulateTerminationOptions, reader: Reader, io: CommandIo,
): FoundPod[] {
  const found: FoundPod[] = [];
  for (const item of readSources(paths, io.standardInput)) {
    if (item.kind === 'error') reader.refuse(item.source, item.line, item.message);
    if (item.kind !== 'document') continue;
    const document: PlacedDocument = { source: item.source, lineOf: item.lineOf };
    found.push(...reader.attempt(document, '', () => readPods(item.value, options).map((pod) => ({ document, pod }))));
  }
  return found;
}

function optionsOf(flags: SimulateFlags): SimulateTerminationOptions {
  return {
    scenario: scenarioOf(flags),
    kubernetesVersion: kubernetesVersionFlag(flags.kubernetesVersion),
    envoyGatewayVersion: envoyGatewayFlag(flags.envoyGateway),
  };
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

function write(timelines: readonly TerminationTimeline[], format: Format, io: CommandIo): void {
  if (format === 'text') io.out(printable(timelines.map((timeline) => timeline.toText()).join('\n')));
  if (format === 'json') io.out(`${printable(`[${timelines.map((timeline) => timeline.toJson()).join(',\n')}]`)}\n`);
  if (format !== 'svg') return;
  if (timelines.length !== 1) {
    throw new UsageError(`--format svg draws one pod, and the input has ${timelines.length}: pass one, or use --format json`);
  }
  io.out(timelines[0].toSvg());
}
