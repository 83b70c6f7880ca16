import { Duration, Size } from 'cdk8s';
import { EnvValue, ServiceType } from 'cdk8s-plus-28';
import {
  DrainTiming, EnvoyBootstrap, EnvoyLogLevel, ExternalTrafficPolicy, KubernetesVersion, LoadBalancer, ShutdownManager,
  ShutdownManagerProgram, TerminationCeiling,
} from '../src';
import { errorOf } from './support/error-of';
import { envoyPodSpec, wovenSpec } from './support/pod';
import { chartFor, named, plainBootstrap, PLAIN_BOOTSTRAP, podSpecOf, proxyFor } from './support/synth';
import { checkedGrace, checkedParts } from '../src/shutdown-managers/checked-parts';

const seconds = Duration.seconds;
const DAY = 86_400;
const contour = ShutdownManager.contour();
const of = (options: any) => () => DrainTiming.of(options);
const balancer = (options: any) => () => DrainTiming.forLoadBalancer(LoadBalancer.custom(options));
const instance = (options: any) => () => DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkInstance(options));
const gateway = (options: any) => () => ShutdownManager.envoyGateway(options);
const custom = (options: any) => () => ShutdownManager.custom({
  image: 'a/b:1', drainCommand: ['/drain'], waitCommand: ['/wait'], ...options,
});
const waitingAt = (waitPath: any, options: any = {}) =>
  custom({ waitCommand: undefined, waitPath, waitPort: 80, ...options });
const proxy = (props: any) => () => podSpecOf(proxyFor('1.33', props));
const exposing = (options: any) => () => proxyFor('1.33').exposeListeners(options);
const declaring = (listeners: any) => () => EnvoyBootstrap.fromYaml('node: {id: x}', { listeners });
const ports = (options: any) => () => EnvoyBootstrap.contour(options);
const kept = (manager: any, shutdownManager = ShutdownManager.envoyGateway()) => () => wovenSpec({
  securityContext: { runAsUser: 65534 },
  containers: [...envoyPodSpec().containers, { name: 'shutdown-manager', ...manager }],
}, '1.33', { shutdownManager });
const argument = (...extraArgs: string[]) => proxy({ extraArgs });
const envoyContext = (envoySecurityContext: any, props: any = {}) =>
  named(proxy({ envoySecurityContext, ...props })().containers, 'envoy').securityContext;
const podContext = (securityContext: any) => proxy({ securityContext })().securityContext;

const PARTS: any = {
  image: 'a/b:1', command: [], drainCommand: ['/drain'], wait: { path: '/wait', port: 80 }, defaultResources: {},
  readinessPort: 19003, statisticsPort: 19001, adminPort: 19000, sharesDirectory: false, logsToFirstProcess: false,
};
const parts = (changes: any) => () => checkedParts({ ...PARTS, ...changes });
const manager = (changes: any = {}) => ({
  managerName: 'mine', defaultDrainTimeout: seconds(60), boundedByGracePeriod: false,
  gracePeriodFor: () => seconds(70), bind: () => PARTS, ...changes,
});

