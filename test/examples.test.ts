import { readFileSync } from 'fs';
import { expectedPath, synthesizeExamples } from '../examples/main';

/** Accepted by `npm run example:accept`, after a look at the difference; running the tests never changes them. */
describe.each(synthesizeExamples())('the example $name', ({ name, manifest, placement }) => {
  test('gives the expected manifest', () => {
    expect(manifest).toBe(readFileSync(expectedPath(name), 'utf8'));
  });

  test('has a native sidecar if the cluster surely runs them', () => {
    const native = /initContainers:[\s\S]*\n {10}restartPolicy: Always\n/.test(manifest);
    expect([native, placement]).toEqual(name.endsWith('k3s1') ? [true, 'NATIVE'] : [false, 'SIBLING']);
  });
});
