// Installs the packed tarball with only its peers in an empty folder, and synthesizes an app there with each
// supported Node. Ends with a line `tarball: N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt, finish, MANIFEST, PEERS, PROJECT } from './attempts.mjs';
import { NODES, nodeOf } from './nodes.mjs';

const APP = `
const { App, Chart } = require('cdk8s');
const { DrainTiming, EnvoyBootstrap, EnvoyProxyDeployment, KubernetesVersion, LoadBalancer } = require('cdk8s-envoy-proxy');
const app = new App({ outdir: 'manifests' });
KubernetesVersion.declare(app, KubernetesVersion.of('v1.35.9+k3s1'));
const chart = new Chart(app, 'edge', { namespace: 'edge' });
new EnvoyProxyDeployment(chart, 'Proxy', {
  bootstrap: EnvoyBootstrap.fromFile('envoy.yaml'),
  drainTiming: DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkInstance()), replicas: 3,
}).exposeListeners({
  serviceType: 'LoadBalancer', listeners: ['http'],
  annotations: { 'service.beta.kubernetes.io/aws-load-balancer-scheme': 'internet-facing' },
});
app.synth();
`;

// The hook is a shell script, so that the bundled parser is needed too.
const POD = `
apiVersion: v1
kind: Pod
metadata: {name: racy}
spec:
  containers:
    - name: envoy
      image: docker.io/envoyproxy/envoy:v1.39.0
      lifecycle: {preStop: {exec: {command: [sh, -c, 'sleep 20 && true']}}}
`;

const folder = mkdtempSync(join(tmpdir(), 'envoy-proxy-tarball-'));
try {
  const app = installed(folder);
  for (const major of Object.keys(NODES)) attempt(`Node ${major}`, () => synthesizes(app, nodeOf(major)));
  attempt('the package holds only what users need', () => holdsOnlyTheLibrary(app));
  attempt('types compile without the project', () => typesCompile(app));
  for (const [name, script] of Object.entries(MANIFEST.bin ?? {})) attempt(`bin ${name}`, () => runsBin(app, script));
  attempt('kubectl plugin', () => isPlugin(app));
} finally {
  rmSync(folder, { recursive: true });
}
finish('tarball');

function installed(parent) {
  const packed = run('npm', ['pack', '--silent', '--pack-destination', parent], PROJECT).trim().split('\n').at(-1);
  const app = join(parent, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{"private": true}');
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', join(parent, packed), ...PEERS], app);
  writeFileSync(join(app, 'app.js'), APP);
  copyFileSync(join(PROJECT, 'examples', 'edge', 'envoy.yaml'), join(app, 'envoy.yaml'));
  return app;
}

function synthesizes(app, node) {
  rmSync(join(app, 'manifests'), { recursive: true, force: true });
  run(node, ['app.js'], app);
  const manifest = readFileSync(join(app, 'manifests', 'edge.k8s.yaml'), 'utf8');
  const expected = readFileSync(join(PROJECT, 'examples', 'expected', 'edge', 'v1.35.9+k3s1.yaml'), 'utf8');
  if (manifest !== expected) throw new Error('the manifest is not the one expected of examples/edge');
}

function holdsOnlyTheLibrary(app) {
  const listing = run('find', ['node_modules/cdk8s-envoy-proxy', '-maxdepth', '1', '-mindepth', '1', '-printf', '%f\n'], app);
  const allowed = ['.jsii', 'API.md', 'CHANGELOG.md', 'HAZARDS.md', 'LICENSE', 'README.md', 'docs', 'lib', 'node_modules', 'package.json', 'vendor'];
  const others = listing.trim().split('\n').filter((name) => !allowed.includes(name));
  if (others.length > 0) throw new Error(`it also holds ${others.join(', ')}`);
}

function typesCompile(app) {
  writeFileSync(join(app, 'types.ts'), `
import { EnvoyProxyDeployment, ShutdownManager } from 'cdk8s-envoy-proxy';
export const used: [typeof EnvoyProxyDeployment, typeof ShutdownManager] = [EnvoyProxyDeployment, ShutdownManager];
`);
  const compiler = join(PROJECT, 'node_modules', '.bin', 'tsc');
  run(compiler, ['--noEmit', '--strict', '--target', 'es2022', '--module', 'node16', 'types.ts'], app);
}

function runsBin(app, script) {
  const bin = join('node_modules', 'cdk8s-envoy-proxy', script);
  run(process.execPath, [bin, '--help'], app);
  run(process.execPath, [bin, 'rules'], app);
  writeFileSync(join(app, 'pod.yaml'), POD);
  const { findings } = JSON.parse(run(process.execPath, [bin, 'lint', 'pod.yaml', '--format', 'json', '--fail-on', 'info'], app, 1));
  if (!findings.some(({ rule }) => rule === 'sleep-without-drain')) throw new Error('lint finds nothing in a racy pod');
  run(process.execPath, [bin, 'fix', '--help'], app);
  const timelines = run(process.execPath, [bin, 'simulate', 'pod.yaml', '--format', 'json', '--longest-request', '1s'], app, 1);
  const [{ outcome }] = JSON.parse(timelines);
  if (!(outcome.envoySigtermEarliestMillis >= 20_000)) throw new Error(`SIGTERM comes at ${outcome.envoySigtermEarliestMillis} ms`);
}

function isPlugin(app) {
  const help = run(join(app, 'node_modules', '.bin', 'kubectl-envoy_drain'), ['--help'], app);
  if (!help.includes('Usage: kubectl envoy-drain')) throw new Error(`its help begins with ${help.split('\n')[0]}`);
}

function run(command, args, cwd, code = 0) {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if (code !== 0 && error.status === code) return error.stdout;
    throw new Error(`${command} ${args.join(' ')}: ${error.stderr || error.stdout || error.message}`);
  }
}
