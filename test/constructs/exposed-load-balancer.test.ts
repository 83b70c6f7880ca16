import { ApiObject, App, Chart, Duration, Testing } from 'cdk8s';
import { ServiceType } from 'cdk8s-plus-28';
import {
  DrainTiming, EnvoyBootstrap, EnvoyProxyDaemonSet, EnvoyProxyDeployment, EnvoyProxyDeploymentProps,
  ExposeListenersOptions, ExternalTrafficPolicy, KubernetesVersion, LoadBalancer,
} from '../../src';
import { chartFor, manifestOf } from '../support/synth';

const AWS = 'service.beta.kubernetes.io/aws-load-balancer-';
const LISTENERS = 'static_resources: {listeners: [{name: http, address: {socket_address: {address: 0.0.0.0, port_value: 10080}}}]}';
const bootstrap = EnvoyBootstrap.fromYaml(LISTENERS);

function proxyBehind(
  loadBalancer: LoadBalancer | undefined, props: Partial<EnvoyProxyDeploymentProps> = {},
): EnvoyProxyDeployment {
  return new EnvoyProxyDeployment(chartFor('1.33', 'edge'), 'Proxy', {
    bootstrap, drainTiming: loadBalancer && DrainTiming.forLoadBalancer(loadBalancer), ...props,
  });
}

function serviceBehind(loadBalancer: LoadBalancer | undefined, options: ExposeListenersOptions = {}): any {
  const proxy = proxyBehind(loadBalancer);
  proxy.exposeListeners({ serviceType: ServiceType.LOAD_BALANCER, ...options });
  return manifestOf(proxy, 'Service');
}

describe('an AWS NLB', () => {
  test('with instance targets gets its class, target type and all of the health check that times are reckoned with', () => {
    const slow = LoadBalancer.awsNetworkInstance({ interval: Duration.seconds(20), threshold: 4 });
    const { metadata, spec } = serviceBehind(slow);
    expect(metadata.annotations).toEqual({
      [`${AWS}nlb-target-type`]: 'instance',
      [`${AWS}healthcheck-interval`]: '20',
      [`${AWS}healthcheck-timeout`]: '6',
      [`${AWS}healthcheck-healthy-threshold`]: '4',
      [`${AWS}healthcheck-unhealthy-threshold`]: '4',
    });
    expect(spec).toMatchObject({ loadBalancerClass: 'service.k8s.aws/nlb', externalTrafficPolicy: 'Local' });
  });

  test.each([[5, '4'], [6, '5'], [7, '6'], [300, '6']])('checked every %d s answers within %s s', (interval, timeout) => {
    const { metadata } = serviceBehind(LoadBalancer.awsNetworkInstance({ interval: Duration.seconds(interval) }));
    expect(metadata.annotations[`${AWS}healthcheck-timeout`]).toBe(timeout);
  });

  test('with IP targets gets its class and its target type', () => {
    const { metadata, spec } = serviceBehind(LoadBalancer.awsNetworkIp());
    expect(metadata.annotations).toEqual({ [`${AWS}nlb-target-type`]: 'ip' });
    expect(spec.loadBalancerClass).toBe('service.k8s.aws/nlb');
  });

  test('has annotations of the user on top, but none that makes it another', () => {
    const loadBalancer = LoadBalancer.awsNetworkInstance();
    const scheme = { [`${AWS}scheme`]: 'internet-facing', [`${AWS}healthcheck-interval`]: '10' };
    expect(serviceBehind(loadBalancer, { annotations: scheme }).metadata.annotations)
      .toMatchObject({ ...scheme, [`${AWS}nlb-target-type`]: 'instance' });
    expect(() => serviceBehind(loadBalancer, { annotations: { [`${AWS}healthcheck-interval`]: '30' } })).toThrow(
      `'annotations' (${AWS}healthcheck-interval: 30) must be what AWS NLB with instance targets was declared with (10): `
      + 'the drain is as long as the declared one needs; declare the health check with the LoadBalancer, or leave the annotation out');
  });

  test('has another class where one is given, as EKS Auto Mode needs', () => {
    const { spec } = serviceBehind(LoadBalancer.awsNetworkIp(), { loadBalancerClass: 'eks.amazonaws.com/nlb' });
    expect(spec.loadBalancerClass).toBe('eks.amazonaws.com/nlb');
  });

  test.each([ServiceType.CLUSTER_IP, ServiceType.NODE_PORT])('is nothing that a Service of type %s asks for', (serviceType) => {
    const { metadata, spec } = serviceBehind(LoadBalancer.awsNetworkIp(), { serviceType });
    expect(metadata.annotations).toBeUndefined();
    expect(spec.loadBalancerClass).toBeUndefined();
  });
});

