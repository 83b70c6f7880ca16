import { generateKeyPairSync, randomBytes } from 'crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { setTimeout as sleep } from 'timers/promises';
import { ApiClient } from './client';
import { Daemon, freePort } from './processes';

const READY_MILLIS = 60_000;

/** Etcd and kube-apiserver on loopback, in a folder of their own. */
export interface RunningServer {
  readonly client: ApiClient;
  /** What the server says about itself. */
  readonly gitVersion: string;
  stop(): Promise<void>;
}

/**
 * Starts an API server with its own certificate and a static token. Everything is allowed: it is not
 * authorization that is checked. PodSecurity admission is on by default; ServiceAccount admission is
 * off, since nothing here would make the account `default`.
 */
export async function startServer(binary: string): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-api-'));
  const daemons: Daemon[] = [];
  const stop = async (): Promise<void> => {
    for (const daemon of [...daemons].reverse()) await daemon.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const etcd = await startEtcd(folder, daemons);
    const port = await freePort();
    const token = randomBytes(16).toString('hex');
    const server = new Daemon(binary, serverFlags(folder, etcd, port, token), join(folder, 'kube-apiserver.log'));
    daemons.push(server);
    const client = await readyClient(server, port, token, join(folder, 'certificates', 'apiserver.crt'));
    return { client, stop, gitVersion: (await client.send('GET', '/version')).body.gitVersion };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startEtcd(folder: string, daemons: Daemon[]): Promise<string> {
  const client = `http://127.0.0.1:${await freePort()}`;
  const peer = `http://127.0.0.1:${await freePort()}`;
  daemons.push(new Daemon('etcd', [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${client}`, `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`,
  ], join(folder, 'etcd.log')));
  return client;
}

function serverFlags(folder: string, etcd: string, port: number, token: string): string[] {
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, `${token},e2e,e2e\n`, { mode: 0o600 });
  const key = join(folder, 'service-account.key');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
  return [
    `--etcd-servers=${etcd}`, '--bind-address=127.0.0.1', `--secure-port=${port}`,
    `--cert-dir=${join(folder, 'certificates')}`, `--token-auth-file=${tokens}`, '--authorization-mode=AlwaysAllow',
    '--service-account-issuer=https://kubernetes.default.svc', `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`, '--service-cluster-ip-range=10.96.0.0/16',
    '--endpoint-reconciler-type=none', '--advertise-address=127.0.0.1',
    '--disable-admission-plugins=ServiceAccount',
  ];
}

/** Ready means also that its post-start hooks have run, with them the namespaces it makes itself. */
async function readyClient(
  server: Daemon, port: number, token: string, certificate: string,
): Promise<ApiClient> {
  const deadline = Date.now() + READY_MILLIS;
  while (Date.now() < deadline) {
    if (!server.isRunning) throw new Error(server.lastWords);
    if (existsSync(certificate)) {
      const client = new ApiClient(port, token, readFileSync(certificate));
      const answer = await client.send('GET', '/readyz').catch(() => undefined);
      if (answer?.status === 200) return client;
    }
    await sleep(200);
  }
  throw new Error(`kube-apiserver was not ready in ${READY_MILLIS} ms; ${server.lastWords}`);
}
