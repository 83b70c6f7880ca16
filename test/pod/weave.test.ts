import { Chart, Testing } from 'cdk8s';
import { EnvoyBootstrap, EnvoyProxyDaemonSet, ShutdownManager, ShutdownManagerProgram, SidecarPlacement } from '../../src';
import { deploymentWith, envoyGatewayManager, envoyPodSpec, weaveInto, wovenSpec } from '../support/pod';
import { chartFor } from '../support/synth';

const contour = { shutdownManager: ShutdownManager.contour() };
const user = { securityContext: { runAsUser: 5 } };
const manager = (more: any) => ({ name: 'shutdown-manager', image: 'x/contour:v1.33.6', ...more });
const contourPod = (envoyMounts: any[], managerMounts: any[], volumes: any[]) => ({
  ...user, volumes,
  containers: [{ name: 'envoy', image: 'x', volumeMounts: envoyMounts }, manager({ volumeMounts: managerMounts })],
});
const empty = (...names: string[]) => names.map((name) => ({ name, emptyDir: {} }));

describe('the directory of Contour\'s admin socket', () => {
  test.each([
    ['another volume', [{ name: 'd', mountPath: '/admin' }], [{ name: 'e', mountPath: '/admin' }]],
    ['the manager alone', [], [{ name: 'e', mountPath: '/admin' }]],
    ['another sub path', [{ name: 'd', mountPath: '/admin', subPath: 'a' }], [{ name: 'd', mountPath: '/admin', subPath: 'b' }]],
    ['another place of the volume', [{ name: 'd', mountPath: '/admin' }], [{ name: 'd', mountPath: '/' }]],
  ])('fails when the two containers do not share it: %s', (_, envoyMounts, managerMounts) => {
    expect(() => wovenSpec(contourPod(envoyMounts, managerMounts, empty('d', 'e')), '1.33', contour))
      .toThrow("'adminDirectory' (\"/admin\") must be one that Envoy and its manager share");
  });

  test('is found among other shared mounts', () => {
    const mounts = [{ name: 'e', mountPath: '/var/log' }, { name: 'd', mountPath: '/admin' }];
    expect(() => wovenSpec(contourPod(mounts, mounts, empty('d', 'e')), '1.33', contour)).not.toThrow();
  });

  test('fails when its mount is one that the manager cannot have', () => {
    const spec = envoyPodSpec({ ...user, volumes: empty('d') }, {
      volumeMounts: [{ name: 'd', mountPath: '/admin', subPathExpr: '$(POD)' }],
    });
    expect(() => wovenSpec(spec, '1.33', contour)).toThrow('must have no subPathExpr and no mountPropagation');
  });

  test.each([['None', true], ['HostToContainer', false], ['Bidirectional', false]])('may propagate mounts: %s: %s', (mountPropagation, may) => {
    const spec = envoyPodSpec({ ...user, volumes: empty('d') }, { volumeMounts: [{ name: 'd', mountPath: '/admin', mountPropagation }] });
    if (may) expect(() => wovenSpec(spec, '1.33', contour)).not.toThrow();
    else expect(() => wovenSpec(spec, '1.33', contour)).toThrow("'volumeMounts' ('d' at /admin) must have no subPathExpr");
  });
});

describe('the security settings of a manager that is there', () => {
  const contextOf = (securityContext: any) => wovenSpec({
    containers: [...envoyPodSpec().containers, envoyGatewayManager({ securityContext })],
  }, '1.33').initContainers[0].securityContext;

  test('are not contradicted', () => {
    expect(contextOf({ runAsUser: 0 }).runAsNonRoot).toBe(false);
    expect(contextOf({ privileged: true }).allowPrivilegeEscalation).toBe(true);
    expect(contextOf({ capabilities: { add: ['CAP_SYS_ADMIN'] } }).allowPrivilegeEscalation).toBe(true);
    expect(contextOf({ runAsUser: 7 }).runAsNonRoot).toBe(true);
  });

  test.each([
    [['SYS_ADMIN'], true], [['NET_ADMIN', 'CAP_SYS_ADMIN'], true], [['NET_ADMIN'], false], [['SYS_ADMIN_2'], false], [['MY_SYS_ADMIN'], false],
  ])('gain privileges by capabilities: %j: %s', (add, gains) => {
    expect(contextOf({ capabilities: { add } }).allowPrivilegeEscalation).toBe(gains);
  });

  test('demand no user where none is known: the image may run as root', () => {
    expect(contextOf({}).runAsNonRoot).toBeUndefined();
  });
});

