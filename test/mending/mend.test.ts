import { Duration } from 'cdk8s';
import { load } from 'js-yaml';
import { KubernetesVersion, SidecarPlacement } from '../../src';
import { errorsOf, findingsOf, mend, MendedObject } from '../../src/mending/mend';
import { MendRequest } from '../../src/mending/mend-request';
import { Manifest } from '../../src/pod/manifest';

const ENVOY = '{name: envoy, image: "envoyproxy/envoy:v1.36.2", command: [envoy], args: [-c, /e.yaml]}';
const MANAGER = `{name: shutdown-manager, image: "docker.io/envoyproxy/gateway:v1.9.0", command: [envoy-gateway], args: [envoy, shutdown-manager, --ready-timeout=70s],
  resources: {requests: {cpu: 10m}}, lifecycle: {preStop: {exec: {command: [envoy-gateway, envoy, shutdown, --drain-timeout=60s, --min-drain-duration=10s]}}}}`;
const WAITING = ENVOY.replace(']}', '], lifecycle: {preStop: {httpGet: {path: /shutdown/ready, port: 19002}}}}');
const APP = '{name: app, image: "registry.example/app:1", lifecycle: {preStop: {exec: {command: [sleep, "20"]}}}}';

function deployment(spec: string, more = ''): Manifest {
  return load(`{apiVersion: apps/v1, kind: Deployment, metadata: {name: x}, spec: {${more} template: {spec: {${spec}}}}}`) as Manifest;
}

function requestOf(version: string | undefined, more: Partial<MendRequest> = {}): MendRequest {
  const kubernetesVersion = version === undefined ? undefined : KubernetesVersion.of(version);
  return { placement: SidecarPlacement.AUTO, times: {}, flavour: 'envoy-gateway', ...more, declared: { kubernetesVersion, ...more.declared } };
}

/** Mends twice; the second time there is nothing left to do. */
function mended(
  object: Manifest, version?: string, more?: Partial<MendRequest>,
): MendedObject & { readonly spec: Manifest } {
  const request = requestOf(version, more);
  const result = mend(object, request);
  expect(mend(result.object, request).object).toEqual(result.object);
  return { ...result, spec: result.object.spec.template?.spec ?? result.object.spec };
}

function container(spec: Manifest, name: string): Manifest {
  return [...spec.initContainers ?? [], ...spec.containers].find((candidate) => candidate.name === name);
}