test.each([
  ['none', undefined], ['GCP', LoadBalancer.gcpPassthrough()], ['Azure', LoadBalancer.azureStandard()],
  ['a custom one', LoadBalancer.custom({ detection: Duration.seconds(7) })], ['the cluster itself', LoadBalancer.inCluster()],
])('with %s declared, nothing is written that nobody asked for', (_, loadBalancer) => {
  const { metadata, spec } = serviceBehind(loadBalancer);
  expect(metadata.annotations).toBeUndefined();
  expect(spec.loadBalancerClass).toBeUndefined();
});

describe('the time that a load balancer takes to notice', () => {
  const exposedBehind = (detection: number, minDrain: number, serviceType = ServiceType.LOAD_BALANCER) => () => {
    const drainTiming = DrainTiming.of({ minDrainDuration: Duration.seconds(minDrain) });
    proxyBehind(undefined, { drainTiming }).exposeListeners({
      serviceType, loadBalancer: LoadBalancer.custom({ detection: Duration.seconds(detection) }),
    });
  };

  test.each([[20, 20], [20, 21], [0, 0]])('of %d s fits into a drain of %d s', (detection, minDrain) => {
    expect(exposedBehind(detection, minDrain)).not.toThrow();
  });

  test.each([
    [20, 19, '1s'], [130, 10, '120s'],
  ])('of %d s does not fit into a drain of %d s, and the error says by how much', (detection, minDrain, missing) => {
    for (const type of [ServiceType.LOAD_BALANCER, ServiceType.CLUSTER_IP]) {
      expect(exposedBehind(detection, minDrain, type)).toThrow(
        `'minDrainDuration' (${minDrain}s) must be at least the detection time of the custom load balancer (${detection}s), ${missing} more: `
        + 'new connections that it still sends would be refused; give the proxy a \'drainTiming\' of DrainTiming.forLoadBalancer');
    }
  });

  test('counts for DaemonSets too', () => {
    const proxy = new EnvoyProxyDaemonSet(chartFor('1.33'), 'Proxy', { bootstrap });
    expect(() => proxy.exposeListeners({ loadBalancer: LoadBalancer.awsNetworkIp() })).toThrow(/'minDrainDuration' \(10s\).*120s more/);
  });
});

describe('the time that a load balancer takes to begin', () => {
  const loadBalancer = LoadBalancer.custom({ detection: Duration.seconds(5), registration: Duration.seconds(40) });
  const expose = (props: Partial<EnvoyProxyDeploymentProps>) => () =>
    proxyBehind(undefined, props).exposeListeners({ serviceType: ServiceType.LOAD_BALANCER, loadBalancer });

  test('is what a rollout waits for, where the times were made for that load balancer', () => {
    const proxy = proxyBehind(loadBalancer);
    proxy.exposeListeners({ serviceType: ServiceType.LOAD_BALANCER });
    expect(manifestOf(proxy, 'Deployment').spec).toMatchObject({ minReadySeconds: 40, progressDeadlineSeconds: 640 });
  });

  test.each([39, 0])('fails where a rollout waits for %d s only, and says by how much', (seconds) => {
    expect(expose({ minReady: Duration.seconds(seconds) })).toThrow(
      `'minReady' (${seconds}s) must be at least the registration time of the custom load balancer (40s), ${40 - seconds}s more: `
      + 'a rollout would take old pods away while new ones get no traffic yet');
  });

  test.each([40, 41])('does not fail where a rollout waits for %d s', (seconds) => {
    expect(expose({ minReady: Duration.seconds(seconds) })).not.toThrow();
  });

  test('names the property of DaemonSets', () => {
    const proxy = new EnvoyProxyDaemonSet(chartFor('1.33'), 'Proxy', { bootstrap, minReadySeconds: 3 });
    expect(() => proxy.exposeListeners({ loadBalancer })).toThrow(/^'minReadySeconds' \(3s\)/);
  });
});

