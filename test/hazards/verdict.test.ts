import { createJudge, Judge } from '../../src/hazards/judge';
import { verdictOn } from '../../src/hazards/verdict';
import { readPods } from '../../src/pod/read';

/** A Deployment with an Envoy that nothing drains, or that sleeps. */
function deployment(name: string, args: readonly string[], more: object = {}, command = ['envoy']): any {
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: name },
    spec: { replicas: 2, template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'envoy', image: 'envoyproxy/envoy:v1.36.2', command, args, ...more }] } } },
  };
}

const SLEEPS = { lifecycle: { preStop: { exec: { command: ['sleep', '10'] } } } };

test('pods that are alike but for their names are each told with their own name and document', () => {
  const judge = createJudge({});
  const findings = ['one', 'two'].flatMap((name) => judge.add(deployment(name, ['--service-cluster', `${name}/gateway`])));
  expect(findings.map(({ rule, object, document }) => [rule, object.name, document])).toEqual([
    ['no-drain-trigger', 'one', 0], ['no-drain-trigger', 'two', 1],
  ]);
  expect(judge.pods).toBe(2);
});

/** Judged one after the other, each says what it says alone. */
test.each<[string, readonly any[]]>([
  ['hooks', [deployment('a', ['-c', '/e']), deployment('b', ['-c', '/e'], SLEEPS)]],
  ['arguments', [deployment('a', ['--service-node', 'x', '--mode', 'serve']), deployment('b', ['--service-node', 'x', '--mode', 'validate'])]],
  ['what follows a flag of identity without a value', [
    deployment('a', ['--service-node', '--version']), deployment('b', ['--service-node', '--drain-time-s', '5']),
  ]],
  ['the program', [deployment('a', ['--service-node', 'x']), deployment('b', ['--service-node', 'x'], {}, ['/app/server'])]],
  ['the arguments of another program', [
    deployment('a', ['--service-node', 'envoy'], {}, ['tini', '--']), deployment('b', ['--service-node', 'sleep'], {}, ['tini', '--']),
  ]],
  ['images', [deployment('a', [], {}), deployment('b', [], { image: 'registry.example/envoy:1' })]],
  ['annotations', [deployment('a', []), withAnnotation(deployment('b', []), 'envoy-drain/ignore-no-drain-trigger', 'known')]],
  ['kinds', [deployment('a', []), { ...deployment('b', []), apiVersion: 'batch/v1', kind: 'Job' }]],
  ['grace periods', [deployment('a', [], SLEEPS), withGrace(deployment('b', [], SLEEPS), 5)]],
])('%s that differ are judged apart', (_, manifests) => {
  const together = createJudge({});
  const saidBy = (judge: Judge) => (manifest: any) => judge.add(manifest).map(({ rule, message }) => [rule, message]);
  const alone = manifests.map((manifest) => saidBy(createJudge({}))(manifest));
  expect(manifests.map(saidBy(together))).toEqual(alone);
});

test('many kinds of pods do not pile up', () => {
  const judge = createJudge({});
  for (let number = 0; number < 1_200; number++) {
    expect(judge.add(deployment('a', ['-c', `/e${number}`])).length).toBe(1);
  }
});

test('a verdict says which rules lacked a fact', () => {
  const [pod] = readPods(deployment('a', []));
  expect(verdictOn(pod, {}, []).silent.map(({ rule, fact }) => [rule.id, fact])).toContainEqual(['grace-above-ceiling', 'graceCeilingMillis']);
  expect(verdictOn(pod, { graceCeilingMillis: 1 }, []).silent.map(({ rule }) => rule.id)).not.toContain('grace-above-ceiling');
});

test.each([
  ['a hook that is understood', ['sleep', '5'], 0], ['a program that nobody knows', ['/own-drain'], 1],
])('%s counts as unclear or not', (_, command, unclear) => {
  const judge = createJudge({});
  judge.add(deployment('a', [], { lifecycle: { preStop: { exec: { command } } } }));
  expect([judge.proxied, judge.unclear, judge.documents]).toEqual([1, unclear, 1]);
});

test('of a Service\'s pods, pointers are awaited until the end', () => {
  const judge = createJudge({});
  judge.add(deployment('a', [], SLEEPS));
  expect(judge.awaited()).toEqual(['/spec/template/spec']);
  judge.add({ apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace: 'a' }, spec: { type: 'LoadBalancer', selector: { app: 'a' } } });
  expect(judge.awaited()).toEqual([]);
  expect(judge.finish().map(({ rule, document, pointer }) => [rule, document, pointer])).toEqual([['load-balancer-undeclared', 0, '/spec/template/spec']]);
});

function withAnnotation(manifest: any, name: string, value: string): any {
  return { ...manifest, metadata: { ...manifest.metadata, annotations: { [name]: value } } };
}

function withGrace(manifest: any, seconds: number): any {
  const copy = structuredClone(manifest);
  copy.spec.template.spec.terminationGracePeriodSeconds = seconds;
  return copy;
}
