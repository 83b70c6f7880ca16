import { spawnSync } from 'child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { load } from 'js-yaml';
import { fixed } from '../support/fixing';

const ENVOY = '{name: envoy, image: "docker.io/envoyproxy/envoy:v1.36.2", command: [envoy], args: [-c, /etc/envoy/envoy.yaml]}';
const BROKEN = `# mine
apiVersion: apps/v1
kind: Deployment
metadata: {name: edge} # the edge
spec:
  template:
    spec:
      containers:
        # Envoy
        - ${ENVOY}
`;
const GOOD = BROKEN.replace('edge}', 'other}').replace(ENVOY, '{name: web, image: nginx}');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fix-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('envoy-drain fix', () => {
  test('prints the difference, says what was mended, and exits with 0', () => {
    const { code, out, error } = fixed([file('a.yaml', BROKEN), '--kubernetes-version', '1.34']);
    expect(code).toBe(0);
    expect(out.split('\n').slice(0, 2)).toEqual([`--- a${folder}/a.yaml`, `+++ b${folder}/a.yaml`]);
    expect(out).toContain('+      initContainers:\n+        - name: shutdown-manager\n+          restartPolicy: Always\n');
    expect(out.split('\n').filter((line) => line.startsWith('-') && !line.startsWith('---'))).toEqual([`-        - ${ENVOY}`]);
    expect(error).toContain('a.yaml:10: mended: no-drain-trigger (envoy)\n');
    expect(error).toContain('note: check that the admin interface of the Envoy in envoy is at 127.0.0.1:19000');
  });

  test('what patch makes of the difference is what --write writes', () => {
    const path = file('a.yaml', BROKEN.replace(/\n/g, '\r\n'));
    const { out } = fixed([path]);
    writeFileSync(join(folder, 'diff'), out);
    const twin = join(folder, 'twin.yaml');
    const patched = spawnSync('patch', ['--binary', '-o', twin, path, join(folder, 'diff')]);
    if (patched.error) return; // where there is no patch
    fixed([path, '--write']);
    expect(readFileSync(twin, 'utf8')).toBe(readFileSync(path, 'utf8'));
  });

  test('says nothing about what is good, and leaves it alone', () => {
    expect(fixed([file('a.yaml', GOOD)])).toEqual({ code: 0, out: '', error: '' });
  });

  test('writes the files that change, through links, with their mode and byte order mark', () => {
    mkdirSync(join(folder, 'below'));
    const path = file('below/a.yaml', `\uFEFF${BROKEN}`);
    chmodSync(path, 0o640);
    const good = file('b.yaml', GOOD);
    const times = statSync(good);
    symlinkSync(path, join(folder, 'link.yaml'));
    expect(fixed([join(folder, 'link.yaml'), good, '--write'])).toMatchObject({ code: 0, out: '' });
    const text = readFileSync(path, 'utf8');
    expect(text.startsWith('\uFEFF# mine\n')).toBe(true);
    expect(text).toContain('- name: shutdown-manager');
    expect((statSync(path).mode % 0o1000).toString(8)).toBe('640');
    expect(statSync(good).mtimeMs).toBe(times.mtimeMs);
    expect(readdirSync(join(folder, 'below'))).toEqual(['a.yaml']);
    expect(fixed([path])).toMatchObject({ code: 0, out: '', error: '' });
  });

  test('prints the whole of standard input with --write, also where nothing changes', () => {
    const { code, out } = fixed(['-', '--write'], `${GOOD}---\n${BROKEN}`);
    expect(code).toBe(0);
    expect(out.startsWith(`${GOOD}---\n# mine\n`)).toBe(true);
    expect(fixed(['-', '--write'], out).out).toBe(out);
    expect(fixed(['-', '--write'], GOOD).out).toBe(GOOD);
  });

  test('errors that are left are told with their remedy: exit code 1', () => {
    const job = BROKEN.replace('apps/v1', 'batch/v1').replace('Deployment', 'Job');
    const { code, out, error } = fixed(['-'], job);
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(/^standard input:10: error: job-never-completes: envoy is .*; not mended: declare --kubernetes-version 1.29 or later/);
  });

  test('what cannot be read is told, the rest is mended: exit code 2', () => {
    const path = file('a.yaml', `a: [\n---\n${BROKEN}---\nspec: {{ .Values.x }}\n`);
    const { code, error } = fixed([path, join(folder, 'none.yaml'), '--write']);
    expect(code).toBe(2);
    expect(error).toMatch(/a\.yaml:\d+: 'document'/);
    expect(error).toContain('none.yaml');
    expect(readFileSync(path, 'utf8')).toMatch(/^a: \[\n---\n# mine\n[^]*shutdown-manager[^]*\n---\nspec: \{\{ \.Values\.x \}\}\n$/);
  });

  test('a field of a wrong type: exit code 2, and its line', () => {
    const { code, error, out } = fixed(['-'], BROKEN.replace('name: envoy', 'name: 5'));
    expect([code, out]).toEqual([2, '']);
    expect(error).toMatch(/^standard input:10: 'name' \(5\)/);
  });

  test('EnvoyProxy resources are left alone', () => {
    const resource = 'apiVersion: gateway.envoyproxy.io/v1alpha1\nkind: EnvoyProxy\nmetadata: {name: e}\nspec: {}\n';
    const { out, error } = fixed(['-'], resource);
    expect(out).toBe('');
    expect(error).toContain('standard input:1: note: EnvoyProxy resources are left alone: only workloads are mended');
  });

  test('a reason in an annotation is heard', () => {
    const ignored = BROKEN.replace('{name: edge}', '{name: edge, annotations: {envoy-drain/ignore-no-drain-trigger: "no traffic"}}');
    expect(fixed(['-'], ignored)).toEqual({ code: 0, out: '', error: '' });
  });

  test('items of Lists, JSON in its own layout', () => {
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [load(GOOD), load(BROKEN)] }, null, 4);
    const { code, out } = fixed(['-', '--write'], list);
    expect(code).toBe(0);
    const result = JSON.parse(out);
    expect(JSON.stringify(result, null, 4)).toBe(out);
    expect(result.items[0]).toEqual(load(GOOD));
    expect(result.items[1].spec.template.spec.containers).toHaveLength(2);
  });

  test('the items of a DeploymentList stay without a kind', () => {
    const { apiVersion: _, kind: __, ...item } = load(BROKEN) as any;
    const { out } = fixed(['-', '--write'], JSON.stringify({ apiVersion: 'apps/v1', kind: 'DeploymentList', items: [item] }));
    const [mended] = JSON.parse(out).items;
    expect(Object.keys(mended)).toEqual(['metadata', 'spec']);
    expect(mended.spec.template.spec.containers).toHaveLength(2);
  });

  test('colours on a terminal, where nothing steers it', () => {
    const { out } = fixed(['-'], BROKEN.replace('# the edge', '# \u202E'), true);
    expect(out).toContain('\x1b[32m+        - name: shutdown-manager\x1b[0m\n');
    expect(out).not.toContain('\u202E');
  });
});

