import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { KubernetesVersion } from '../src';

/** Text as clusters, images and people write it, and the minor and patch that it stands for. */
const TEXTS: [text: string, minor: number, patch: number][] = [
  // upstream, kubeadm, kind, Talos, AKS, OKE, LKE
  ['v1.31.2', 31, 2],
  ['v1.29.4', 29, 4],
  // kind from source and Kubernetes' own CI: alphas count as the minor before
  ['v1.33.0-alpha.0.1234+0123456789abcd', 32, 0],
  ['v1.14.0-alpha.0.752+3156df3e806cb8', 13, 0],
  ['v1.14.0-alpha.0.752+3156df3e806cb8-dirty', 13, 0],
  ['v1.33.0-alpha.1.100+x-dirty', 32, 0],
  // upstream prereleases
  ['v1.33.0-alpha.1', 32, 0],
  ['v1.33.0-beta.0', 33, 0],
  ['v1.33.0-rc.1', 33, 0],
  ['v1.29.0-rc.1', 29, 0],
  // k3s and RKE2
  ['v1.27.4+k3s1', 27, 4],
  ['v1.31.1+k3s1', 31, 1],
  ['v1.35.9+k3s1', 35, 9],
  ['v1.29.0+k3s1', 29, 0],
  ['v1.30.4+rke2r1', 30, 4],
  ['v1.29.0+rke2r1', 29, 0],
  // EKS and EKS Anywhere
  ['v1.29.0-eks-c417bb3', 29, 0],
  ['v1.25.8-eks-ec5523e', 25, 8],
  ['v1.34.6-eks-bbe087e', 34, 6],
  ['v1.33.4-eks-abcdef0', 33, 4],
  ['v1.28.3-eks-1-28-11', 28, 3],
  // GKE
  ['v1.30.5-gke.1014001', 30, 5],
  ['v1.33.1-gke.1386000', 33, 1],
  ['v1.35.0-gke.1171000', 35, 0],
  ['v1.29.0-gke.1381000', 29, 0],
  // AKS with long-term support
  ['v1.28.101-akslts', 28, 101],
  // OpenShift
  ['v1.31.6', 31, 6],
  ['v1.33.4', 33, 4],
  ['v1.27.11+ec42b99', 27, 11],
  ['v1.27.6+f67aeb3', 27, 6],
  // VMware TKG
  ['v1.28.7+vmware.1', 28, 7],
  ['v1.17.2+vmware.1', 17, 2],
  ['v1.29.0+vmware.1', 29, 0],
  // microk8s
  ['v1.23.17-2+40cc20cc310518', 23, 17],
  ['v1.29.0-1+d15af86e9e661f', 29, 0],
  ['v1.29.0-1+d15af86', 29, 0],
  // Alibaba ACK and Huawei CCE
  ['v1.30.1-aliyun.1', 30, 1],
  ['v1.30.4-r0-30.0.14.9', 30, 4],
  // tags of images
  ['v1.28.7_vmware.1', 28, 7],
  ['v1.30.4-rke2r1-build20240815', 30, 4],
  ['v1.29.0-minimal-eksbuild.1', 29, 0],
  ['v1.29.4-hotfix.20240527', 29, 4],
  // people
  ['1.29', 29, 0],
  ['v1.29', 29, 0],
  ['1.29+', 29, 0],
];

