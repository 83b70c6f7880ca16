import { execFileSync } from 'child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { load, loadAll } from 'js-yaml';
import { run } from '../../src/cli/run';

const BEFORE = 'examples/retrofit/before.yaml';
const VERSION = ['--kubernetes-version', 'v1.35.9+k3s1'];

interface Patched {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

function patched(args: readonly string[], standardInput = ''): Patched {
  let [out, error] = ['', ''];
  const code = run(['patch', ...args], {
    standardInput: () => standardInput, out: (text) => { out += text; }, error: (text) => { error += text; },
  });
  return { code, out, error };
}

describe('patch --envoy-gateway', () => {
  test('prints the resource, why it looks so, and where to name it', () => {
    const { code, out, error } = patched(['--envoy-gateway', '1.9.0', ...VERSION]);
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^# Pods of Envoy Gateway 1\.9\.0 that drain; Kubernetes v1\.35\.9\+k3s1 runs native sidecars \(general since 1\.33\)\.\n# Name it in spec\.parametersRef /);
    const { kind, metadata, spec } = load(out) as any;
    expect([kind, metadata]).toEqual(['EnvoyProxy', { name: 'draining-proxies', namespace: 'envoy-gateway-system' }]);
    expect(spec.shutdown).toEqual({ drainTimeout: '60s', minDrainDuration: '10s' });
    expect(spec.provider.kubernetes.envoyDeployment.patch.value.spec.template.spec.initContainers).toMatchObject([{ name: 'shutdown-manager' }]);
  });

  test('says why the layout stays', () => {
    expect(patched(['--envoy-gateway', '1.9.0']).out).toContain('that drain; the Kubernetes version is unknown, and a cluster without native sidecars would never start the pod.');
    expect(patched(['--envoy-gateway', '1.11.0', ...VERSION]).out).toContain('that drain; Envoy Gateway 1.11.0 is newer than what is known of it (1.9)');
  });

  test('takes times, names, kind, image and placement', () => {
    const { out } = patched(['--envoy-gateway', '1.8.2', ...VERSION, '--daemon-set', '--name', 'edge', '--namespace', 'edge', '--drain-timeout', '90s',
      '--min-drain-duration', '20s', '--manager-image', 'mirror.example/gateway:v1.8.2', '--placement', 'sibling']);
    const { metadata, spec: { shutdown, provider } } = load(out) as any;
    expect([metadata, shutdown]).toEqual([{ name: 'edge', namespace: 'edge' }, { drainTimeout: '90s', minDrainDuration: '20s' }]);
    const pod = provider.kubernetes.envoyDaemonSet.patch.value.spec.template.spec;
    expect(pod.containers.at(-1)).toMatchObject({ name: 'shutdown-manager', image: 'mirror.example/gateway:v1.8.2' });
  });

  test('makes the drain outlast the load balancer', () => {
    const { out } = patched(['--envoy-gateway', '1.9.0', '--load-balancer-detection', '90s']);
    expect((load(out) as any).spec.shutdown).toEqual({ drainTimeout: '92s', minDrainDuration: '92s' });
  });
});

describe('patch --from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patch-'));
  const kubectl = execFileSync(process.execPath, ['scripts/kubectl.mjs'], { encoding: 'utf8' }).trim();
  afterAll(() => rmSync(folder, { recursive: true }));

  function file(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  }

  function fixedWorkload(): any {
    const path = file('fixed.yaml', readFileSync(BEFORE, 'utf8'));
    run(['fix', path, '--write', ...VERSION], { standardInput: () => '', out: () => undefined, error: () => undefined });
    return workloadIn(readFileSync(path, 'utf8'));
  }

  const workloadIn = (text: string): any => loadAll(text).find((document: any) => document?.kind === 'Deployment');

  test('a real kustomize makes of it what fix writes', () => {
    file('before.yaml', readFileSync(BEFORE, 'utf8'));
    file('kustomization.yaml', `resources: [before.yaml]\n${patched(['--from', BEFORE, ...VERSION]).out}`);
    expect(workloadIn(execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8' }))).toEqual(fixedWorkload());
  });

  test.each(['strategic', 'json'])('a real kubectl makes of the %s patch what fix writes', (output) => {
    const workload = file('workload.json', JSON.stringify(workloadIn(readFileSync(BEFORE, 'utf8'))));
    const patch = file(`patch.${output === 'json' ? 'json' : 'yaml'}`, patched(['--from', BEFORE, ...VERSION, '--output', output]).out);
    const args = ['patch', '--local', `--type=${output}`, '-f', workload, '--patch-file', patch, '-o', 'json'];
    const { metadata: { creationTimestamp: _, ...metadata }, ...merged } = JSON.parse(execFileSync(kubectl, args, { encoding: 'utf8' }));
    expect({ ...merged, metadata }).toMatchObject(fixedWorkload());
  });

  test('a kind of somebody else gets a JSON patch for kustomize', () => {
    const rollout = readFileSync(BEFORE, 'utf8').replace('apps/v1', 'argoproj.io/v1alpha1').replace('kind: Deployment', 'kind: Rollout');
    const { patches: [{ target, patch }] } = load(patched(['--from', '-', ...VERSION], rollout).out) as any;
    expect(target).toMatchObject({ group: 'argoproj.io', version: 'v1alpha1', kind: 'Rollout' });
    expect(load(patch)).toContainEqual(expect.objectContaining({ op: expect.any(String), path: expect.stringMatching(/^\/spec/) }));
  });

  test('the items of a List get a patch each', () => {
    const list = `kind: List\napiVersion: v1\nitems:\n${['a', 'b'].map((name) => `- {apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}}, spec: {template: {spec: {containers: [{name: envoy, image: "envoyproxy/envoy:v1.39.0"}]}}}}\n`).join('')}`;
    const { patches } = load(patched(['--from', '-', ...VERSION], list).out) as any;
    expect(patches.map(({ target }: any) => target.name)).toEqual(['a', 'b']);
    const { code, error } = patched(['--from', '-', ...VERSION, '--output', 'json'], list);
    expect([code, error]).toEqual([2, expect.stringContaining('--output json: a JSON patch is of one object')]);
  });

  test('where nothing is to be mended it says so', () => {
    const { code, out, error } = patched(['--from', '-'], 'kind: Pod\napiVersion: v1\nspec: {containers: [{name: web, image: nginx}]}\n');
    expect([code, out, error]).toEqual([0, '', 'nothing to patch: no pod has an error, or a warning that can be mended\n']);
  });

  test.each([
    ['what cannot be read', 'kind: {{ .kind }}\n', 'standard input:1: '],
    ['a pod that the API would refuse', 'kind: Pod\napiVersion: v1\nspec: {containers: [{name: 5, image: envoyproxy/envoy:v1.39.0}]}\n', 'standard input:3: '],
  ])('%s is told, with its place', (_, text, message) => {
    const { code, out, error } = patched(['--from', '-'], text);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(message);
  });
});

