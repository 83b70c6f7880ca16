import { choiceAt, countAt, isLeftOut, Place, placeAt, refusedField, textAt, textsAt, wrongField } from './fields';
import { HookLifecycle, HttpGetLifecycle, ProbeLifecycle } from './pod-lifecycle';

/** What the API fills in where a probe leaves a number out, or writes 0. */
const PROBE_DEFAULTS = { periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 3 };

type Handlers = { readonly [field: string]: (place: Place) => ProbeLifecycle['action'] };

/** A lifecycle hook of a container. */
export function readHook(container: Place, field: 'preStop' | 'postStart'): HookLifecycle | undefined {
  const lifecycle = placeAt(container, 'lifecycle');
  if (lifecycle && !isLeftOut(lifecycle.value.stopSignal)) {
    throw refusedField('stopSignal', lifecycle.value.stopSignal, lifecycle.pointer,
      'must be left out: the simulator knows only the signals of the programs themselves; remove it, and judge the pod by hand');
  }
  const hook = lifecycle && placeAt(lifecycle, field);
  return hook && readHandler(hook, HOOK_HANDLERS) as HookLifecycle;
}

/** A probe with the API's defaults. */
export function readProbe(container: Place, field: string): ProbeLifecycle | undefined {
  const probe = placeAt(container, field);
  if (!probe) return undefined;
  const orDefault = (name: keyof typeof PROBE_DEFAULTS): number => countAt(probe, name) || PROBE_DEFAULTS[name];
  return {
    pointer: probe.pointer,
    action: readHandler(probe, PROBE_HANDLERS),
    initialDelaySeconds: countAt(probe, 'initialDelaySeconds') ?? 0,
    periodSeconds: orDefault('periodSeconds'),
    timeoutSeconds: orDefault('timeoutSeconds'),
    successThreshold: orDefault('successThreshold'),
    failureThreshold: orDefault('failureThreshold'),
    terminationGracePeriodSeconds: readGrace(probe, field),
  };
}

/** Nothing ends a pod for a readiness probe. */
function readGrace(probe: Place, probeField: string): number | undefined {
  const field = 'terminationGracePeriodSeconds';
  const seconds = countAt(probe, field);
  if (seconds === undefined) return undefined;
  if (probeField === 'readinessProbe') throw wrongField(field, seconds, probe.pointer, 'be left out', 'remove it');
  if (seconds < 1) throw wrongField(field, seconds, probe.pointer, 'be at least 1');
  return seconds;
}

/** The API wants exactly one of them. */
function readHandler(owner: Place, handlers: Handlers): ProbeLifecycle['action'] {
  const given = Object.keys(handlers).filter((field) => !isLeftOut(owner.value[field]));
  if (given.length === 1) return handlers[given[0]](placeAt(owner, given[0])!);
  const name = owner.pointer.slice(owner.pointer.lastIndexOf('/') + 1);
  throw wrongField(name, owner.value, owner.pointer, `have exactly one of ${Object.keys(handlers).join(', ')}`);
}

const COMMON_HANDLERS: Handlers = {
  exec: (place) => ({ kind: 'exec', command: readCommand(place), pointer: place.pointer }),
  httpGet: readHttpGet,
  tcpSocket: (place) => {
    readPort(place);
    return { kind: 'tcpSocket', pointer: place.pointer };
  },
};

const HOOK_HANDLERS: Handlers = {
  ...COMMON_HANDLERS,
  sleep: (place) => ({ kind: 'sleep', seconds: readSeconds(place), pointer: place.pointer }),
};

const PROBE_HANDLERS: Handlers = {
  ...COMMON_HANDLERS,
  grpc: ({ pointer }) => ({ kind: 'grpc', pointer }),
};

function readHttpGet(place: Place): HttpGetLifecycle {
  return {
    kind: 'httpGet',
    pointer: place.pointer,
    host: textAt(place, 'host') || undefined,
    path: textAt(place, 'path') || '/',
    port: readPort(place),
    scheme: choiceAt(place, 'scheme', ['HTTP', 'HTTPS']),
  };
}

function readCommand(place: Place): readonly string[] {
  const command = textsAt(place, 'command');
  if (command.length > 0) return command;
  throw wrongField('command', place.value.command, place.pointer, 'have at least one word');
}

function readSeconds(place: Place): number {
  const seconds = countAt(place, 'seconds');
  if (seconds === undefined) throw wrongField('seconds', undefined, place.pointer, 'be a number', 'write for example 5');
  return seconds;
}

function readPort(place: Place): number | string {
  const port: unknown = place.value.port;
  return typeof port === 'string' && port !== '' ? port : portNumber(place);
}

function portNumber(place: Place): number {
  const port = typeof place.value.port === 'string' ? undefined : countAt(place, 'port');
  if (port === undefined || port < 1 || port > 65535) {
    throw wrongField('port', place.value.port, place.pointer, 'be a port number from 1 to 65535, or a port\'s name');
  }
  return port;
}