const NONSENSE: [text: unknown, shown: string][] = [
  ['', '("")'],
  ['latest', '("latest")'],
  ['unknown', '("unknown")'],
  ['1', '("1")'],
  ['33', '("33")'],
  ['29+', '("29+")'],
  ['v2.0', '("v2.0")'],
  ['1.33.x', '("1.33.x")'],
  ['v0.21.0', '("v0.21.0")'],
  [' 1.33', '(" 1.33")'],
  ['1.33 ', '("1.33 ")'],
  ['1.33\n', '("1.33\\n")'],
  ['1.033', '("1.033")'],
  ['1.33.', '("1.33.")'],
  ['1.33.01', '("1.33.01")'],
  ['1.33.1.2', '("1.33.1.2")'],
  ['1.33.1-', '("1.33.1-")'],
  ['1,33', '("1,33")'],
  ['1.-33', '("1.-33")'],
  ['vv1.33', '("vv1.33")'],
  ['>=1.33', '(">=1.33")'],
  ['one.two', '("one.two")'],
  [undefined, '(nothing)'],
  [null, '(null)'],
  [133, '(133)'],
  [1.33, '(1.33)'],
  [{ major: '1', minor: '33' }, '({"major":"1","minor":"33"})'],
];

type Question = 'nativeSidecarsPossible' | 'nativeSidecarsGeneral' | 'sleepHookPossible' | 'imageVolumePossible'
| 'probeGracePeriodPossible';

const QUESTIONS: [question: Question, firstMinor: number][] = [
  ['probeGracePeriodPossible', 25],
  ['nativeSidecarsPossible', 29],
  ['sleepHookPossible', 30],
  ['nativeSidecarsGeneral', 33],
  ['imageVolumePossible', 35],
];

describe('of', () => {
  test.each(TEXTS)('reads %s as 1.%i.%i', (text, minor, patch) => {
    const version = KubernetesVersion.of(text);

    expect(version.isKnown).toBe(true);
    expect(order(version, KubernetesVersion.of(`1.${minor}.${patch}`))).toBe('same');
    expect(order(version, KubernetesVersion.of(`1.${minor}.${patch + 1}`))).toBe('older');
    expect(order(KubernetesVersion.of(`1.${minor - 1}.999`), version)).toBe('older');
  });

  test.each(TEXTS)('answers for %s like for 1.%i', (text, minor) => {
    const version = KubernetesVersion.of(text);

    const answers = QUESTIONS.map(([question]) => version[question]);

    expect(answers).toEqual(QUESTIONS.map(([, firstMinor]) => minor >= firstMinor));
  });

  test.each(TEXTS)('keeps %s as it was written', (text) => {
    expect(KubernetesVersion.of(text).toString()).toBe(text);
  });

  test.each(NONSENSE)('fails when the text is %j, showing what is accepted', (text, shown) => {
    const refused = () => KubernetesVersion.of(text as string);

    expect(refused).toThrow(`'kubernetesVersion' ${shown} must be a Kubernetes version`);
    expect(refused).toThrow(/accepted are for example 1\.33, v1\.35\.9\+k3s1, v1\.29\.0-eks-c417bb3/);
  });

  test('shortens long nonsense in its error', () => {
    expect(() => KubernetesVersion.of('x'.repeat(500))).toThrow(/"x{40,60}\.\.\."/);
  });
});

describe('vendor suffixes', () => {
  test.each([
    '-eks-c417bb3', '-gke.1386000', '+k3s1', '+rke2r1', '-akslts', '+ec42b99', '+vmware.1', '_vmware.1', '-1+d15af86',
    '-aliyun.1', '-r0-30.0.14.9', '-0', '-alphabet.1', '-alpine', '+alpha.1',
  ])('never make a version older: %s', (suffix) => {
    const vendors = KubernetesVersion.of(`v1.33.0${suffix}`);

    expect(order(vendors, KubernetesVersion.of('1.33.0'))).toBe('same');
    expect(vendors.nativeSidecarsGeneral).toBe(true);
  });
});

describe('upstream prereleases', () => {
  test.each([
    ['v1.29.0-alpha.0', '1.28'],
    ['v1.29.0-alpha.3', '1.28'],
    ['v1.33.0-alpha.3', '1.32'],
    ['1.33.0-alpha.3.17+abcdef', '1.32'],
    ['v1.29.0-beta.0', '1.29'],
    ['v1.29.0-rc.2', '1.29'],
    ['v1.33.0-beta.0', '1.33'],
    ['v1.33.0-rc.0', '1.33'],
  ])('counts %s as %s', (prerelease, minor) => {
    expect(order(KubernetesVersion.of(prerelease), KubernetesVersion.of(minor))).toBe('same');
  });

  test('does not run native sidecars in the alphas of 1.29', () => {
    expect(KubernetesVersion.of('v1.29.0-alpha.3').nativeSidecarsPossible).toBe(false);
    expect(KubernetesVersion.of('v1.29.0-beta.0').nativeSidecarsPossible).toBe(true);
  });
});