describe('a rule, and how its finding is mended', () => {
  test.each<[string, string, string | undefined, (spec: Manifest) => unknown, unknown]>([
    ['hook-host-on-pod-network', `containers: [${WAITING.replace('{path', '{host: 127.0.0.1, path')}, ${MANAGER}], terminationGracePeriodSeconds: 90`, undefined,
      (spec) => spec.containers[0].lifecycle.preStop.httpGet, { path: '/shutdown/ready', port: 19002 }],
    ['hook-host-missing-on-host-network', `hostNetwork: true, containers: [${WAITING}, ${MANAGER}], terminationGracePeriodSeconds: 90`, undefined,
      (spec) => spec.containers[0].lifecycle.preStop.httpGet, { host: '127.0.0.1', path: '/shutdown/ready', port: 19002 }],
    ['drain-exceeds-grace', 'terminationGracePeriodSeconds: 10, containers: [{name: a, image: x, lifecycle: {preStop: {exec: {command: [sleep, "20"]}}}}]', undefined,
      (spec) => spec.terminationGracePeriodSeconds, 22],
    ['drain-exceeds-grace', `terminationGracePeriodSeconds: 30, containers: [${WAITING}, ${MANAGER.replace('70s', '25s')}]`, undefined,
      (spec) => spec.terminationGracePeriodSeconds, 65],
    ['read-only-ready-file', `terminationGracePeriodSeconds: 90, containers: [${WAITING}, ${MANAGER.replace('{name', '{securityContext: {readOnlyRootFilesystem: true}, name')}]`,
      undefined, (spec) => spec.containers[1].securityContext, { readOnlyRootFilesystem: false }],
    ['shared-process-namespace', `shareProcessNamespace: true, terminationGracePeriodSeconds: 90, containers: [${WAITING}, ${MANAGER}]`, undefined,
      (spec) => spec.securityContext, { runAsUser: 65532 }],
    ['init-container-with-hooks', 'initContainers: [{name: i, image: x, startupProbe: {exec: {command: [x]}}}], containers: [{name: a, image: x}]', '1.30',
      (spec) => spec.initContainers[0].restartPolicy, 'Always'],
    ['native-sidecar-unsupported', 'initContainers: [{name: i, image: x, restartPolicy: Always}], containers: [{name: a, image: x}]', '1.27',
      (spec) => [spec.initContainers, spec.containers[1]], [undefined, { name: 'i', image: 'x' }]],
    ['no-drain-trigger', `containers: [${ENVOY}]`, '1.27', (spec) => [spec.initContainers, spec.containers[1].name], [undefined, 'shutdown-manager']],
    ['no-drain-trigger', `containers: [${ENVOY}]`, '1.33', (spec) => spec.initContainers[0].restartPolicy, 'Always'],
    ['no-drain-trigger', 'containers: [{name: emissary, image: "docker.io/emissaryingress/emissary:3.9.1"}]', undefined,
      (spec) => spec.containers[0].env, [{ name: 'AMBASSADOR_DRAIN_TIME', value: '20' }]],
    ['manager-dies-before-envoy', `terminationGracePeriodSeconds: 90, containers: [${WAITING}, ${MANAGER.replace(/, lifecycle.*/, '}').replace('\n', '')}]`, undefined,
      (spec) => spec.containers[1].lifecycle.preStop.exec.command.slice(0, 3), ['envoy-gateway', 'envoy', 'shutdown']],
    ['hook-binary-missing', `containers: [${ENVOY.replace(']}', '], lifecycle: {preStop: {exec: {command: [curl, -X, POST, "http://localhost:9901/healthcheck/fail"]}}}}')}]`,
      undefined, (spec) => spec.containers[0].lifecycle.preStop.httpGet.port, 19002],
    ['hook-binary-missing', 'containers: [{name: p, image: "istio/proxyv2:1.20.0-distroless", args: [proxy, router], lifecycle: {preStop: {exec: {command: [sleep, "15"]}}}}]',
      '1.30', (spec) => spec.containers[0].lifecycle.preStop, { sleep: { seconds: 15 } }],
    ['proxy-dies-before-app', `containers: [${APP}, {name: p, image: "cr.l5d.io/linkerd/proxy:stable-2.13.5"}]`, '1.27',
      (spec) => spec.containers[1].lifecycle.preStop.exec.command, ['/bin/sleep', expect.stringMatching(/^2[0-2]$/)]],
    ['proxy-dies-before-app', `containers: [${APP}, {name: p, image: "cr.l5d.io/linkerd/proxy:stable-2.13.5"}]`, '1.31',
      (spec) => spec.containers[1].lifecycle.preStop.sleep.seconds >= 20, true],
    ['proxy-dies-before-app', `containers: [${APP}, {name: p, image: "cr.l5d.io/linkerd/proxy:stable-2.13.5"}]`, '1.33',
      (spec) => spec.initContainers, [{ name: 'p', image: 'cr.l5d.io/linkerd/proxy:stable-2.13.5', restartPolicy: 'Always' }]],
    ['proxy-dies-before-app', `containers: [${APP}, {name: p, image: "hashicorp/consul-dataplane:1.9.0", args: [-addresses=x, -shutdown-drain-listeners, -shutdown-grace-period-seconds=3]}]`,
      undefined, (spec) => spec.containers[1].args, ['-addresses=x', '-shutdown-drain-listeners', expect.stringMatching(/-shutdown-grace-period-seconds=2[0-2]$/)]],
    ['companion-dies-before-envoy', `terminationGracePeriodSeconds: 90, containers: [${WAITING}, ${MANAGER}, {name: c, image: "envoyproxy/ai-gateway-extproc:v0.2.0"}]`, undefined,
      (spec) => spec.containers[2].lifecycle.preStop.httpGet, { path: '/shutdown/ready', port: 19002, scheme: 'HTTP' }],
    ['grace-period-zero', `terminationGracePeriodSeconds: 0, containers: [${ENVOY.replace(']}', '], lifecycle: {preStop: {exec: {command: [/bin/bash, -c, "x"]}}}}')}]`, undefined,
      (spec) => spec.terminationGracePeriodSeconds, 30],
  ])('%s: %s (%s)', (rule, text, version, at, expected) => {
    const before = findingsOf(deployment(text), requestOf(version));
    expect(before.map((finding) => finding.rule)).toContain(rule);
    const { left, spec } = mended(deployment(text), version);
    expect(errorsOf(left)).toEqual([]);
    expect(at(spec)).toEqual(expected);
  });

  test('surge-with-host-port', () => {
    const envoy = ENVOY.replace(']}', '], ports: [{containerPort: 8080, hostPort: 80}]}');
    const { object, left } = mended(deployment(`containers: [${envoy}]`, 'replicas: 2, strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}},'));
    expect(left).toEqual([]);
    expect(object.spec.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } });
  });

  test('job-never-completes', () => {
    const job = { ...deployment(`restartPolicy: Never, containers: [{name: work, image: x}, ${ENVOY}]`), apiVersion: 'batch/v1', kind: 'Job' };
    expect(mended(job, '1.30').spec.initContainers).toMatchObject([{ name: 'envoy', restartPolicy: 'Always' }]);
    expect(mended(job).left).toMatchObject([{ rule: 'job-never-completes', reason: expect.stringContaining('--kubernetes-version 1.29') }]);
  });
});

