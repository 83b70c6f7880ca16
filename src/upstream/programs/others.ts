import { CLOUD_SQL_PROXY, LINKERD_PROXY } from './other-names';
import { answersAt, exitsAt, isImageOf, plainProgram } from './recogniser';
import { baseName } from '../../values/paths';
import { durationMillis, flagValue, hasFlag } from '../arguments';
import { CommandLine, ProgramBehaviour } from '../behaviour';

/** Proxies beside an Envoy that are none themselves, and programs that an Envoy calls. */
export function recogniseOther(line: CommandLine): ProgramBehaviour | undefined {
  if (isStarted(line, /^linkerd2-proxy/, ['linkerd/proxy'])) return linkerd();
  if (isStarted(line, /^cloud[-_]sql[-_]proxy$/, SQL_PROXY_IMAGES)) return cloudSqlProxy(line);
  const companion = COMPANIONS.find(({ names, repositories }) => isStarted(line, names, repositories));
  return companion && plainProgram(companion.program, exitsAt(AT_ONCE, 0), { role: 'companion' });
}

/** By its name, or by an image whose entrypoint it is. */
function isStarted(
  { argv, commandGiven, image }: CommandLine, names: RegExp, repositories: readonly string[],
): boolean {
  return names.test(baseName(argv[0])) || (!commandGiven && isImageOf(image, repositories));
}

/** Programs without a drain of their own. */
const AT_ONCE = { min: 0, max: 100 };

/**
 * It waits for its connections, two minutes at most.
 *
 * @see https://github.com/linkerd/linkerd2/issues/11084
 */
function linkerd(): ProgramBehaviour {
  return plainProgram(LINKERD_PROXY, exitsAt({ min: 0, max: 120_000 }, 0), {
    role: 'proxy', listensAfter: AT_ONCE, endpoints: ['/ready', '/live'].map((path) => answersAt(LINKERD_ADMIN_PORT, path)),
  });
}

const LINKERD_ADMIN_PORT = 4191;

const SQL_PROXY_IMAGES = ['cloud-sql-connectors/cloud-sql-proxy', 'cloudsql-docker/gce-proxy', 'cloud-sql-proxy'];

/**
 * At once, unless it shall go on accepting for a time, or may wait for its connections: version 1 by
 * `-term_timeout`, version 2 by flags of its own, each with a variable.
 *
 * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/v2.12.0/cmd/root.go
 */
function cloudSqlProxy({ argv, env }: CommandLine): ProgramBehaviour {
  const setting = (name: string, older: readonly string[] = []): number =>
    durationMillis(flagValue(argv, [`--${name}`, ...older])
      ?? env[`CSQL_PROXY_${name.replace(/-/g, '_').toUpperCase()}`] ?? '') ?? 0;
  const minMillis = setting('min-sigterm-delay');
  const maxMillis = Math.max(minMillis, setting('max-sigterm-delay', ['-term_timeout']));
  const code = hasFlag(argv, ['--exit-zero-on-sigterm']) ? 0 : SIGTERM_CODE;
  const accepts = minMillis > 0 ? { closesListeners: false, drains: true } : {};
  return plainProgram(CLOUD_SQL_PROXY, exitsAt({ min: minMillis, max: maxMillis + 100 }, code, accepts), { role: 'proxy' });
}

const SIGTERM_CODE = 143;

interface Companion {
  readonly program: string;
  readonly names: RegExp;
  readonly repositories: readonly string[];
}

/** Services beside Envoys that Envoys ask about requests. */
const COMPANIONS: readonly Companion[] = [
  // https://github.com/envoyproxy/ai-gateway/issues/629
  { program: 'Envoy AI Gateway\'s external processor', names: /^(ai-gateway-)?extproc$/, repositories: ['ai-gateway-extproc'] },
  // https://github.com/envoyproxy/ratelimit
  { program: 'ratelimit', names: /^ratelimit$/, repositories: ['envoyproxy/ratelimit'] },
  // https://www.openpolicyagent.org/docs/envoy
  { program: 'opa-envoy', names: /^opa-envoy$/, repositories: ['openpolicyagent/opa-envoy'] },
  // https://github.com/istio-ecosystem/authservice
  { program: 'authservice', names: /^authservice$/, repositories: ['istio-ecosystem/authservice/authservice', 'authservice'] },
];
