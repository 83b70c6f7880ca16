import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { Duration } from 'cdk8s';
import { loadAll } from 'js-yaml';
import { exampleOf, HazardExample, hazardsDocument } from '../../scripts/hazards-document';
import { HazardOptions, HazardReport, HazardSeverity, KubernetesVersion } from '../../src';
import { HAZARD_RULES } from '../../src/hazards/rules';
import { durationMillis } from '../../src/upstream/arguments';

const ROOT = join(__dirname, '..', '..');
const IDS = HAZARD_RULES.map(({ id }) => id);

const FACTS: { readonly [option: string]: keyof HazardOptions } = {
  'load-balancer-detection': 'loadBalancerDetection', 'grace-ceiling': 'graceCeiling', 'longest-request': 'longestRequest',
};

/** What the head of an example declares. */
function optionsOf({ header: { kubernetes, options = '' } }: HazardExample): HazardOptions {
  const facts = options.split(',').filter((text) => text !== '').map((text) => text.trim().split('='));
  return {
    ...kubernetes === undefined ? {} : { kubernetesVersion: KubernetesVersion.of(kubernetes) },
    ...Object.fromEntries(facts.map(([name, value]) => [FACTS[name], Duration.millis(durationMillis(value)!)])),
  };
}

function reportOf(id: string, kind: 'firing' | 'safe'): HazardReport {
  const example = exampleOf(id, kind);
  return HazardReport.of(loadAll(example.text) as any[], optionsOf(example));
}

describe.each(HAZARD_RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('its firing example yields it, with its usual severity', () => {
    const severities = reportOf(id, 'firing').findings.filter(({ rule: found }) => found === id).map(({ severity }) => String(severity));
    expect(severities).toContain(rule.severity);
  });

  test('its message names the container, the numbers and what follows', () => {
    const { message } = reportOf(id, 'firing').findings.find(({ rule: found }) => found === id)!;
    expect(NAMES[id].filter((part) => !message.includes(part))).toEqual([]);
    expect(message).not.toMatch(/undefined|NaN|Infinity|\d\.\d\d+ s\b/);
  });

  test('its safe example does not yield it, nor any error', () => {
    const report = reportOf(id, 'safe');
    expect(report.findings.map(({ rule: found }) => found)).not.toContain(id);
    expect(report.atLeast(HazardSeverity.ERROR)).toEqual([]);
  });

  test('its examples are small, and declare only what is read', () => {
    for (const { text, header } of [exampleOf(id, 'firing'), exampleOf(id, 'safe')]) {
      expect(text.split('\n').length).toBeLessThanOrEqual(46);
      expect(['kubernetes', 'options']).toEqual(expect.arrayContaining(Object.keys(header)));
    }
  });

  test('it says what it is, why it matters, and what to do', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(['error', 'warning', 'info']).toContain(rule.severity);
    expect(rule.title).toMatch(/^[A-Z].*[^.]$/);
    expect(rule.why).toMatch(/^[A-Z].*\.$/s);
    expect(rule.remedy).toMatch(IMPERATIVE);
  });

  test('its sources are addresses', () => {
    expect(rule.sources.length).toBeGreaterThan(0);
    for (const source of rule.sources) expect(new URL(source).protocol).toBe('https:');
  });
});