describe('options', () => {
  test.each([
    [['--placement', 'native'], '\'--placement\' (NATIVE) must go with a \'--kubernetes-version\' (unknown) of 1.29 or later'],
    [['--placement', 'beside'], '--placement beside: known are auto, native, sibling, envoy-container'],
    [['--shutdown-manager', 'nginx'], '--shutdown-manager nginx: known are envoy-gateway, contour'],
    [['--drain-timeout', '5'], '--drain-timeout 5: write a duration such as 5s'],
    [['--drain-timeout', '5s'], '\'--min-drain-duration\' (10s) must be at most \'--drain-timeout\' (5s)'],
    [['--manager-image', 'a b'], '--manager-image'],
  ])('%j', (args, message) => {
    const { code, error } = fixed(['-', ...args], BROKEN);
    expect(code).toBe(2);
    expect(error).toContain(message);
  });

  test.each<[string, string[], RegExp]>([
    ['times', ['--drain-timeout', '90s', '--min-drain-duration', '20s'], /--drain-timeout=90s\n +- --min-drain-duration=20s\n/],
    ['delay', ['--health-check-failure-delay', '5s'], /--health-check-failure-delay=5s\n/],
    ['image', ['--manager-image', 'mirror.example/gateway:v1.9.0'], /image: mirror\.example\/gateway:v1\.9\.0\n/],
    ['placement', ['--kubernetes-version', '1.36', '--placement', 'sibling'], / {6}containers:[^]*- name: shutdown-manager/],
    ['in Envoy\'s container', ['--kubernetes-version', '1.36', '--placement', 'envoy-container'], /volumes:[^]*- name: shutdown-manager\n +image:\n/],
    ['detection', ['--load-balancer-detection', '45s'], /--min-drain-duration=47s\n/],
    ['longest request', ['--longest-request', '100s'], /--drain-timeout=105s\n/],
    ['ceiling', ['--grace-ceiling', '30s'], /terminationGracePeriodSeconds: 30\n[^]*--drain-timeout=23s\n/],
  ])('%s', (_, args, expected) => {
    const { code, out } = fixed(['-', '--write', ...args], BROKEN);
    expect(code).toBe(0);
    expect(out).toMatch(expected);
  });
});