describe('readiness gates', () => {
  const gated = LoadBalancer.awsNetworkIp({ readinessGates: true });
  const LABEL = 'elbv2.k8s.aws/pod-readiness-gate-inject';

  function appWith(labels: { [name: string]: string } | undefined, namespace = 'edge'): App {
    const app = Testing.app();
    KubernetesVersion.declare(app, KubernetesVersion.of('1.33'));
    const chart = new Chart(app, 'chart', { namespace: 'edge' });
    new ApiObject(chart, 'Namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
    for (const id of ['One', 'Two']) {
      new EnvoyProxyDeployment(chart, id, { bootstrap, drainTiming: DrainTiming.forLoadBalancer(gated) })
        .exposeListeners({ serviceType: ServiceType.LOAD_BALANCER });
    }
    return app;
  }

  test('stand for the time that a new pod waits, so that a rollout waits no longer', () => {
    const proxy = proxyBehind(gated);
    proxy.exposeListeners({ serviceType: ServiceType.LOAD_BALANCER });
    expect(manifestOf(proxy, 'Deployment').spec.minReadySeconds).toBe(0);
    expect(gated.detection.toSeconds()).toBe(130);
  });

  test('need the label of their namespace: without it, synthesis fails once and says which', () => {
    expect(() => appWith(undefined).synthYaml()).toThrow(
      `'metadata.labels['${LABEL}']' (nothing) must be 'enabled' on Namespace 'edge', since 'chart/One' has declared readiness gates of `
      + 'AWS NLB with IP targets: without it nothing makes a rollout wait until new pods get traffic; '
      + 'add the label, or leave \'readinessGates\' out, so that \'minReady\' waits');
    expect(() => appWith({ [LABEL]: 'disabled' }).synthYaml()).toThrow('("disabled") must be \'enabled\'');
  });

  test('are there with the label, and what other namespaces say does not matter', () => {
    expect(() => appWith({ [LABEL]: 'enabled' }).synthYaml()).not.toThrow();
    expect(() => appWith(undefined, 'other').synthYaml()).not.toThrow();
  });

  test('of an ALB count for the Service behind its Ingress', () => {
    const alb = LoadBalancer.awsApplicationIp({ readinessGates: true });
    expect(alb.registration.toSeconds()).toBe(0);
    expect(() => proxyBehind(alb).exposeListeners({ loadBalancer: alb })).not.toThrow();
  });
});

test.each<[name: string, loadBalancer: LoadBalancer | undefined, options: any, message: string]>([
  ['an ALB before a Service of type LoadBalancer', LoadBalancer.awsApplicationIp(), {},
    '\'loadBalancer\' (AWS ALB with IP targets) must go with \'serviceType\' (LoadBalancer) ClusterIP or NodePort'],
  ['something else', undefined, { loadBalancer: 'aws' }, '\'loadBalancer\' ("aws") must be a LoadBalancer'],
  ['an empty class', undefined, { loadBalancerClass: '' }, '\'loadBalancerClass\' ("") must be a name like those of labels'],
  ['a class with a blank', undefined, { loadBalancerClass: 'a b' }, '\'loadBalancerClass\' ("a b") must be a name'],
  ['a class of two slashes', undefined, { loadBalancerClass: 'a/b/c' }, '\'loadBalancerClass\' ("a/b/c") must be a name'],
  ['a class of another type', undefined, { loadBalancerClass: 'a', serviceType: ServiceType.CLUSTER_IP },
    '\'loadBalancerClass\' (a) must go with \'serviceType\' (ClusterIP) LoadBalancer'],
])('%s is refused', (_, loadBalancer, options, message) => {
  expect(() => serviceBehind(loadBalancer, options)).toThrow(message);
});

test('readiness gates are there or not', () => {
  const gates = (readinessGates: any) => () => LoadBalancer.awsNetworkIp({ readinessGates });
  expect(gates('yes')).toThrow('\'readinessGates\' ("yes") must be true or false');
  expect(gates(false)().registration.toSeconds()).toBe(300);
  expect(LoadBalancer.awsNetworkIp({ detectionSeconds: 1 } as any).detection.toSeconds()).toBe(130);
});

test('one Service may have another load balancer than the one that the times were made for', () => {
  const proxy = proxyBehind(LoadBalancer.awsNetworkInstance());
  proxy.exposeListeners({ serviceType: ServiceType.LOAD_BALANCER });
  proxy.exposeListeners({
    name: 'inside', serviceType: ServiceType.LOAD_BALANCER, loadBalancer: LoadBalancer.inCluster(),
    externalTrafficPolicy: ExternalTrafficPolicy.CLUSTER,
  });
  expect(Testing.synth(Chart.of(proxy)).filter(({ kind }: any) => kind === 'Service').map(({ spec }: any) => spec.loadBalancerClass))
    .toEqual(['service.k8s.aws/nlb', undefined]);
});
