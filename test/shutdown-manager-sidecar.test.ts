import { ApiObject, Chart, Duration, Include, Size, Testing } from 'cdk8s';
import {
  ContainerRestartPolicy, DaemonSet, Deployment, k8s, Pod, StatefulSet, Service,
} from 'cdk8s-plus-28';
import {
  DrainTiming, envoyContainerName, KubernetesVersion, ShutdownManager, shutdownManagerContainerName,
  ShutdownManagerProgram, ShutdownManagerSidecar, SidecarPlacement,
} from '../src';
import { deploymentWith, envoyGatewayManager, envoyPodSpec, weaveInto, wovenSpec } from './support/pod';
import { chartFor, named, podSpecOf, render } from './support/synth';

const seconds = Duration.seconds;
const ENVOY = { name: 'envoy', image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0' };

describe('works on anything with a pod template', () => {
  const workloads: [string, (chart: Chart) => any][] = [
    ['Deployment', (chart) => new Deployment(chart, 'W', { containers: [ENVOY] })],
    ['DaemonSet', (chart) => new DaemonSet(chart, 'W', { containers: [ENVOY] })],
    ['StatefulSet', (chart) => new StatefulSet(chart, 'W', {
      containers: [ENVOY], service: new Service(chart, 'S', { ports: [{ port: 80 }] }),
    })],
    ['Pod', (chart) => new Pod(chart, 'W', { containers: [ENVOY] })],
  ];
  test.each(workloads)('a %s of cdk8s-plus', (kind, create) => {
    const chart = chartFor('1.33');
    const sidecar = new ShutdownManagerSidecar(chart, 'Sidecar', { workload: create(chart) });
    const spec = podSpecOf(chart, kind);
    expect(named(spec.initContainers, 'shutdown-manager').restartPolicy).toBe('Always');
    expect(named(spec.containers, 'envoy').lifecycle.preStop.httpGet.port).toBe(19002);
    expect(spec.terminationGracePeriodSeconds).toBe(67);
    expect(sidecar.terminationGracePeriod.toSeconds()).toBe(67);
  });

  test('a raw KubeDeployment', () => {
    const chart = chartFor('1.33');
    const workload = new k8s.KubeDeployment(chart, 'W', {
      spec: { selector: {}, template: { spec: { containers: [ENVOY], terminationGracePeriodSeconds: 100 } } },
    });
    const sidecar = new ShutdownManagerSidecar(chart, 'Sidecar', { workload });
    expect(sidecar.terminationGracePeriod.toSeconds()).toBe(100);
    expect(podSpecOf(chart).terminationGracePeriodSeconds).toBe(100);
  });

  test('an object out of Include', () => {
    const chart = chartFor('1.33');
    const included = new Include(chart, 'I', { url: 'examples/retrofit/before.yaml' });
    const workload = included.apiObjects.find(({ kind }) => kind === 'Deployment')!;
    new ShutdownManagerSidecar(chart, 'Sidecar', { workload, shutdownManager: ShutdownManager.contour() });
    expect(named(podSpecOf(chart).initContainers, 'shutdown-manager').restartPolicy).toBe('Always');
  });

  test.each([
    ['CronJob', { jobTemplate: { spec: { template: { spec: envoyPodSpec() } } } }, (spec: any) => spec.jobTemplate.spec],
    ['Rollout', { template: { spec: envoyPodSpec() } }, (spec: any) => spec],
  ])('a raw %s', (kind, spec, templateOwner) => {
    const { chart } = weaveInto({ apiVersion: 'example/v1', kind, spec }, '1.33');
    expect(templateOwner(render(chart)[0].spec).template.spec.initContainers[0].name).toBe('shutdown-manager');
  });

  test('fields newer than cdk8s-plus survive, on every kind', () => {
    const spec = wovenSpec(envoyPodSpec({
      volumes: [{ name: 'models', image: { reference: 'registry.example/models:1' } }], newField: { deep: [1] },
    }), '1.35.9');
    expect(spec.newField).toEqual({ deep: [1] });
    expect(spec.volumes).toContainEqual({ name: 'models', image: { reference: 'registry.example/models:1' } });
  });

  test('fields newer than the schema that the library itself adds survive on a workload of cdk8s-plus', () => {
    const chart = chartFor('1.36');
    new ShutdownManagerSidecar(chart, 'Sidecar', {
      workload: new Deployment(chart, 'W', { containers: [ENVOY] }), placement: SidecarPlacement.ENVOY_CONTAINER,
      shutdownManager: ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.imageVolume() }),
    });
    expect(podSpecOf(chart).volumes).toContainEqual({
      name: 'shutdown-manager', image: { pullPolicy: 'IfNotPresent', reference: 'docker.io/envoyproxy/gateway:v1.9.0' },
    });
  });
});