test('what Envoy Gateway makes is mended with the remark that it does not last', () => {
  const { error } = fixed(['-'], BROKEN.replace('{name: edge}', '{name: edge, labels: {app.kubernetes.io/managed-by: envoy-gateway}}'));
  expect(error).toContain('note: Envoy Gateway makes this object, and will make it again as it was: patch its EnvoyProxy resource instead');
  expect(error).toMatch(/\n1 mended, 0 errors and 0 warnings left\n$/);
});

test('warnings that are left are told, with the reason where a mend was tried', () => {
  const { code, error } = fixed(['-'], BROKEN.replace('spec:\n', 'spec:\n  strategy: {type: Recreate}\n').replace(ENVOY, '{name: web, image: nginx}')
    .replace('        # Envoy\n', '        - {name: envoy, image: "docker.io/envoyproxy/envoy:v1.36.2", lifecycle: {preStop: {exec: {command: [sleep, "15"]}}}}\n'));
  expect(code).toBe(0);
  expect(error).toMatch(/: warning: [a-z-]+: /);
  expect(error).toMatch(/\n\d mended, 0 errors and [1-9] warnings? left\n$/);
});

test('what the editor\'s parser does not take is told, and not left out in silence', () => {
  const { code, out, error } = fixed(['-', '--kubernetes-version', '1.34'], BROKEN.replace(/\n/g, '\r'));
  expect([code, out]).toEqual([2, '']);
  expect(error).toMatch(/^standard input:\d+: 'document' \(unusual YAML\) must be one that can be edited in place: /);
});

test('a closing bracket in the column of its key stays there', () => {
  const { code, out } = fixed(['-', '--write'], BROKEN.replace(ENVOY, 'name: envoy\n          image: envoyproxy/envoy:v1.36.2\n          args: [\n            -c, x,\n          ]'));
  expect(code).toBe(0);
  expect(out).toContain('          args: [\n            -c, x,\n          ]\n');
});

test('a folder without YAML is wrong usage', () => {
  const { code, error } = fixed([folder]);
  expect(code).toBe(2);
  expect(error).toMatch(/^'path' \([^]*\) must hold YAML or JSON: there is nothing to mend; /);
});

