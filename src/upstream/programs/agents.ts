import { baseName, exitsAt, hook, HookRecogniser, plainProgram, UNKNOWN_ON_SIGTERM } from './recogniser';
import { durationMillis, flagValue, hasFlag } from '../arguments';
import { CommandLine, EnvoyBehaviour, HookStep, ProgramBehaviour, SigtermBehaviour } from '../behaviour';
import { ENVOY } from '../envoy';

/** Agents that run an Envoy inside themselves, and end it when they get SIGTERM. */
export function recogniseAgent(line: CommandLine): ProgramBehaviour | undefined {
  const name = baseName(line.argv[0]);
  return Object.hasOwn(AGENTS, name) ? AGENTS[name](line) : undefined;
}

/** They tell Envoy to drain and return at once: it goes on accepting until the agent gets SIGTERM. */
export const recogniseAgentHook: HookRecogniser = (command) => {
  const [program, ...words] = [baseName(command[0]), ...command.slice(1)];
  const drains = (program === 'pilot-agent' && words[0] === 'request' && words.slice(-2).join(' ') === 'POST drain')
    || (program === 'killall' && words.includes('-USR2') && words.includes('kuma-dp'));
  return drains ? hook(`${program} (drain)`, DRAIN_WITHOUT_END) : undefined;
};

const DRAIN_WITHOUT_END: HookStep = { step: 'drain-listeners', graceful: true, skipExit: true };

const AGENTS: { readonly [program: string]: (line: CommandLine) => ProgramBehaviour | undefined } = {
  'pilot-agent': (line) => (line.argv[1] === 'proxy' ? agent('pilot-agent', pilotOnSigterm(line), ISTIO_DRAINS) : undefined),
  'kuma-dp': (line) => (line.argv[1] === 'run' ? agent('kuma-dp', kumaOnSigterm(line), KUMA_DRAINS) : undefined),
  'consul-dataplane': ({ argv }) => agent('consul-dataplane', consulOnSigterm(argv), {
    drainStrategy: flagValue(argv, ['-envoy-drain-strategy']) === 'immediate' ? 'immediate' : 'gradual',
    drainTimeMillis: secondsFlag(argv, '-envoy-drain-time-seconds') ?? ENVOY.drainTimeMillis,
    plainDrainTells: false,
  }),
};

function agent(program: string, onSigterm: SigtermBehaviour, envoy: EnvoyBehaviour): ProgramBehaviour {
  return plainProgram(program, onSigterm, { listensAfter: ENVOY.listensAfterMillis, envoy });
}

/** `drainDuration` 45s: https://github.com/istio/istio (86c9f01f) */
const ISTIO_DRAINS: EnvoyBehaviour = { drainStrategy: 'immediate', drainTimeMillis: 45_000, plainDrainTells: false };
const ISTIO_TERMINATION_DRAIN_MILLIS = 5_000;

/**
 * As a sidecar it ends at once, its hook has drained; otherwise it drains for a fixed time, or, if it is told
 * so, until no connection is left, without a bound of its own.
 */
function pilotOnSigterm({ kind, env }: CommandLine): SigtermBehaviour {
  if (kind === 'sidecar') return ENDS_WITH_ENVOY;
  if (env.EXIT_ON_ZERO_ACTIVE_CONNECTIONS === 'true') return UNKNOWN_ON_SIGTERM;
  const configured = /"?terminationDrainDuration"?\s*:\s*"?([\w.]+)/.exec(env.PROXY_CONFIG ?? '')?.[1];
  return drainsFor(durationMillis(configured ?? '') ?? ISTIO_TERMINATION_DRAIN_MILLIS);
}

/** `drainTime` 30s, `--drain-strategy immediate`: https://github.com/kumahq/kuma (348b6528) */
const KUMA_DRAINS: EnvoyBehaviour = { drainStrategy: 'immediate', drainTimeMillis: 30_000, plainDrainTells: false };

function kumaOnSigterm({ kind, env }: CommandLine): SigtermBehaviour {
  if (kind === 'sidecar') return ENDS_WITH_ENVOY;
  return drainsFor(durationMillis(env.KUMA_DATAPLANE_DRAIN_TIME ?? '') ?? KUMA_DRAINS.drainTimeMillis);
}

/** A fixed wait, no look at connections: https://github.com/hashicorp/consul-dataplane (28a963a) */
function consulOnSigterm(argv: readonly string[]): SigtermBehaviour {
  const graceMillis = secondsFlag(argv, '-shutdown-grace-period-seconds') ?? 0;
  if (graceMillis === 0) return ENDS_WITH_ENVOY;
  return { ...drainsFor(graceMillis), drains: hasFlag(argv, ['-shutdown-drain-listeners']) };
}

const ENDS_WITH_ENVOY = exitsAt(ENVOY.exitMillis, 0);

function drainsFor(millis: number): SigtermBehaviour {
  const after = { min: millis + ENVOY.exitMillis.min, max: millis + ENVOY.exitMillis.max };
  return exitsAt(after, 0, { closesListeners: false, drains: true });
}

function secondsFlag(argv: readonly string[], name: string): number | undefined {
  const seconds = Number(flagValue(argv, [name]));
  return Number.isInteger(seconds) ? seconds * 1000 : undefined;
}