describe('the version', () => {
  test('its own wins over what was declared above', () => {
    const { sidecar } = weaveInto(deploymentWith(envoyPodSpec()), '1.33', { kubernetesVersion: KubernetesVersion.of('1.30') });
    expect(sidecar.placement).toBe(SidecarPlacement.SIBLING);
    expect(sidecar.placementReason).toContain('1.30');
  });

  test('may be declared after the sidecar exists, but not after it was read', () => {
    const chart = chartFor();
    const workload = new ApiObject(chart, 'W', deploymentWith(envoyPodSpec()));
    const sidecar = new ShutdownManagerSidecar(chart, 'Sidecar', { workload });
    KubernetesVersion.declare(chart, KubernetesVersion.of('1.33'));
    expect(sidecar.placement).toBe(SidecarPlacement.NATIVE);
    expect(() => KubernetesVersion.declare(chart.node.root, KubernetesVersion.of('1.33'))).not.toThrow();
    const late = chartFor();
    const other = new ShutdownManagerSidecar(late, 'Late', {
      workload: new ApiObject(late, 'W', deploymentWith(envoyPodSpec())),
    });
    expect(other.placement).toBe(SidecarPlacement.SIBLING);
    expect(() => KubernetesVersion.declare(late, KubernetesVersion.of('1.33'))).toThrow("before 'chart/Late' reads it");
  });

  test('on 1.35.0 to 1.35.5 the native manager has no startup probe, and the reason says so', () => {
    expect(named(wovenSpec(envoyPodSpec(), '1.35.5').initContainers, 'shutdown-manager').startupProbe).toBeUndefined();
    expect(named(wovenSpec(envoyPodSpec(), '1.35.6').initContainers, 'shutdown-manager').startupProbe).toBeDefined();
    expect(weaveInto(deploymentWith(envoyPodSpec()), '1.35.5').sidecar.placementReason).toContain('kubernetes#136910');
    expect(weaveInto(deploymentWith(envoyPodSpec()), '1.35.6').sidecar.placementReason).not.toContain('136910');
  });

  test('before 1.25 no probe gets a grace period, from then on and where nothing is known each of Envoy\'s does', () => {
    const probes = { livenessProbe: { httpGet: { path: '/ready', port: 19003 } }, startupProbe: { tcpSocket: { port: 1 } } };
    const graceOn = (version?: string) => {
      const [envoy] = wovenSpec(envoyPodSpec({}, probes), version).containers;
      return [envoy.livenessProbe, envoy.startupProbe].map((probe) => probe.terminationGracePeriodSeconds);
    };
    expect(graceOn('1.24')).toEqual([undefined, undefined]);
    expect(graceOn('1.25')).toEqual([5, 5]);
    expect(graceOn(undefined)).toEqual([5, 5]);
  });
});

