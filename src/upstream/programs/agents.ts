import { DRAIN_WITHOUT_END } from './admin-actions';
import { durationSetting, istioSetting, secondsSetting } from './agent-settings';
import { answersAt, exitsAt, isImageOf, plainProgram } from './recogniser';
import { isReleaseFrom, versionOfImage } from '../../values/images';
import { CONNECTION_POLL_MILLIS } from '../../values/margins';
import { baseName } from '../../values/paths';
import { durationMillis, flagValue, hasFlag } from '../arguments';
import { CommandLine, EnvoyBehaviour, HookStep, ProgramBehaviour, SigtermBehaviour } from '../behaviour';
import { ENVOY } from '../envoy';

/** Agents that run an Envoy inside themselves, and end it when they get SIGTERM. */
export function recogniseAgent(line: CommandLine): ProgramBehaviour | undefined {
  const name = baseName(line.argv[0]);
  if (Object.hasOwn(AGENTS, name)) return AGENTS[name]({ ...line, argv: line.argv.slice(1) });
  if (line.commandGiven) return undefined;
  if (isInjected(line)) return AGENTS['pilot-agent']({ ...line, argv: ['proxy', 'router'] });
  const started = IMAGES.find(([, repositories]) => isImageOf(line.image, repositories));
  return started && AGENTS[started[0]](line);
}

/**
 * A gateway whose container Istio's injector fills in when the pod is created.
 *
 * @see https://istio.io/latest/docs/setup/additional-setup/gateway/
 */
function isInjected({ image, argv, annotations = {} }: CommandLine): boolean {
  return image === 'auto' && argv.length === 0 && annotations['inject.istio.io/templates'] === 'gateway';
}

/** Agents that images start when no command is given. */
const IMAGES: readonly (readonly [string, readonly string[]])[] = [
  ['pilot-agent', ['proxyv2', 'proxyv2-rhel8', 'proxyv2-rhel9', 'istio-proxy']],
  ['kuma-dp', ['kuma-dp']],
  ['consul-dataplane', ['consul-dataplane', 'consul-dataplane-fips']],
  ['entrypoint', ['emissary', 'ambassador', 'datawire/aes']],
];

/** By program; their arguments come without its name. */
const AGENTS: { readonly [program: string]: (line: CommandLine) => ProgramBehaviour | undefined } = {
  'pilot-agent': (line) => (line.argv[0] !== 'proxy' ? undefined
    : agent('pilot-agent', pilotOnSigterm(line), istioDrains(line), { endpoints: PILOT_ENDPOINTS })),
  'kuma-dp': (line) => (line.argv[0] !== 'run' ? undefined
    : agent('kuma-dp', kumaOnSigterm(line), kumaDrains(line), { endpoints: KUMA_ENDPOINTS })),
  'consul-dataplane': (line) => agent('consul-dataplane', consulOnSigterm(line), consulDrains(line), {
    // for others than the kubelet: https://github.com/hashicorp/consul-dataplane/blob/090b091d/pkg/consuldp/lifecycle.go
    loopbackOnly: true,
    endpoints: [answersAt(
      Number(flagValue(line.argv, ['-graceful-port']) ?? CONSUL_GRACEFUL_PORT),
      flagValue(line.argv, ['-graceful-shutdown-path']) ?? '/graceful_shutdown',
    )],
  }),
  'entrypoint': emissary,
  'busyambassador': emissary,
};

function agent(
  program: string, onSigterm: SigtermBehaviour, envoy: EnvoyBehaviour, more: Partial<ProgramBehaviour> = {},
): ProgramBehaviour {
  return plainProgram(program, onSigterm, { listensAfter: ENVOY.listensAfterMillis, envoy, ...more });
}

const ENDS_WITH_ENVOY = exitsAt(ENVOY.exitMillis, 0);

/** It takes these steps, waits, and ends Envoy and itself. */
function drainsFor(millis: number, ...steps: readonly HookStep[]): SigtermBehaviour {
  const after = { min: millis + ENVOY.exitMillis.min, max: millis + ENVOY.exitMillis.max };
  return exitsAt(after, 0, { closesListeners: false, drains: steps.length > 0, ...steps.length > 0 ? { steps } : {} });
}

/** Listeners close after the drain time: https://github.com/istio/istio (86c9f01f), pkg/envoy/admin.go */
const DRAIN_UNTIL_CLOSED: HookStep = { step: 'drain-listeners', graceful: true, skipExit: false };

/** `drainDuration`, `terminationDrainDuration` and MINIMUM_DRAIN_DURATION: https://github.com/istio/istio (86c9f01f) */
const ISTIO_DRAIN_MILLIS = 45_000;
const ISTIO_TERMINATION_DRAIN_MILLIS = 5_000;
const ISTIO_MINIMUM_DRAIN_MILLIS = 5_000;

/** https://istio.io/latest/docs/ops/deployment/application-requirements/#ports-used-by-istio */
const PILOT_ENDPOINTS = [15020, 15021].map((port) => answersAt(port, '/healthz/ready'));

function istioDrains(line: CommandLine): EnvoyBehaviour {
  const drainTimeMillis = durationMillis(istioSetting(line, 'drainDuration') ?? '') ?? ISTIO_DRAIN_MILLIS;
  return { drainStrategy: 'immediate', drainTimeMillis, plainDrainTells: false };
}

