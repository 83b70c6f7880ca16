import { app, envoy, exec, findingsIn, gateway, NATIVE, pilot, pod, scripted, tells, waiting } from '../support/hazards';

tells('envoy-does-not-wait', [
  ['fires where the manager drains and Envoy has no hook', pod(90, envoy(), gateway()), 'error'],
  ['fires for a native manager', pod(90, envoy(), gateway(undefined, NATIVE)), 'error'],
  ['fires where Envoy only pauses, and the manager may take longer', pod(90, envoy(exec('sleep', '20')), gateway()), 'error'],
  ['is silent where Envoy waits for the manager', pod(90, waiting(), gateway()), 'silent'],
  ['is silent where Envoy pauses for as long as the manager may take', pod(90, envoy(exec('sleep', '70')), gateway()), 'silent'],
  ['is silent where nothing is known of Envoy\'s hook', pod(90, envoy(exec('/opt/bye')), gateway()), 'silent'],
]);

tells('sleep-without-drain', [
  ['fires where the drain begins when Envoy ends', pod(90, scripted('sleep 20; curl -X POST localhost:9901/healthcheck/fail; sleep 1')), 'warning'],
  ['is silent where clients have the time to go', pod(90, scripted('sleep 20; curl -X POST localhost:9901/healthcheck/fail; sleep 2')), 'silent'],
  ['fires where listeners are closed and nobody is told', pod(90, scripted('sleep 10; curl -X POST localhost:9901/drain_listeners; sleep 10')), 'warning'],
  ['is silent where they are closed gracefully',
    pod(90, scripted('sleep 10; curl -X POST "localhost:9901/drain_listeners?graceful"; sleep 10')), 'silent'],
]);

tells('proxy-dies-before-app', [
  ['is silent for a grace period that is little longer than the proxy\'s own drain',
    pod(45, app(), pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '30' })), 'silent'],
  ['fires for one that is much longer', pod(60, app(), pilot({ TERMINATION_DRAIN_DURATION_SECONDS: '30' })), 'error'],
  ['is silent where the proxy waits for connections',
    pod(60, app(), pilot({ EXIT_ON_ZERO_ACTIVE_CONNECTIONS: 'true' })), 'silent'],
]);

test('findings about annotations stand where the annotation does', () => {
  const manifest = pod(90, app());
  manifest.metadata = { ...manifest.metadata, annotations: { 'envoy-drain/ignore-no-drain-trigger': '' } };
  manifest.spec.template.metadata = { annotations: { 'envoy-drain/ignore-nothing': 'x', 'istio.io/native-sidecar': 'true' } };
  expect(findingsIn(manifest).map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['unknown-sidecar-annotation', '/spec/template/metadata/annotations/istio.io~1native-sidecar'],
    ['suppression-without-reason', '/metadata/annotations/envoy-drain~1ignore-no-drain-trigger'],
    ['unknown-annotation', '/spec/template/metadata/annotations/envoy-drain~1ignore-nothing'],
  ]);
});
