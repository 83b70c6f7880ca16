import { baseName, exitsAt, isImageOf, plainProgram } from './recogniser';
import { durationMillis, flagValue, hasFlag } from '../arguments';
import { CommandLine, ProgramBehaviour } from '../behaviour';

/** Proxies beside an Envoy that are none themselves. */
export function recogniseOther(line: CommandLine): ProgramBehaviour | undefined {
  const name = baseName(line.argv[0]);
  if (name.startsWith('linkerd2-proxy') || (!line.commandGiven && isImageOf(line.image, ['linkerd/proxy']))) return linkerd();
  const isSqlProxy = name === 'cloud-sql-proxy' || (!line.commandGiven && isImageOf(line.image, SQL_PROXY_IMAGES));
  return isSqlProxy ? cloudSqlProxy(line.argv) : undefined;
}

/**
 * It waits for its connections, two minutes at most.
 *
 * @see https://github.com/linkerd/linkerd2/issues/11084
 */
function linkerd(): ProgramBehaviour {
  return plainProgram('linkerd-proxy', exitsAt({ min: 0, max: 120_000 }, 0));
}

const SQL_PROXY_IMAGES = ['cloud-sql-connectors/cloud-sql-proxy'];

/**
 * At once, unless it may wait for its connections.
 *
 * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy
 */
function cloudSqlProxy(argv: readonly string[]): ProgramBehaviour {
  const delayMillis = durationMillis(flagValue(argv, ['--max-sigterm-delay']) ?? '') ?? 0;
  const code = hasFlag(argv, ['--exit-zero-on-sigterm']) ? 0 : SIGTERM_CODE;
  return plainProgram('cloud-sql-proxy', exitsAt({ min: 0, max: delayMillis + 100 }, code));
}

const SIGTERM_CODE = 143;
