import { Duration } from 'cdk8s';
import { HazardFinding, HazardOptions, HazardReport, KubernetesVersion } from '../../src';
import { durationMillis } from '../../src/upstream/arguments';

/** Facts as a user writes them: `kubernetes: '1.34.4'`, `detection: '90s'`. */
export interface Facts {
  readonly kubernetes?: string;
  readonly detection?: string;
  readonly ceiling?: string;
  readonly longest?: string;
  readonly envoyGateway?: string;
}

export function optionsOf({ kubernetes, detection, ceiling, longest, envoyGateway }: Facts): HazardOptions {
  return {
    kubernetesVersion: kubernetes === undefined ? undefined : KubernetesVersion.of(kubernetes),
    loadBalancerDetection: durationOf(detection),
    graceCeiling: durationOf(ceiling),
    longestRequest: durationOf(longest),
    envoyGatewayVersion: envoyGateway,
  };
}

function durationOf(text: string | undefined): Duration | undefined {
  return text === undefined ? undefined : Duration.millis(durationMillis(text)!);
}

/** All findings; each must point at something that the manifest holds. */
export function findingsIn(manifests: any | any[], facts: Facts = {}): HazardFinding[] {
  const documents = Array.isArray(manifests) ? manifests : [manifests];
  const { findings } = HazardReport.of(documents, optionsOf(facts));
  for (const { pointer, document, rule } of findings) {
    if (resolved(documents[document], pointer) === undefined) throw new Error(`${rule} points at ${pointer}, which is not there`);
  }
  return findings;
}

export function findingsOf(rule: string, manifests: any | any[], facts: Facts = {}): HazardFinding[] {
  return findingsIn(manifests, facts).filter((finding) => finding.rule === rule);
}

/** What a JSON pointer points at. */
export function resolved(document: any, pointer: string): unknown {
  const steps = pointer.split('/').slice(1).map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  return steps.reduce((value, step) => value?.[step], document);
}

/** What a rule says of a manifest: its severity, or that it is silent. */
export type Verdict = 'error' | 'warning' | 'info' | 'silent';
export type Row = readonly [behaviour: string, manifests: any | any[], verdict: Verdict, facts?: Facts];

export function verdictOf(rule: string, manifests: any | any[], facts: Facts = {}): string {
  return findingsOf(rule, manifests, facts)[0]?.severity ?? 'silent';
}

/** A table of what one rule says. */
export function tells(rule: string, rows: readonly Row[]): void {
  describe(rule, () => {
    test.each(rows)('%s', (_, manifests, verdict, facts = {}) => {
      expect(verdictOf(rule, manifests, facts)).toBe(verdict);
    });
  });
}

export function workload(kind: string, spec: any, more: any = {}): any {
  const template = { metadata: { labels: { app: 'edge' }, annotations: more.annotations }, spec };
  const apiVersion = { Pod: 'v1', Job: 'batch/v1', CronJob: 'batch/v1' }[kind] ?? 'apps/v1';
  const head = { apiVersion, kind, metadata: { name: 'edge', annotations: more.ofObject } };
  if (kind === 'Pod') return { ...head, spec };
  if (kind === 'CronJob') return { ...head, spec: { schedule: '@daily', jobTemplate: { spec: { template } } } };
  return { ...head, spec: { ...kind === 'Deployment' ? { replicas: 2 } : {}, ...more.spec, template } };
}

/** A Deployment of ordinary containers; a number among them is the grace period. */
export function pod(...parts: any[]): any {
  return workload('Deployment', specOf(...parts));
}

export function specOf(...parts: any[]): any {
  const containers = parts.filter((part) => typeof part === 'object');
  const graceSeconds = parts.find((part) => typeof part === 'number');
  const isInit = ({ restartPolicy, isInit: init }: any): boolean => restartPolicy === 'Always' || init === true;
  return {
    ...graceSeconds === undefined ? {} : { terminationGracePeriodSeconds: graceSeconds },
    initContainers: containers.filter(isInit).map(({ isInit: _, ...container }) => container),
    containers: containers.filter((container) => !isInit(container)),
  };
}

export function withSpec(manifest: any, more: any): any {
  const { template } = manifest.spec;
  return { ...manifest, spec: { ...manifest.spec, template: { ...template, spec: { ...template.spec, ...more } } } };
}

export const IMMEDIATE = ['-c', '/etc/envoy/envoy.yaml', '--drain-strategy', 'immediate'];

