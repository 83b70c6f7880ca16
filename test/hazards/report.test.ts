import { Duration } from 'cdk8s';
import { HazardReport, HazardSeverity, KubernetesVersion } from '../../src';
import { HAZARD_RULES } from '../../src/hazards/rules';
import { errorOf } from '../support/error-of';
import {
  app, envoy, FAIL, Facts, findingsIn, findingsOf, gateway, NATIVE, optionsOf, pod, scripted, specOf, sqlProxy, tells,
  waiting, withSpec, workload,
} from '../support/hazards';

const BARE = specOf(envoy());

describe('passing a rule over by annotation', () => {
  const annotated = (reason: string, place: 'annotations' | 'ofObject', rule = 'no-drain-trigger'): any =>
    workload('Deployment', BARE, { [place]: { [`envoy-drain/ignore-${rule}`]: reason } });

  test.each(['annotations', 'ofObject'] as const)('with a reason the rule is silent (%s)', (place) => {
    expect(findingsIn(annotated('clients retry', place))).toEqual([]);
  });

  test.each(['', ' ', '\n'])('without one (%j) it is told, and so is the annotation', (reason) => {
    expect(rulesIn(annotated(reason, 'ofObject'))).toEqual(['no-drain-trigger', 'suppression-without-reason']);
  });

  test('of a rule that does not exist changes nothing, and is told', () => {
    const found = findingsIn(annotated('clients retry', 'annotations', 'no-drain'));
    expect(found.map(({ rule }) => rule)).toEqual(['no-drain-trigger', 'unknown-annotation']);
    expect(found[1].message).toBe('the annotation envoy-drain/ignore-no-drain names no rule (no-drain), and does nothing');
  });

  test('the template\'s reason wins over the object\'s', () => {
    const both = workload('Deployment', BARE, {
      ofObject: { 'envoy-drain/ignore-no-drain-trigger': '' }, annotations: { 'envoy-drain/ignore-no-drain-trigger': 'clients retry' },
    });
    expect(findingsIn(both)).toEqual([]);
  });

  test('concerns only its own object', () => {
    expect(findingsIn([annotated('clients retry', 'ofObject'), pod(envoy())]).map(({ document }) => document)).toEqual([1]);
  });

  test('concerns only its own item of a List', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [annotated('clients retry', 'ofObject'), pod(envoy())] };
    expect(findingsIn(list).map(({ pointer }) => pointer)).toEqual([expect.stringMatching(/^\/items\/1\/spec\/template\/spec/)]);
  });

  test('an inherited name is no annotation', () => {
    expect(rulesIn(pod(envoy()))).toEqual(['no-drain-trigger']);
  });

  test.each(HAZARD_RULES.map(({ id }) => id))('%s can be named', (id) => {
    expect(findingsOf('unknown-annotation', workload('Deployment', specOf(app()), { ofObject: { [`envoy-drain/ignore-${id}`]: 'a reason' } }))).toEqual([]);
  });
});

tells('unknown-annotation', [
  ['fires for a name that nobody reads', annotation('envoy-drain/ignored', 'x'), 'warning'],
  ['fires for a fact that is misspelt', annotation('envoy-drain/loadbalancer-detection', '90s'), 'warning'],
  ['fires for a fact that is no duration', annotation('envoy-drain/load-balancer-detection', '90'), 'warning'],
  ['fires for one without a value', annotation('envoy-drain/grace-ceiling', ''), 'warning'],
  ['is silent for a duration', annotation('envoy-drain/load-balancer-detection', '90s'), 'silent'],
  ['is silent for a ceiling', annotation('envoy-drain/grace-ceiling', '2m'), 'silent'],
  ['is silent for a longest request', annotation('envoy-drain/longest-request', '1m30s'), 'silent'],
  ['is silent for the checksum that this library writes', annotation('envoy-drain/bootstrap-checksum', '0123'), 'silent'],
  ['is silent for the release that a patch was made for', annotation('envoy-drain/envoy-gateway-version', '1.9.0'), 'silent'],
  ['fires for a release that is none', annotation('envoy-drain/envoy-gateway-version', '1.9'), 'warning'],
  ['is silent for annotations of others', annotation('example.com/envoy-drain', 'x'), 'silent'],
]);

