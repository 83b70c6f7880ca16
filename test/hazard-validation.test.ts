import { HazardReport, HazardSeverity } from '../src';
import { HazardValidation } from '../src/hazard-validation';
import { HAZARD_RULES } from '../src/hazards/rules';

/** A Deployment whose Envoy nothing drains, reached on a port of its node. */
function racy(name: string, container: object = {}): object {
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name },
    spec: {
      template: {
        metadata: { labels: { app: name } },
        spec: {
          containers: [{
            name: 'envoy', image: 'docker.io/envoyproxy/envoy:v1.39.0', ports: [{ containerPort: 80, hostPort: 80 }], ...container,
          }],
        },
      },
    },
  };
}

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } };
const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'edge' } };

interface Told {
  readonly status?: string;
  readonly summary?: any;
  readonly violations: any[];
}

/** What cdk8s-cli is told about files, by their path. */
async function told(properties: any, files: { [path: string]: unknown[] }): Promise<Told> {
  const violations: any[] = [];
  let submitted: object = {};
  await new HazardValidation(properties).validate({
    manifests: Object.keys(files),
    parseManifest: (path) => files[path],
    report: {
      addViolation: (violation) => violations.push(violation),
      submit: (status, summary) => { submitted = { status, summary }; },
    },
  });
  return { ...submitted, violations };
}

/** Only what a mild rule has to say. */
const MILD = {
  ignore: Object.fromEntries(HAZARD_RULES.filter(({ id }) => id !== 'load-balancer-undeclared').map(({ id }) => [id, 'a reason'])),
};
const ruleOf = ({ ruleName }: any): string => ruleName;

describe('what cdk8s-cli is told', () => {
  test('a finding names rule, severity, message, remedy, resource, manifest and place', async () => {
    const { status, violations } = await told({ ...MILD, failOn: 'info' }, { 'dist/a.yaml': [CONFIG_MAP], 'dist/b.yaml': [racy('edge')] });
    expect(status).toBe('failure');
    expect(violations).toEqual([{
      ruleName: 'load-balancer-undeclared',
      recommendation: expect.stringMatching(/^info: envoy is reached on ports of its node/),
      fix: expect.stringContaining('Declare'),
      violatingResources: [{
        resourceName: 'edge', manifestPath: 'dist/b.yaml', locations: ['Deployment /spec/template/spec/containers/0'],
      }],
    }]);
  });

  test('an error fails without further ado', async () => {
    const { status, violations } = await told({}, { 'a.yaml': [racy('edge')] });
    expect(status).toBe('failure');
    expect(violations.map(ruleOf)).toContain('no-drain-trigger');
  });

  test('a finding milder than failOn is told, and passes', async () => {
    const { status, summary, violations } = await told(MILD, { 'a.yaml': [racy('edge')] });
    expect(violations.map(ruleOf)).toEqual(['load-balancer-undeclared']);
    expect(status).toBe('success');
    expect(summary).toMatchObject({ 'Findings': 'error: 0, warning: 0, info: 1', 'Fails on': 'error' });
  });

  test('what is the same for several resources is told once', async () => {
    const { violations } = await told(MILD, { 'a.yaml': [racy('one')], 'b.yaml': [racy('other'), racy('third', { name: 'proxy' })] });
    expect(violations.map(({ violatingResources }) => violatingResources.map((resource: any) => resource.resourceName)))
      .toEqual([['one', 'other'], ['third']]);
  });

  test('where cdk8s may name the construct of another object, the place says so', async () => {
    const { violations: [violation] } = await told(MILD, { 'a.yaml': [racy('edge')], 'b.yaml': [SERVICE] });
    expect(violation.violatingResources[0].locations[0]).toMatch(/^Deployment \/spec.* one construct path a name/);
  });

  test('a manifest that cannot be read fails, and hides nothing', async () => {
    const broken = racy('broken', { ports: 'none' });
    const { status, violations } = await told(MILD, { 'a.yaml': [broken, racy('edge')], 'b.yaml': [null] });
    expect(status).toBe('failure');
    expect(violations.map(ruleOf)).toEqual(['unreadable-manifest', 'load-balancer-undeclared']);
    expect(violations[0]).toMatchObject({
      recommendation: expect.stringMatching(/^error: .*ports/), violatingResources: [{ resourceName: 'broken', manifestPath: 'a.yaml' }],
    });
    expect(violations[1].violatingResources[0].resourceName).toBe('edge');
  });

  test('facts that nobody declared are listed with the rules that lack them', async () => {
    const { undeclared } = HazardReport.of([racy('edge')]);
    const { summary } = await told({}, { 'a.yaml': [racy('edge')] });
    for (const { fact, rules } of undeclared) expect(summary[`Silent without ${fact}`]).toBe(rules.join('\n'));
  });

  test('names do not reach the terminal as commands', async () => {
    const { violations } = await told(MILD, { 'a.yaml': [racy('edge\u001b[2J\u202e', { name: 'envoy\u009b2J' })] });
    const [{ recommendation, violatingResources: [{ resourceName }] }] = violations;
    expect(resourceName).toBe('edge\\u001b[2J\\u202e');
    expect(recommendation).toContain('envoy\\u009b2J');
    expect(recommendation).not.toContain('\u009b');
  });

  test('an app without pods passes', async () => {
    expect(await told({}, { 'a.yaml': [CONFIG_MAP, null], 'b.yaml': [] })).toMatchObject({ status: 'success', violations: [] });
    expect(await told({}, {})).toMatchObject({ status: 'success', violations: [] });
  });
});