/** What is wrong, how it is done, and the words by which the user finds it. */
const WRONG: [string, () => unknown, string][] = [
  // Envoy's process
  ['a node id by argument', argument('--service-node', 'x'), 'must leave out --service-node: Envoy would get it twice; set node.id in the bootstrap'],
  ['a node id in one argument', argument('--service-node=x'), 'set node.id in the bootstrap'],
  ['a node cluster by argument', argument('--service-cluster', 'x'), 'set node.cluster in the bootstrap'],
  ['a glued log level', argument('-ldebug'), "'extraArgs' (-ldebug) must leave out -l: Envoy would get it twice; use 'logLevel'"],
  ['a glued configuration', argument('-c/x.yaml'), "'extraArgs' (-c/x.yaml) must leave out -c"],
  ['the version', argument('--version'), 'must leave out --version: Envoy would print something and end'],
  ['the help', argument('--help'), 'must leave out --help'],
  ['the short help', argument('-h'), 'must leave out -h'],
  ['a loud log', proxy({ logLevel: 'loud' }), "'logLevel' (\"loud\") must be one of trace, debug, info, warning, error, critical, off"],
  ['an astronomical concurrency', proxy({ concurrency: 1e21 }), "'concurrency' (1e+21) must be at most 1024: each is a thread"],
  ['one thread too many', proxy({ concurrency: 1025 }), "'concurrency' (1025) must be at most 1024"],
  ['an image pull policy', proxy({ envoyImagePullPolicy: 'Sometimes' }), "'envoyImagePullPolicy' (\"Sometimes\") must be one of Always, IfNotPresent, Never"],
  ['a text for an environment variable', proxy({ envVariables: { A: 'x' } }), "'envVariables' (A: \"x\") must have EnvValues"],
  // Times
  ['a drain of more than a day', of({ drainTimeout: seconds(DAY + 1) }), "'drainTimeout' (86401s) must be at most 86400s: nobody drains longer than a day"],
  ['a drain for ever', of({ drainTimeout: seconds(Number.MAX_SAFE_INTEGER) }), "'drainTimeout' (9007199254740991s) must be at most 86400s"],
  ['a minimum of more than a day', of({ minDrainDuration: seconds(DAY + 1) }), "'minDrainDuration' (86401s) must be at most 86400s"],
  ['a delay of more than a day', of({ healthCheckFailureDelay: seconds(DAY + 1) }), "'healthCheckFailureDelay' (86401s) must be at most"],
  ['a detection of more than a day', balancer({ detection: seconds(DAY + 1) }), "'detection' (86401s) must be at most 86400s"],
  ['a registration of more than a day', balancer({ detection: seconds(1), registration: seconds(DAY + 1) }), "'registration' (86401s)"],
  ['an interval of more than a day', instance({ interval: seconds(DAY + 1) }), "'interval' (86401s) must be at most 86400s"],
  ['an interval that AWS refuses', instance({ interval: seconds(301) }), "'interval' (301s) must be a whole number from 5s to 300s"],
  ['a threshold without end', instance({ threshold: 1e21 }), "'threshold' (1e+21) must be a whole number from 2 to 10"],
  ['a custom run of more than a day', custom({ longestRun: seconds(DAY + 1) }), "'longestRun' (86401s) must be at most 86400s"],
  ['a ceiling for ever', () => TerminationCeiling.karpenter(seconds(2 ** 31)), "'terminationGracePeriod' (2147483648s) must be at most 2147483647s"],
  ['a grace period for ever', proxy({ terminationGracePeriod: seconds(2 ** 31) }), "'terminationGracePeriod' (2147483648s) must be at most 2147483647s"],
  // Security contexts
  ['root that is none', proxy({ envoySecurityContext: { user: 0, ensureNonRoot: true } }), "'envoySecurityContext.ensureNonRoot' (true) must be false with 'user' (0)"],
  ['a root of the pod that is none', proxy({ securityContext: { user: 0, ensureNonRoot: true } }), "'securityContext.ensureNonRoot' (true) must be false"],
  ['a root of the pod that Envoy\'s container denies', proxy({ securityContext: { user: 0 }, envoySecurityContext: { ensureNonRoot: true } }), "'envoySecurityContext.ensureNonRoot' (true)"],
  ['privileges without escalation', proxy({ envoySecurityContext: { privileged: true, allowPrivilegeEscalation: false } }), "'envoySecurityContext.allowPrivilegeEscalation' (false) must be true with 'privileged' (true)"],
  ['a negative user', proxy({ securityContext: { user: -1 } }), "'securityContext.user' (-1) must be a whole number from 0 to 2147483647"],
  ['a group that is too high', proxy({ envoySecurityContext: { group: 2 ** 31 } }), "'envoySecurityContext.group' (2147483648)"],
  // Managers that pods have
  ['an empty image that is kept', kept({ image: '' }), "'image' (\"\") must be an image reference in the pod's own manager"],
  ['a number for an image that is kept', kept({ image: 5 }), "'image' (5) must be an image reference in the pod's own manager"],
  ['Contour\'s image for Envoy Gateway\'s manager', kept({ image: 'ghcr.io/projectcontour/contour:v1.33.6' }), "'shutdownManager' (envoy-gateway) must be the program of the pod's own manager (contour)"],
  ['Contour\'s image of a mirror with a port', kept({ image: 'mirror:5000/contour' }), '(contour)'],
  ['Envoy Gateway\'s image for Contour\'s manager', kept({ image: 'docker.io/envoyproxy/gateway:v1.9.0' }, contour), "'shutdownManager' (contour) must be the program of the pod's own manager (envoy-gateway)"],
  ['a number for a command that is there', kept({ image: 'a/b:1', command: [5] }), "'command' ([5]) must be a list of texts in the pod's own manager"],
  ['a text for a command that is there', kept({ image: 'a/b:1', command: '/bin/x' }), "'command' (\"/bin/x\") must be a list of texts"],
  // Results of a manager of one's own
  ['no parts', proxy({ shutdownManager: manager({ bind: () => undefined }) }), "'bind()' (nothing) must be an object"],
  ['a number for parts', proxy({ shutdownManager: manager({ bind: () => 5 }) }), "'bind()' (5) must be an object"],
  ['parts without image', parts({ image: undefined }), "'bind().image' (nothing) must be an image reference"],
  ['parts without command', parts({ command: undefined }), "'bind().command' (nothing) must be a list of texts"],
  ['parts with an empty word for a command', parts({ command: [''] }), "'bind().command' ([\"\"]) must be a list of at least one word"],
  ['parts with a text for arguments', parts({ args: 'x' }), "'bind().args' (\"x\") must be a list of texts"],
  ['parts that drain by nothing', parts({ drainCommand: [] }), "'bind().drainCommand' ([]) must be a list of at least one word"],
  ['parts that wait by no command', parts({ waitCommand: [] }), "'bind().waitCommand' ([]) must be a list of at least one word"],
  ['parts that wait nowhere', parts({ wait: {} }), "'bind().wait.path' (nothing) must start with /"],
  ['parts that wait on no port', parts({ wait: { path: '/w', port: 0 } }), "'bind().wait.port' (0) must be a port"],
  ['parts with a port out of range', parts({ readinessPort: 65_536 }), "'bind().readinessPort' (65536) must be a port"],
  ['parts without statistics', parts({ statisticsPort: undefined }), "'bind().statisticsPort' (nothing) must be a port"],
  ['parts with a health path alone', parts({ healthPath: '/h' }), "'bind().healthPort' (nothing) must be a port"],
  ['parts without resources', parts({ defaultResources: undefined }), "'bind().defaultResources' (nothing) must be an object"],
  ['parts that share no directory', parts({ sharesDirectory: true }), "'bind().directory' (nothing) must be an absolute path"],
  ['parts with a negative user', parts({ user: -1 }), "'bind().user' (-1) must be a whole number from 0"],
  ['parts without admin interface', proxy({ shutdownManager: manager({ bind: () => ({ ...PARTS, adminPort: undefined }) }) }), "'bind().adminPort' (nothing) must be given, or 'adminSocket' (nothing) instead"],
  ['no grace period', () => checkedGrace(undefined as any), "'gracePeriodFor()' (nothing) must be a Duration of cdk8s"],
  ['a number for a grace period', () => checkedGrace(70 as any), "'gracePeriodFor()' (70) must be a Duration of cdk8s"],
  ['half seconds of grace', () => checkedGrace(Duration.millis(70_500)), "'gracePeriodFor()' (70.5s) must be a whole number of seconds"],
  ['a manager without name', proxy({ shutdownManager: manager({ managerName: undefined }) }), "must have a 'managerName' and a 'gracePeriodFor'"],
  ['a manager without bound', proxy({ shutdownManager: manager({ defaultDrainTimeout: 60 }) }), "'shutdownManager.defaultDrainTimeout' (60) must be a Duration"],
  // Nothing where something is needed, and other types
  ['no options for a load balancer', () => LoadBalancer.custom(undefined as any), "'detection' (nothing) must be a Duration"],
  ['null for a load balancer', () => LoadBalancer.custom(null as any), "'detection' (nothing) must be a Duration"],
  ['no options for a node shutdown', () => TerminationCeiling.nodeShutdown(undefined as any), "'shutdownGracePeriod' (nothing) must be a Duration"],
  ['no options for a custom manager', () => ShutdownManager.custom(null as any), "'image' (nothing) must be an image reference"],
  ['a text for options', of('60s'), "'options' (\"60s\") must be an object"],
  ['a scope that is none', () => KubernetesVersion.declare({} as any, KubernetesVersion.of('1.33')), "'scope' ({}) must be a construct"],
  ['no scope', () => KubernetesVersion.declaredFor(null as any), "'scope' (null) must be a construct"],
  ['a listener that is nothing', declaring([null]), "'listeners' (null) must be a list of listeners"],
  ['a text for declared listeners', declaring('http'), "'listeners' (\"http\") must be a list of listeners"],
  ['a declared listener without name', declaring([{ port: 10080 }]), "'name' (nothing) must be the name of a listener"],
  ['a declared listener of no protocol', declaring([{ name: 'x', port: 10080, protocol: 'tcp' }]), "'protocol' (\"tcp\") must be one of TCP, UDP"],
  ['a declared external port out of range', declaring([{ name: 'x', port: 10080, externalPort: 0 }]), "'externalPort' (0) must be a port"],
  ['a text for containers', proxy({ containers: 'app' }), "'containers' (\"app\") must be a list of ContainerProps"],
  ['a container that is nothing', proxy({ initContainers: [null] }), "'initContainers' ([null]) must be a list of ContainerProps"],
  ['a text for host ports', proxy({ hostPorts: 'http' }), "'hostPorts' (\"http\") must be an object"],
  ['a text for exposed listeners', exposing({ listeners: 'http' }), "'listeners' (\"http\") must be a list of texts"],
  ['a number for external ports', exposing({ externalPorts: 80 }), "'externalPorts' (80) must be an object"],
  ['a number in annotations', exposing({ annotations: { a: 5 } }), "'annotations' (a: 5) must have texts for values"],
  ['a text for networks', exposing({ serviceType: ServiceType.LOAD_BALANCER, loadBalancerSourceRanges: '10.0.0.0/8' }), "'loadBalancerSourceRanges' (\"10.0.0.0/8\") must be a list of texts"],
  ['an external name', exposing({ serviceType: ServiceType.EXTERNAL_NAME }), "'serviceType' (\"ExternalName\") must be one of ClusterIP, NodePort, LoadBalancer"],
  ['a policy in small letters', exposing({ serviceType: ServiceType.NODE_PORT, externalTrafficPolicy: 'local' }), "'externalTrafficPolicy' (\"local\") must be one of Local, Cluster"],
  ['an external port of no listener but of every object', exposing({ externalPorts: { toString: 80 } }), "'externalPorts' (toString) must name listeners"],
  ['two Contour listeners on one port', ports({ httpPort: 8443 }), "'httpsPort' (8443) must differ from the port of 'httpPort' (8443)"],
  ['a Contour listener on the port of statistics', ports({ httpPort: 8002 }), "'httpPort' (8002) must differ from the port of Contour's statistics"],
  ['a Contour listener on the manager\'s port', ports({ httpsPort: 8090 }), "'httpsPort' (8090) must differ from the port of Contour's shutdown manager"],
  // Images and custom managers
  ['a tag that is too old', gateway({ image: 'a/gateway:v0.6.0' }), "'version' (0.6.0) must be at least 1.0.0: the tag of 'image' (a/gateway:v0.6.0) says so"],
  ['a tag of Contour that is too old', ports({ image: 'a/contour:v1.18.9' }), "'version' (1.18.9) must be at least 1.19.0: the tag of 'image' (a/contour:v1.18.9) says so"],
  ['a number for memory', gateway({ resources: { memoryRequest: 64 } }), "'memoryRequest' (64) must be a Size of cdk8s"],
  ['a text for resources', gateway({ resources: 'small' }), "'resources' (\"small\") must be an object"],
  ['a text for a program', gateway({ program: '/bin/x' }), "'program' (\"/bin/x\") must be a ShutdownManagerProgram"],
  ['a number in the environment', gateway({ environment: { A: 5 } }), "'environment' (A: 5) must have texts for values"],
  ['a text for a wait command', custom({ waitCommand: 'x' }), "'waitCommand' (\"x\") must be a list of at least one word"],
  ['an empty word for a wait command', custom({ waitCommand: [''] }), "'waitCommand' ([\"\"]) must be a list of at least one word"],
  ['a text for a command', custom({ command: 'x' }), "'command' (\"x\") must be a list of at least one word"],
  ['a text for arguments', custom({ args: 'x' }), "'args' (\"x\") must be a list of texts"],
  ['a user below 0', custom({ user: -1 }), "'user' (-1) must be a whole number from 0"],
  ['a wait path with white space', waitingAt('/a b'), "'waitPath' (\"/a b\") must start with / and have no white space"],
  ['a number for a wait path', waitingAt(5), "'waitPath' (5) must start with /"],
  ['a number for a health path', waitingAt('/w', { healthPath: 5 }), "'healthPath' (5) must start with /"],
  ['a health path with white space', waitingAt('/w', { healthPath: '/a b' }), "'healthPath' (\"/a b\") must start with /"],
  ['an admin directory that climbs', () => ShutdownManager.contour({ adminDirectory: '/a/../b' }), "'adminDirectory' (\"/a/../b\") must be an absolute path"],
  ['an admin directory that stays', () => ShutdownManager.contour({ adminDirectory: '/a/./b' }), "'adminDirectory' (\"/a/./b\")"],
  ['an admin directory with two slashes', () => ShutdownManager.contour({ adminDirectory: '//a' }), "'adminDirectory' (\"//a\")"],
];