test.each([
  ['neither of the two', [], '--envoy-gateway <version> or --from <file> must be given'],
  ['both of the two', ['--envoy-gateway', '1.9.0', '--from', BEFORE], 'one of the two'],
  ['a release that is none', ['--envoy-gateway', 'new'], '--envoy-gateway: '],
  ['a form that does not exist', ['--from', BEFORE, '--output', 'helm'], '--output helm: known are kustomize, strategic, json'],
  ['a name that no object has', ['--envoy-gateway', '1.9.0', '--name', 'A B'], '\'--name\' ("A B") must be a Kubernetes name'],
  ['native sidecars on an old cluster', ['--envoy-gateway', '1.9.0', '--placement', 'native', '--kubernetes-version', '1.27'], 'placement\' (NATIVE) must'],
  ['a delay that the release does not know', ['--envoy-gateway', '1.8.2', '--health-check-failure-delay', '5s'], '\'healthCheckFailureDelay\' (5s) must be 0s'],
  ['a drain above the ceiling', ['--envoy-gateway', '1.9.0', '--drain-timeout', '200s', '--grace-ceiling', '120s'], '--grace-ceiling'],
])('%s is wrong usage', (_, args, message) => {
  const { code, out, error } = patched(args);
  expect([code, out]).toEqual([2, '']);
  expect(error).toContain(message);
});