describe('a manager that is there already', () => {
  const current = envoyGatewayManager({
    image: 'registry.example/mirror/gateway:v1.9.0', imagePullPolicy: 'Always', env: [{ name: 'A', value: '1' }],
    resources: { requests: { cpu: '30m' } }, volumeMounts: [{ name: 'ca', mountPath: '/ca' }],
    ports: [{ containerPort: 19002 }],
  });
  const spec = envoyPodSpec({ volumes: [{ name: 'ca', secret: { secretName: 'ca' } }] });
  const withManager = { ...spec, containers: [current, ...spec.containers] };

  test('is moved, and keeps image, pull policy, resources, environment and whatever else it has', () => {
    const woven = wovenSpec(withManager, '1.33');
    expect(woven.containers.map(({ name }: any) => name)).toEqual(['envoy']);
    expect(woven.initContainers[0]).toMatchObject({
      image: current.image, imagePullPolicy: 'Always', env: current.env, resources: current.resources,
      volumeMounts: current.volumeMounts, ports: current.ports, restartPolicy: 'Always',
    });
  });

  test('loses the liveness probe, whose failure would run its hook, and gets the drain\'s flags', () => {
    const [manager] = wovenSpec(withManager, '1.33').initContainers;
    expect(manager.livenessProbe).toBeUndefined();
    expect(manager.lifecycle.preStop.exec.command)
      .toEqual(['envoy-gateway', 'envoy', 'shutdown', '--drain-timeout=60s', '--min-drain-duration=10s']);
  });

  test('what is given wins', () => {
    const [manager] = wovenSpec(withManager, '1.33', {
      shutdownManager: ShutdownManager.envoyGateway({
        version: '1.8.0', image: 'registry.example/gateway:v1.8.0', imagePullPolicy: 'Never', environment: { B: '2' },
        resources: { cpuRequestMillis: 70, memoryRequest: Size.mebibytes(128) },
      }),
    }).initContainers;
    expect(manager).toMatchObject({
      image: 'registry.example/gateway:v1.8.0', imagePullPolicy: 'Never', env: [{ name: 'B', value: '2' }],
      resources: { requests: { cpu: '70m', memory: '128Mi' } },
    });
  });

  test('stays in its place as a sibling', () => {
    const woven = wovenSpec(withManager, '1.30');
    expect(woven.containers.map(({ name }: any) => name)).toEqual(['shutdown-manager', 'envoy']);
    expect(woven.containers[0].restartPolicy).toBeUndefined();
    expect(woven.containers[0].startupProbe).toBeUndefined();
  });

  test('a native one stays in its place among the init containers, or becomes a sibling', () => {
    const native = {
      ...spec, initContainers: [{ ...current, restartPolicy: 'Always' }, { name: 'last', image: 'x' }],
    };
    expect(wovenSpec(native, '1.33').initContainers.map(({ name }: any) => name)).toEqual(['shutdown-manager', 'last']);
    const sibling = wovenSpec(native, '1.27');
    expect(sibling.initContainers.map(({ name }: any) => name)).toEqual(['last']);
    expect(sibling.containers[1].restartPolicy).toBeUndefined();
  });

  test('weaving what was woven before changes nothing', () => {
    const once = wovenSpec(withManager, '1.33');
    expect(wovenSpec(once, '1.33')).toEqual(once);
  });

  test('gives way to a program in Envoy\'s container', () => {
    const woven = wovenSpec(withManager, '1.33', {
      placement: SidecarPlacement.ENVOY_CONTAINER,
      shutdownManager: ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.combinedImage('/envoy-gateway') }),
    });
    expect(woven.containers.map(({ name }: any) => name)).toEqual(['envoy']);
    expect(woven.initContainers).toBeUndefined();
  });
});