describe('weaving into somebody else\'s pod', () => {
  test('times that the pod has stay, those that are a danger are raised', () => {
    const own = MANAGER.replace('--drain-timeout=60s, --min-drain-duration=10s', '--drain-timeout=600s, --min-drain-duration=2s');
    const { spec } = mended(deployment(`terminationGracePeriodSeconds: 900, containers: [${WAITING}, ${own}]`));
    expect(container(spec, 'shutdown-manager').lifecycle.preStop.exec.command.slice(3)).toEqual(['--drain-timeout=600s', '--min-drain-duration=10s']);
    expect(spec.terminationGracePeriodSeconds).toBe(900);
  });

  test('what was asked for wins', () => {
    const { spec } = mended(deployment(`containers: [${ENVOY}]`), undefined, {
      times: { drainTimeout: Duration.seconds(100), minDrainDuration: Duration.seconds(30) }, managerImage: 'mirror/gateway:v1.9.0',
    });
    expect(container(spec, 'shutdown-manager')).toMatchObject({ image: 'mirror/gateway:v1.9.0' });
    expect(spec.terminationGracePeriodSeconds).toBe(107);
  });

  test('a native manager stays native where nobody knows the version', () => {
    const manager = MANAGER.replace('{name', '{restartPolicy: Always, name').replace(/, lifecycle.*/, '}').replace('\n', '');
    const { spec, left } = mended(deployment(`terminationGracePeriodSeconds: 90, initContainers: [${manager}], containers: [${WAITING}]`));
    expect(left).toEqual([]);
    expect(spec.initContainers[0].lifecycle.preStop.exec.command).toBeDefined();
  });

  test('a hook of the user\'s that drains nothing is replaced, and told', () => {
    const { notes, spec } = mended(deployment(`containers: [${ENVOY.replace(']}', '], lifecycle: {preStop: {httpGet: {path: /healthcheck/fail, port: 9901}}, postStart: {sleep: {seconds: 1}}}}')}]`));
    expect(notes[0]).toContain('the preStop hook of envoy was replaced by Envoy Gateway\'s shutdown manager, which drains and waits: {"httpGet":');
    expect(spec.containers[0].lifecycle.postStart).toEqual({ sleep: { seconds: 1 } });
  });

  test('an old manager of Contour gets an image that can be driven, and is told', () => {
    const old = '{name: shutdown-manager, image: "docker.io/projectcontour/contour:v1.6.1", command: [contour], args: [envoy, shutdown-manager], lifecycle: {preStop: {httpGet: {path: /shutdown, port: 8090}}}}';
    const { notes, spec } = mended(deployment(`containers: [${WAITING.replace('/shutdown/ready, port: 19002', '/shutdown, port: 8090')}, ${old}]`));
    expect(spec.containers[1].image).toBe('ghcr.io/projectcontour/contour:v1.33.6');
    expect(notes).toEqual([expect.stringContaining('Contour\'s shutdown manager 1.6.1 cannot be told to drain safely')]);
  });

  test('a pod with one user may share its processes', () => {
    const { left, spec } = mended(deployment(`shareProcessNamespace: true, securityContext: {runAsUser: 101}, containers: [${ENVOY}]`));
    expect(left).toEqual([]);
    expect(spec.shareProcessNamespace).toBe(true);
  });

  test.each<[string, string, string]>([
    ['hostPID: true', 'no-drain-trigger', 'hostPID'],
    ['shareProcessNamespace: true', 'no-drain-trigger', 'shareProcessNamespace'],
  ])('%s stays as it is, with a reason', (field, rule, reason) => {
    const object = deployment(`${field}, containers: [${ENVOY}]`);
    const result = mended(object);
    expect(result.object).toEqual(object);
    expect(result.left).toMatchObject([{ rule, reason: expect.stringContaining(reason) }]);
  });

  test('a native Envoy has no manager woven beside it', () => {
    const { left } = mended(deployment(`initContainers: [${ENVOY.replace('{name', '{restartPolicy: Always, name')}], containers: [{name: logs, image: "fluent/fluent-bit:3"}]`), '1.33');
    expect(left[0].reason).toContain('envoy is a native sidecar');
  });
});

test('a mend that would bring another error is done without', () => {
  const app = APP.replace(', lifecycle: {preStop: {exec: {command: [sleep, "20"]}}}', '');
  const others = '{name: sql, image: "gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.15.0"}, '
    + '{name: logs, image: "fluent/fluent-bit:3.2", lifecycle: {preStop: {exec: {command: [sleep, "60"]}}}}';
  const object = deployment(`containers: [${app}, ${others}]`);
  const { left } = mended(object);
  expect(left).toMatchObject([{ rule: 'drain-exceeds-grace', reason: expect.stringContaining('mending it would bring') }]);
});