describe('feature questions', () => {
  describe.each(QUESTIONS)('%s', (question, firstMinor) => {
    test.each([
      '1.0', `1.${firstMinor - 1}`, `v1.${firstMinor - 1}.999`, `1.${firstMinor - 1}.0-rc.1`,
      `v1.${firstMinor}.0-alpha.3`,
    ])('is no for %s', (text) => {
      expect(KubernetesVersion.of(text)[question]).toBe(false);
    });

    test.each([
      `1.${firstMinor}`, `v1.${firstMinor}.0`, `v1.${firstMinor}.0-eks-c417bb3`, `1.${firstMinor + 1}`, '1.99',
    ])('is yes for %s', (text) => {
      expect(KubernetesVersion.of(text)[question]).toBe(true);
    });

    test('is no when the version is unknown', () => {
      expect(KubernetesVersion.UNKNOWN[question]).toBe(false);
    });
  });

  test.each([
    ['1.34', false],
    ['1.34.9', false],
    ['1.35', true],
    ['1.35.0', true],
    ['v1.35.0-gke.1171000', true],
    ['1.35.1', true],
    ['1.35.2', true],
    ['1.35.3', true],
    ['1.35.4', true],
    ['1.35.5', true],
    ['v1.35.5+k3s1', true],
    ['1.35.6', false],
    ['v1.35.6+k3s1', false],
    ['1.35.10', false],
    ['1.36', false],
    ['1.36.0', false],
  ])('knows whether %s has the defect of sidecars with a startup probe: %s', (text, defective) => {
    expect(KubernetesVersion.of(text).sidecarStartupProbeDefective).toBe(defective);
  });

  test('do not take an unknown version for a defective one', () => {
    expect(KubernetesVersion.UNKNOWN.sidecarStartupProbeDefective).toBe(false);
  });
});

describe('detected', () => {
  test.each(['v1.35.9+k3s1', ' v1.35.9+k3s1', 'v1.35.9+k3s1\n', '\t v1.35.9+k3s1 \r\n'])('reads %j', (text) => {
    const version = KubernetesVersion.detected(text);

    expect(order(version, KubernetesVersion.of('1.35.9'))).toBe('same');
    expect(version.toString()).toBe('v1.35.9+k3s1');
  });

  test.each([undefined, null, '', '   ', 'latest', 'unknown', '29+', 'v0.21.0', '1.33.x', {}])(
    'turns %j into UNKNOWN', (text) => {
      expect(KubernetesVersion.detected(text as string)).toBe(KubernetesVersion.UNKNOWN);
    });

  test('turns no text into UNKNOWN', () => {
    expect(KubernetesVersion.detected()).toBe(KubernetesVersion.UNKNOWN);
  });
});

describe('UNKNOWN', () => {
  test('is not known, and says so', () => {
    expect(KubernetesVersion.UNKNOWN.isKnown).toBe(false);
    expect(KubernetesVersion.UNKNOWN.toString()).toBe('unknown');
  });

  test('is older than every known version, but not than itself', () => {
    const old = KubernetesVersion.of('1.0');

    expect(order(KubernetesVersion.UNKNOWN, old)).toBe('older');
    expect(order(KubernetesVersion.UNKNOWN, KubernetesVersion.UNKNOWN)).toBe('same');
  });
});