tells('suppression-without-reason', [
  ['fires in a pod without a proxy', annotation('envoy-drain/ignore-no-drain-trigger', ''), 'warning'],
  ['is silent with a reason', annotation('envoy-drain/ignore-no-drain-trigger', 'clients retry'), 'silent'],
  ['is silent for other annotations', annotation('envoy-drain/grace-ceiling', ''), 'silent'],
]);

function annotation(name: string, value: string): any {
  return workload('Deployment', specOf(app()), { ofObject: { [name]: value } });
}

function rulesIn(manifests: any, facts: Facts = {}): string[] {
  return findingsIn(manifests, facts).map(({ rule }) => rule);
}

describe('facts that nobody declared', () => {
  const undeclared = (manifest: any, facts: Facts = {}): object =>
    Object.fromEntries(HazardReport.of([manifest].flat(), optionsOf(facts)).undeclared
      .map(({ fact, rules }) => [fact, rules]));
  const VERSIONED = ['native-sidecar-on-buggy-kubelet', 'native-sidecar-unsupported'];
  const PROXIED = { graceCeiling: ['grace-above-ceiling'] };
  const ENVOY = { ...PROXIED, loadBalancerDetection: ['drain-shorter-than-load-balancer'], longestRequest: ['drain-shorter-than-requests'] };

  test.each<[string, any, object]>([
    ['nothing for a plain app', pod(app()), {}],
    ['the version for a native sidecar of any pod', pod(app(), { ...app(), name: 'helper', ...NATIVE }), { kubernetesVersion: VERSIONED }],
    ['the ceiling beside any proxy', pod(app(), sqlProxy()), PROXIED],
    ['times for an Envoy', pod(envoy()), ENVOY],
    ['the version for a manager that could be a native sidecar', pod(waiting(), gateway()), { ...ENVOY, kubernetesVersion: ['sibling-manager'] }],
    ['the version for one that is', pod(waiting(), gateway(undefined, NATIVE)), { ...ENVOY, kubernetesVersion: VERSIONED }],
    ['no times of load balancers for a Job', workload('Job', BARE), PROXIED],
    ['nothing for what is no pod', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }, {}],
    ['all of several pods once', [pod(waiting(), gateway()), pod(waiting(), gateway(undefined, NATIVE))],
      { ...ENVOY, kubernetesVersion: [...VERSIONED, 'sibling-manager'] }],
  ])('%s', (_, manifest, expected) => {
    expect(undeclared(manifest)).toEqual(expected);
  });

  test('what was declared is not listed', () => {
    expect(undeclared(pod(waiting(), gateway()), { kubernetes: '1.34', detection: '15s', ceiling: '600s', longest: '3s' })).toEqual({});
  });

  test('what an annotation declares is not listed', () => {
    const declares = workload('Deployment', BARE, { annotations: { 'envoy-drain/load-balancer-detection': '15s', 'envoy-drain/longest-request': '3s' } });
    expect(undeclared(declares)).toEqual(PROXIED);
  });

  test('an unknown version is none', () => {
    const report = HazardReport.of([pod(waiting(), gateway())], { kubernetesVersion: KubernetesVersion.UNKNOWN });
    expect(report.undeclared.map(({ fact }) => fact)).toContain('kubernetesVersion');
  });
});

