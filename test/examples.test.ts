import { readFileSync } from 'fs';
import { parseDocument } from 'yaml';
import { expectedPath, synthesizeExamples } from '../examples/main';

const ASKED_FOR = new Map([
  ['contour-variants/requests-and-probes', 'SIBLING'], ['contour-variants/native', 'NATIVE'],
  ['contour-variants/combined-image', 'ENVOY_CONTAINER'],
]);

/** Accepted by `npm run example:accept`, after a look at the difference; running the tests never changes them. */
describe.each(synthesizeExamples())('the example $name', ({ name, manifest, placement }) => {
  test('gives the expected manifest', () => {
    expect(manifest).toBe(readFileSync(expectedPath(name), 'utf8'));
  });

  test('has a native sidecar where it was asked for, or if the cluster surely runs them', () => {
    const native = /initContainers:[\s\S]*\n {10}restartPolicy: Always\n/.test(manifest);
    const expected = ASKED_FOR.get(name) ?? (name.endsWith('k3s1') ? 'NATIVE' : 'SIBLING');
    expect([native, placement]).toEqual([expected === 'NATIVE', expected]);
  });
});

test('the combined image leaves a node drain no emptyDir to stop at, the other layouts name theirs', () => {
  const emptyDirs = new Map(synthesizeExamples().map(({ name, manifest }) => [name, [
    manifest.match(/emptyDir:/g)?.length ?? 0, /safe-to-evict-local-volumes: (.*)/.exec(manifest)?.[1],
  ]]));
  expect(emptyDirs.get('contour-variants/combined-image')).toEqual([0, undefined]);
  for (const name of ['contour-variants/requests-and-probes', 'contour-variants/native']) {
    expect(emptyDirs.get(name)).toEqual([2, 'envoy-config,envoy-admin']);
  }
});

test('requests and probes: all containers request, no probe restarts the manager, Envoy outwaits the grace', () => {
  const { manifest } = synthesizeExamples().find(({ name }) => name === 'contour-variants/requests-and-probes')!;
  const { containers, initContainers, terminationGracePeriodSeconds } = podSpecIn(manifest);
  for (const { resources } of [...containers, ...initContainers]) {
    expect(resources).toEqual({ requests: { cpu: expect.any(String), memory: expect.any(String) } });
  }
  const [{ livenessProbe }, manager] = containers;
  expect([manager.livenessProbe, manager.startupProbe]).toEqual([undefined, undefined]);
  expect(livenessProbe.periodSeconds * livenessProbe.failureThreshold).toBeGreaterThan(terminationGracePeriodSeconds);
});

function podSpecIn(manifest: string): any {
  return parseDocument(manifest).toJS().spec.template.spec;
}
