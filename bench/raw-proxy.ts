import { ApiObject, Chart, Duration, JsonPatch, Size } from 'cdk8s';
import {
  Capability, ConfigMap, ContainerProps, ContainerRestartPolicy, Cpu, Deployment, DeploymentStrategy, EnvFieldPaths,
  EnvValue, Handler, ImagePullPolicy, PercentOrAbsolute, Probe, Protocol, SeccompProfileType, Volume,
} from 'cdk8s-plus-28';

/** What somebody writes who has no library: the same manifests, straight from cdk8s-plus. */
export function rawProxy(chart: Chart, id: string, configMap: ConfigMap, checksum: string): void {
  const deployment = new Deployment(chart, id, {
    podMetadata: { annotations: { 'envoy-drain/bootstrap-checksum': checksum } },
    strategy: DeploymentStrategy.rollingUpdate({
      maxSurge: PercentOrAbsolute.percent(25), maxUnavailable: PercentOrAbsolute.absolute(0),
    }),
    securityContext: { ensureNonRoot: true, user: 65532, group: 65532 },
    terminationGracePeriod: Duration.seconds(67),
  });
  deployment.addContainer({
    ...envoy(deployment.name),
    volumeMounts: [{
      path: '/etc/envoy', readOnly: true,
      volume: Volume.fromConfigMap(deployment, 'Bootstrap', configMap, { name: 'envoy-bootstrap' }),
    }],
  });
  deployment.addInitContainer(shutdownManager());
  ApiObject.of(deployment).addJsonPatch(
    JsonPatch.add('/spec/template/spec/containers/0/livenessProbe/terminationGracePeriodSeconds', 5),
    JsonPatch.add('/spec/template/spec/containers/0/startupProbe/terminationGracePeriodSeconds', 5),
  );
}

export function sharedConfigMap(chart: Chart, text: string): ConfigMap {
  return new ConfigMap(chart, 'bootstrap', { data: { 'envoy.yaml': text } });
}

function envoy(name: string): ContainerProps {
  const probe = (periodSeconds: number, failureThreshold: number): Probe => Probe.fromHttpGet('/ready', {
    port: 19003, failureThreshold,
    periodSeconds: Duration.seconds(periodSeconds), timeoutSeconds: Duration.seconds(1),
  });
  return {
    name: 'envoy',
    image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0',
    imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT,
    command: ['envoy'],
    args: [
      '--config-path', '/etc/envoy/envoy.yaml', '--service-cluster', name, '--service-node', '$(ENVOY_POD_NAME)',
      '--log-level', 'info', '--drain-strategy', 'immediate', '--drain-time-s', '60', '--disable-hot-restart',
    ],
    envVariables: {
      ENVOY_POD_NAME: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAME),
      ENVOY_POD_NAMESPACE: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAMESPACE),
    },
    ports: [
      { name: 'http', number: 10080, protocol: Protocol.TCP },
      { name: 'postgres', number: 15432, protocol: Protocol.TCP },
    ],
    startup: probe(1, 300),
    readiness: probe(5, 2),
    liveness: probe(10, 7),
    lifecycle: { preStop: Handler.fromHttpGet('/shutdown/ready', { port: 19002 }) },
    resources: { cpu: { request: Cpu.millis(100) }, memory: { request: Size.mebibytes(512) } },
    securityContext: {
      capabilities: { drop: [Capability.ALL] }, seccompProfile: { type: SeccompProfileType.RUNTIME_DEFAULT },
    },
  };
}

function shutdownManager(): ContainerProps {
  return {
    name: 'shutdown-manager',
    image: 'docker.io/envoyproxy/gateway:v1.9.0',
    imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT,
    command: ['envoy-gateway'],
    args: ['envoy', 'shutdown-manager', '--ready-timeout=64s'],
    restartPolicy: ContainerRestartPolicy.ALWAYS,
    startup: Probe.fromHttpGet('/healthz', {
      port: 19002, failureThreshold: 300, periodSeconds: Duration.seconds(1), timeoutSeconds: Duration.seconds(1),
    }),
    lifecycle: {
      preStop: Handler.fromCommand(
        ['envoy-gateway', 'envoy', 'shutdown', '--drain-timeout=60s', '--min-drain-duration=10s']),
    },
    resources: { cpu: { request: Cpu.millis(50) }, memory: { request: Size.mebibytes(96) } },
    securityContext: {
      readOnlyRootFilesystem: false,
      capabilities: { drop: [Capability.ALL] }, seccompProfile: { type: SeccompProfileType.RUNTIME_DEFAULT },
    },
  };
}