describe('oldestOf', () => {
  test.each([
    [['1.33'], '1.33'],
    [['1.33', '1.32'], '1.32'],
    [['1.32', '1.33'], '1.32'],
    [['1.9', '1.33'], '1.9'],
    [['1.33.10', '1.33.9'], '1.33.9'],
    [['1.33.1', '1.33'], '1.33'],
    [['v1.33.0-eks-c417bb3', 'v1.32.9+k3s1', 'v1.34.0-gke.1'], 'v1.32.9+k3s1'],
    [['v1.33.0-alpha.1', '1.33'], 'v1.33.0-alpha.1'],
    [['v1.33.0-alpha.1', 'v1.31.9'], 'v1.31.9'],
  ])('finds the oldest of %j: %s', (texts, oldest) => {
    const versions = texts.map((text) => KubernetesVersion.of(text));

    expect(KubernetesVersion.oldestOf(versions).toString()).toBe(oldest);
  });

  test.each([0, 1, 2])('is UNKNOWN when one is, at place %i', (place) => {
    const versions = ['1.33', '1.34'].map((text) => KubernetesVersion.of(text));
    versions.splice(place, 0, KubernetesVersion.UNKNOWN);

    expect(KubernetesVersion.oldestOf(versions)).toBe(KubernetesVersion.UNKNOWN);
  });

  test('leaves the given list alone', () => {
    const versions = ['1.34', '1.33'].map((text) => KubernetesVersion.of(text));

    KubernetesVersion.oldestOf(versions);

    expect(versions.map(String)).toEqual(['1.34', '1.33']);
  });

  test.each([[[]], [undefined], ['1.33']])('fails when given %j', (versions) => {
    expect(() => KubernetesVersion.oldestOf(versions as KubernetesVersion[])).toThrow(
      /'versions' .* must hold at least one version.*KubernetesVersion\.UNKNOWN/);
  });
});

describe('fromVersionInfo', () => {
  const SERVER = { major: '1', minor: '33', gitVersion: 'v1.33.4', platform: 'linux/amd64' };
  const CLIENT = { clientVersion: { major: '1', minor: '36', gitVersion: 'v1.36.0' }, kustomizeVersion: 'v5.4.2' };
  const EMULATING_ITSELF = { ...SERVER, emulationMajor: '1', emulationMinor: '33' };

  test.each<[from: string, info: object, expected: string]>([
    ['the /version endpoint', SERVER, '1.33.4'],
    ['kubectl version -o json', { ...CLIENT, serverVersion: SERVER }, '1.33.4'],
    ['EKS, whose minor is 29+', { major: '1', minor: '29+', gitVersion: 'v1.29.0-eks-c417bb3' }, '1.29.0'],
    ['major and minor 22+ alone', { major: '1', minor: '22+' }, '1.22'],
    ['major and minor 25+ alone', { major: '1', minor: '25+' }, '1.25'],
    ['major and minor 29+ alone', { major: '1', minor: '29+' }, '1.29'],
    ['major and minor 8+ alone', { major: '1', minor: '8+' }, '1.8'],
    ['major and minor as numbers', { major: 1, minor: 33 }, '1.33'],
    ['a server that emulates an older minor', { ...SERVER, emulationMajor: '1', emulationMinor: '32' }, '1.32'],
    ['a server that emulates itself', EMULATING_ITSELF, '1.33.4'],
    ['a 33+ server that emulates itself', { ...EMULATING_ITSELF, minor: '33+' }, '1.33.4'],
    ['emulation without major', { ...SERVER, emulationMinor: '32' }, '1.32'],
    ['emulation that is empty', { ...SERVER, emulationMajor: '', emulationMinor: '' }, '1.33.4'],
    ['kubectl, of a server that emulates', { ...CLIENT, serverVersion: { ...SERVER, emulationMinor: '31' } }, '1.31'],
    ['an alpha', { major: '1', minor: '33+', gitVersion: 'v1.33.0-alpha.1' }, '1.32'],
  ])('reads %s', (_, info, expected) => {
    const version = KubernetesVersion.fromVersionInfo(JSON.stringify(info, undefined, 2));

    expect(order(version, KubernetesVersion.of(expected))).toBe('same');
  });

  test.each<[what: string, json: string, words: RegExp]>([
    ['only kubectl itself answered', JSON.stringify(CLIENT),
      /'clientVersion' but no 'serverVersion'.*did not reach the cluster/],
    ['the server is null', JSON.stringify({ ...CLIENT, serverVersion: null }),
      /'clientVersion' but no 'serverVersion'/],
    ['it is no JSON', 'Client Version: v1.36.0', /not JSON.*kubectl version -o json/],
    ['it is empty', '', /not JSON/],
    ['it is cut off', '{"major": "1", "minor"', /not JSON/],
    ['it is an array', JSON.stringify([SERVER]), /must be a JSON object/],
    ['it is null', 'null', /must be a JSON object/],
    ['it is a string', '"v1.33.4"', /must be a JSON object/],
    ['it is a number', '1.33', /must be a JSON object/],
    ['it has no fields', '{}', /neither 'gitVersion' nor 'major' and 'minor'/],
    ['the minor is missing', '{"major": "1"}', /neither 'gitVersion' nor 'major' and 'minor'/],
    ['the major is missing', '{"minor": "33"}', /neither 'gitVersion' nor 'major' and 'minor'/],
    ['gitVersion is no text', '{"gitVersion": 1.33}', /neither 'gitVersion' nor 'major' and 'minor'/],
    ['the server has no fields', '{"serverVersion": {}}', /neither 'gitVersion' nor 'major' and 'minor'/],
    ['gitVersion is nonsense', '{"gitVersion": "v0.21.0"}', /"v0\.21\.0".*must be a Kubernetes version/],
    ['the major is not 1', '{"major": "2", "minor": "0"}', /"2\.0".*must be a Kubernetes version/],
  ])('fails when %s', (_, json, words) => {
    expect(() => KubernetesVersion.fromVersionInfo(json)).toThrow(words);
  });

  test('fails when there is no text', () => {
    expect(() => KubernetesVersion.fromVersionInfo(undefined as never)).toThrow(/not JSON/);
  });
});

