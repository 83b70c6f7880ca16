// Runs the real cdk8s-cli with the validation plugin of the packed tarball, in an empty folder, as users would.
// Ends with a line `plugin: N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt, finish, MANIFEST, PEERS, PROJECT } from './attempts.mjs';

const CLI = 'cdk8s-cli@2.207.60';

const INSTALLED = `./node_modules/${MANIFEST.name}`;

// Chart and construct are named so that their path is seen nowhere else.
const APP = `
const { App, ApiObject, Chart } = require('cdk8s');
const { EnvoyBootstrap, EnvoyProxyDeployment, KubernetesVersion } = require('cdk8s-envoy-proxy');
const app = new App();
KubernetesVersion.declare(app, KubernetesVersion.of('v1.35.9+k3s1'));
const chart = new Chart(app, 'edge', { namespace: 'edge' });
new EnvoyProxyDeployment(chart, 'Good', { bootstrap: EnvoyBootstrap.fromFile('envoy.yaml') });
if (process.env.BROKEN) {
  new ApiObject(chart, 'Broken', {
    apiVersion: 'apps/v1', kind: 'DaemonSet',
    spec: {
      selector: { matchLabels: { app: 'racy' } },
      template: {
        metadata: { labels: { app: 'racy' } },
        spec: {
          containers: [{
            name: 'envoy', image: 'docker.io/envoyproxy/envoy:v1.39.0',
            ports: [{ containerPort: 10080, ...process.env.BROKEN === 'host-port' ? { hostPort: 80 } : {} }],
          }],
        },
      },
    },
  });
}
app.synth();
`;

const CASES = {
  'a proxy of this package passes': () => {
    expect(synth({ properties: { kubernetesVersion: 'v1.35.9+k3s1' } }), 0, ['Validations ended succesfully']);
  },
  'an Envoy that nothing drains fails, with its construct': () => {
    expect(synth({ broken: 'no-hook' }), 2, [
      'no-drain-trigger', 'Construct Path: edge/Broken', 'Recommendation: error: ', 'How to fix: ', 'Manifest Path: dist/edge.k8s.yaml',
      '/spec/template/spec/containers/0',
    ]);
  },
  'a mild finding is told, and fails only where that is wanted': () => {
    const ignore = { 'no-drain-trigger': 'this test is about another rule' };
    const told = ['load-balancer-undeclared', 'Construct Path: edge/Broken'];
    expect(synth({ broken: 'host-port', properties: { ignore } }), 0, told);
    expect(synth({ broken: 'host-port', properties: { ignore, failOn: 'info' } }), 2, told);
  },
  'a plugin that cdk8s-cli installed itself is found by its name': () => {
    expect(synth({ broken: 'no-hook', package: MANIFEST.name }), 2, ['no-drain-trigger', 'Construct Path: edge/Broken']);
  },
  'wrong properties say what would be right': () => {
    expect(synth({ properties: { graceCieling: '90s' } }), 1, [`[HazardValidation] 'properties' ("graceCieling") must have no fields but`]);
    expect(synth({ properties: { graceCeiling: 'soon' } }), 1, [`[HazardValidation] 'graceCeiling' ("soon") must be a duration`]);
  },
};

const folder = mkdtempSync(join(tmpdir(), 'envoy-proxy-plugin-'));
const app = join(folder, 'app');
// cdk8s-cli finds nothing in a relative one
const plugins = join(folder, 'plugins');
try {
  install();
  for (const [what, check] of Object.entries(CASES)) attempt(what, check);
} finally {
  rmSync(folder, { recursive: true });
}
finish('plugin');

/** The tarball beside the app, and where cdk8s-cli would have installed it from the registry, with the same options. */
function install() {
  const tarball = join(folder, must('npm', ['pack', '--silent', '--pack-destination', folder], PROJECT).trim().split('\n').at(-1));
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{"private": true}');
  must('npm', ['install', '--silent', '--no-audit', '--no-fund', tarball, CLI, ...PEERS], app);
  const own = join(plugins, MANIFEST.name, MANIFEST.version);
  mkdirSync(own, { recursive: true });
  must('npm', ['install', tarball, '--no-save', '--prefix', own], app);
  writeFileSync(join(app, 'app.js'), APP);
  writeFileSync(join(app, 'envoy.yaml'), readFileSync(join(PROJECT, 'examples', 'edge', 'envoy.yaml')));
}

/** What `cdk8s synth` prints, with its exit code. */
function synth({ broken = '', package: from = INSTALLED, properties = {} }) {
  const validation = { package: from, version: MANIFEST.version, class: 'HazardValidation', properties };
  // JSON is YAML too.
  writeFileSync(join(app, 'cdk8s.yaml'), JSON.stringify({
    app: 'node app.js', language: 'typescript', pluginsDirectory: plugins, validations: [validation],
  }));
  return run(join('node_modules', '.bin', 'cdk8s'), ['synth', '--check-upgrade=false'], app, { BROKEN: broken, npm_config_offline: 'true' });
}

function expect({ status, output }, code, texts) {
  const missing = texts.filter((text) => !output.includes(text));
  if (status !== code || missing.length > 0) throw new Error(`exit ${status} for ${code}, without ${JSON.stringify(missing)}:\n${output}`);
  if (process.env.VERBOSE) console.log(output);
}

function must(command, args, cwd) {
  const { status, output, stdout } = run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${output}`);
  return stdout;
}

function run(command, args, cwd, environment = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, ...environment } });
  return { status, stdout, output: `${stdout}${stderr}` };
}
