import { baseName, exitsAt, isImageOf, plainProgram } from './recogniser';
import { isReleaseFrom } from '../../values/images';
import { flagValue } from '../arguments';
import { CommandLine, EnvoyBehaviour, ProgramBehaviour } from '../behaviour';
import { ENVOY } from '../envoy';

/** Envoy itself: `envoy -c ...`, `/docker-entrypoint.sh envoy ...`, or the official image without a command. */
export function recogniseEnvoy(line: CommandLine): ProgramBehaviour | undefined {
  if (!isEnvoy(line)) return undefined;
  return plainProgram(ENVOY.programName, exitsAt(ENVOY.exitMillis, 0), {
    listensAfter: ENVOY.listensAfterMillis,
    envoy: envoySettings(line.argv, line.image),
  });
}

/** What Envoy's command line and version say of drains. */
function envoySettings(argv: readonly string[], image: string | undefined): EnvoyBehaviour {
  const seconds = Number(flagValue(argv, ['--drain-time-s']));
  return {
    drainStrategy: flagValue(argv, ['--drain-strategy']) === 'immediate' ? 'immediate' : 'gradual',
    drainTimeMillis: Number.isInteger(seconds) && seconds >= 0 ? seconds * 1000 : ENVOY.drainTimeMillis,
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
  return !commandGiven && isImageOf(image, ENVOY.imageNames) && (first === '' || first.startsWith('-'));
}

/** Cilium's build is an Envoy like any other. */
const PROGRAMS: readonly string[] = [ENVOY.programName, 'cilium-envoy'];

/** https://github.com/envoyproxy/envoy/blob/v1.39.0/ci/docker-entrypoint.sh */
const ENTRYPOINT = 'docker-entrypoint.sh';
