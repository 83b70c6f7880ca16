import { parseVersionText, versionTextOfJson } from '../../src/values/version-text';

describe('parseVersionText', () => {
  test.each([
    ['1.33', 33, 0],
    ['v1.33', 33, 0],
    ['1.33+', 33, 0],
    ['v1.33+', 33, 0],
    ['1.0', 0, 0],
    ['1.8', 8, 0],
    ['1.100', 100, 0],
    ['1.33.0', 33, 0],
    ['v1.28.101-akslts', 28, 101],
    ['v1.27.4+k3s1', 27, 4],
    ['v1.28.3-eks-1-28-11', 28, 3],
    ['v1.30.4-r0-30.0.14.9', 30, 4],
    ['v1.23.17-2+40cc20cc310518', 23, 17],
    ['v1.28.7_vmware.1', 28, 7],
    ['v1.33.0-alpha.1', 32, 0],
    ['v1.33.0-alpha.0.1234+0123456789abcd', 32, 0],
    ['v1.33.0-alpha.1.100+x-dirty', 32, 0],
    ['v1.33.0-beta.0', 33, 0],
    ['v1.33.0-rc.1', 33, 0],
    ['v1.33.2-rc.0', 33, 2],
    ['v1.33.1-alphabet.1', 33, 1],
    ['v1.33.1-gke-alpha.1', 33, 1],
  ])('takes %s for 1.%i.%i', (text, minor, patch) => {
    expect(parseVersionText(text)).toEqual({ minor, patch });
  });

  test.each([
    '', ' ', '1', '1.', 'v1', '33', '29+', '+', 'v', 'V1.33', '2.0', '0.21.0', '10.33', '1.33.x', '1.x', '1.*', '~1.33',
    '1.033', '01.33', '1.33.01', '1.33.', '1.33.+', '1.33-', '1.33.1+', '1.33++', '1.33.1.2', '1.33.1 k3s1',
    '1.33.1-\n', ' 1.33', '1.33 ', '1.33\n', '\n1.33', '1.33\r\nv1.29', '1.3e1', '1.٣٣', 'latest', 'stable', 'one.two',
  ])('takes %j for no version', (text) => {
    expect(parseVersionText(text)).toBeUndefined();
  });

  test('is quick with long nonsense', () => {
    const started = Date.now();

    expect(parseVersionText(`1.33.1-${'a.'.repeat(100_000)}!`)).toBeUndefined();
    expect(Date.now() - started).toBeLessThan(1000);
  });
});

describe('versionTextOfJson', () => {
  test.each<[info: object, text: string]>([
    [{ gitVersion: 'v1.33.4' }, 'v1.33.4'],
    [{ major: '1', minor: '33', gitVersion: 'v1.33.4' }, 'v1.33.4'],
    [{ major: '1', minor: '29+', gitVersion: 'v1.29.0-eks-c417bb3' }, 'v1.29.0-eks-c417bb3'],
    [{ major: '1', minor: '29+' }, '1.29'],
    [{ serverVersion: { gitVersion: 'v1.33.4' } }, 'v1.33.4'],
    [{ clientVersion: { gitVersion: 'v1.36.0' }, serverVersion: { gitVersion: 'v1.33.4' } }, 'v1.33.4'],
    [{ major: '1', minor: '34', gitVersion: 'v1.34.1', emulationMajor: '1', emulationMinor: '33' }, '1.33'],
    [{ major: '1', minor: '34', gitVersion: 'v1.34.1', emulationMajor: '1', emulationMinor: '34' }, 'v1.34.1'],
    [{ major: '1', minor: '34+', gitVersion: 'v1.34.1-gke.7', emulationMajor: '1', emulationMinor: '34' },
      'v1.34.1-gke.7'],
    [{ major: '1', minor: '34', gitVersion: 'v1.34.1', emulationMinor: '33+' }, '1.33'],
    [{ major: '1', minor: '34', gitVersion: 'v1.34.1', minCompatibilityMajor: '1', minCompatibilityMinor: '33' },
      'v1.34.1'],
  ])('finds the version in %j: %s', (info, text) => {
    expect(versionTextOfJson(JSON.stringify(info))).toBe(text);
  });

  test.each([
    ['{"clientVersion": {"gitVersion": "v1.36.0"}}', /no 'serverVersion'.*did not reach the cluster/],
    ['{"clientVersion": {"gitVersion": "v1.36.0"}, "serverVersion": "v1.33.4"}', /no 'serverVersion'/],
    ['v1.33.4', /not JSON.*\/version endpoint/],
    ['', /not JSON/],
    ['[]', /must be a JSON object.*\/version endpoint/],
    ['null', /must be a JSON object/],
    ['{}', /neither 'gitVersion' nor 'major' and 'minor'/],
    ['{"gitCommit": "abc"}', /neither 'gitVersion' nor 'major' and 'minor'/],
    ['{"major": "1"}', /neither 'gitVersion' nor 'major' and 'minor'/],
    ['{"serverVersion": []}', /neither 'gitVersion' nor 'major' and 'minor'/],
  ])('fails when given %s', (json, words) => {
    expect(() => versionTextOfJson(json)).toThrow(words);
  });
});
