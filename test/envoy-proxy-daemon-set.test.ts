import { ApiObject, Duration, JsonPatch } from 'cdk8s';
import {
  DrainTiming, EnvoyProxyDaemonSet, EnvoyProxyDaemonSetProps, LoadBalancer, ShutdownManager, SidecarPlacement,
} from '../src';
import { chartFor, manifestOf, plainBootstrap, podSpecOf } from './support/synth';

function daemonSetFor(version: string, props: Partial<EnvoyProxyDaemonSetProps> = {}): EnvoyProxyDaemonSet {
  return new EnvoyProxyDaemonSet(chartFor(version), 'Proxy', { bootstrap: plainBootstrap(), ...props });
}

test('a tenth of the nodes is updated at a time', () => {
  expect(manifestOf(daemonSetFor('1.33'), 'DaemonSet').spec.updateStrategy)
    .toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%' } });
});

test('an update strategy that is patched in stays', () => {
  const proxy = daemonSetFor('1.33');
  ApiObject.of(proxy).addJsonPatch(JsonPatch.add('/spec/updateStrategy', { type: 'OnDelete' }));
  expect(manifestOf(proxy, 'DaemonSet').spec.updateStrategy).toEqual({ type: 'OnDelete' });
});

test('a declared load balancer holds the rollout, unless the user says otherwise', () => {
  const drainTiming = DrainTiming.forLoadBalancer(LoadBalancer.awsNetworkInstance());
  expect(manifestOf(daemonSetFor('1.33', { drainTiming }), 'DaemonSet').spec.minReadySeconds).toBe(35);
  expect(manifestOf(daemonSetFor('1.33', { drainTiming, minReadySeconds: 1 }), 'DaemonSet').spec.minReadySeconds).toBe(1);
});

test('it drains like a Deployment, and says how', () => {
  const proxy = daemonSetFor('1.30', { shutdownManager: ShutdownManager.contour(), hostPorts: { http: 80 } });
  expect(proxy.placement).toBe(SidecarPlacement.SIBLING);
  expect(proxy.placementReason).toContain('general since 1.33');
  expect(proxy.drainTiming.drainTimeout.toSeconds()).toBe(300);
  expect(proxy.terminationGracePeriod?.toSeconds()).toBe(307);
  expect(proxy.shutdownManagerSidecar.containerName).toBe('shutdown-manager');
  const spec = podSpecOf(proxy, 'DaemonSet');
  expect(spec.containers.map(({ name }: any) => name)).toEqual(['envoy', 'shutdown-manager']);
  expect(spec.containers[0].ports[0].hostPort).toBe(80);
});

test('Envoy\'s container is at hand, and so are its listeners', () => {
  const proxy = daemonSetFor('1.33', { drainTiming: DrainTiming.of({ drainTimeout: Duration.seconds(20) }) });
  expect(proxy.envoy.name).toBe('envoy');
  expect(proxy.listeners.map(({ name }) => name)).toEqual(['http']);
  proxy.exposeListeners();
  expect(manifestOf(proxy, 'Service').spec.ports).toHaveLength(1);
});