describe('the grace period', () => {
  test('of a raw object is raised where none is given, and kept where it is longer', () => {
    expect(wovenSpec(envoyPodSpec(), '1.33').terminationGracePeriodSeconds).toBe(67);
    expect(wovenSpec(envoyPodSpec({ terminationGracePeriodSeconds: 360 }), '1.33').terminationGracePeriodSeconds).toBe(360);
  });

  test('fails when a raw object has an explicit one that is too short, unless it is replaced', () => {
    const spec = envoyPodSpec({ terminationGracePeriodSeconds: 30 });
    expect(() => wovenSpec(spec, '1.33')).toThrow(
      "[chart/Sidecar] 'terminationGracePeriod' (30s) must be at least 67s, 'drainTimeout' (60s)");
    expect(wovenSpec(spec, '1.33', { terminationGracePeriod: seconds(80) }).terminationGracePeriodSeconds).toBe(80);
  });

  test('with Contour\'s manager one that is there already becomes the reported drain timing', () => {
    const { sidecar } = weaveInto(deploymentWith(envoyPodSpec({
      terminationGracePeriodSeconds: 400, securityContext: { runAsUser: 65534 },
    })), '1.33', { shutdownManager: ShutdownManager.contour() });
    expect(sidecar.drainTiming.drainTimeout.toSeconds()).toBe(393);
    expect(sidecar.terminationGracePeriod.toSeconds()).toBe(400);
  });

  test('with Contour\'s manager one that is there is the bound, where no other was asked for', () => {
    const boundOf = (terminationGracePeriodSeconds: number, drainTiming?: DrainTiming) => weaveInto(
      deploymentWith(envoyPodSpec({ terminationGracePeriodSeconds, securityContext: { runAsUser: 65534 } })), '1.33',
      { shutdownManager: ShutdownManager.contour(), drainTiming }).sidecar.drainTiming.drainTimeout.toSeconds();
    expect(boundOf(300)).toBe(293);
    expect(boundOf(17)).toBe(10);
    expect(() => boundOf(16)).toThrow("'terminationGracePeriod' (16s) must be at least 307s");
    expect(() => boundOf(300, DrainTiming.of({ drainTimeout: seconds(294) }))).toThrow('must be at least 301s');
    expect(boundOf(300, DrainTiming.of({ drainTimeout: seconds(293) }))).toBe(293);
  });

  test('of a workload of cdk8s-plus that left it out is not taken for a choice', () => {
    const chart = chartFor('1.33');
    const workload = new Deployment(chart, 'W', { containers: [ENVOY] });
    const sidecar = new ShutdownManagerSidecar(chart, 'S', { workload, shutdownManager: ShutdownManager.envoyGateway() });
    expect(sidecar.terminationGracePeriod.toSeconds()).toBe(67);
    expect(sidecar.drainTiming.readyTimeout.toSeconds()).toBe(64);
  });
});

describe('Contour\'s manager', () => {
  const drainTiming = DrainTiming.of({ drainTimeout: seconds(100) });
  const options = { shutdownManager: ShutdownManager.contour(), drainTiming };
  const user = { securityContext: { runAsUser: 65534 } };

  test('shares a directory with Envoy, which the autoscaler may drop', () => {
    const { chart } = weaveInto(deploymentWith(envoyPodSpec(user)), '1.33', options);
    const { metadata, spec } = render(chart)[0].spec.template;
    expect(spec.volumes).toEqual([{ emptyDir: {}, name: 'envoy-admin' }]);
    for (const container of [spec.containers[0], spec.initContainers[0]]) {
      expect(container.volumeMounts).toEqual([{ mountPath: '/admin', name: 'envoy-admin' }]);
    }
    expect(metadata.annotations).toEqual({
      'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': 'envoy-admin',
    });
    expect(spec.terminationGracePeriodSeconds).toBe(107);
  });

  test('uses the volume that Envoy has there already', () => {
    const spec = wovenSpec(envoyPodSpec(
      { ...user, volumes: [{ name: 'sockets', emptyDir: { medium: 'Memory' } }] },
      { volumeMounts: [{ name: 'sockets', mountPath: '/admin' }] }), '1.33', options);
    expect(spec.initContainers[0].volumeMounts).toEqual([{ name: 'sockets', mountPath: '/admin' }]);
    expect(spec.volumes).toHaveLength(1);
  });

  test.each([
    ['read-only mount', { emptyDir: {} }, { readOnly: true }],
    ['ConfigMap', { configMap: { name: 'x' } }, {}],
    ['Secret', { secret: { secretName: 'x' } }, {}],
  ])('fails when the ready file would lie on a %s', (_, volume, mount) => {
    expect(() => wovenSpec(envoyPodSpec(
      { ...user, volumes: [{ name: 'v', ...volume }] },
      { volumeMounts: [{ name: 'v', mountPath: '/admin', ...mount }] }), '1.33', options))
      .toThrow(/'volumeMounts' \('v' at \/admin, .*\) must be writable in container 'envoy'/);
  });

  test('its two delays add up to the minimum', () => {
    const delays = (min: number, delay: number) => wovenSpec(envoyPodSpec(user), '1.33', {
      ...options, drainTiming: DrainTiming.of({
        drainTimeout: seconds(100), minDrainDuration: seconds(min), healthCheckFailureDelay: seconds(delay),
      }),
    }).initContainers[0].lifecycle.preStop.exec.command.slice(-2);
    expect(delays(30, 10)).toEqual(['--drain-delay=10s', '--check-delay=20s']);
    expect(delays(30, 30)).toEqual(['--drain-delay=30s', '--check-delay=0s']);
    expect(delays(10, 30)).toEqual(['--drain-delay=30s', '--check-delay=0s']);
  });

  test('fails when Envoy\'s user is not known, or is not the manager\'s', () => {
    expect(() => wovenSpec(envoyPodSpec(), '1.33', options)).toThrow("'runAsUser' (nothing) must be set for the pod");
    const contour = {
      name: 'shutdown-manager', image: 'ghcr.io/projectcontour/contour:v1.33.6', securityContext: { runAsUser: 1000 },
    };
    const spec = envoyPodSpec(user);
    expect(() => wovenSpec({ ...spec, containers: [...spec.containers, contour] }, '1.33', options))
      .toThrow("'runAsUser' (1000) must be Envoy's for the manager too (65534)");
  });
});