/**
 * As a sidecar it ends at once, its hook has drained; otherwise it drains for a fixed time, or, if it is told
 * so, until no connection is left, without a bound of its own.
 */
function pilotOnSigterm(line: CommandLine): SigtermBehaviour {
  if (line.kind === 'sidecar') return ENDS_WITH_ENVOY;
  if (istioSetting(line, 'EXIT_ON_ZERO_ACTIVE_CONNECTIONS') === 'true') {
    const minMillis = durationMillis(istioSetting(line, 'MINIMUM_DRAIN_DURATION') ?? '') ?? ISTIO_MINIMUM_DRAIN_MILLIS;
    return drainsFor(0, DRAIN_UNTIL_CLOSED, {
      step: 'await-connections', wait: { pollMillis: CONNECTION_POLL_MILLIS, minMillis, exitAt: 0, counts: 'all' },
    });
  }
  // the variable is the older of the two, and wins: pilot/cmd/pilot-agent/app/cmd.go
  return drainsFor(secondsSetting(istioSetting(line, 'TERMINATION_DRAIN_DURATION_SECONDS'))
    ?? durationMillis(istioSetting(line, 'terminationDrainDuration') ?? '') ?? ISTIO_TERMINATION_DRAIN_MILLIS, DRAIN_UNTIL_CLOSED);
}

/** `drainTime` 30s, `--drain-strategy immediate`: https://github.com/kumahq/kuma (348b6528) */
const KUMA_DRAIN_MILLIS = 30_000;

function kumaDrainMillis(line: CommandLine): number {
  return durationMillis(flagValue(line.argv, ['--drain-time']) ?? '')
    ?? durationSetting(line, 'KUMA_DATAPLANE_DRAIN_TIME', 'kuma.io/sidecar-drain-time') ?? KUMA_DRAIN_MILLIS;
}

function kumaDrains(line: CommandLine): EnvoyBehaviour {
  return { drainStrategy: 'immediate', drainTimeMillis: kumaDrainMillis(line), plainDrainTells: false };
}

function kumaOnSigterm(line: CommandLine): SigtermBehaviour {
  return line.kind === 'sidecar' ? ENDS_WITH_ENVOY : drainsFor(kumaDrainMillis(line), { step: 'fail-health-checks' });
}

/** Its probes ask one of these, by version: https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/ */
const KUMA_ENDPOINTS = [9901, 9902].map((port) => answersAt(port, '/ready'));

/**
 * Of its releases up to 2.0.0, listeners close after the drain time; which patches of 1.8 and 1.9 were mended as
 * well is not known.
 *
 * @see https://github.com/hashicorp/consul-dataplane/pull/1064
 */
const CONSUL_KEEPS_LISTENERS_FROM = '2.0.1';

const CONSUL_GRACEFUL_PORT = 20_600;
const CONSUL_GRACE_ANNOTATION = 'sidecar-proxy-lifecycle-shutdown-grace-period-seconds';

function consulDrains(line: CommandLine): EnvoyBehaviour {
  return {
    drainStrategy: flagValue(line.argv, ['-envoy-drain-strategy']) === 'immediate' ? 'immediate' : 'gradual',
    drainTimeMillis: consulSeconds(line, 'envoy-drain-time-seconds') ?? ENVOY.drainTimeMillis,
    plainDrainTells: false,
  };
}

/** A fixed wait, no look at connections: https://github.com/hashicorp/consul-dataplane (28a963a) */
function consulOnSigterm(line: CommandLine): SigtermBehaviour {
  const graceMillis = consulSeconds(line, 'shutdown-grace-period-seconds', CONSUL_GRACE_ANNOTATION) ?? 0;
  if (graceMillis === 0) return ENDS_WITH_ENVOY;
  const drains = hasFlag(line.argv, ['-shutdown-drain-listeners']) || line.env.DP_SHUTDOWN_DRAIN_LISTENERS === 'true';
  const version = versionOfImage(line.image ?? '');
  const keeps = version === undefined || isReleaseFrom(version, CONSUL_KEEPS_LISTENERS_FROM);
  return drainsFor(graceMillis, ...drains ? [keeps ? DRAIN_WITHOUT_END : DRAIN_UNTIL_CLOSED] : []);
}

/** As a flag, as its variable, or as the annotation that the injector makes a flag of. */
function consulSeconds({ argv, env, annotations = {} }: CommandLine, flag: string, annotation = ''): number | undefined {
  return secondsSetting(flagValue(argv, [`-${flag}`]) ?? env[`DP_${flag.replace(/-/g, '_').toUpperCase()}`]
    ?? annotations[`consul.hashicorp.com/${annotation}`]);
}

const EMISSARY_ENDPOINTS = ['ready', 'alive'].map((probe) => answersAt(8877, `/ambassador/v0/check_${probe}`));

/** It cuts Envoy at once, and ends with 1: https://github.com/emissary-ingress/emissary (3ebe0f46) */
function emissary({ env }: CommandLine): ProgramBehaviour {
  const drainTimeMillis = secondsSetting(env.AMBASSADOR_DRAIN_TIME) ?? ENVOY.drainTimeMillis;
  const envoy = { drainStrategy: 'gradual', drainTimeMillis, plainDrainTells: false } as const;
  return agent('Emissary', exitsAt(ENVOY.exitMillis, 1), envoy, { endpoints: EMISSARY_ENDPOINTS });
}