export function envoy(more: any = {}): any {
  return { name: 'envoy', image: 'docker.io/envoyproxy/envoy:v1.39.0', args: IMMEDIATE, ...more };
}

export function exec(...command: string[]): any {
  return { lifecycle: { preStop: { exec: { command } } } };
}

export function get(path: string, port: number | string, more: any = {}): any {
  return { lifecycle: { preStop: { httpGet: { path, port, ...more } } } };
}

export function sleepAction(seconds: number): any {
  return { lifecycle: { preStop: { sleep: { seconds } } } };
}

export const FAIL = 'curl -X POST localhost:9901/healthcheck/fail';

/** An Envoy in an image with a shell and curl, as far as anybody knows, whose hook is a script. */
export function scripted(script: string, more: any = {}): any {
  return envoy({ image: 'registry.example/edge/envoy:1.39', command: ['envoy'], ...exec('sh', '-c', script), ...more });
}

/** An Envoy that asks Envoy Gateway's manager. */
export function waiting(more: any = {}): any {
  return envoy({ ...get('/shutdown/ready', 19002), ...more });
}

export const STARTUP = { httpGet: { path: '/healthz', port: 19002 }, periodSeconds: 1, failureThreshold: 60 };
export const CPU = { resources: { requests: { cpu: '50m' } } };
export const NATIVE = { restartPolicy: 'Always' };
export const DELAYED = ['--health-check-failure-delay=5s', '--min-drain-duration=15s', '--drain-timeout=60s'];

/** Envoy Gateway's manager, as an ordinary container. */
export function gateway(flags: readonly string[] = DELAYED, more: any = {}): any {
  return {
    name: 'shutdown-manager', image: 'docker.io/envoyproxy/gateway:v1.9.0', args: ['envoy', 'shutdown-manager', '--ready-timeout=70s'],
    startupProbe: STARTUP, ...CPU, ...exec('envoy-gateway', 'envoy', 'shutdown', ...flags), ...more,
  };
}

export function contour(flags: readonly string[] = ['--drain-delay=5s'], more: any = {}): any {
  return {
    name: 'shutdown-manager', image: 'ghcr.io/projectcontour/contour:v1.33.6', command: ['contour'], args: ['envoy', 'shutdown-manager'],
    ...CPU, ...exec('contour', 'envoy', 'shutdown', ...flags), ...ADMIN, ...more,
  };
}

/** The directory that Contour's manager and its Envoy share. */
export const ADMIN = { volumeMounts: [{ name: 'admin', mountPath: '/admin' }] };
export const ADMIN_VOLUME = { volumes: [{ name: 'admin', emptyDir: {} }] };

/** A pod with Contour's manager as a native sidecar. */
export function contourPod(manager: any = contour([], NATIVE), envoyMore: any = {}, graceSeconds = 300): any {
  return withSpec(pod(graceSeconds, envoy({ ...get('/shutdown', 8090), ...ADMIN, ...envoyMore }), manager), ADMIN_VOLUME);
}

export function app(more: any = {}): any {
  return { name: 'orders', image: 'registry.example/shop/orders:2.4', ...more };
}

/** Istio's agent, as a gateway. */
export function pilot(env: { readonly [name: string]: string } = {}, more: any = {}): any {
  return {
    name: 'istio-proxy', image: 'docker.io/istio/proxyv2:1.24.0', args: ['proxy', 'router'],
    env: Object.entries(env).map(([name, value]) => ({ name, value })), ...more,
  };
}

export function kuma(more: any = {}): any {
  return { name: 'kuma-sidecar', image: 'docker.io/kumahq/kuma-dp:2.9.0', args: ['run'], ...more };
}

export function consul(args: readonly string[] = [], more: any = {}): any {
  return { name: 'consul-dataplane', image: 'docker.io/hashicorp/consul-dataplane:1.6.0', args, ...more };
}

export function emissary(more: any = {}): any {
  return { name: 'ambassador', image: 'docker.io/emissaryingress/emissary:3.9.1', ...more };
}

export function cilium(more: any = {}): any {
  return { name: 'cilium-envoy', image: 'quay.io/cilium/cilium-envoy:v1.30.8', command: ['/usr/bin/cilium-envoy-starter'], ...more };
}

export function linkerd(more: any = {}): any {
  return { name: 'linkerd-proxy', image: 'cr.l5d.io/linkerd/proxy:edge-24.11.3', ...more };
}

export function sqlProxy(more: any = {}): any {
  return { name: 'cloud-sql-proxy', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.0', args: ['demo:region:main'], ...more };
}
