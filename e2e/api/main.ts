import { spawnSync } from 'child_process';
import { parseArgs } from 'util';
import { checkAccepted, submissionsOf } from './checks/accepted';
import { createNamespaces } from './checks/pod-security';
import { Tally } from './checks/tally';
import { readRefusals, writeRefusals } from './refusals/fixture';
import { checkRefusals } from './refusals/live';
import { checkRecorded } from './refusals/recorded';
import { RunResult, writeReport } from './report';
import { startServer } from './server/api-server';
import { builtServer } from './server/build-server';
import { ApiClient } from './server/client';
import { Daemon } from './server/processes';
import { cacheFolder, newestCached, releaseOf } from './server/versions';
import { exampleVariants, writtenExamples } from './variants/examples';
import { matrix } from './variants/matrix';
import { specialVariants } from './variants/special';
import { synthesized } from './variants/variant';
import { KubernetesVersion } from '../../src';

const USAGE = `Checks the library's manifests against a real kube-apiserver on loopback.

  npm run e2e:api -- --kubernetes 1.34     builds that server if it is not cached, and updates e2e/API.md
  npm run e2e:api -- --if-cached           the newest server that is cached, else one line and no check

  --record   takes the server's words over into e2e/api/refusals.json, after a look at the difference
  E2E_CACHE  folder of the built servers (default ~/.cache/cdk8s-envoy-proxy)`;

/** CI waits no longer for a run of `--if-cached`. */
const CACHED_RUN_MILLIS = 110_000;

interface Options {
  readonly release: string;
  readonly record: boolean;
  /** Whether the results are for the report; CI only looks. */
  readonly report: boolean;
}

/** The command line; undefined if there is nothing to run. */
function optionsOf(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      'kubernetes': { type: 'string' }, 'if-cached': { type: 'boolean', default: false },
      'record': { type: 'boolean', default: false },
    },
  });
  if (values['if-cached']) {
    const release = newestCached();
    const missing = missingFor(release);
    if (missing || !release) {
      console.log(`e2e:api was not run: ${missing}`);
      return undefined;
    }
    setTimeout(() => fail(new Error(`not done after ${CACHED_RUN_MILLIS / 1000} s`)), CACHED_RUN_MILLIS).unref();
    return { release, record: false, report: false };
  }
  if (values.kubernetes === undefined) throw new Error(`--kubernetes is missing\n\n${USAGE}`);
  return { release: releaseOf(values.kubernetes), record: values.record, report: true };
}

function missingFor(release: string | undefined): string | undefined {
  if (release === undefined) {
    return `no kube-apiserver in ${cacheFolder()}; build one with npm run e2e:api -- --kubernetes 1.37`;
  }
  return hasEtcd() ? undefined : 'no etcd on this machine (Debian package etcd-server)';
}

function hasEtcd(): boolean {
  return spawnSync('etcd', ['--version'], { stdio: 'ignore' }).status === 0;
}

async function run({ release, record, report }: Options): Promise<boolean> {
  if (!hasEtcd()) throw new Error('etcd is missing: install the Debian package etcd-server');
  const server = await startServer(builtServer(release));
  try {
    console.log(`kube-apiserver ${server.gitVersion}`);
    if (server.gitVersion !== `v${release}`) throw new Error(`this is not ${release}`);
    const result = await checkAll(server.client, release, record);
    if (report) writeReport(result);
    console.log(`${result.tally.passed} passed, ${result.tally.failed} failed`);
    return result.tally.failed === 0;
  } finally {
    await server.stop();
  }
}

async function checkAll(client: ApiClient, release: string, record: boolean): Promise<RunResult> {
  const tally = new Tally();
  await createNamespaces(client);
  const version = KubernetesVersion.of(release);
  const variants = await checkVariants(client, tally, version, release);
  const refusals = readRefusals();
  checkRecorded(tally, refusals);
  const answered = await checkRefusals(client, tally, release, refusals, record);
  if (record) writeRefusals(answered);
  return { release, variants, imageVolumes: version.imageVolumePossible, tally };
}

/** Synthesizes and creates everything. @returns how many variants there were */
async function checkVariants(
  client: ApiClient, tally: Tally, version: KubernetesVersion, release: string,
): Promise<number> {
  const written = writtenExamples(release);
  const variants = [...matrix(version), ...specialVariants(version), ...exampleVariants()];
  const all = [
    ...variants.map((variant) => ({ ...variant, manifests: () => synthesized(variant, version) })),
    ...written.map((example) => ({ ...example, manifests: () => example.manifests })),
  ];
  for (const { name, foreignPods, manifests } of all) {
    try {
      for (const submission of submissionsOf(manifests(), foreignPods)) {
        await checkAccepted(client, tally, name, submission);
      }
    } catch (error) {
      tally.check(`${name}: synthesis`, [(error as Error).message]);
    }
  }
  return all.length;
}

function fail(error: Error): never {
  console.error(`e2e:api: ${error.message}`);
  process.exit(1);
}

process.on('exit', () => Daemon.killAll());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => fail(new Error(signal)));

async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2));
  if (options && !await run(options)) process.exitCode = 1;
}

main().catch(fail);