describe('declare', () => {
  const OLD = KubernetesVersion.of('1.29');
  const NEW = KubernetesVersion.of('v1.35.9+k3s1');

  test('reaches everything below', () => {
    const { app, chart, proxy } = tree();

    KubernetesVersion.declare(app, NEW);

    expect([app, chart, proxy].map((scope) => KubernetesVersion.declaredFor(scope))).toEqual([NEW, NEW, NEW]);
  });

  test('works before children exist', () => {
    const app = new App();
    KubernetesVersion.declare(app, NEW);

    const chart = new Chart(app, 'edge');

    expect(KubernetesVersion.declaredFor(chart)).toBe(NEW);
  });

  test('leaves the version unknown where nothing was declared', () => {
    const { chart, proxy } = tree();
    const other = new Chart(new App(), 'other');
    KubernetesVersion.declare(other, NEW);

    expect(KubernetesVersion.declaredFor(proxy)).toBe(KubernetesVersion.UNKNOWN);
    expect(KubernetesVersion.declaredFor(chart)).toBe(KubernetesVersion.UNKNOWN);
  });

  test('lets the nearest win, in whatever order', () => {
    const { app, chart, proxy } = tree();
    const other = new Chart(app, 'other');
    KubernetesVersion.declare(chart, OLD);
    KubernetesVersion.declare(app, NEW);

    expect(KubernetesVersion.declaredFor(proxy)).toBe(OLD);
    expect(KubernetesVersion.declaredFor(other)).toBe(NEW);
  });

  test('lets UNKNOWN be declared over a known version', () => {
    const { app, chart, proxy } = tree();
    KubernetesVersion.declare(app, NEW);
    KubernetesVersion.declare(chart, KubernetesVersion.UNKNOWN);

    expect(KubernetesVersion.declaredFor(proxy)).toBe(KubernetesVersion.UNKNOWN);
  });

  test('takes the same declaration twice, also after it was read', () => {
    const { app, proxy } = tree();
    KubernetesVersion.declare(app, KubernetesVersion.of('1.33'));
    KubernetesVersion.declare(app, KubernetesVersion.of('1.33'));
    KubernetesVersion.declaredFor(proxy);

    KubernetesVersion.declare(app, KubernetesVersion.of('1.33'));

    expect(KubernetesVersion.declaredFor(proxy).toString()).toBe('1.33');
  });

  test('above a nearer declaration still works after that one was read', () => {
    const { app, chart, proxy } = tree();
    KubernetesVersion.declare(chart, OLD);
    KubernetesVersion.declaredFor(proxy);

    KubernetesVersion.declare(app, NEW);

    expect(KubernetesVersion.declaredFor(proxy)).toBe(OLD);
    expect(KubernetesVersion.declaredFor(new Chart(app, 'later'))).toBe(NEW);
  });

  test('beside a reader still works', () => {
    const { app, proxy } = tree();
    const other = new Chart(app, 'other');
    KubernetesVersion.declaredFor(proxy);

    KubernetesVersion.declare(other, NEW);

    expect(KubernetesVersion.declaredFor(other)).toBe(NEW);
  });

  test.each(['app', 'chart', 'proxy'] as const)('fails when a reader has decided without it: %s', (place) => {
    const nodes = tree();
    KubernetesVersion.declaredFor(nodes.proxy);

    expect(() => KubernetesVersion.declare(nodes[place], NEW)).toThrow(
      /'version' \(v1\.35\.9\+k3s1\) must be declared .* before 'edge\/Proxy' reads it/);
  });

  test('fails when a nearer place is declared after a reader took the version from above', () => {
    const { app, chart, proxy } = tree();
    KubernetesVersion.declare(app, NEW);
    KubernetesVersion.declaredFor(proxy);

    expect(() => KubernetesVersion.declare(chart, OLD)).toThrow(/declared on 'edge' before 'edge\/Proxy' reads it/);
  });

  test('names the first of several readers', () => {
    const { app, chart } = tree();
    KubernetesVersion.declaredFor(new Construct(chart, 'First'));
    KubernetesVersion.declaredFor(new Construct(chart, 'Second'));

    expect(() => KubernetesVersion.declare(app, NEW)).toThrow(/'edge\/First'/);
  });

  test('fails when the same construct gets another version, naming both', () => {
    const { chart } = tree();
    KubernetesVersion.declare(chart, OLD);

    expect(() => KubernetesVersion.declare(chart, NEW)).toThrow(
      /'version' \(v1\.35\.9\+k3s1\) must be the version declared on 'edge' before \(1\.29\)/);
    expect(KubernetesVersion.declaredFor(chart)).toBe(OLD);
  });

  test('speaks of the app where the app has no path', () => {
    const app = new App();
    KubernetesVersion.declare(app, OLD);

    expect(() => KubernetesVersion.declare(app, NEW)).toThrow(/'the app'/);
  });

  test('fails when given text, showing how to write it', () => {
    expect(() => KubernetesVersion.declare(new App(), '1.33' as never)).toThrow(
      /'version' \("1\.33"\) must be a KubernetesVersion.*KubernetesVersion\.of\("1\.33"\)/);
  });

  test.each([undefined, null, 33, {}])('fails when given %j', (version) => {
    expect(() => KubernetesVersion.declare(new App(), version as never)).toThrow(
      /'version' .* must be a KubernetesVersion/);
  });
});

function order(one: KubernetesVersion, other: KubernetesVersion): 'older' | 'newer' | 'same' {
  if (one._isOlderThan(other)) return 'older';
  return other._isOlderThan(one) ? 'newer' : 'same';
}

function tree() {
  const app = new App();
  const chart = new Chart(app, 'edge');
  return { app, chart, proxy: new Construct(chart, 'Proxy') };
}