/** What the message of each firing example must name: containers, numbers, and what follows. */
const NAMES: { readonly [rule: string]: readonly string[] } = {
  'no-drain-trigger': ['envoy', '0 s', '30 s', 'cuts'],
  'sleep-without-drain': ['envoy', '20 s', 'keep-alive', 'cut'],
  'drain-exceeds-grace': ['envoy', '45 s', '30 s', 'cut'],
  'no-slack-after-drain': ['envoy', '45 s', '0 s', '2 s', 'cut'],
  'unbounded-drain-wait': ['istio-proxy', '900 s'],
  'ready-timeout-exceeds-grace': ['envoy', 'shutdown-manager', '610 s', '120 s', 'hangs'],
  'no-propagation-hold': ['envoy', '2 s', '5 s', 'refused'],
  'drain-shorter-than-load-balancer': ['envoy', '90 s', '40 s', 'refused'],
  'drain-shorter-than-requests': ['envoy', '25 s', '35 s', 'cut'],
  'envoy-does-not-wait': ['envoy', 'shutdown-manager', '0 s', 'is cut'],
  'manager-dies-before-envoy': ['envoy', 'shutdown-manager', '0 s', 'nobody drains'],
  'sibling-manager': ['shutdown-manager', '1.34.4', 'nothing drains'],
  'native-sidecar-unsupported': ['shutdown-manager', '1.28', 'refused'],
  'native-sidecar-on-buggy-kubelet': ['shutdown-manager', '1.35.3', 'stays down'],
  'envoy-gateway-patch-outdated': ['envoy', '1.8.2', '1.9', 'two releases'],
  'init-container-with-hooks': ['shutdown-manager', 'refuses'],
  'liveness-on-shutdown-manager': ['shutdown-manager', '3 failures of 1 s every 10 s', 'drains Envoy', 'out of service'],
  'envoy-liveness-within-drain': ['envoy', '30 s', '60 s', 'kill'],
  'envoy-restart-waits-for-manager': ['envoy', 'shutdown-manager', '70 s', 'serves nothing'],
  'hook-target-missing': ['envoy', '19002', '/shutdown', 'without a drain'],
  'hook-host-on-pod-network': ['envoy', '127.0.0.1', 'refused', '0 s'],
  'hook-host-missing-on-host-network': ['envoy', 'fails', '0 s'],
  'hook-binary-missing': ['istio-proxy', 'sh', 'docker.io/istio/proxyv2:1.24.0-distroless', '0 s'],
  'admin-call-not-post': ['envoy', '/healthcheck/fail', 'GET', 'no drain'],
  'state-changing-http-hook': ['envoy', '/shutdown', '8090', 'anybody'],
  'hook-waits-on-sibling-hook': ['orders', 'flusher', 'in vain'],
  'ready-file-never-written': ['envoy', '/tmp/shutdown-ready', 'shutdown-manager', '70 s', 'in vain'],
  'stale-ready-file': ['shutdown-manager', '/admin/ok', 'admin', 'nothing drains'],
  'read-only-ready-file': ['shutdown-manager', '/tmp/shutdown-ready', 'waits'],
  'manager-cpu-starved': ['shutdown-manager', 'late'],
  'companion-dies-before-envoy': ['extproc', 'envoy', '0 s', '60 s', 'fail'],
  'shared-process-namespace': ['shutdown-manager', 'panics'],
  'double-drain': ['istio-proxy', '25 s', '30 s', '55 s', '45 s'],
  'tcp-connections-not-counted': ['shutdown-manager', 'envoy', 'cut'],
  'surge-with-host-port': ['envoy', '80', 'surges by 1', 'never starts'],
  'recreate-drops-traffic': ['2 pods', 'nobody answers'],
  'grace-above-ceiling': ['300 s', '120 s', 'cut'],
  'local-storage-blocks-drain': ['logs', 'refuse'],
  'false-hook-failure': ['shutdown-manager', 'envoy', '60 s', '10 s', 'FailedPreStopHook'],
  'unknown-sidecar-annotation': ['config.linkerd.io/native-sidecar', 'changes nothing', 'config.linkerd.io/proxy-enable-native-sidecar'],
  'grace-period-zero': ['envoy', '0 s', 'cut'],
  'proxy-dies-before-app': ['cloud-sql-proxy', 'invoices', '0 s', '20 s', 'no network'],
  'job-never-completes': ['envoy', 'never completes'],
  'gradual-drain-outlasts-hook': ['envoy', '600 s', '20 s', '3 %'],
  'drain-before-propagation': ['envoy', '0 s', 'come back'],
  'load-balancer-undeclared': ['Service edge'],
  'image-volume-unsupported': ['envoy', '/tools/usr/local/bin/envoy-gateway', 'tools', '1.34.4', 'nothing drains'],
  'probe-grace-cuts-hook': ['envoy', '5 s', '25 s', 'cuts'],
  'suppression-without-reason': ['envoy-drain/ignore-recreate-drops-traffic', 'does nothing'],
  'unknown-annotation': ['envoy-drain/ignore-recreate', 'does nothing'],
};

/** A sentence that begins with what to do. */
const IMPERATIVE = new RegExp('^(Add|Annotate|Begin|Bound|Correct|Declare|Give|Hold|Ignore|Keep|Leave|Let|Lower|Make|Move|Raise|Remove|Request|Set|Start|Use|Write)\\b'
  + '.*\\.$', 's');

test('no two rules have one id', () => {
  expect(new Set(IDS).size).toBe(IDS.length);
});

test('no example is of a rule that does not exist', () => {
  const files = readdirSync(join(ROOT, 'examples', 'hazards')).filter((file) => !file.startsWith('.'));
  expect(files.sort()).toEqual(IDS.flatMap((id) => [`${id}.firing.yaml`, `${id}.safe.yaml`]).sort());
});

describe('HAZARDS.md', () => {
  test('is what the rules and examples say', () => {
    expect(readFileSync(join(ROOT, 'HAZARDS.md'), 'utf8')).toBe(hazardsDocument());
  });

  test.each(IDS)('has a row and a section for %s', (id) => {
    expect(hazardsDocument()).toContain(`| [\`${id}\`](#${id}) |`);
    expect(hazardsDocument()).toContain(`\n## ${id}\n`);
  });
});

test('a rule without an example is an error that names the file', () => {
  expect(() => exampleOf('no-such-rule', 'safe')).toThrow(
    /'no-such-rule' must have a safe example: nobody learns from a rule without one; write .*no-such-rule\.safe\.yaml/);
});
