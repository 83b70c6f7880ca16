import { execFileSync } from 'child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { Chart, Testing } from 'cdk8s';
import {
  EnvoyGatewayProxyConfig, EnvoyGatewayWorkload, HazardReport, HazardSeverity, KubernetesVersion, TerminationTimeline,
} from '../src';
import { envoyProxyWorkload } from '../src/pod/envoy-proxy';
import { strategicMerge } from '../src/pod/strategic-merge';

/**
 * Kubernetes' own strategic merge, by a real kubectl, of what each Envoy Gateway makes: a late release of each minor,
 * both kinds of workload, clusters with native sidecars and one of which nothing is known.
 */
const RELEASES = ['1.2.8', '1.3.3', '1.4.6', '1.5.9', '1.6.4', '1.7.1', '1.8.2', '1.9.0'];
const CLUSTERS = ['v1.34.4', 'v1.37.2', 'unknown'];
const KINDS = [EnvoyGatewayWorkload.DEPLOYMENT, EnvoyGatewayWorkload.DAEMON_SET];

const folder = mkdtempSync(join(tmpdir(), 'envoy-gateway-merge-'));
const kubectl = execFileSync(process.execPath, ['scripts/kubectl.mjs'], { encoding: 'utf8' }).trim();
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = RELEASES.flatMap((release) =>
  CLUSTERS.flatMap((cluster) => KINDS.map((kind) => [release, kind, cluster] as const)));

test.each(ROWS)(
  'the pod of Envoy Gateway %s (%s, Kubernetes %s) is the one that was meant', (release, kind, cluster) => {
    const kubernetesVersion = cluster === 'unknown' ? KubernetesVersion.UNKNOWN : KubernetesVersion.of(cluster);
    const resource = synthesized(release, kind, kubernetesVersion);
    const { envoyDeployment, envoyDaemonSet } = resource.spec.provider.kubernetes;
    const { patch } = kind === EnvoyGatewayWorkload.DEPLOYMENT ? envoyDeployment : envoyDaemonSet;
    const made = madeBy(release, resource);

    const merged = reallyMerged(made, patch.value);
    expect(merged).toEqual(plain(strategicMerge(made, patch.value)));
    expect(reallyMerged(merged, patch.value)).toEqual(merged);
    expectLayout(merged, made, { native: cluster !== 'unknown', release });

    const { findings } = HazardReport.of([merged], { kubernetesVersion });
    const bad = findings.filter(({ severity }) => severity !== HazardSeverity.INFO);
    const { outcome } = TerminationTimeline.simulate(merged, { kubernetesVersion });
    process.stdout.write(`Envoy Gateway ${release}, ${kind}, Kubernetes ${cluster}: real merge as meant, error and warning findings `
      + `${bad.length}, requests lost ${outcome.losesRequests ? 'some' : '0'}\n`);
    expect(bad).toEqual([]);
    expect(outcome.losesRequests).toBe(false);
  });

function synthesized(release: string, workload: EnvoyGatewayWorkload, kubernetesVersion: KubernetesVersion): any {
  const chart = new Chart(Testing.app(), 'fleet');
  new EnvoyGatewayProxyConfig(chart, 'Proxies', { envoyGatewayVersion: release, workload, kubernetesVersion });
  return Testing.synth(chart)[0];
}

/** What Envoy Gateway makes of the resource before the patch, with fields that have nothing to do with termination. */
function madeBy(release: string, { spec }: any): any {
  const without = { shutdown: spec.shutdown, provider: { kubernetes: withoutPatch(spec.provider.kubernetes) } };
  const { workload } = envoyProxyWorkload({ value: { spec: without }, pointer: '' }, release)!;
  const { spec: { template, ...rest } } = plain(workload);
  const labels = { 'app.kubernetes.io/name': 'envoy' };
  const containers = template.spec.containers.map((container: any) => ({ ...container, terminationMessagePolicy: 'File' }));
  return {
    ...plain(workload), metadata: { name: 'envoy-default-eg-e41e7b31', namespace: 'envoy-gateway-system' },
    spec: {
      ...rest, selector: { matchLabels: labels },
      template: {
        metadata: { ...template.metadata, labels },
        spec: { ...template.spec, containers, serviceAccountName: 'envoy-default-eg-e41e7b31', dnsPolicy: 'ClusterFirst' },
      },
    },
  };
}

function withoutPatch(kubernetes: any): any {
  return Object.fromEntries(Object.entries<any>(kubernetes)
    .map(([field, { patch: _, ...workload }]) => [field, workload]));
}

/** What the README promises of the pod, and what must stay as Envoy Gateway made it. */
function expectLayout(merged: any, made: any, { native, release }: { native: boolean; release: string }): void {
  const { metadata, spec } = merged.spec.template;
  const [before] = made.spec.template.spec.containers;
  const names = (list: any[] = []): string[] => list.map(({ name }) => name);
  expect([names(spec.initContainers), names(spec.containers)])
    .toEqual(native ? [['shutdown-manager'], ['envoy']] : [[], ['envoy', 'shutdown-manager']]);
  expect(metadata.annotations).toEqual({ ...made.spec.template.metadata.annotations, 'envoy-drain/envoy-gateway-version': release });
  expect([spec.terminationGracePeriodSeconds, spec.serviceAccountName, spec.dnsPolicy]).toEqual([67, 'envoy-default-eg-e41e7b31', 'ClusterFirst']);

  const envoy = spec.containers[0];
  const { livenessProbe, startupProbe } = before;
  expect(envoy).toEqual({
    ...before,
    startupProbe: { ...startupProbe, terminationGracePeriodSeconds: 5 },
    ...livenessProbe
      ? { livenessProbe: { ...livenessProbe, failureThreshold: 7, terminationGracePeriodSeconds: 5 } } : {},
  });
  const manager = (native ? spec.initContainers : spec.containers).at(-1);
  expect(manager).toMatchObject({
    image: `docker.io/envoyproxy/gateway:v${release}`,
    args: ['envoy', 'shutdown-manager', '--ready-timeout=64s'],
    lifecycle: { preStop: { exec: { command: ['envoy-gateway', 'envoy', 'shutdown', '--drain-timeout=60s', '--min-drain-duration=10s'] } } },
    resources: { requests: { cpu: '50m', memory: '96Mi' } },
  });
  expect([manager.livenessProbe, manager.readinessProbe]).toEqual([undefined, undefined]);
  expect(manager.startupProbe === undefined).toBe(!native);
  expect(manager.env).toEqual(before.env);
}

function reallyMerged(workload: any, patch: any): any {
  const [file, patchFile] = [join(folder, 'workload.json'), join(folder, 'patch.json')];
  writeFileSync(file, JSON.stringify(workload));
  writeFileSync(patchFile, JSON.stringify(patch));
  const args = ['patch', '--local', '--type=strategic', '-f', file, '--patch-file', patchFile, '-o', 'json'];
  return JSON.parse(execFileSync(kubectl, args, { encoding: 'utf8' }));
}

function plain(value: any): any {
  return JSON.parse(JSON.stringify(value));
}
