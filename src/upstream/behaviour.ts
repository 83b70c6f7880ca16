/**
 * What a program does, as far as the end of a pod depends on it. Plain data: recognisers in this
 * folder make it from command lines, the kubelet's model acts it out.
 */

/** A time that is not known exactly, in milliseconds. */
export interface Span {
  readonly min: number;
  readonly max: number;
}

/** The main process of a container. */
export interface ProgramBehaviour {
  /** How timelines and findings call it. */
  readonly program: string;
  /** False for a program that nobody recognised: what depends on it is not known. */
  readonly known: boolean;
  /** What it is there for, as far as rules ask; an Envoy is told by `envoy`. */
  readonly role?: 'shutdown-manager' | 'proxy' | 'companion';
  readonly onSigterm: SigtermBehaviour;
  /** What it answers by HTTP. */
  readonly endpoints: readonly Endpoint[];
  /** From its start until it listens; `undefined` where it never does. */
  readonly listensAfter?: Span;
  /** It listens on 127.0.0.1 only, where the kubelet does not reach it. */
  readonly loopbackOnly: boolean;
  /** It is an Envoy, or runs one inside itself. */
  readonly envoy?: EnvoyBehaviour;
  /** It ends by itself this long after its start, with this code. */
  readonly endsItself?: { readonly after: Span; readonly code: number };
}

/** What a program does when it gets SIGTERM. */
export interface SigtermBehaviour {
  readonly kind: 'exits' | 'ignores' | 'unknown';
  /** From SIGTERM to its exit. */
  readonly after: Span;
  readonly code: number;
  /** New connections are refused from SIGTERM on. */
  readonly closesListeners: boolean;
  /** It answers the requests that it holds before it exits. */
  readonly answersOpenRequests: boolean;
  /** A wrapper that drains its Envoy first and keeps accepting meanwhile. */
  readonly drains: boolean;
  /** What it does first, with its Envoy or without; it exits `after` this. */
  readonly steps?: readonly HookStep[];
}

/** An HTTP endpoint. */
export interface Endpoint {
  readonly port: number;
  /** Exact path without query. */
  readonly path: string;
  readonly answer: Answer;
  /** Scheme that it speaks; the kubelet falls back to HTTP by itself. */
  readonly scheme: 'HTTP' | 'HTTPS';
  /** A reply later than this is lost: the client sees the connection close when the handler ends. */
  readonly writeTimeoutMillis?: number;
}

export type Answer =
  | { readonly kind: 'answers'; readonly afterMillis: number; readonly status: number }
  | { readonly kind: 'drops'; readonly afterMillis: number }
  | { readonly kind: 'never' }
  /** A GET starts the drain, and is answered when at most `exitAt` connections are open. */
  | { readonly kind: 'drains'; readonly wait: ConnectionWait }
  /** 200 as soon as the file is seen, 500 after `giveUpMillis`. */
  | { readonly kind: 'when-file'; readonly file: string; readonly pollMillis: number; readonly giveUpMillis?: number };

/** One step of an exec hook or of a script. */
export type HookStep =
  | { readonly step: 'wait'; readonly millis: number }
  | { readonly step: 'hang' }
  | { readonly step: 'wait-for-file'; readonly file: string; readonly pollMillis: number }
  /** A file that cannot be written ends the command with code 1, or is only logged. */
  | { readonly step: 'write-file'; readonly file: string; readonly failure: 'exits' | 'ignored' }
  | { readonly step: 'fail-health-checks' }
  | { readonly step: 'drain-listeners'; readonly graceful: boolean; readonly skipExit: boolean }
  | { readonly step: 'quit-envoy' }
  /** Another proxy of the pod, by the name of its program, ends. */
  | { readonly step: 'quit-proxy'; readonly program: string }
  /** An action of an admin interface asked for by GET: it is refused, and changes nothing. */
  | { readonly step: 'refused-admin-call'; readonly path: string }
  | { readonly step: 'await-connections'; readonly wait: ConnectionWait }
  | { readonly step: 'exit'; readonly code: number }
  /** A command that nobody recognised: how long it takes is not known. */
  | { readonly step: 'unknown'; readonly command: string };

/** How a shutdown command finds out that connections are gone. */
export interface ConnectionWait {
  readonly pollMillis: number;
  /** It does not end before this, counted from the start of the hook's process. */
  readonly minMillis: number;
  /** It ends after this whatever is open; undefined: never. */
  readonly timeoutMillis?: number;
  /** It ends when at most this many are open. */
  readonly exitAt: number;
  /** HTTP connections only, or all of the listeners. */
  readonly counts: 'http' | 'all';
  /** What it counts is refreshed this often only, so that it may be this old; undefined: always fresh. */
  readonly refreshMillis?: number;
  /** Health checks are failed this long after the start, if the drain still runs. */
  readonly healthCheckFailureDelayMillis?: number;
}

/** Envoy's own settings. */
export interface EnvoyBehaviour {
  readonly drainStrategy: 'gradual' | 'immediate';
  readonly drainTimeMillis: number;
  /** `drain_listeners` without `graceful` tells clients to leave; before, they learn nothing of it. */
  readonly plainDrainTells: boolean;
}

/** What an exec hook does, and whether that is known. */
export interface HookProgram {
  readonly program: string;
  readonly steps: readonly HookStep[];
  /** A program that it needs and that its image lacks, or may lack. */
  readonly missing?: MissingProgram;
}

/** A program that an image lacks for certain, or that most images lack. */
export interface MissingProgram {
  readonly name: string;
  readonly certain: boolean;
}

/** A container as far as its program depends on it. */
export interface CommandLine {
  readonly kind: 'init' | 'sidecar' | 'regular';
  readonly image?: string;
  /** Without `command`, the image's entrypoint comes before it. */
  readonly argv: readonly string[];
  readonly commandGiven: boolean;
  readonly env: { readonly [name: string]: string };
  /** Of the pod: meshes read settings of their proxies in them. */
  readonly annotations?: { readonly [name: string]: string };
}

/** Where a hook runs, as far as what it does depends on it. */
export interface HookSurroundings {
  /** The image of its container: versions have flags and defaults of their own, some have no shell. */
  readonly image?: string;
  readonly env: { readonly [name: string]: string };
  /** The main process of its container is an Envoy. */
  readonly runsEnvoy: boolean;
  /** It may open the output of process 1, which Envoy Gateway's hook logs to. */
  readonly opensFirstProcess: boolean;
  /** Where volumes are mounted, which may bring programs; undefined where that is not known. */
  readonly mountPaths?: readonly string[];
}
