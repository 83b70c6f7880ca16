import { ContainerLifecycle, HookLifecycle, PodLifecycle, ProbeLifecycle } from '../../src/pod/pod-lifecycle';
import { Answer, Endpoint, HookProgram, HookStep, ProgramBehaviour, Span } from '../../src/upstream/behaviour';

/**
 * The program that most recordings of kubelets ran in the places of Envoy and its manager, as the
 * simulator sees programs: a container `run --name N [flags]`, a hook `/actor hook --name N [flags]`.
 */
const BINARY = '/actor';

/** A listener was seen this much after the start of its process. */
const LISTENS: Span = { min: 0, max: 50 };

/** How often `/waitfile` and `--wait-file` look. */
const POLL_MILLIS = 20;

/** What the kubelet's client reads of an answer before it is content with the headers (10 KiB). */
const BODY_LIMIT = 10 * 1024;

export function isActor({ argv, commandGiven }: ContainerLifecycle): boolean {
  return !commandGiven && argv[0] === 'run' && argv.includes('--name');
}

/** What the actor in a container does; the pod says which of its paths somebody asks for. */
export function actorProgram({ argv }: ContainerLifecycle, pod: PodLifecycle): ProgramBehaviour {
  const flag = flagsOf(argv);
  const exitAfter = millisOf(flag('exit-after') ?? '0s');
  const address = flag('http');
  return {
    program: 'actor',
    known: true,
    onSigterm: {
      kind: flag('ignore-term') !== undefined ? 'ignores' : 'exits',
      after: { min: exitAfter, max: exitAfter },
      code: Number(flag('code') ?? 0),
      closesListeners: flag('close-on-term') !== undefined,
      answersOpenRequests: false,
      drains: false,
    },
    endpoints: address === undefined ? [] : endpointsOf(pod, portOf(address), flag('write-timeout')),
    listensAfter: address === undefined ? undefined : listensAfter(flag('boot')),
    loopbackOnly: address?.startsWith('127.0.0.1:') ?? false,
    endsItself: endsItself(flag('die-after'), flag('die-code')),
  };
}

/** What a command of a hook or probe does in a container of the actor, whose image holds nothing else. */
export function actorHook([binary, ...args]: readonly string[]): HookProgram {
  const missing: HookProgram = { program: binary, steps: [{ step: 'exit', code: 127 }] };
  if (binary !== BINARY) return missing;
  // `probe PATH` succeeds if the file exists; no recording ever writes one that a probe asks for.
  if (args[0] !== 'hook') return { program: 'actor probe', steps: [{ step: 'exit', code: 1 }] };
  const flag = flagsOf(args);
  const steps: Array<HookStep | undefined> = [
    stepOf(flag('sleep'), (sleep) => ({ step: 'wait', millis: millisOf(sleep) })),
    stepOf(flag('wait-file'), (file) => ({ step: 'wait-for-file', file, pollMillis: POLL_MILLIS })),
    stepOf(flag('touch'), (file) => ({ step: 'write-file', file, failure: 'exits' })),
    stepOf(flag('exit'), (code) => ({ step: 'exit', code: Number(code) })),
  ];
  return { program: 'actor hook', steps: steps.filter((step) => step !== undefined) };
}

/** Whether the actor writes down when a hook starts and ends: it runs it, or answers under a path of its own. */
export function actorLogsHook(hook: HookLifecycle | undefined): boolean {
  if (hook?.kind === 'exec') return hook.command[0] === BINARY && hook.command[1] === 'hook';
  if (hook?.kind === 'httpGet') return hook.path.split('?')[0] in ANSWERS;
  return false;
}

/** The value of a flag `--name=value`, the empty text for a bare `--name`. */
function flagsOf(args: readonly string[]): (name: string) => string | undefined {
  const flags = new Map(args.filter((arg) => arg.startsWith('--')).map((arg) => {
    const [name, ...value] = arg.slice(2).split('=');
    return [name, value.join('=')];
  }));
  return (name) => flags.get(name);
}

function stepOf(value: string | undefined, step: (value: string) => HookStep): HookStep | undefined {
  return value === undefined ? undefined : step(value);
}

function listensAfter(boot = '0s'): Span {
  return { min: LISTENS.min + millisOf(boot), max: LISTENS.max + millisOf(boot) };
}

function endsItself(after: string | undefined, code = '1'): ProgramBehaviour['endsItself'] {
  return after === undefined ? undefined
    : { after: { min: millisOf(after), max: millisOf(after) }, code: Number(code) };
}

function endpointsOf(pod: PodLifecycle, port: number, writeTimeout?: string): Endpoint[] {
  const paths = new Set(['/healthz', ...pod.containers.flatMap(pathsAskedFor)]);
  return [...paths].map((path) => ({
    port, path, scheme: 'HTTP', answer: answerTo(path),
    writeTimeoutMillis: writeTimeout === undefined ? undefined : millisOf(writeTimeout),
  }));
}

function pathsAskedFor({ preStop, livenessProbe, readinessProbe, startupProbe }: ContainerLifecycle): string[] {
  const probes = [livenessProbe, readinessProbe, startupProbe].filter((probe): probe is ProbeLifecycle => !!probe);
  return [preStop, ...probes.map(({ action }) => action)]
    .flatMap((action) => (action?.kind === 'httpGet' ? [action.path] : []));
}

function answerTo(target: string): Answer {
  const { pathname, searchParams } = new URL(target, 'http://actor');
  const status = pathname === '/healthz' ? 200 : 404;
  return ANSWERS[pathname]?.(searchParams) ?? { kind: 'answers', afterMillis: 0, status };
}

const ANSWERS: { readonly [path: string]: (query: URLSearchParams) => Answer } = {
  '/hook': (query) => ({ kind: 'answers', afterMillis: holdOf(query), status: Number(query.get('status') ?? 200) }),
  '/hang': () => ({ kind: 'never' }),
  '/waitfile': (query) => ({ kind: 'when-file', file: query.get('path') ?? '', pollMillis: POLL_MILLIS }),
  '/drop': (query) => ({ kind: 'drops', afterMillis: holdOf(query) }),
  '/body': (query) => ({
    kind: 'answers', status: 200, afterMillis: Number(query.get('n') ?? 0) > BODY_LIMIT ? 0 : holdOf(query),
  }),
};

function holdOf(query: URLSearchParams): number {
  return millisOf(query.get('hold') ?? '0s');
}

function portOf(address: string): number {
  return Number(address.split(':').at(-1));
}

const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Durations as Go writes them: `4s`, `500ms`, `1m30s`. */
function millisOf(duration: string): number {
  return [...duration.matchAll(/([\d.]+)(ms|s|m|h)/g)]
    .reduce((sum, [, value, unit]) => sum + Number(value) * UNITS[unit], 0);
}
