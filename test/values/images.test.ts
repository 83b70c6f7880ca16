import { checkedImage, checkedRelease, releaseOfImage, versionOfImage } from '../../src/values/images';

const DIGEST = `@sha256:${'0123456789abcdef'.repeat(4)}`;

describe('versionOfImage', () => {
  test.each([
    ['gateway:v1.9.0', '1.9.0'],
    ['gateway:1.9.0', '1.9.0'],
    ['docker.io/envoyproxy/gateway:v1.9.0', '1.9.0'],
    ['registry.example.com:5000/mirror/gateway:v1.10.12', '1.10.12'],
    [`docker.io/envoyproxy/gateway:v1.9.0${DIGEST}`, '1.9.0'],
    ['gateway:v1.9.0-rc.1', '1.9.0'],
    ['gateway:v1.9.0-distroless', '1.9.0'],
    ['gateway:v1.9.0_vendor.1', '1.9.0'],
    ['gateway:v1.9.0.20260101', '1.9.0'],
    [`gateway:v1.9.0-vendor.3${DIGEST}`, '1.9.0'],
  ])('reads the tag of %s', (image, version) => {
    expect(versionOfImage(image)).toBe(version);
  });

  test.each([
    'gateway',
    'gateway:latest',
    'gateway:v1.9',
    'gateway:v1',
    'gateway:main-1a2b3c4',
    `gateway${DIGEST}`,
    `gateway:latest${DIGEST}`,
    'registry.example.com:5000/gateway',
    '10.0.0.1:5000/gateway',
    'gateway:v1.9.0x',
    '',
  ])('says nothing about %j', (image) => {
    expect(versionOfImage(image)).toBeUndefined();
  });
});

describe('checkedImage', () => {
  test.each([
    'gateway',
    'gateway:latest',
    'docker.io/envoyproxy/gateway:v1.9.0',
    'registry.example.com:5000/mirror/gate_way/x--y:v1.9.0_vendor.1',
    'localhost:5000/gateway',
    '10.0.0.1:5000/gateway',
    `docker.io/envoyproxy/gateway${DIGEST}`,
    `docker.io/envoyproxy/gateway:v1.9.0${DIGEST}`,
  ])('takes %s as it is', (image) => {
    expect(checkedImage('image', image)).toBe(image);
  });

  test.each([
    '', ' ', 'gate way:v1', ' gateway:v1', 'gateway:v1 ', 'gateway:v1\n', '/gateway', ':v1', '@sha256:00', '-gateway',
    '${IMAGE}', '{{ .Values.image }}', 'gateway:v1+k3s1', undefined, null, 42, {}, ['gateway'],
  ])('fails when the image is %j', (image) => {
    expect(() => checkedImage('envoyImage', image as string)).toThrow(
      /'envoyImage' \(.*\) must be an image reference.*InvalidImageName/);
  });

  // What the grammar of image references does not have, so that no container runtime takes it.
  test.each([
    'https://docker.io/gateway:v1', 'gateway:', 'gateway:v1:v2', 'Gateway/Proxy:v1', 'docker.io//gateway:v1',
    'docker.io/gateway/', 'gateway@', 'gateway@sha256:zz',
  ])('fails when no container runtime takes the image: %s', (image) => {
    expect(() => checkedImage('image', image)).toThrow(/must be an image reference/);
  });
});

describe('checkedRelease', () => {
  test.each([
    ['1.9.0', '1.9.0'],
    ['v1.9.0', '1.9.0'],
    ['1.0.0', '1.0.0'],
    ['1.0.1', '1.0.1'],
    ['2.0.0', '2.0.0'],
    ['v1.9.0-rc.1', '1.9.0-rc.1'],
  ])('takes %s as %s', (version, release) => {
    expect(checkedRelease('Envoy Gateway', version, '1.0.0')).toBe(release);
  });

  test.each(['0.9.9', 'v0.6.0', '0.0.1'])('fails when %s is older than the oldest', (version) => {
    expect(() => checkedRelease('Envoy Gateway', version, '1.0.0')).toThrow(
      `'version' (${version}) must be at least 1.0.0: older releases of Envoy Gateway have no shutdown manager`);
  });

  test.each(['', 'latest', '1', '1.9', 'v1.9', '1.9.x', '^1.9.0', '1.9.0.1', '01.9.0', undefined, null, 1.9, {}])(
    'fails when %j is no release', (version) => {
      expect(() => checkedRelease('Envoy Gateway', version as string, '1.0.0')).toThrow(
        /'version' \(.*\) must be a release of Envoy Gateway such as 1\.0\.0.*major, minor and patch/);
    });
});

describe('releaseOfImage', () => {
  test.each<[image: string | undefined, declared: string | undefined, release: string | undefined]>([
    [undefined, undefined, undefined],
    [undefined, '1.9.0', '1.9.0'],
    ['gateway:v1.9.0', undefined, '1.9.0'],
    ['gateway:v1.9.0', '1.9.0', '1.9.0'],
    ['gateway:1.9.0-vendor.1', '1.9.0', '1.9.0'],
    ['gateway:latest', undefined, undefined],
    ['gateway:latest', '1.9.0', '1.9.0'],
    [`gateway${DIGEST}`, '1.9.0', '1.9.0'],
  ])('takes image %s and version %s for %s', (image, declared, release) => {
    expect(releaseOfImage('Envoy Gateway', image, declared)).toBe(release);
  });

  test.each([
    ['gateway:v1.9.0', 'v1.9.0'],
    ['gateway:v1.9.0', '1.9.0-rc.1'],
    ['gateway:v1.9.0-rc.1', '1.9.0'],
    ['gateway:v1.9.0_vendor.1', 'v1.9.0'],
  ])('does not let suffixes contradict each other: %s and %s', (image, declared) => {
    expect(() => releaseOfImage('Envoy Gateway', image, declared)).not.toThrow();
  });

  test.each([
    ['gateway:v1.8.0', '1.9.0', '1.8.0'],
    ['gateway:v1.9.1', '1.9.0', '1.9.1'],
    ['gateway:v2.9.0', 'v1.9.0', '2.9.0'],
    [`gateway:v1.8.0${DIGEST}`, '1.9.0', '1.8.0'],
    ['gateway:v1.8.0-vendor.1', '1.9.0', '1.8.0'],
  ])('fails when %s is declared to be %s', (image, declared, tagged) => {
    expect(() => releaseOfImage('Envoy Gateway', image, declared)).toThrow(
      `'version' (${declared}) must be the version of the image '${image}' (${tagged})`);
  });
});