describe('Envoy\'s configuration', () => {
  const inline = BROKEN.replace(ENVOY, `name: envoy
          image: docker.io/envoyproxy/envoy:v1.36.2
          args:
            - --config-yaml
            - |
              # mine
              static_resources: {listeners: []}`);

  test('in the arguments it gets what the manager needs', () => {
    const { code, out, error } = fixed(['-', '--write'], inline);
    expect(code).toBe(0);
    expect(out).toContain('              # mine\n              static_resources: { listeners: [');
    const [, text] = (load(out) as any).spec.template.spec.containers[0].args;
    expect((load(text) as any).admin.address.socket_address).toEqual({ address: '127.0.0.1', port_value: 19000 });
    expect(error).not.toContain('check that the admin interface');
  });

  test('what stands in the way is told each time, and then nothing is written', () => {
    const other = inline.replace('static_resources:', 'admin: {address: {socket_address: {address: 127.0.0.1, port_value: 9901}}}\n              static_resources:');
    const { code, out, error } = fixed(['-', '--write'], other);
    expect([code, out]).toEqual([1, other]);
    expect(error).toContain('error: no-drain-trigger');
    expect(error).toMatch(/\n0 mended, 2 errors and 0 warnings left\n$/);
    expect(error).toContain('has to be changed by hand first, or nothing drains: \'admin.address\' (127.0.0.1:9901) must be 127.0.0.1:19000');
  });

  const CONFIGURATION = `# the edge
admin: {address: {socket_address: {address: 127.0.0.1, port_value: 19000}}} # for us
static_resources: # all of them
  listeners:
  - name: http # mine
    address: {socket_address: {address: 0.0.0.0, port_value: 8080}}
`;
  const withConfiguration = (text: string, more: string): string => BROKEN.replace(ENVOY, `name: envoy
          image: docker.io/envoyproxy/envoy:v1.36.2
          args: [--config-yaml, "${text.replace(/"/g, '\\"').replace(/\n/g, '\\n')}"]
          ${more}`);

  test('what it does not add keeps its form, with all comments', () => {
    const { code, out } = fixed(['-', '--write'], withConfiguration(CONFIGURATION, 'tty: true'));
    expect(code).toBe(0);
    const [, text] = (load(out) as any).spec.template.spec.containers[0].args;
    for (const line of CONFIGURATION.trimEnd().split('\n')) expect(text.split('\n')).toContain(line);
    expect(text).toContain('\n  - name: envoy-readiness\n');
  });

  test.each([
    ['the old admin port, which nobody listens on', '/ready', 9901, 19003], ['a listener', '/ready', 8080, 8080],
    ['the admin interface', '/ready', 19000, 19000], ['another path', '/healthy', 9901, 9901],
  ])('a probe of %s (%s on %d) asks %d', (_, path, port, expected) => {
    const probe = `readinessProbe: {httpGet: {path: ${path}, port: ${port}}}`;
    const { code, out, error } = fixed(['-', '--write'], withConfiguration(CONFIGURATION, probe));
    expect(code).toBe(0);
    const [envoy] = (load(out) as any).spec.template.spec.containers;
    expect(envoy.readinessProbe.httpGet).toEqual({ path, port: expected });
    expect(error.includes('readinessProbe of envoy now asks port 19003: nothing listens on 9901')).toBe(port !== expected);
  });

  test('a probe stays where a control plane may add listeners', () => {
    const dynamic = `${CONFIGURATION}dynamic_resources: {lds_config: {path: /etc/lds.yaml}}\n`;
    const { out } = fixed(['-', '--write'], withConfiguration(dynamic, 'readinessProbe: {httpGet: {path: /ready, port: 9901}}'));
    expect((load(out) as any).spec.template.spec.containers[0].readinessProbe.httpGet.port).toBe(9901);
  });

  test.each(['yaml', 'json'])('in a ConfigMap of the same input (%s)', (format) => {
    const configuration = format === 'yaml' ? 'static_resources:\n  listeners: []\n' : '{"static_resources": {"listeners": []}}\n';
    const map = `kind: ConfigMap\napiVersion: v1\nmetadata: {name: edge}\ndata:\n  other: x # stays\n  envoy.yaml: |\n    ${configuration.replace(/\n(?=.)/g, '\n    ')}`;
    const pod = BROKEN.replace('        # Envoy\n', '').replace(ENVOY, `name: envoy
          image: docker.io/envoyproxy/envoy:v1.36.2
          args: [-c, /etc/envoy/envoy.yaml]
          volumeMounts: [{name: c, mountPath: /etc/envoy}]
      volumes: [{name: c, configMap: {name: edge}}]`);
    file('a.yaml', pod);
    file('b.yaml', map);
    const { code, error } = fixed([folder, '--write']);
    expect(code).toBe(0);
    expect(error).toContain('the ConfigMap edge got what the shutdown manager needs');
    const written = readFileSync(join(folder, 'b.yaml'), 'utf8');
    expect(written).toContain('  other: x # stays\n  envoy.yaml: |\n');
    const { admin, static_resources: { listeners } } = load((load(written) as any).data['envoy.yaml']) as any;
    expect(admin.address.socket_address.port_value).toBe(19000);
    expect(listeners).toHaveLength(2);
    expect(fixed([folder])).toEqual({ code: 0, out: '', error: '' });
  });
});
