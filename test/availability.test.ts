import { Chart, Duration, Testing } from 'cdk8s';
import { Metric, MetricTarget, PercentOrAbsolute } from 'cdk8s-plus-28';
import {
  DrainTiming, EnvoyBootstrap, EnvoyProxyDaemonSet, EnvoyProxyDeployment, EnvoyProxyDeploymentProps, KubernetesVersion,
  ShutdownManager,
} from '../src';

const BOOTSTRAP = EnvoyBootstrap.fromFile('examples/edge/envoy.yaml');

function proxyOn(version = '1.34.4', props: Partial<EnvoyProxyDeploymentProps> = {}): EnvoyProxyDeployment {
  const chart = new Chart(Testing.app(), 'edge', { namespace: 'edge' });
  if (version !== 'unknown') KubernetesVersion.declare(chart, KubernetesVersion.of(version));
  return new EnvoyProxyDeployment(chart, 'Proxy', { bootstrap: BOOTSTRAP, ...props });
}

function objectOf(kind: string, proxy: EnvoyProxyDeployment | EnvoyProxyDaemonSet): any {
  return Testing.synth(Chart.of(proxy)).find((object: any) => object.kind === kind);
}

test('nothing of it is made unasked', () => {
  const proxy = proxyOn();
  const kinds = Testing.synth(Chart.of(proxy)).map(({ kind }: any) => kind);
  expect(kinds).toEqual(['ConfigMap', 'Deployment']);
  expect(objectOf('Deployment', proxy).spec.template.spec.topologySpreadConstraints).toBeUndefined();
});

describe('a disruption budget', () => {
  test.each([['unknown', undefined], ['1.26', undefined], ['1.27', 'AlwaysAllow'], ['1.34.4', 'AlwaysAllow']])('on %s lets one pod go at once, and unhealthy ones: %s', (version, policy) => {
    const proxy = proxyOn(version);
    proxy.addDisruptionBudget();
    const { apiVersion, metadata, spec } = objectOf('PodDisruptionBudget', proxy);
    expect([apiVersion, metadata.namespace, spec.maxUnavailable, spec.unhealthyPodEvictionPolicy]).toEqual(['policy/v1', 'edge', 1, policy]);
    expect(spec.selector.matchLabels).toEqual(objectOf('Deployment', proxy).spec.selector.matchLabels);
  });

  test.each([
    [{ maxUnavailable: PercentOrAbsolute.percent(25) }, { maxUnavailable: '25%' }],
    [{ minAvailable: PercentOrAbsolute.absolute(2) }, { minAvailable: 2 }],
  ])('takes another bound (%#)', (options, expected) => {
    const proxy = proxyOn('1.34', { replicas: 3 });
    proxy.addDisruptionBudget(options);
    expect(objectOf('PodDisruptionBudget', proxy).spec).toMatchObject(expected);
  });

  test.each([
    [{ maxUnavailable: PercentOrAbsolute.absolute(0) }, '\'maxUnavailable\' (0) must be more than none'],
    [{ minAvailable: PercentOrAbsolute.absolute(3) }, '\'minAvailable\' (3) must be less than \'replicas\' (3)'],
    [{ minAvailable: PercentOrAbsolute.percent(100) }, '\'minAvailable\' (100%) must be less than'],
    [{ minAvailable: PercentOrAbsolute.absolute(1), maxUnavailable: PercentOrAbsolute.absolute(1) }, '\'minAvailable\' (1) must be left out beside'],
  ])('that would stop all drains of nodes is refused (%#)', (options, message) => {
    expect(() => proxyOn('1.34', { replicas: 3 }).addDisruptionBudget(options)).toThrow(message);
  });
});

describe('an autoscaler', () => {
  test.each([
    ['the default drain', undefined, 67], ['a short one', 20, 60], ['a long one', 600, 607], ['one longer than the API takes', 2_000, 1_800],
  ])('takes one pod away in the time of %s', (_, drainSeconds, seconds) => {
    const drainTiming = drainSeconds === undefined
      ? undefined : DrainTiming.of({ drainTimeout: Duration.seconds(drainSeconds) });
    const proxy = proxyOn('1.34.4', { drainTiming });
    proxy.autoscale({ maxReplicas: 10 });
    const { apiVersion, spec } = objectOf('HorizontalPodAutoscaler', proxy);
    const { behavior, metrics, minReplicas, maxReplicas, scaleTargetRef } = spec;
    expect([apiVersion, minReplicas, maxReplicas, scaleTargetRef.kind]).toEqual(['autoscaling/v2', 2, 10, 'Deployment']);
    expect(behavior.scaleDown).toMatchObject({
      policies: [{ type: 'Pods', value: 1, periodSeconds: seconds }], selectPolicy: 'Min', stabilizationWindowSeconds: 300,
    });
    expect(metrics).toMatchObject([{ resource: { name: 'cpu', target: { averageUtilization: 70 } } }]);
    expect(objectOf('Deployment', proxy).spec.replicas).toBeUndefined();
  });

  test('takes other bounds and metrics', () => {
    const proxy = proxyOn();
    const metrics = [Metric.resourceMemory(MetricTarget.averageUtilization(50))];
    proxy.autoscale({ minReplicas: 4, maxReplicas: 4, metrics });
    expect(objectOf('HorizontalPodAutoscaler', proxy).spec).toMatchObject({ minReplicas: 4, maxReplicas: 4, metrics: [{ resource: { name: 'memory' } }] });
  });

  test.each([
    [{ maxReplicas: 1 }, '\'maxReplicas\' (1) must be a whole number, at least \'minReplicas\' (2)'],
    [{ maxReplicas: 2.5 }, '\'maxReplicas\' (2.5) must'],
    [{ minReplicas: 0, maxReplicas: 3 }, '\'minReplicas\' (0) must be a whole number, at least 1'],
  ])('with nonsense is refused (%#)', (options, message) => {
    expect(() => proxyOn().autoscale(options)).toThrow(message);
  });

  test('beside replicas is refused', () => {
    expect(() => proxyOn('1.34', { replicas: 3 }).autoscale({ maxReplicas: 5 })).toThrow('\'replicas\' (3) must be left out with an autoscaler');
  });
});