test.each([
  ['a Secret', { secret: { secretName: 'x' } }, {}], ['a read-only mount', { emptyDir: {} }, { readOnly: true }],
  ['a read-only claim', { persistentVolumeClaim: { claimName: 'x', readOnly: true } }, {}],
])('fails when a manager would write its ready file to %s', (_, volume, mount) => {
  const spec = {
    volumes: [{ name: 'v', ...volume }],
    containers: [...envoyPodSpec().containers, envoyGatewayManager({ volumeMounts: [{ name: 'v', mountPath: '/tmp', ...mount }] })],
  };
  expect(() => wovenSpec(spec, '1.33')).toThrow("must be writable in container 'shutdown-manager'");
});

describe('the image volume', () => {
  const options = {
    placement: SidecarPlacement.ENVOY_CONTAINER,
    shutdownManager: ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.imageVolume() }),
  };
  const withMountAt = (mountPath: string) => envoyPodSpec({ volumes: empty('q') }, { volumeMounts: [{ name: 'q', mountPath }] });

  test.each(['/opt', '/'])('is mounted below a mount of the user\'s at %s', (mountPath) => {
    const spec = wovenSpec(withMountAt(mountPath), '1.36', options);
    expect(spec.containers[0].volumeMounts).toContainEqual(
      { mountPath: '/opt/shutdown-manager', name: 'shutdown-manager', readOnly: true });
  });

  test.each(['/opt/shutdown-manager', '/opt/shutdown-manager/usr/local/bin'])('fails when %s would hide it', (mountPath) => {
    expect(() => wovenSpec(withMountAt(mountPath), '1.36', options)).toThrow('must leave /opt/shutdown-manager to the shutdown manager');
  });

  test('is not mounted twice when woven again', () => {
    const once = wovenSpec(envoyPodSpec(), '1.36', options);
    expect(wovenSpec({ ...once, terminationGracePeriodSeconds: 67 }, '1.36', options).volumes).toHaveLength(once.volumes.length);
  });
});

test.each([
  [{ httpGet: { path: '/shutdown/ready', port: 1234 } }], [{ exec: { command: ['bash', 'envoy', 'shutdown'] } }],
])('fails when a hook only looks like a manager\'s: %j', (preStop) => {
  expect(() => wovenSpec(envoyPodSpec({}, { lifecycle: { preStop } }), '1.33')).toThrow("must be left out of container 'envoy'");
});

test('fails when the manager is named as Envoy\'s container', () => {
  expect(() => wovenSpec({ containers: [envoyGatewayManager()] }, '1.33', { envoyContainer: 'shutdown-manager' }))
    .toThrow("'envoyContainer' (shutdown-manager) must differ from the shutdown manager's container");
});

test.each(['CronJob', 'PodTemplate'])('the grace period of a %s is read where it stands', (kind) => {
  const template = { spec: envoyPodSpec({ terminationGracePeriodSeconds: 500 }) };
  const manifest = kind === 'CronJob'
    ? { apiVersion: 'batch/v1', kind, spec: { jobTemplate: { spec: { template } } } }
    : { apiVersion: 'v1', kind, template };
  expect(weaveInto(manifest, '1.33').sidecar.terminationGracePeriod.toSeconds()).toBe(500);
});

test('restart rules of a manager that is there go with its restart policy', () => {
  const rules = { restartPolicy: 'Always', restartPolicyRules: [{ action: 'Restart' }] };
  const spec = { containers: [...envoyPodSpec().containers, envoyGatewayManager(rules)] };
  for (const version of ['1.27', '1.36']) {
    expect(JSON.stringify(wovenSpec(spec, version))).not.toContain('restartPolicyRules');
  }
});

test('an annotation of the user\'s for the autoscaler is kept beside Contour\'s volumes', () => {
  const chart = chartFor('1.33');
  const name = 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes';
  new EnvoyProxyDaemonSet(chart, 'Envoy', {
    bootstrap: EnvoyBootstrap.contour(), ...contour, podMetadata: { annotations: { [name]: 'mine' } },
  });
  const [daemonSet] = Testing.synth(Chart.of(chart));
  expect(daemonSet.spec.template.metadata.annotations[name]).toBe('mine,envoy-config,envoy-admin');
});

test('a mount path of very many slashes takes no time', () => {
  const spec = envoyPodSpec({ ...user, volumes: empty('d') }, { volumeMounts: [{ name: 'd', mountPath: `${'/'.repeat(1e5)}x` }] });
  const start = Date.now();
  wovenSpec(spec, '1.33', contour);
  expect(Date.now() - start).toBeLessThan(2_000);
});

test('a manifest with odd fields keeps each of them', () => {
  const odd = { odd: { deep: [1, { more: null }] }, nothing: [] };
  const manifest = deploymentWith(envoyPodSpec({ ...odd, tolerations: [{ ...odd }] }, { ...odd, env: [{ name: 'A', ...odd }] }));
  const [woven] = Testing.synth(weaveInto(manifest, '1.33').chart);
  expect(woven.spec.template.spec).toMatchObject({ nothing: [], odd: { deep: [1, {}] } });
  expect(woven.spec.template.spec.containers[0].env[0].odd.deep[0]).toBe(1);
});
