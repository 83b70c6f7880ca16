import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { run } from '../../src/cli/run';

const BEFORE = 'examples/retrofit/before.yaml';
const AFTER = 'examples/expected/retrofit/v1.35.9+k3s1.yaml';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

function ran(args: readonly string[], standardInput = ''): Ran {
  const texts = { out: '', error: '' };
  const code = run(args, {
    out: (text) => { texts.out += text; },
    error: (text) => { texts.error += text; },
    standardInput: () => standardInput,
  });
  return { code, ...texts };
}

describe('envoy-drain simulate', () => {
  test('a pod that loses requests: what, when, and exit code 1', () => {
    const { code, out } = ran(['simulate', BEFORE, '--kubernetes-version', 'v1.35.9+k3s1']);
    expect(code).toBe(1);
    expect(out).toContain('Deployment ingress/ingress-envoy, grace period 300 s');
    expect(out).toMatch(/Requests (are|may be) lost:\n {2}new connections are refused from 0\.\d+ to 5\.00 s/);
  });

  test('its retrofitted twin loses nothing: exit code 0', () => {
    const { code, out } = ran(['simulate', AFTER, '--kubernetes-version', 'v1.35.9+k3s1']);
    expect(out).toContain('Nothing is lost.');
    expect(code).toBe(0);
  });

  test('reads standard input, several documents, and writes JSON', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: NAME}\nspec:\n  containers:\n    - {name: envoy, image: "envoyproxy/envoy:v1.39.0"}\n';
    const input = ['a', 'b'].map((name) => pod.replace('NAME', name)).join('---\n');
    const { code, out } = ran(['simulate', '-', '--format', 'json'], `kind: Service\n---\n${input}`);
    expect(code).toBe(1);
    const timelines = JSON.parse(out);
    expect(timelines.map(({ object }: any) => object.name)).toEqual(['a', 'b']);
    expect(timelines[0].outcome.losesRequests).toBe(true);
  });

  test('draws one pod as SVG, and refuses to draw two', () => {
    const { code, out } = ran(['simulate', AFTER, '--format', 'svg']);
    expect(code).toBe(0);
    expect(out).toMatch(/^<svg .*role="img"/);
    expect(ran(['simulate', AFTER, BEFORE, '--format', 'svg']).error).toContain('draws one pod, and the input has 2');
  });

  test.each([
    ['deletion:400s', 0], ['deletion:1s', 1], ['eviction:0s', 1], ['node-shutdown:15s', 0], ['node-shutdown:5s', 1],
    ['crash:envoy', 1], ['crash:shutdown-manager', 0],
  ])('scenario %s gives exit code %d', (scenario, code) => {
    expect(ran(['simulate', AFTER, '--scenario', scenario, '--kubernetes-version', '1.35.9']).code).toBe(code);
  });

  test('the traffic decides too', () => {
    expect(ran(['simulate', AFTER, '--endpoint-lag', '10s']).code).toBe(0);
    expect(ran(['simulate', AFTER, '--endpoint-lag', '12s']).code).toBe(1);
  });
});

describe('wrong usage and unreadable input end with 2 and say what is right', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cli-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    [['simulate', BEFORE, '--kube-version', '1.33'], "unknown option '--kube-version'"],
    [['simulate', BEFORE, '--kubernets-version', '1.33'], '(Did you mean --kubernetes-version?)'],
    [['simulat', BEFORE], '(Did you mean simulate?)'],
    [['simulate'], "missing required argument 'path'"],
    [['simulate', BEFORE, '--format', 'pdf'], '--format pdf: known are text, json, svg'],
    [['simulate', BEFORE, '--scenario', 'flood'], '--scenario flood: known are deletion'],
    [['simulate', BEFORE, '--scenario', 'liveness'], 'name the container, as in liveness:envoy'],
    [['simulate', BEFORE, '--scenario', 'crash:nobody'], "'--scenario' (crash:nobody) must name a container of the pods (envoy-initconfig, shutdown-manager, envoy)"],
    [['simulate', BEFORE, '--endpoint-lag', 'long'], '--endpoint-lag long: write a duration such as 5s'],
    [['simulate', BEFORE, '--kubernetes-version', 'latest'], "'kubernetesVersion' (\"latest\") must be a Kubernetes version"],
    [['simulate', 'no/such.yaml'], 'no/such.yaml: ENOENT'],
    [['simulate', 'package.json'], 'there is no pod in the input'],
  ])('%j', (args, words) => {
    const { code, error, out } = ran(args);
    expect(error).toContain(words);
    expect([code, out]).toEqual([2, '']);
  });

  test('an error in a document names file and line, and the others are still simulated', () => {
    const path = join(folder, 'pods.yaml');
    const pod = 'kind: Pod\nspec:\n  terminationGracePeriodSeconds: GRACE\n  containers:\n    - name: envoy\n      image: envoyproxy/envoy:v1\n';
    writeFileSync(path, `${pod.replace('GRACE', 'soon')}---\n${pod.replace('GRACE', '30')}---\na: [\n`);
    const { code, out, error } = ran(['simulate', path]);
    expect(code).toBe(2);
    expect(error).toContain(`${path}:3: 'terminationGracePeriodSeconds' ("soon")`);
    expect(error).toMatch(new RegExp(`${path}:16: `));
    expect(out).toContain('Pod (no name), grace period 30 s');
  });

  test('help is no error', () => {
    const { code, out } = ran(['simulate', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('Exit code: 0 nothing is lost');
  });
});
