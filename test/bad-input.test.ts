import { ApiObject, Chart, Duration, Size } from 'cdk8s';
import { Service, ServiceType } from 'cdk8s-plus-28';
import {
  DrainTiming, EnvoyBootstrap, EnvoyProxyDaemonSet, EnvoyProxyDeployment, ExternalTrafficPolicy, KubernetesVersion,
  LoadBalancer,
  ShutdownManager, ShutdownManagerProgram, ShutdownManagerSidecar, SidecarPlacement, TerminationCeiling,
} from '../src';
import { errorOf } from './support/error-of';
import { deploymentWith, envoyGatewayManager, envoyPodSpec, wovenSpec } from './support/pod';
import { chartFor, plainBootstrap, PLAIN_BOOTSTRAP, podSpecOf, proxyFor } from './support/synth';

const seconds = Duration.seconds;
const { NATIVE, SIBLING, ENVOY_CONTAINER } = SidecarPlacement;
const contour = ShutdownManager.contour();
const user = { securityContext: { runAsUser: 65534 } };
const timing = (options: any) => () => DrainTiming.of(options);
const gateway = (options: any) => () => ShutdownManager.envoyGateway(options);
const custom = (options: any) => () => ShutdownManager.custom({
  image: 'a/b:1', drainCommand: ['/drain'], waitCommand: ['/wait'], ...options,
});
const proxy = (props: any) => () => podSpecOf(proxyFor('1.33', props));
const pod = (spec: any, options: any = {}, version = '1.33') => () => wovenSpec(spec, version, options);
const bootstrap = (text: string, options?: any) => () =>
  podSpecOf(proxyFor('1.33', { bootstrap: EnvoyBootstrap.fromYaml(text, options) }));
const twoListeners = (props: any) => () => proxyFor('1.33', {
  bootstrap: EnvoyBootstrap.fromYaml('node: {id: x}', { listeners: [{ name: 'one', port: 10080 }, { name: 'two', port: 10081 }] }),
  ...props,
});
const listener = (port: number) => PLAIN_BOOTSTRAP.replace('10080', String(port));
const withManager = (manager: any, spec = {}) => ({
  ...spec, containers: [...envoyPodSpec().containers, envoyGatewayManager(manager)],
});
function sidecarOn(workload: (chart: Chart) => any, options: any = {}): () => void {
  return () => {
    const chart = chartFor('1.33');
    new ShutdownManagerSidecar(chart, 'Sidecar', { workload: workload(chart), ...options });
    chart.toJson();
  };
}