describe('options that are wrong', () => {
  test.each<[string, any, string]>([
    ['a number of seconds', { loadBalancerDetection: 90 }, '\'loadBalancerDetection\' (90) must be'],
    ['a text for a duration', { graceCeiling: '90s' }, '\'graceCeiling\''],
    ['a text for the longest request', { longestRequest: '3s' }, '\'longestRequest\''],
    ['a name that nobody knows', { loadBalancer: Duration.seconds(1) }, '\'options\' ("loadBalancer") must have no fields but kubernetesVersion, '],
    ['a text for all options', 'x', '\'options\''],
    ['a rule that does not exist', { ignore: { 'no-drain': 'x' } }, '\'ignore\' ("no-drain") must name a rule'],
    ['a rule without a reason', { ignore: { 'no-drain-trigger': ' ' } }, '\'ignore.no-drain-trigger\''],
    ['a reason that is none', { ignore: { 'no-drain-trigger': true } }, '\'ignore.no-drain-trigger\' (true) must be a reason'],
    ['a list of rules', { ignore: ['no-drain-trigger'] }, '\'ignore\''],
    ['a text for the version', { kubernetesVersion: '1.34' }, '\'kubernetesVersion\''],
    ['a release of Envoy Gateway that is none', { envoyGatewayVersion: 'newest' }, 'newest'],
  ])('%s is a clear error', (_, options, message) => {
    const resource = { apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyProxy', metadata: { name: 'x' } };
    const error = errorOf(() => HazardReport.of([resource], options));
    expect(error.message).toContain(message);
    expect(error).not.toBeInstanceOf(TypeError);
  });

  test('one manifest instead of a list is a clear error', () => {
    expect(errorOf(() => HazardReport.of(pod(envoy()))).message).toContain('\'manifests\'');
  });

  test('null means left out, for options and for each of them', () => {
    expect(HazardReport.of([pod(envoy())], null as any).findings).toHaveLength(1);
    expect(HazardReport.of([pod(envoy())], { kubernetesVersion: null, ignore: null } as any).findings).toHaveLength(1);
  });
});

describe('a report', () => {
  const manifests = [pod(envoy()), { kind: 'Service', apiVersion: 'v1' }, pod(scripted(`${FAIL}; sleep 3`)), null, pod(app())];

  test('names rule, severity, message, remedy, object, container, pointer and document', () => {
    expect(HazardReport.of([pod(envoy())]).findings).toEqual([{
      rule: 'no-drain-trigger',
      severity: HazardSeverity.ERROR,
      message: 'nothing tells the Envoy in envoy to drain: it ends 0 s after the deletion and cuts every connection at once, whatever is left of the 30 s grace period',
      remedy: expect.stringMatching(/^Let a preStop hook start the drain/),
      object: { kind: 'Deployment', name: 'edge' },
      container: 'envoy',
      pointer: '/spec/template/spec/containers/0',
      document: 0,
    }]);
  });

  test('is ordered by document, then by rule', () => {
    const found = findingsIn(manifests);
    expect(found.map(({ document }) => document)).toEqual([0, 2, 2, 2]);
    const order = HAZARD_RULES.map(({ id }) => id);
    const inSecond = found.slice(1).map(({ rule }) => order.indexOf(rule));
    expect(inSecond).toEqual([...inSecond].sort((one, another) => one - another));
  });

  test('tells findings of a severity and of those above it', () => {
    const report = HazardReport.of(manifests);
    const count = (severity: HazardSeverity): number => report.atLeast(severity).length;
    expect([HazardSeverity.ERROR, HazardSeverity.WARNING, HazardSeverity.INFO].map(count)).toEqual([1, 2, 4]);
    expect(report.isFreeOf(HazardSeverity.ERROR)).toBe(false);
    expect(HazardReport.of([pod(app())]).isFreeOf(HazardSeverity.INFO)).toBe(true);
  });

  test('passes rules over that are named in its options', () => {
    expect(HazardReport.of([pod(envoy())], { ignore: { 'no-drain-trigger': 'clients retry' } }).findings).toEqual([]);
  });

  test('does not change the manifests, nor remembers them', () => {
    const manifest = pod(envoy());
    const before = JSON.stringify(manifest);
    expect(HazardReport.of([manifest]).findings).toEqual(HazardReport.of([manifest]).findings);
    expect(JSON.stringify(manifest)).toBe(before);
  });

  test('names a field of a wrong type', () => {
    expect(errorOf(() => HazardReport.of([withSpec(pod(envoy()), { terminationGracePeriodSeconds: 'long' })])).message)
      .toContain('terminationGracePeriodSeconds');
  });
});

/** Each kind of pod, and where its container is. */
describe.each([
  ['Pod', '/spec/containers/0'],
  ['Deployment', '/spec/template/spec/containers/0'],
  ['DaemonSet', '/spec/template/spec/containers/0'],
  ['StatefulSet', '/spec/template/spec/containers/0'],
  ['ReplicaSet', '/spec/template/spec/containers/0'],
])('a %s', (kind, pointer) => {
  test('is judged, and its container pointed at', () => {
    const found = findingsOf('no-drain-trigger', workload(kind, BARE));
    expect(found.map((finding) => [finding.object.kind, finding.pointer])).toEqual([[kind, pointer]]);
  });
});

test('a CronJob is judged, and its container pointed at', () => {
  expect(findingsOf('job-never-completes', workload('CronJob', specOf(app(), envoy()))).map(({ pointer }) => pointer))
    .toEqual(['/spec/jobTemplate/spec/template/spec/containers/1']);
});