describe('properties', () => {
  test('declared times count', async () => {
    const { violations } = await told({ ...MILD, loadBalancerDetection: '1m30s' }, { 'a.yaml': [racy('edge')] });
    expect(violations.map(ruleOf)).not.toContain('load-balancer-undeclared');
  });

  test('all of them are taken, and null means left out', () => {
    expect(() => new HazardValidation({
      kubernetesVersion: 'v1.35.9+k3s1', loadBalancerDetection: '90s', graceCeiling: '2m', longestRequest: '500ms',
      envoyGatewayVersion: '1.9.0', failOn: HazardSeverity.WARNING, ignore: { 'no-drain-trigger': 'a reason' },
    })).not.toThrow();
    expect(() => new HazardValidation({ kubernetesVersion: null, failOn: null, ignore: null } as any)).not.toThrow();
  });

  test.each([
    ['a name that nobody knows', { graceCieling: '90s' }, "'properties' (\"graceCieling\") must have no fields but kubernetesVersion, "],
    ['a list', ['90s'], "'properties' ([\"90s\"]) must be an object"],
    ['a version that YAML read as a number', { kubernetesVersion: 1.3 }, "'kubernetesVersion' (1.3) must be a text: YAML reads 1.30 as"],
    ['nonsense for a version', { kubernetesVersion: 'new' }, "'kubernetesVersion' (\"new\") must be a Kubernetes version"],
    ['a release that YAML read as a number', { envoyGatewayVersion: 1.9 }, "'envoyGatewayVersion' (1.9) must be a text"],
    ['nonsense for a duration', { graceCeiling: 'soon' }, "'graceCeiling' (\"soon\") must be a duration"],
    ['a number for a duration', { longestRequest: 30 }, "'longestRequest' (30) must be a duration"],
    ['a negative duration', { loadBalancerDetection: '-5s' }, "'loadBalancerDetection' (\"-5s\") must be a duration"],
    ['a duration that no field holds', { graceCeiling: '999999h' }, "'graceCeiling' (3599996400s) must be at most"],
    ['a level that does not exist', { failOn: 'fatal' }, "'failOn' (\"fatal\") must be one of error, warning, info"],
    ['a list of rules', { ignore: ['no-drain-trigger'] }, "'ignore' ([\"no-drain-trigger\"]) must be an object"],
    ['a rule that does not exist', { ignore: { 'no-drain': 'a reason' } }, "'ignore' (\"no-drain\") must name a rule"],
    ['a rule without a reason', { ignore: { 'no-drain-trigger': ' ' } }, "'ignore.no-drain-trigger' (\" \") must be a reason"],
    ['true for a reason', { ignore: { 'no-drain-trigger': true } }, "'ignore.no-drain-trigger' (true) must be a reason"],
  ])('%s is refused', (_, properties, message) => {
    expect(() => new HazardValidation(properties as any)).toThrow(`[HazardValidation] ${message}`);
  });
});
