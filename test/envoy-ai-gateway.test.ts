import { Chart, Testing } from 'cdk8s';
import { EnvoyGatewayProxyConfig, HazardReport, KubernetesVersion, TerminationTimeline } from '../src';
import { envoyProxyWorkload } from '../src/pod/envoy-proxy';
import { Manifest } from '../src/pod/manifest';
import { strategicMerge } from '../src/pod/strategic-merge';

/**
 * What the webhook of Envoy AI Gateway adds to the pods of Envoy Gateway, in both of its forms: ordinary where it takes
 * the cluster for one without native sidecars, else last of the init containers.
 *
 * @see https://github.com/envoyproxy/ai-gateway/blob/main/internal/controller/gateway_mutator.go
 */
const MOUNT = { name: 'ai-gateway-extproc-uds', mountPath: '/etc/ai-gateway-extproc-uds' };
const PROCESSOR: Manifest = {
  name: 'ai-gateway-extproc',
  image: 'docker.io/envoyproxy/ai-gateway-extproc:v0.4.0',
  args: ['-extProcAddr', 'unix:///etc/ai-gateway-extproc-uds/run.sock', '-adminPort', '1064'],
  readinessProbe: {
    httpGet: { path: '/health', port: 1064 }, initialDelaySeconds: 2, timeoutSeconds: 5, periodSeconds: 10, failureThreshold: 1,
  },
  securityContext: { runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532 },
  volumeMounts: [MOUNT],
};

function podOn(kubernetesVersion: KubernetesVersion, isNative: boolean): Manifest {
  const chart = new Chart(Testing.app(), 'fleet');
  new EnvoyGatewayProxyConfig(chart, 'Proxies', { envoyGatewayVersion: '1.9.0', kubernetesVersion });
  const [resource] = JSON.parse(JSON.stringify(Testing.synth(chart)));
  const { envoyDeployment: { patch, ...envoyDeployment } } = resource.spec.provider.kubernetes;
  const spec = { ...resource.spec, provider: { kubernetes: { envoyDeployment } } };
  const { workload } = envoyProxyWorkload({ value: { spec }, pointer: '' }, '1.9.0')!;
  const { template } = strategicMerge(JSON.parse(JSON.stringify(workload)), patch.value).spec;
  return { apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name: 'edge' }, spec: mutated(template.spec, isNative) };
}

function mutated({ containers, initContainers = [], volumes, ...spec }: Manifest, isNative: boolean): Manifest {
  const mounted = containers.map((container: Manifest) => (container.name === 'envoy'
    ? { ...container, volumeMounts: [...container.volumeMounts, MOUNT] } : container));
  return {
    ...spec,
    initContainers: isNative ? [...initContainers, { ...PROCESSOR, restartPolicy: 'Always' }] : initContainers,
    containers: isNative ? mounted : [...mounted, PROCESSOR],
    volumes: [...volumes, { name: MOUNT.name, emptyDir: {} }],
  };
}

const NATIVE_CLUSTERS = ['v1.33.0', 'v1.34.4', 'v1.37.2'];

test.each(NATIVE_CLUSTERS)('as a native sidecar on %s the processor ends after Envoy, and no request is lost', (version) => {
  const kubernetesVersion = KubernetesVersion.of(version);
  const pod = podOn(kubernetesVersion, true);
  const rules = HazardReport.of([pod], { kubernetesVersion }).findings.map(({ rule }) => rule);
  expect(rules).not.toContain('companion-dies-before-envoy');
  const timeline = TerminationTimeline.simulate(pod, { kubernetesVersion });
  expect(timeline.outcome.losesRequests).toBe(false);
  const sigterm = (container: string): number => timeline.events
    .find((event) => event.container === container && /sigterm/i.test(String(event.kind)))!.earliestMillis;
  expect(sigterm('ai-gateway-extproc')).toBeGreaterThan(sigterm('envoy'));
});

test.each(['unknown', ...NATIVE_CLUSTERS])('as an ordinary container on %s it dies before Envoy, and the finding names it', (version) => {
  const kubernetesVersion = version === 'unknown' ? KubernetesVersion.UNKNOWN : KubernetesVersion.of(version);
  const { findings } = HazardReport.of([podOn(kubernetesVersion, false)], { kubernetesVersion });
  expect(findings.find(({ rule }) => rule === 'companion-dies-before-envoy')?.container).toBe('ai-gateway-extproc');
});
