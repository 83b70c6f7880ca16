import { HookSurroundings } from '../../src/upstream/behaviour';
import { hookProgramOf } from '../../src/upstream/programs';

const inImage = (image: string | undefined, more: Partial<HookSurroundings> = {}): HookSurroundings =>
  ({ image, env: {}, runsEnvoy: true, opensFirstProcess: true, ...more });

const CURL = 'curl -X POST localhost:9901/healthcheck/fail';

describe('what an image lacks for certain', () => {
  test.each<[string, readonly string[], string]>([
    ['docker.io/istio/proxyv2:1.4.3-distroless', ['/bin/sleep', '20'], 'sleep'],
    ['gcr.io/distroless/base-debian12:nonroot', ['sh', '-c', 'sleep 5'], 'sh'],
    ['envoyproxy/envoy-distroless:v1.30.1', ['sh', '-c', 'sleep 5'], 'sh'],
    ['docker.io/envoyproxy/gateway:v1.9.0', ['/bin/bash', '-c', 'sleep 5'], 'bash'],
    ['cr.l5d.io/linkerd/proxy:stable-2.13.5', ['sh', '-c', 'sleep 5'], 'sh'],
    ['hashicorp/consul-dataplane:1.9.0', ['sleep', '5'], 'sleep'],
    ['docker.io/envoyproxy/envoy:v1.26-latest', ['/bin/sh', '-c', CURL], 'curl'],
    ['docker.io/envoyproxy/envoy:v1.26-latest', ['wget', 'http://localhost:9001/healthcheck/fail'], 'wget'],
    ['docker.io/envoyproxy/envoy:v1.36.2', ['bash', '-c', 'printf "POST /x HTTP/1.0" | nc localhost 9901'], 'nc'],
    ['envoyproxy/envoy-alpine:v1.20.0', ['bash', '-c', 'sleep 5'], 'bash'],
    ['registry.example/edge:3.18-alpine', ['sh', '-c', `timeout 3 ${CURL}`], 'curl'],
  ])('%s: %j', (image, command, name) => {
    const program = hookProgramOf(command, inImage(image));
    expect(program.missing).toEqual({ name, certain: true });
    expect(program.steps[program.steps.length - 1]).toMatchObject({ step: 'exit' });
  });

  test('a script goes on after a command that is missing', () => {
    const program = hookProgramOf(['sh', '-c', `${CURL}; sleep 15`], inImage('envoyproxy/envoy:v1.30.0'));
    expect(program).toMatchObject({ steps: [{ step: 'wait', millis: 15_000 }], missing: { name: 'curl', certain: true } });
    expect(hookProgramOf(['sh', '-c', `${CURL} && sleep 15`], inImage('envoyproxy/envoy:v1.30.0')).steps)
      .toEqual([{ step: 'exit', code: 1 }]);
  });
});

describe('what an image may lack, or has', () => {
  test.each<[string, readonly string[], string | undefined]>([
    ['registry.example/edge/envoy:1.31', ['sh', '-c', `${CURL} || true; sleep 30`], 'curl'],
    ['registry.example/edge/envoy:1.31', ['curl', '-X', 'POST', 'http://127.0.0.1:9901/healthcheck/fail'], 'curl'],
    ['registry.example/edge/envoy:1.31', ['sh', '-c', 'sleep 30'], undefined],
    ['emissaryingress/emissary:3.9.1', ['sh', '-c', CURL], undefined],
    ['istio/proxyv2:1.20.0', ['sh', '-c', CURL], undefined],
    ['quay.io/solo-io/gloo-envoy-wrapper:1.8.0', ['sh', '-c', 'wget --post-data "" 127.0.0.1:19000/healthcheck/fail'], undefined],
    ['cr.l5d.io/linkerd/proxy:stable-2.13.5', ['/bin/sleep', '5'], undefined],
    ['gcr.io/distroless/base:debug', ['sh', '-c', 'sleep 5'], undefined],
    ['hashicorp/consul-dataplane:1.9.0-ubi', ['sh', '-c', 'sleep 5'], undefined],
    ['busybox:1.36', ['wget', '--post-data', '', 'http://127.0.0.1:9901/healthcheck/fail'], undefined],
    ['registry.example/edge/envoy:1.31', ['sh', '-c', `[ -f /x ] && ${CURL}`], undefined],
  ])('%s: %j', (image, command, name) => {
    const { missing } = hookProgramOf(command, inImage(image));
    expect(missing).toEqual(name === undefined ? undefined : { name, certain: false });
  });

  test('nothing is said of an image that is not known at all', () => {
    expect(hookProgramOf(['sh', '-c', CURL], inImage(undefined)).missing).toBeUndefined();
  });
});

describe('a manager\'s program in Envoy\'s container', () => {
  const command = ['/opt/shutdown-manager/usr/local/bin/envoy-gateway', 'envoy', 'shutdown'];
  const ENVOY = 'docker.io/envoyproxy/envoy:distroless-v1.39.0';

  test.each<[string, readonly string[], Partial<HookSurroundings>, boolean]>([
    ['no volume', command, { mountPaths: [] }, true],
    ['a volume elsewhere', command, { mountPaths: ['/etc/envoy', '/opt/shutdown'] }, true],
    ['the volume that brings it', command, { mountPaths: ['/opt/shutdown-manager'] }, false],
    ['a name without a path', ['contour', 'envoy', 'shutdown'], { mountPaths: ['/config'] }, true],
    ['a volume on the path', ['contour', 'envoy', 'shutdown'], { mountPaths: ['/usr/local/bin'] }, false],
    ['a path of its own', ['contour', 'envoy', 'shutdown'], { mountPaths: ['/opt/bin/'], env: { PATH: '/bin:/opt/bin' } }, false],
    ['volumes that are not known', command, {}, false],
  ])('%s', (_, words, more, isMissing) => {
    const program = hookProgramOf(words, inImage(ENVOY, more));
    expect(program.missing?.certain === true).toBe(isMissing);
    expect(program.steps[0].step).toBe(isMissing ? 'exit' : 'wait');
  });

  test('is there in its own image, and in one that somebody built', () => {
    expect(hookProgramOf(command, inImage('docker.io/envoyproxy/gateway:v1.9.0', { mountPaths: [] })).missing).toBeUndefined();
    expect(hookProgramOf(command, inImage('registry.example/envoy-with-manager:1', { mountPaths: [] })).missing).toBeUndefined();
    expect(hookProgramOf(['contour', 'envoy', 'shutdown'], inImage('envoyproxy/gateway:v1.9.0', { mountPaths: [] })).missing)
      .toEqual({ name: 'contour', certain: true });
  });
});