/** What is wrong, how it is done, and the words by which the user finds it. */
const WRONG: [string, () => unknown, string][] = [
  // Versions
  ['an empty version', () => KubernetesVersion.of(''), "'kubernetesVersion' (\"\") must be a Kubernetes version"],
  ['a version of another program', () => KubernetesVersion.of('v2.1.0'), "'kubernetesVersion' (\"v2.1.0\")"],
  ['a number for a version', () => KubernetesVersion.of(1.33 as any), "'kubernetesVersion' (1.33)"],
  ['no versions', () => KubernetesVersion.oldestOf([]), "'versions' ([]) must hold at least one version"],
  ['texts for versions', () => KubernetesVersion.oldestOf(['1.33' as any]), "'versions' (\"1.33\") must be a KubernetesVersion"],
  ['version information that is no JSON', () => KubernetesVersion.fromVersionInfo('v1.33'), 'version information is not JSON'],
  ['version information that is a list', () => KubernetesVersion.fromVersionInfo('[]'), 'must be a JSON object'],
  ['version information of kubectl alone', () => KubernetesVersion.fromVersionInfo('{"clientVersion":{}}'), "no 'serverVersion'"],
  ['version information of nothing', () => KubernetesVersion.fromVersionInfo('{}'), "neither 'gitVersion' nor"],
  ['a text declared', () => KubernetesVersion.declare(chartFor(), '1.33' as any), 'write KubernetesVersion.of("1.33")'],
  ['two versions declared', () => {
    const chart = chartFor();
    for (const version of ['1.33', '1.34']) KubernetesVersion.declare(chart, KubernetesVersion.of(version));
  }, "'version' (1.34) must be the version declared on 'chart' before (1.33)"],
  ['a version declared too late', () => {
    const chart = chartFor();
    expect(KubernetesVersion.declaredFor(chart).isKnown).toBe(false);
    KubernetesVersion.declare(chart, KubernetesVersion.of('1.33'));
  }, "must be declared on 'chart' before 'chart' reads it"],
  // Times
  ['half a second for a flag', timing({ drainTimeout: Duration.millis(500) }), "'drainTimeout' (0.5s) must be a whole number of seconds"],
  ['a number for a duration', timing({ minDrainDuration: 10 }), "'minDrainDuration' (10) must be a Duration of cdk8s"],
  ['a drain of no time', timing({ drainTimeout: seconds(0), minDrainDuration: seconds(0) }), "'drainTimeout' (0s) must be at least 1s"],
  ['a minimum above the bound', timing({ minDrainDuration: seconds(61) }), "'minDrainDuration' (61s) must be at most 'drainTimeout' (60s)"],
  ['a delay above the bound', timing({ healthCheckFailureDelay: seconds(61) }), "'healthCheckFailureDelay' (61s) must be at most"],
  ['a fraction of a millisecond', timing({ healthCheckFailureDelay: Duration.millis(0.5) }), "'healthCheckFailureDelay' (0.5ms) must be a whole number of milliseconds"],
  ['a text for a load balancer', () => DrainTiming.forLoadBalancer('nlb' as any), "'loadBalancer' (\"nlb\") must be a LoadBalancer"],
  ['a minimum below a load balancer\'s detection', () => DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkIp(), { minDrainDuration: seconds(129) }), "'minDrainDuration' (129s) must be at least the detection time of AWS NLB with IP targets (130s)"],
  ['no failed checks', () => LoadBalancer.awsNetworkInstance({ threshold: 0 }), "'threshold' (0) must be a whole number from 2 to 10"],
  ['a fraction for an interval', () => LoadBalancer.awsNetworkInstance({ interval: Duration.millis(1500) }), "'interval' (1.5s) must be a whole number of seconds"],
  ['nothing for a detection', () => LoadBalancer.custom({} as any), "'detection' (nothing) must be a Duration of cdk8s"],
  ['a node shutdown that leaves nothing', () => TerminationCeiling.nodeShutdown({ shutdownGracePeriod: seconds(30), shutdownGracePeriodCriticalPods: seconds(30) }), "'shutdownGracePeriod' (30s) must be greater than 'shutdownGracePeriodCriticalPods' (30s)"],
  ['a grace period above a ceiling', proxy({ terminationCeilings: [TerminationCeiling.gceSpot()] }), "'terminationGracePeriod' (67s) must be at most the notice of GCE spot nodes (15s)"],
  // Shutdown managers
  ['a release without patch', gateway({ version: '1.9' }), "'version' (\"1.9\") must be a release of Envoy Gateway"],
  ['a release without manager', gateway({ version: '0.6.0' }), "'version' (0.6.0) must be at least 1.0.0"],
  ['a release that contradicts the image', gateway({ version: '1.9.0', image: 'a/gateway:v1.8.0' }), "'version' (1.9.0) must be the version of the image 'a/gateway:v1.8.0' (1.8.0)"],
  ['an image with a space', gateway({ image: 'a gateway' }), "'image' (\"a gateway\") must be an image reference"],
  ['a pull policy that nobody knows', gateway({ imagePullPolicy: 'Sometimes' }), "'imagePullPolicy' (\"Sometimes\") must be one of Always, IfNotPresent, Never"],
  ['a CPU limit that throttles', gateway({ resources: { cpuLimitMillis: 99 } }), "'cpuLimitMillis' (99) must be a whole number of at least 100"],
  ['a CPU request above the limit', gateway({ resources: { cpuRequestMillis: 200, cpuLimitMillis: 100 } }), "'cpuRequestMillis' (200) must be at most 'cpuLimitMillis' (100)"],
  ['no CPU request', gateway({ resources: { cpuRequestMillis: 0 } }), "'cpuRequestMillis' (0) must be a whole number of at least 1"],
  ['a memory request above the limit', gateway({ resources: { memoryRequest: Size.mebibytes(100), memoryLimit: Size.mebibytes(50) } }), "'memoryRequest' (100) must be at most 'memoryLimit' (50)"],
  ['a flag that the release does not know', proxy({ shutdownManager: ShutdownManager.envoyGateway({ version: '1.8.0' }), drainTiming: DrainTiming.of({ healthCheckFailureDelay: seconds(5) }) }), "'healthCheckFailureDelay' (5s) must be 0s with Envoy Gateway's 'version' (1.8.0) before 1.9.0"],
  ['a relative admin directory', () => ShutdownManager.contour({ adminDirectory: 'admin' }), "'adminDirectory' (\"admin\") must be an absolute path"],
  ['a Contour without unix socket', () => ShutdownManager.contour({ version: '1.18.0' }), "'version' (1.18.0) must be at least 1.19.0"],
  ['nothing that drains', custom({ drainCommand: [] }), "'drainCommand' ([]) must be a list of at least one word"],
  ['nothing that waits', custom({ waitCommand: undefined }), "'waitPath' (nothing) must be given together with 'waitPort'"],
  ['two ways to wait', custom({ waitPath: '/w', waitPort: 80 }), "'waitPath' (\"/w\") must be given together with 'waitPort', or 'waitCommand' instead of both"],
  ['a port out of range', custom({ adminPort: 65_536 }), "'adminPort' (65536) must be a port from 1 to 65535"],
  ['a run shorter than the minimum', proxy({ shutdownManager: ShutdownManager.custom({ image: 'a/b:1', drainCommand: ['/d'], waitCommand: ['/w'], longestRun: seconds(9) }) }), "'longestRun' (9s) must be at least 'minDrainDuration' (10s)"],
  ['a program without slash', () => ShutdownManagerProgram.combinedImage('envoy-gateway'), "'path' (\"envoy-gateway\") must be the absolute path of a program"],
  ['a program with a container of its own', proxy({ shutdownManager: ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.imageVolume() }) }), "'program' (given) must go with 'placement' ENVOY_CONTAINER"],
  ['no program in Envoy\'s container', proxy({ placement: ENVOY_CONTAINER }), "'program' (nothing) must be given with 'placement' ENVOY_CONTAINER"],
  ['an image volume on 1.33', proxy({ placement: ENVOY_CONTAINER, shutdownManager: ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.imageVolume() }) }), "must go with a 'kubernetesVersion' (1.33) of 1.35 or later"],
  // Placement
  ['a native sidecar on 1.28', () => podSpecOf(proxyFor('1.28', { placement: NATIVE })), "'placement' (NATIVE) must go with a 'kubernetesVersion' (1.28) of 1.29 or later"],
  ['a native sidecar on an unknown version', () => podSpecOf(proxyFor(undefined, { placement: NATIVE })), 'declare the version with KubernetesVersion.declare'],
  ['a placement that does not exist', pod(envoyPodSpec(), { placement: 'INIT' }), "'placement' (\"INIT\") must be AUTO, NATIVE, SIBLING or ENVOY_CONTAINER"],
  ['a sibling that is done in 1 s', pod(envoyPodSpec(), { placement: SIBLING, drainTiming: DrainTiming.of({ minDrainDuration: seconds(1) }) }), "'minDrainDuration' (1s) must be at least 2s with 'placement' SIBLING"],
  // Proxies
  ['no bootstrap', proxy({ bootstrap: undefined }), "'bootstrap' (nothing) must be an EnvoyBootstrap"],
  ['a path for a bootstrap', proxy({ bootstrap: 'envoy.yaml' }), "'bootstrap' (envoy.yaml) must be an EnvoyBootstrap"],
  ['a text for a version', proxy({ kubernetesVersion: '1.33' }), "'kubernetesVersion' (\"1.33\") must be a KubernetesVersion"],
  ['a text for a switch', proxy({ emptyDirsInMemory: 'false' }), "'emptyDirsInMemory' (\"false\") must be true or false"],
  ['an object for a timing', proxy({ drainTiming: { drainTimeout: seconds(60) } }), 'must be a DrainTiming'],
  ['a name for a manager', proxy({ shutdownManager: 'contour' }), "'shutdownManager' (\"contour\") must be an IShutdownManager"],
  ['a duration for ceilings', proxy({ terminationCeilings: seconds(60) }), 'must be a list of TerminationCeiling'],
  ['a grace period that is too short', proxy({ terminationGracePeriod: seconds(66) }), "'terminationGracePeriod' (66s) must be at least 67s"],
  ['a grace period of half seconds', proxy({ terminationGracePeriod: Duration.millis(70_500) }), "'terminationGracePeriod' (70.5s) must be a whole number of seconds"],
  ['a second envoy', proxy({ containers: [{ name: 'envoy', image: 'x' }] }), "'containers' (envoy) must have other names"],
  ['a second manager', proxy({ initContainers: [{ name: 'shutdown-manager', image: 'x' }] }), "'containers' (shutdown-manager) must have other names"],
  ['arguments that a prop sets', proxy({ extraArgs: ['--drain-time-s=5'] }), "'extraArgs' (--drain-time-s=5) must leave out --drain-time-s"],
  ['arguments that are no texts', proxy({ extraArgs: ['--base-id', 1] }), "'extraArgs' ([\"--base-id\",1]) must be a list of texts"],
  ['no worker', proxy({ concurrency: 0 }), "'concurrency' (0) must be a whole number of at least 1"],
  ['an empty image', proxy({ envoyImage: '' }), "'envoyImage' (\"\") must be an image reference"],
  ['a host port of an unknown listener', proxy({ hostPorts: { https: 443 } }), "'hostPorts' (https) must name listeners of the bootstrap (http)"],
  ['a host port out of range', proxy({ hostPorts: { http: 70_000 } }), "'hostPorts.http' (70000) must be a port"],
  ['another host port on the host network', proxy({ hostNetwork: true, hostPorts: { http: 80 } }), "'hostPorts' (http: 80) must be the port of the listener (10080) with 'hostNetwork'"],
  ['one host port for two listeners', twoListeners({ hostPorts: { one: 80, two: 80 } }), "'hostPorts' (two: 80) must differ from that of 'one' (80)"],
  ['an init container of the bootstrap\'s name', proxy({ bootstrap: EnvoyBootstrap.contour(), shutdownManager: contour, initContainers: [{ name: 'envoy-initconfig', image: 'x' }] }), "'containers' (envoy-initconfig) must have other names"],
  ['an environment variable without name', gateway({ environment: { '': 'x' } }), "'environment' (\"\") must have names of printable characters without ="],
  ['an environment variable with =', gateway({ environment: { 'A=B': 'x' } }), "'environment' (\"A=B\")"],
  ['networks for a Service inside the cluster', () => proxyFor('1.33').exposeListeners({ loadBalancerSourceRanges: ['10.0.0.0/8'] }), "'loadBalancerSourceRanges' (10.0.0.0/8) must go with 'serviceType' (ClusterIP) LoadBalancer"],
  ['a network that is none', () => proxyFor('1.33').exposeListeners({ serviceType: ServiceType.LOAD_BALANCER, loadBalancerSourceRanges: ['10.0.0.0/33'] }), "'loadBalancerSourceRanges' (\"10.0.0.0/33\") must hold networks in CIDR notation"],
  ['a Service name with an underscore', () => proxyFor('1.33').exposeListeners({ name: 'my_service' }), "'name' (\"my_service\") must be the name of a Service"],
  ['a Service name of 64 characters', () => proxyFor('1.33').exposeListeners({ name: 'a'.repeat(64) }), 'at most 63 lower-case letters'],
  ['a name with two dots', bootstrap(PLAIN_BOOTSTRAP, { name: 'my..bootstrap' }), "'name' (\"my..bootstrap\") must be a Kubernetes name"],
  ['a Secret that cannot be', () => EnvoyBootstrap.contour({ certificateSecret: 'a..b' }), "'certificateSecret' (\"a..b\") must be a Kubernetes name"],
  ['an empty health path', custom({ healthPath: '', healthPort: 80 }), "'healthPath' (\"\") must start with / and be given together with 'healthPort'"],
  ['a negative time', () => new EnvoyProxyDaemonSet(chartFor('1.33'), 'Proxy', { bootstrap: plainBootstrap(), minReadySeconds: -1 }), "'minReadySeconds' (-1) must be a whole number of at least 0"],
  ['a ceiling of nothing', () => TerminationCeiling.custom('policy', seconds(0)), "'ceiling' (\"policy\", 0s) must have a name and be at least 1s"],
  ['an interval of nothing', () => LoadBalancer.awsNetworkInstance({ interval: seconds(0) }), "'interval' (0s) must be a whole number from 5s to 300s"],
  ['a memory request of half a mebibyte', gateway({ resources: { memoryRequest: Size.kibibytes(512) } }), "'memoryRequest' (0.5Mi) must be a whole number of mebibytes"],
  ['a relative command out of an image volume', proxy({ placement: ENVOY_CONTAINER, shutdownManager: ShutdownManager.custom({ image: 'a/b:1', drainCommand: ['drain'], waitCommand: ['/w'], program: ShutdownManagerProgram.imageVolume() }) }), "'drainCommand' (\"drain\") must be the absolute path of a program"],
  ['a Service twice', () => {
    const exposed = proxyFor('1.33');
    for (const serviceType of [ServiceType.CLUSTER_IP, ServiceType.NODE_PORT]) exposed.exposeListeners({ serviceType });
  }, "'name' (nothing) must differ from that of 'chart/Proxy/Listeners'"],
  ['a listener that does not drain', bootstrap(PLAIN_BOOTSTRAP.replace('- name: http', '- name: http\n      drain_type: MODIFY_ONLY')), "'drain_type' (MODIFY_ONLY, listener 'http') must be DEFAULT"],
  ['an official image for both programs', proxy({ placement: ENVOY_CONTAINER, shutdownManager: ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.combinedImage('/e') }) }), "must hold the program /e with 'placement' ENVOY_CONTAINER"],
  ['a manager of one\'s own without time', proxy({ shutdownManager: { managerName: 'mine', defaultDrainTimeout: seconds(60), boundedByGracePeriod: false, gracePeriodFor: () => seconds(10), bind: () => ({}) } }), "'gracePeriodFor' (10s) must be more than 'minDrainDuration' (10s)"],
  ['a privileged port', bootstrap(listener(80)), "'port_value' (80, listener 'http') must be 1024 or higher: Envoy does not run as root and may not listen there; use 10080"],
  ['nothing to expose', () => proxyFor('1.33', { bootstrap: EnvoyBootstrap.fromYaml('node: {id: x}') }).exposeListeners(), "'listeners' (none) must hold at least one listener"],
  ['a policy without traffic from outside', () => proxyFor('1.33').exposeListeners({ externalTrafficPolicy: ExternalTrafficPolicy.LOCAL }), "'externalTrafficPolicy' (Local) must go with 'serviceType' (ClusterIP)"],
  ['an external port of an unknown listener', () => proxyFor('1.33').exposeListeners({ externalPorts: { tls: 443 }, serviceType: ServiceType.LOAD_BALANCER }), "'externalPorts' (tls) must name listeners"],
  // Bootstraps
  ['a file that is not there', () => EnvoyBootstrap.fromFile('nowhere.yaml'), "'path' (\"nowhere.yaml\") must be a readable file"],
  ['a folder', () => EnvoyBootstrap.fromFile('src'), "'path' (\"src\") must be a readable file"],
  ['an object for a text', () => EnvoyBootstrap.fromYaml({} as any), "'text' ({}) must be the YAML of an Envoy configuration"],
  ['broken YAML', bootstrap('a: [1'), "'bootstrap' (bootstrap:1) must be one YAML document"],
  ['a list', bootstrap('- a'), "'bootstrap' (bootstrap) must be an Envoy configuration"],
  ['an alias that leads nowhere', bootstrap('a: *nowhere'), "'bootstrap' (bootstrap"],
  ['listeners that are no list', bootstrap('static_resources: {listeners: 1}'), "'listeners' (bootstrap:1) must be a list"],
  ['a port that is none', bootstrap(PLAIN_BOOTSTRAP.replace('10080', '100800')), "'port_value' (100800) must be a port (bootstrap:5)"],
  ['an admin interface elsewhere', bootstrap('admin: {address: {socket_address: {address: 0.0.0.0, port_value: 19000}}}'), "'admin.address' (0.0.0.0:19000) must be 127.0.0.1:19000"],
  ['a listener on the manager\'s port', bootstrap(listener(19002)), "'port_value' (19002, listener 'http' on 0.0.0.0) must be another port"],
  ['a cluster of the library\'s name', bootstrap(PLAIN_BOOTSTRAP.replace('- name: backend', '- name: envoy-admin')), "'cluster' (envoy-admin) must reach Envoy's admin interface"],
  ['a declared listener that is there', bootstrap(PLAIN_BOOTSTRAP, { listeners: [{ name: 'x', port: 10080 }] }), "'listeners' (x on 10080) must leave out what 'bootstrap' has"],
  ['a declared listener without port', bootstrap(PLAIN_BOOTSTRAP, { listeners: [{ name: 'x' }] }), "'port' (nothing) must be a port"],
  ['a name that Kubernetes refuses', bootstrap(PLAIN_BOOTSTRAP, { name: 'Edge_1' }), "'name' (\"Edge_1\") must be a Kubernetes name"],
  ['a configuration above a mebibyte', bootstrap(`${PLAIN_BOOTSTRAP}# ${'x'.repeat(2 ** 20)}`), 'must be at most 1048576 bytes'],
  ['Contour\'s configuration with another manager', proxy({ bootstrap: EnvoyBootstrap.contour() }), 'must be ShutdownManager.contour with EnvoyBootstrap.contour'],
  ['a host with a space', () => EnvoyBootstrap.contour({ xdsAddress: 'a b' }), "'xdsAddress' (\"a b\") must be a host name"],
  ['a limit of nothing', () => EnvoyBootstrap.contour({ overloadMaxHeapBytes: 0 }), "'overloadMaxHeapBytes' (0) must be a whole number above 0"],
  // Pods of others
  ['no workload', sidecarOn(() => undefined), "'workload' (nothing) must be a construct with a pod template"],
  ['a chart for a workload', sidecarOn((chart) => {
    new ApiObject(chart, 'W', deploymentWith(envoyPodSpec()));
    return chart;
  }), "'workload' (chart) must be one workload: it stands for no single API object; pass one of Deployment edge"],
  ['a Service for a workload', sidecarOn((chart) => new Service(chart, 'S', { ports: [{ port: 80 }] })), "'workload' (kind \"Service\") must have a pod template at '/spec/template/spec'"],
  ['two sidecars on one pod', () => {
    const chart = chartFor('1.33');
    const workload = new ApiObject(chart, 'W', deploymentWith(envoyPodSpec()));
    for (const id of ['One', 'Two']) new ShutdownManagerSidecar(chart, id, { workload });
  }, "'workload' (chart/W) must not be woven twice (it has 'chart/One')"],
  ['a sidecar on a proxy', () => {
    const chart = chartFor('1.33');
    const workload = new EnvoyProxyDeployment(chart, 'Proxy', { bootstrap: plainBootstrap() });
    new ShutdownManagerSidecar(chart, 'Sidecar', { workload });
  }, "must not be woven twice (it has 'chart/Proxy/ShutdownManager')"],
  ['an Envoy of another name', pod({ containers: [{ name: 'proxy' }, { name: 'app' }] }), "'envoyContainer' (envoy) must name exactly one container of the pod, not 0 (containers: proxy, app)"],
  ['two Envoys', pod({ containers: [{ name: 'envoy' }, { name: 'envoy' }] }), 'not 2 (containers: envoy, envoy)'],
  ['an Envoy among the init containers', pod({ containers: [{ name: 'app' }], initContainers: [{ name: 'envoy' }] }), 'init containers: envoy'],
  ['no containers', pod({}), 'not 0 (containers: none)'],
  ['containers that are no list', pod({ containers: { name: 'envoy' } }), "'containers' ({\"name\":\"envoy\"}) of the pod must be a list of objects"],
  ['a lifecycle that is no object', pod(envoyPodSpec({}, { lifecycle: 'none' })), "'lifecycle' (\"none\") of container 'envoy' must be an object"],
  ['a grace period that is a text', pod(envoyPodSpec({ terminationGracePeriodSeconds: '60' })), "'terminationGracePeriodSeconds' (\"60\") must be a whole number of seconds"],
  ['an explicit grace period that is too short', pod(envoyPodSpec({ terminationGracePeriodSeconds: 30 })), "[chart/Sidecar] 'terminationGracePeriod' (30s) must be at least 67s"],
  ['a hook of the user\'s on Envoy', pod(envoyPodSpec({}, { lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } })), "'preStop' ({\"exec\":{\"command\":[\"sleep\",\"5\"]}}) must be left out of container 'envoy'"],
  ['a hook of the user\'s on the manager', pod(withManager({ lifecycle: { preStop: { sleep: { seconds: 5 } } } })), "must be left out of container 'shutdown-manager'"],
  ['two managers', pod({ ...withManager({}), initContainers: [envoyGatewayManager()] }), "'containers' (2 named 'shutdown-manager') must have one of that name at most"],
  ['a manager of another flavour', pod(withManager({ lifecycle: {} }, user), { shutdownManager: contour }), "'shutdownManager' (contour) must be the program of the pod's own manager (envoy-gateway)"],
  ['a manager of another release', pod(withManager({}), { shutdownManager: ShutdownManager.envoyGateway({ version: '1.8.0' }) }), "'version' (1.8.0) must be the version of the image"],
  ['a manager with a read-only root', pod(withManager({ securityContext: { readOnlyRootFilesystem: true } })), "'readOnlyRootFilesystem' (true) must be false for container 'shutdown-manager'"],
  ['a shared process namespace', pod(envoyPodSpec({ shareProcessNamespace: true })), "'shareProcessNamespace' (true) must be false with Envoy Gateway's shutdown manager"],
  ['an Envoy of unknown user behind a socket', pod(envoyPodSpec(), { shutdownManager: contour }), "'runAsUser' (nothing) must be set for the pod"],
  ['a socket on a Secret', pod(envoyPodSpec({ ...user, volumes: [{ name: 'v', secret: {} }] }, { volumeMounts: [{ name: 'v', mountPath: '/admin' }] }), { shutdownManager: contour }), "'volumeMounts' ('v' at /admin, secret) must be writable in container 'envoy'"],
  ['a volume of the library\'s name', pod(envoyPodSpec({ ...user, volumes: [{ name: 'envoy-admin', secret: {} }] }), { shutdownManager: contour }), "'volumes' (envoy-admin) must leave the name 'envoy-admin' to the shutdown manager"],
  ['a directory that the containers do not share', pod({
    ...user, volumes: [{ name: 'v', emptyDir: {} }],
    containers: [
      { name: 'envoy', volumeMounts: [{ name: 'v', mountPath: '/run/envoy' }] },
      { name: 'shutdown-manager', image: 'a/contour:v1.33.6', volumeMounts: [{ name: 'v', mountPath: '/run/envoy' }] },
    ],
  }, { shutdownManager: contour }), "'adminDirectory' (\"/admin\") must be one that Envoy and its manager share (/run/envoy)"],
  ['memory that is no quantity', pod(envoyPodSpec({}, { resources: { requests: { memory: 'much' } } }), { placement: ENVOY_CONTAINER, shutdownManager: ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.combinedImage('/e') }) }), "'memory' (\"much\") must be a Kubernetes quantity (container 'envoy')"],
  ['a probe that cuts the drain', pod(envoyPodSpec({}, { livenessProbe: { terminationGracePeriodSeconds: 5 } }), { placement: ENVOY_CONTAINER, shutdownManager: ShutdownManager.envoyGateway({ program: ShutdownManagerProgram.combinedImage('/e') }) }), "'livenessProbe.terminationGracePeriodSeconds' (5) must be greater than 'minDrainDuration' (10s)"],
  ['a manager of one\'s own that waits nowhere', pod(envoyPodSpec(), {
    shutdownManager: {
      managerName: 'mine', defaultDrainTimeout: seconds(60), boundedByGracePeriod: false,
      gracePeriodFor: () => seconds(70),
      bind: () => ({ image: 'a/b:1', command: ['/m'], drainCommand: ['/d'], defaultResources: {}, readinessPort: 1, statisticsPort: 2, sharesDirectory: false, logsToFirstProcess: false }),
    },
  }), "'wait' (nothing) must be given by the shutdown manager"],
];

describe('fails when the input is', () => {
  test.each(WRONG)('%s', (_, attempt, words) => {
    const { message } = errorOf(attempt);
    expect(message).toContain(words);
    expect(message).not.toMatch(/undefined|\[object|Cannot read|is not a function|Failed serializing/);
  });
});

test('at least 60 kinds of wrong input are refused at 40 places or more', () => {
  const places = WRONG.map(([, attempt]) => placeOf(errorOf(attempt)));
  expect(WRONG.length).toBeGreaterThanOrEqual(60);
  expect(new Set(places).size).toBeGreaterThanOrEqual(40);
});

/** The function of the library that refused: the first of the innermost stack that is not the message builder. */
function placeOf(error: Error): string {
  const innermost = (error.cause instanceof Error ? error.cause : error).stack ?? '';
  const frames = innermost.split('\n').filter((line) => /\/src\/.*\.ts:\d+/.test(line) && !line.includes('values/errors'));
  return /at (\S+).*\/(src\/.*\.ts):/.exec(frames[0])?.slice(1).join(' ') ?? frames[0];
}
