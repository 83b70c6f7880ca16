import { answersAt, baseName, exitsAt, isImageOf, plainProgram } from './recogniser';
import { durationMillis, flagValue, hasFlag } from '../arguments';
import { CommandLine, ProgramBehaviour } from '../behaviour';

/** Proxies beside an Envoy that are none themselves, and programs that an Envoy calls. */
export function recogniseOther(line: CommandLine): ProgramBehaviour | undefined {
  if (isStarted(line, /^linkerd2-proxy/, ['linkerd/proxy'])) return linkerd();
  if (isStarted(line, /^cloud[-_]sql[-_]proxy$/, SQL_PROXY_IMAGES)) return cloudSqlProxy(line.argv);
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
  return plainProgram('linkerd-proxy', exitsAt({ min: 0, max: 120_000 }, 0), {
    role: 'proxy', listensAfter: AT_ONCE, endpoints: ['/ready', '/live'].map((path) => answersAt(LINKERD_ADMIN_PORT, path)),
  });
}

const LINKERD_ADMIN_PORT = 4191;

const SQL_PROXY_IMAGES = ['cloud-sql-connectors/cloud-sql-proxy', 'cloudsql-docker/gce-proxy', 'cloud-sql-proxy'];

/**
 * At once, unless it may wait for its connections: version 1 by `-term_timeout`, version 2 by its own flag.
 *
 * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy
 */
function cloudSqlProxy(argv: readonly string[]): ProgramBehaviour {
  const delayMillis = durationMillis(flagValue(argv, ['--max-sigterm-delay', '-term_timeout']) ?? '') ?? 0;
  const code = hasFlag(argv, ['--exit-zero-on-sigterm']) ? 0 : SIGTERM_CODE;
  return plainProgram('cloud-sql-proxy', exitsAt({ min: 0, max: delayMillis + 100 }, code), { role: 'proxy' });
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