describe('the program in Envoy\'s own container', () => {
  const placement = SidecarPlacement.ENVOY_CONTAINER;
  const combined = ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.combinedImage('/opt/envoy-gateway') });

  test('has one hook, a writable /tmp, and nothing of two containers', () => {
    const spec = wovenSpec(envoyPodSpec({}, { livenessProbe: { httpGet: { path: '/ready', port: 19003 } } }), '1.27', {
      placement, shutdownManager: combined,
    });
    expect(spec.containers).toHaveLength(1);
    expect(spec.initContainers).toBeUndefined();
    expect(spec.containers[0].lifecycle.preStop.exec.command).toEqual(
      ['/opt/envoy-gateway', 'envoy', 'shutdown', '--drain-timeout=60s', '--min-drain-duration=10s']);
    expect(spec.containers[0].volumeMounts).toEqual([{ mountPath: '/tmp', name: 'tmp' }]);
    expect(spec.volumes).toEqual([{ emptyDir: {}, name: 'tmp' }]);
    expect(spec.containers[0].livenessProbe.terminationGracePeriodSeconds).toBe(13);
  });

  test.each([
    ['512Mi', '608Mi'], ['1Gi', '1120Mi'], ['100M', '192Mi'], ['1e9', '1050Mi'], [1073741824, '1120Mi'], ['0.5Gi', '608Mi'],
  ])('adds the hook\'s memory to a request and a limit of %s', (before, after) => {
    const resources = { requests: { cpu: '1', memory: before }, limits: { memory: before } };
    expect(wovenSpec(envoyPodSpec({}, { resources }), '1.33', { placement, shutdownManager: combined })
      .containers[0].resources).toEqual({ requests: { cpu: '1', memory: after }, limits: { memory: after } });
  });

  test('finds Contour\'s socket in /tmp', () => {
    const spec = wovenSpec(envoyPodSpec(), '1.33', {
      placement, shutdownManager: ShutdownManager.contour({ program: ShutdownManagerProgram.combinedImage('/bin/contour') }),
    });
    expect(spec.containers[0].lifecycle.preStop.exec.command).toEqual([
      '/bin/contour', 'envoy', 'shutdown', '--admin-address=/tmp/admin.sock', '--ready-file=/tmp/ok',
      '--drain-delay=0s', '--check-delay=10s',
    ]);
  });

  test.each([
    [ShutdownManager.envoyGateway, '/usr/local/bin/envoy-gateway'], [ShutdownManager.contour, '/bin/contour'],
  ])('comes from an image volume from 1.35 on', (factory, path) => {
    const shutdownManager = factory({ program: ShutdownManagerProgram.imageVolume() });
    const [envoy] = wovenSpec(envoyPodSpec(), '1.35', { placement, shutdownManager }).containers;
    expect(envoy.lifecycle.preStop.exec.command[0]).toBe(`/opt/shutdown-manager${path}`);
    expect(envoy.volumeMounts).toContainEqual({ mountPath: '/opt/shutdown-manager', name: 'shutdown-manager', readOnly: true });
    for (const version of ['1.34.9', undefined]) {
      expect(() => wovenSpec(envoyPodSpec(), version, { placement, shutdownManager }))
        .toThrow(/'program' \(image volume .*\) must go with a 'kubernetesVersion' \((1\.34\.9|unknown)\) of 1\.35 or later/);
    }
  });

  test('is the container whose name the sidecar reports', () => {
    const { sidecar } = weaveInto(deploymentWith(envoyPodSpec()), '1.33', { placement, shutdownManager: combined });
    expect(sidecar.containerName).toBe('envoy');
  });

  test('fails when a probe of Envoy\'s would cut the drain that its restart runs', () => {
    const probe = (terminationGracePeriodSeconds: number) => ({
      livenessProbe: { httpGet: { path: '/ready', port: 19003 }, terminationGracePeriodSeconds },
    });
    expect(() => wovenSpec(envoyPodSpec({}, probe(10)), '1.33', { placement, shutdownManager: combined }))
      .toThrow("'livenessProbe.terminationGracePeriodSeconds' (10) must be greater than 'minDrainDuration' (10s)");
    expect(wovenSpec(envoyPodSpec({}, probe(11)), '1.33', { placement, shutdownManager: combined })
      .containers[0].livenessProbe.terminationGracePeriodSeconds).toBe(11);
  });
});

