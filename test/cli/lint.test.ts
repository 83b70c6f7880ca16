import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { run } from '../../src/cli/run';
import { HAZARD_RULES } from '../../src/hazards/rules';

const BEFORE = 'examples/retrofit/before.yaml';

/** One that ends at once, by every measure. */
const RACY = 'apiVersion: v1\nkind: Pod\nmetadata: {name: NAME, namespace: edge}\nspec:\n  containers:\n'
  + '    - name: envoy\n      image: docker.io/envoyproxy/envoy:v1.39.0\n';
const racy = (name: string): string => RACY.replace('NAME', name);

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

function lint(args: readonly string[], standardInput: string | Uint8Array = '', more = {}): Ran {
  const texts = { out: '', error: '' };
  const code = run(['lint', ...args], {
    out: (text) => { texts.out += text; },
    error: (text) => { texts.error += text; },
    standardInput: () => standardInput,
    ...more,
  });
  return { code, ...texts };
}

const json = (args: readonly string[], standardInput = ''): any =>
  JSON.parse(lint([...args, '--format', 'json'], standardInput).out);

describe('exit codes', () => {
  const warning = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: app\n  annotations: {envoy-drain/nonsense: x}\n'
    + 'spec:\n  template:\n    spec:\n      containers: [{name: app, image: app:1}]\n';

  test.each([
    ['an error', racy('a'), [], 1],
    ['nothing', 'apiVersion: v1\nkind: ConfigMap\n', [], 0],
    ['no document', '', [], 2],
    ['a broken document', 'a: [\n', [], 2],
    ['a broken document beside a finding', `${racy('a')}---\na: [\n`, [], 2],
    ['a wrong type', racy('a').replace('spec:', 'spec:\n  terminationGracePeriodSeconds: soon'), [], 2],
    ['a warning below the level', warning, ['--fail-on', 'error'], 0],
    ['a warning at the level', warning, ['--fail-on', 'warning'], 1],
    ['a warning above the level', warning, ['--fail-on', 'info'], 1],
  ])('%s', (_, input, args, code) => {
    expect(lint(['-', ...args], input).code).toBe(code);
  });

  test.each([
    [['no/such.yaml'], 'no/such.yaml: ENOENT'],
    [[], "'path' (nothing) must be given"],
    [['-', '--format', 'xml'], '--format xml: known are text, json, sarif, github'],
    [['-', '--fail-on', 'never'], '--fail-on never: known are error, warning, info'],
    [['-', '--kubernetes-version', 'latest'], "--kubernetes-version: 'kubernetesVersion' (\"latest\") must be a Kubernetes version"],
    [['-', '--kubernetes-version', '{"clientVersion": {}}'], '--kubernetes-version: version information has a \'clientVersion\''],
    [['-', '--kubernetes-version', '{'], '--kubernetes-version: version information is not JSON'],
    [['-', '--load-balancer-detection', '90'], '--load-balancer-detection 90: write a duration such as 5s'],
    [['-', '--grace-ceiling', '-5s'], '--grace-ceiling -5s: write a duration'],
    [['-', '--longest-request', '1us'], '--longest-request 1us: write a duration'],
    [['-', '--longest-request', '9999999999s'], '--longest-request 9999999999s: write a duration'],
    [['-', '--envoy-gateway', 'x'], '--envoy-gateway: '],
    [['--explain', 'no-drain-triger'], 'did you mean no-drain-trigger?'],
    [['--explain', 'something'], 'envoy-drain rules lists them'],
    [['-', '--kube-version', '1.33'], '(Did you mean --kubernetes-version?)'],
    [['-', '--k8s-version', '1.33'], '(Did you mean --kubernetes-version?)'],
    [['-', '--lb-detection', '9s'], '(Did you mean --load-balancer-detection?)'],
    [['-', '--output', 'json'], '(Did you mean --format?)'],
    [['-', '--grace-cieling', '9s'], '(Did you mean --grace-ceiling?)'],
  ])('%j is wrong usage', (args, words) => {
    const { code, out, error } = lint(args, racy('a'));
    expect(error).toContain(words);
    expect([code, error.includes('Did you mean --help'), out === '' || args[0] === 'no/such.yaml']).toEqual([2, false, true]);
  });

  test('an option that resembles none gets no suggestion', () => {
    expect(lint(['-', '--zzz']).error).toBe("error: unknown option '--zzz'\n(envoy-drain --help shows what there is)\n");
  });
});

