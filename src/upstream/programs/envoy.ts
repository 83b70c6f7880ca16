import { exitsAt, isImageOf, plainProgram, UNKNOWN_ON_SIGTERM } from './recogniser';
import { isReleaseFrom } from '../../values/images';
import { baseName } from '../../values/paths';
import { flagValue, hasFlag } from '../arguments';
import { CommandLine, EnvoyBehaviour, ProgramBehaviour } from '../behaviour';
import { ENVOY } from '../envoy';

/** Envoy itself: `envoy -c ...`, `/docker-entrypoint.sh envoy ...`, or the official image without a command. */
export function recogniseEnvoy(line: CommandLine): ProgramBehaviour | undefined {
  if (!isEnvoy(line)) return undefined;
  const { argv } = line;
  if (hasFlag(argv, ['--version', '--help', '-h'])) return endsAtOnce(0);
  if (['--drain-time-s', '--drain-strategy'].some((name) => isRefused(argv, name))) return endsAtOnce(1);
  const mode = flagValue(argv, ['--mode']) ?? SERVES;
  if (mode !== SERVES) return plainProgram(ENVOY.programName, UNKNOWN_ON_SIGTERM);
  const isGiven = !['--drain-time-s', '--drain-strategy'].some((name) => isUnresolved(flagValue(argv, [name])));
  return plainProgram(ENVOY.programName, isGiven ? exitsAt(ENVOY.exitMillis, 0) : UNKNOWN_ON_SIGTERM, {
    listensAfter: ENVOY.listensAfterMillis,
    envoy: envoySettings(argv, line.image),
  });
}

/** Other modes only check the configuration, or take hardly any time. */
const SERVES = 'serve';

/** It ends before it would listen, and never serves. */
function endsAtOnce(code: number): ProgramBehaviour {
  return plainProgram(ENVOY.programName, exitsAt(ENVOY.exitMillis, 0), {
    endsItself: { after: { min: 0, max: ENVOY.listensAfterMillis.max }, code },
  });
}

const LARGEST_UINT32 = 4_294_967_295;

const ACCEPTS: { readonly [flag: string]: (value: string) => boolean } = {
  '--drain-time-s': (value) => /^\+?\d+$/.test(value) && Number(value) <= LARGEST_UINT32,
  '--drain-strategy': (value) => ['gradual', 'immediate'].includes(value),
};

/** Also a flag without a value. */
function isRefused(argv: readonly string[], name: string): boolean {
  const value = flagValue(argv, [name]);
  if (value === undefined) return hasFlag(argv, [name]);
  return !isUnresolved(value) && !ACCEPTS[name](value);
}

/** The kubelet leaves `$(NAME)` as it is where nothing sets it; here, a value may only not be known. */
function isUnresolved(value: string | undefined): boolean {
  return value !== undefined && /\$\(|\$\{?\w/.test(value);
}

/** What Envoy's command line and version say of drains. */
function envoySettings(argv: readonly string[], image: string | undefined): EnvoyBehaviour {
  const seconds = Number(flagValue(argv, ['--drain-time-s']));
  return {
    drainStrategy: flagValue(argv, ['--drain-strategy']) === 'immediate' ? 'immediate' : 'gradual',
    drainTimeMillis: Number.isInteger(seconds) ? seconds * 1000 : ENVOY.drainTimeMillis,
    plainDrainTells: isReleaseFrom(versionOf(image), ENVOY.plainDrainTellsFrom),
  };
}

/** Other images say nothing of Envoy's version: that of Envoy Gateway's newest is taken. */
function versionOf(image: string | undefined): string {
  return (isImageOf(image, ENVOY.imageNames) && envoyVersionOf(image!)) || envoyVersionOf(ENVOY.image)!;
}

/** `v1.39.0`, `distroless-v1.39.0`, `v1.37-latest`. */
function envoyVersionOf(image: string): string | undefined {
  const [, minor, patch = '0'] = /:(?:[a-z-]+-)?v?(\d+\.\d+)(?:\.(\d+))?(?:-latest)?(?:@sha256:[0-9a-f]+)?$/.exec(image) ?? [];
  return minor && `${minor}.${patch}`;
}

/** The entrypoint of the image puts `envoy` before arguments that begin with a dash. */
function isEnvoy({ argv, commandGiven, image }: CommandLine): boolean {
  const [first = '', second = ''] = argv;
  if (PROGRAMS.includes(baseName(first))) return true;
  if (baseName(first) === ENTRYPOINT) return PROGRAMS.includes(baseName(second)) || second.startsWith('-');
  if (commandGiven || (first !== '' && !first.startsWith('-'))) return false;
  return isImageOf(image, IMAGES) || CALLED_ENVOY.test(image ?? '') || hasFlag(argv, ONLY_ENVOYS);
}

/** Somebody's own image by its name: `edge-envoy`, `envoy-proxy`, `envoy-with-manager`; tools are called otherwise. */
const CALLED_ENVOY = /(^|[/-])envoy(-?proxy|-distroless|-contrib|-edge|-wrapper|-with-[\w-]+)?(:[^/]*|@.*)?$/;

/** Flags that no other program has. */
const ONLY_ENVOYS = [
  '--drain-time-s', '--drain-strategy', '--service-cluster', '--service-node', '--component-log-level', '--base-id',
];

const IMAGES = [...ENVOY.imageNames, ...ENVOY.wrapperImageNames];

/** Cilium's build is an Envoy like any other; Gloo's program fills in the configuration and becomes Envoy. */
const PROGRAMS: readonly string[] = [ENVOY.programName, 'cilium-envoy', 'cilium-envoy-starter', 'envoyinit'];

/** https://github.com/envoyproxy/envoy/blob/v1.39.0/ci/docker-entrypoint.sh */
const ENTRYPOINT = 'docker-entrypoint.sh';