describe('fails when the input is', () => {
  test.each(WRONG)('%s', (_, attempt, words) => {
    const { message } = errorOf(attempt);
    expect(message).toContain(words);
    expect(message).not.toMatch(/undefined|\[object|Cannot read|is not a function|Failed serializing/);
  });
});

/** The other side of the borders above. */
const RIGHT: [string, () => unknown][] = [
  ['arguments that only begin like refused ones', argument('--log-path', '/dev/stdout', '--base-id', '-1', '--log-format', 'x')],
  ['an argument that every object has', argument('toString', 'constructor')],
  ['every log level', () => Object.values(EnvoyLogLevel).map((logLevel) => proxy({ logLevel })())],
  ['1024 threads', proxy({ concurrency: 1024 })],
  ['a drain of a day', of({ drainTimeout: seconds(DAY) })],
  ['a detection of a day', balancer({ detection: seconds(DAY), registration: seconds(DAY) })],
  ['the slowest checks that AWS takes', instance({ interval: seconds(300), threshold: 10 })],
  ['a custom run of a day', custom({ longestRun: seconds(DAY) })],
  ['a ceiling of two days, as Karpenter\'s documentation has it', () => TerminationCeiling.karpenter(Duration.hours(48))],
  ['a grace period of two days behind Contour\'s manager', proxy({ shutdownManager: contour, bootstrap: EnvoyBootstrap.contour(), terminationGracePeriod: Duration.hours(48) })],
  ['Contour\'s image for Contour\'s manager', kept({ image: 'ghcr.io/projectcontour/contour:v1.33.6' }, contour)],
  ['Envoy Gateway\'s image of a mirror by digest', kept({ image: `mirror:5000/gateway@sha256:${'0'.repeat(64)}` })],
  ['an image that says nothing about its program', kept({ image: 'mirror/envoy-tools:3' })],
  ['a command that is null', kept({ image: 'a/gateway:v1.9.0', command: null })],
  ['parts as they shall be', parts({})],
  ['parts with nulls', parts({ args: null, user: null, waitCommand: null, directory: null })],
  ['a manager of one\'s own', proxy({ shutdownManager: manager() })],
  ['grace of whole seconds', () => checkedGrace(seconds(70))],
  ['null for times', of(null)],
  ['null for one time', of({ drainTimeout: null })],
  ['null for overrides', () => DrainTiming.forLoadBalancer(LoadBalancer.inCluster(), null as any)],
  ['null for health checks', () => LoadBalancer.awsNetworkInstance(null as any)],
  ['null for the autoscaler', () => TerminationCeiling.clusterAutoscaler(null as any)],
  ['null for Envoy Gateway\'s manager', gateway(null)],
  ['null for each option of it', gateway({ version: null, image: null, environment: null, resources: null, program: null, imagePullPolicy: null })],
  ['null for Contour\'s manager', () => ShutdownManager.contour(null as any)],
  ['null for an image volume', () => ShutdownManagerProgram.imageVolume(null as any)],
  ['null for Contour\'s bootstrap', ports(null)],
  ['null for a bootstrap', () => EnvoyBootstrap.fromYaml(PLAIN_BOOTSTRAP, null as any)],
  ['null for each option of a bootstrap', () => EnvoyBootstrap.fromYaml(PLAIN_BOOTSTRAP, { listeners: null, name: null, immutable: null } as any)],
  ['null for props of a proxy', proxy({ hostPorts: null, containers: null, initContainers: null, concurrency: null, logLevel: null, envVariables: null, resources: null, extraArgs: null, drainTiming: null, terminationCeilings: null, placement: null, envoySecurityContext: null, securityContext: null })],
  ['null for options of a Service', exposing(null)],
  ['null for each option of a Service', exposing({ name: null, listeners: null, externalPorts: null, annotations: null, serviceType: null, loadBalancerSourceRanges: null, externalTrafficPolicy: null })],
  ['a policy by its enum', exposing({ serviceType: ServiceType.NODE_PORT, externalTrafficPolicy: ExternalTrafficPolicy.CLUSTER })],
  ['Contour\'s ports the other way round', ports({ httpPort: 8443, httpsPort: 8080 })],
  ['a calendar for a tag', gateway({ image: 'a/gateway:2024.01.15' })],
  ['a calendar for a tag, with a version', gateway({ image: 'a/gateway:2024.1.15', version: '1.8.0' })],
  ['the oldest tag', gateway({ image: 'a/gateway:v1.0.0' })],
  ['memory by its size', gateway({ resources: { memoryRequest: Size.mebibytes(64) } })],
  ['empty arguments', custom({ args: [''] })],
  ['the user root', custom({ user: 0 })],
  ['a wait path with a query', waitingAt('/wait?for=drain')],
  ['an admin directory with dots in its names', () => ShutdownManager.contour({ adminDirectory: '/a..b/.c' })],
  ['an environment variable that is left out', proxy({ envVariables: { A: undefined, B: EnvValue.fromValue('b') } })],
];

test.each(RIGHT)('takes %s', (_, attempt) => {
  expect(attempt).not.toThrow();
});

describe('security contexts', () => {
  test('root is not said to be none', () => {
    expect(envoyContext({ user: 0 })).toMatchObject({ runAsUser: 0, runAsNonRoot: false });
    expect(podContext({ user: 0 })).toMatchObject({ runAsUser: 0, runAsNonRoot: false });
    expect(envoyContext({}, { securityContext: { user: 0 } }).runAsNonRoot).toBe(false);
    expect(envoyContext({ user: 1 }, { securityContext: { user: 0 } }).runAsNonRoot).toBe(true);
    expect(envoyContext({ user: 1 }).runAsNonRoot).toBe(true);
  });

  test('a privileged container may escalate', () => {
    expect(envoyContext({ privileged: true })).toMatchObject({ privileged: true, allowPrivilegeEscalation: true });
    expect(envoyContext({ privileged: false })).toMatchObject({ privileged: false, allowPrivilegeEscalation: false });
  });

  test('undefined erases no default', () => {
    expect(podContext({ user: undefined, ensureNonRoot: undefined })).toEqual(podContext({}));
    expect(envoyContext({ capabilities: undefined, privileged: undefined })).toEqual(envoyContext({}));
  });
});

test.each(['toString', 'constructor', 'valueOf'])('a listener named %s gets no port that nobody gave', (name) => {
  const bootstrap = EnvoyBootstrap.fromYaml('node: {id: x}', { listeners: [{ name, port: 10080 }] });
  const exposed = proxyFor('1.33', { bootstrap, hostPorts: {} });
  expect(exposed.exposeListeners({ externalPorts: {} }).ports).toEqual([expect.objectContaining({ port: 80 })]);
  expect(named(podSpecOf(exposed).containers, 'envoy').ports[0].hostPort).toBeUndefined();
});

test('a calendar tag decides no flags', () => {
  const image = 'a/gateway:2024.01.15';
  const spec = proxy({ shutdownManager: ShutdownManager.envoyGateway({ image }), bootstrap: plainBootstrap() })();
  expect(named(spec.initContainers, 'shutdown-manager').image).toBe(image);
});

test('times of a load balancer end at a day', () => {
  const timing = DrainTiming.forLoadBalancer(LoadBalancer.custom({ detection: seconds(DAY) }));
  expect([timing.minDrainDuration.toSeconds(), timing.drainTimeout.toSeconds()]).toEqual([DAY, DAY]);
});

test('a version is declared on a chart', () => {
  expect(() => KubernetesVersion.declare(chartFor(), KubernetesVersion.of('1.33'))).not.toThrow();
});