describe('an ingress policy', () => {
  test('opens listeners to everybody and statistics to pods, and nothing else', () => {
    const proxy = proxyOn();
    proxy.restrictIngress();
    const { apiVersion, spec } = objectOf('NetworkPolicy', proxy);
    expect(apiVersion).toBe('networking.k8s.io/v1');
    expect(spec).toEqual({
      podSelector: { matchLabels: objectOf('Deployment', proxy).spec.selector.matchLabels }, policyTypes: ['Ingress'],
      ingress: [
        { ports: proxy.listeners.map(({ port }) => ({ port, protocol: 'TCP' })) },
        { ports: [{ port: 19001, protocol: 'TCP' }], from: [{ namespaceSelector: { matchLabels: {} } }] },
      ],
    });
    expect(JSON.stringify(spec)).not.toContain('19002');
  });

  test('opens them to whom is asked for', () => {
    const proxy = proxyOn('1.34', { shutdownManager: ShutdownManager.envoyGateway() });
    proxy.restrictIngress({ trafficFrom: ['10.0.0.0/8', '2001:db8::/32'], statisticsFromNamespaces: { team: 'monitoring' } });
    const [traffic, statistics] = objectOf('NetworkPolicy', proxy).spec.ingress;
    expect(traffic.from).toEqual([{ ipBlock: { cidr: '10.0.0.0/8' } }, { ipBlock: { cidr: '2001:db8::/32' } }]);
    expect(statistics.from).toEqual([{ namespaceSelector: { matchLabels: { team: 'monitoring' } } }]);
  });

  test('of a DaemonSet is the same', () => {
    const chart = new Chart(Testing.app(), 'edge');
    const proxy = new EnvoyProxyDaemonSet(chart, 'Proxy', { bootstrap: BOOTSTRAP });
    proxy.restrictIngress();
    expect(objectOf('NetworkPolicy', proxy).spec.ingress).toHaveLength(2);
  });

  test.each([[[]], [['10.0.0.0']], [['10.0.0.0/33']], [['2001:db8::/129']], [['all']], ['10.0.0.0/8' as never]])('with the ranges %j is refused', (trafficFrom) => {
    expect(() => proxyOn().restrictIngress({ trafficFrom })).toThrow('\'trafficFrom\'');
  });

  test('on the host network is refused', () => {
    expect(() => proxyOn('1.34', { hostNetwork: true }).restrictIngress()).toThrow('\'hostNetwork\' (true) must be false with a NetworkPolicy');
  });
});

describe('spreading', () => {
  test.each([['1.26', undefined], ['1.27', ['pod-template-hash']], ['unknown', undefined]])('on %s is by zone, of the pods of one rollout: %j', (version, matchLabelKeys) => {
    const proxy = proxyOn(version);
    proxy.spreadPods();
    const { selector, template } = objectOf('Deployment', proxy).spec;
    expect(template.spec.topologySpreadConstraints).toEqual([{
      maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: selector,
      ...matchLabelKeys ? { matchLabelKeys } : {},
    }]);
  });

  test('may be by several labels, and required; two renders give the same', () => {
    const proxy = proxyOn();
    proxy.spreadPods();
    proxy.spreadPods({ topologyKey: 'kubernetes.io/hostname', maxSkew: 2, required: true });
    const constraints = objectOf('Deployment', proxy).spec.template.spec.topologySpreadConstraints;
    const [told] = [constraints.map((each: any) => [each.topologyKey, each.maxSkew, each.whenUnsatisfiable])];
    expect(told).toEqual([
      ['topology.kubernetes.io/zone', 1, 'ScheduleAnyway'], ['kubernetes.io/hostname', 2, 'DoNotSchedule'],
    ]);
    expect(objectOf('Deployment', proxy).spec.template.spec.topologySpreadConstraints).toEqual(constraints);
  });

  test.each([[{ maxSkew: 0 }, '\'maxSkew\' (0)'], [{ maxSkew: 1.5 }, '\'maxSkew\' (1.5)'], [{ topologyKey: '' }, '\'topologyKey\' ("")']])('with nonsense is refused (%#)', (options, message) => {
    expect(() => proxyOn().spreadPods(options)).toThrow(message);
  });
});