describe('what is read', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lint-'));
    mkdirSync(join(folder, 'deep'));
    const spec = { containers: [{ name: 'envoy', image: 'envoyproxy/envoy:v1.39.0' }] };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' }, spec };
    writeFileSync(join(folder, 'a.yaml'), `kind: ConfigMap\n---\n${racy('a')}`);
    writeFileSync(join(folder, 'deep', 'b.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [pod] }, null, 2));
    writeFileSync(join(folder, 'broken.yml'), 'kind: Pod\nspec: [\n');
    writeFileSync(join(folder, 'notes.txt'), 'no YAML');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('folders, recursively, and what is broken hides nothing', () => {
    const { findings, summary } = json([folder]);
    const trigger = findings.filter(({ rule }: any) => rule === 'no-drain-trigger');
    expect(trigger.map(({ file, line, pointer }: any) => [file, line, pointer])).toEqual([
      [join(folder, 'a.yaml'), 8, '/spec/containers/0'],
      [join(folder, 'deep', 'b.json'), 13, '/items/0/spec/containers/0'],
    ]);
    expect(summary).toEqual({
      documents: 3, pods: 2, skipped: 1,
      errors: [{ file: join(folder, 'broken.yml'), line: expect.any(Number), message: expect.stringContaining('must be YAML or JSON') }],
    });
  });

  test('a file that is named twice is read once', () => {
    expect(json([join(folder, 'a.yaml'), join(folder, 'a.yaml'), join(folder, '..', folder.split('/').pop()!, 'a.yaml')]).summary)
      .toMatchObject({ documents: 2, pods: 1 });
    expect(json([join(folder, 'a.yaml'), '-'], racy('other')).summary.pods).toBe(2);
  });

  test('a Service may come after the pod that it reaches, and its line is that of the pod', () => {
    const pod = racy('a').replace('{name: a, namespace: edge}', '{name: a, namespace: edge, labels: {app: a}}');
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: s, namespace: edge}\nspec: {type: LoadBalancer, selector: {app: a}}\n';
    const found = json(['-'], `${pod}---\n${racy('b')}---\n${service}`).findings
      .filter(({ rule }: any) => rule === 'load-balancer-undeclared');
    expect(found).toMatchObject([{ file: '-', object: { kind: 'Pod', name: 'a' } }]);
  });

  test('what is declared reaches the rules', () => {
    const facts = (...args: string[]): string[] => json([BEFORE, ...args]).undeclared
      .map(({ fact }: any) => fact).sort();
    const version = ['--kubernetes-version', '{"serverVersion": {"gitVersion": "v1.35.9+k3s1"}}'];
    expect(facts()).toEqual(['graceCeiling', 'kubernetesVersion', 'loadBalancerDetection', 'longestRequest']);
    expect(facts('--longest-request', '3s')).toEqual(['graceCeiling', 'kubernetesVersion', 'loadBalancerDetection']);
    expect(facts(...version)).toEqual(['graceCeiling', 'loadBalancerDetection', 'longestRequest']);
    const times = ['--load-balancer-detection', '1m30s', '--grace-ceiling', '120s', '--longest-request', '500ms'];
    expect(facts(...times, ...version)).toEqual([]);
  });
});

test('--explain tells all of a rule and needs no path', () => {
  for (const { id, title, sources } of HAZARD_RULES) {
    const { code, out } = lint(['--explain', id]);
    expect(code).toBe(0);
    expect(out).toContain(`${id} (`);
    expect(out.replace(/\s+/g, ' ')).toContain(title);
    for (const source of sources) expect(out).toContain(`  ${source}\n`);
    expect(Math.max(...out.split('\n').filter((line) => !line.includes('://')).map(({ length }) => length))).toBeLessThanOrEqual(102);
  }
});

describe('envoy-drain rules', () => {
  const rules = (...args: string[]): Ran => {
    let [out, error] = ['', ''];
    const code = run(['rules', ...args], {
      out: (text) => { out += text; }, error: (text) => { error += text; }, standardInput: () => '',
    });
    return { code, out, error };
  };

  test('lists all of them, in their order', () => {
    const { code, out } = rules();
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n').map((line) => line.split(/ +/)[0])).toEqual(HAZARD_RULES.map(({ id }) => id));
    expect(JSON.parse(rules('--format', 'json').out)).toEqual(HAZARD_RULES.map(({ id, severity, title }) => ({ id, severity, title })));
  });

  test('knows two formats', () => {
    expect(rules('--format', 'sarif')).toMatchObject({ code: 2, out: '', error: expect.stringContaining('known are text, json') });
  });
});

test('simulate reads the same way', () => {
  let out = '';
  const code = run(['simulate', '-', '--kubernetes-version', '{"gitVersion": "v1.35.9"}'], {
    out: (text) => { out += text; }, error: () => undefined, standardInput: () => racy('"\\e[31mred\\u009b"'),
  });
  expect([code, out.includes('Pod edge/\\u001b[31mred\\u009b,'), out.includes('\x1b')]).toEqual([1, true, false]);
  expect(lint([BEFORE]).code).toBe(0);
});