describe('process namespaces', () => {
  const sharing = { shareProcessNamespace: true };
  const combined = {
    placement: SidecarPlacement.ENVOY_CONTAINER,
    shutdownManager: ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.combinedImage('/envoy-gateway') }),
  };

  test('fails when Envoy Gateway\'s manager shares one', () => {
    expect(() => wovenSpec(envoyPodSpec(sharing), '1.33')).toThrow("'shareProcessNamespace' (true) must be false");
    expect(() => wovenSpec(envoyPodSpec({ hostPID: true }), '1.33')).toThrow("'hostPID' (true) must be false");
  });

  test('in Envoy\'s container it needs one user for the whole pod', () => {
    const user = { ...sharing, securityContext: { runAsUser: 65532 } };
    expect(() => wovenSpec(envoyPodSpec(sharing), '1.33', combined)).toThrow("'shareProcessNamespace' (true)");
    expect(() => wovenSpec(envoyPodSpec(user, { securityContext: { runAsUser: 1 } }), '1.33', combined)).toThrow('runAsUser');
    expect(() => wovenSpec(envoyPodSpec(user), '1.33', combined)).not.toThrow();
  });

  test('Contour\'s manager does not mind', () => {
    expect(() => wovenSpec(envoyPodSpec({ ...sharing, securityContext: { runAsUser: 65534 } }), '1.33', {
      shutdownManager: ShutdownManager.contour(),
    })).not.toThrow();
  });
});

test('container names are exported, also for languages without constants', () => {
  expect([envoyContainerName, shutdownManagerContainerName]).toEqual(['envoy', 'shutdown-manager']);
  expect(ShutdownManagerSidecar.ENVOY_CONTAINER_NAME).toBe(envoyContainerName);
  expect(ShutdownManagerSidecar.SHUTDOWN_MANAGER_CONTAINER_NAME).toBe(shutdownManagerContainerName);
});

test('a sidecar that the user added as native container of that name is taken over', () => {
  const chart = chartFor('1.33');
  const workload = new Deployment(chart, 'W', { containers: [ENVOY] });
  workload.addInitContainer({
    name: 'shutdown-manager', image: 'registry.example/gateway:v1.8.0', restartPolicy: ContainerRestartPolicy.ALWAYS,
    securityContext: { readOnlyRootFilesystem: false },
  });
  new ShutdownManagerSidecar(chart, 'Sidecar', { workload });
  expect(Testing.synth(chart)[0].spec.template.spec.initContainers[0].image).toBe('registry.example/gateway:v1.8.0');
});
