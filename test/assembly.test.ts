import { readFileSync } from 'fs';
import { join } from 'path';
import { Duration } from 'cdk8s';
import { DrainTiming, EnvoyLogLevel, SidecarPlacement } from '../src';
import { proxyFor } from './support/synth';

const ROOT = join(__dirname, '..');

/** The public surface as it was last documented: `API.md` is written by every build and committed. */
const documented = readFileSync(join(ROOT, 'API.md'), 'utf8');

/** The assembly of jsii; the test task compiles first, so that it is there and fresh. */
const assembly = JSON.parse(readFileSync(join(ROOT, '.jsii'), 'utf8'));

interface Member {
  readonly where: string;
  readonly type?: any;
  readonly optional?: boolean;
  readonly docs?: { readonly summary?: string; readonly default?: string };
}

/** Properties, and parameters and results of methods, of every public type. */
function members(): Member[] {
  return Object.values<any>(assembly.types).flatMap((type) => [
    ...(type.properties ?? []).map((property: any) => ({ ...property, where: `${type.name}.${property.name}` })),
    ...(type.methods ?? []).flatMap((method: any) => [
      { where: `${type.name}.${method.name}()`, docs: method.docs, type: method.returns?.type },
      ...(method.parameters ?? []).map((parameter: any) => ({
        type: parameter.type, where: `${type.name}.${method.name}(${parameter.name})`, docs: { summary: 'a parameter' },
      })),
    ]),
  ]);
}

describe('the assembly', () => {
  test('has no unions and no untyped values', () => {
    const loose = members().filter(({ type }) => /"union"|"primitive":"(any|json)"/.test(JSON.stringify(type ?? {})));
    // A manifest is whatever YAML holds, and so is what of a resource has no prop.
    expect(loose.map(({ where }) => where))
      .toEqual(['EnvoyGatewayProxyConfigProps.spec', 'HazardReport.of(manifests)', 'TerminationTimeline.simulate(manifest)']);
  });

  test('documents every public member in a sentence', () => {
    const types = Object.values<any>(assembly.types).map((type) => ({ where: type.name, docs: type.docs }));
    const undocumented = [...types, ...members()].filter(({ docs }) => !/[.:]$|a parameter/.test(docs?.summary ?? ''));
    expect(undocumented.map(({ where }) => where)).toEqual([]);
  });

  test('says the default of every optional prop', () => {
    const silent = members().filter(({ optional, docs }) => optional && !docs?.default);
    expect(silent.map(({ where }) => where)).toEqual([]);
  });

  test('is what API.md shows', () => {
    for (const type of Object.values<any>(assembly.types)) expect(documented).toContain(`### ${type.name} <a`);
  });
});

describe('literal defaults are what a proxy with only a bootstrap gets', () => {
  const proxy = proxyFor('1.33');
  const [envoy] = proxy.containers;

  test.each([
    ['minDrainDuration', 'Duration.seconds(10)', DrainTiming.of().minDrainDuration.toSeconds() === 10],
    ['healthCheckFailureDelay', 'Duration.seconds(0)', DrainTiming.of().healthCheckFailureDelay.toSeconds() === 0],
    ['drainTimeout', 'Duration.seconds(60)', DrainTiming.of().drainTimeout.toSeconds() === 60],
    ['envoyImage', 'docker.io/envoyproxy/envoy:distroless-v1.39.0', envoy.image.endsWith('envoy:distroless-v1.39.0')],
    ['envoyImagePullPolicy', 'ImagePullPolicy.IF_NOT_PRESENT', envoy.imagePullPolicy === 'IfNotPresent'],
    ['logLevel', 'EnvoyLogLevel.INFO', envoy.args!.join(' ').includes(`--log-level ${EnvoyLogLevel.INFO}`)],
    ['placement', 'SidecarPlacement.AUTO', proxy.placement === SidecarPlacement.NATIVE],
  ])('%s: %s', (prop, literal, holds) => {
    expect(documented).toMatch(new RegExp(`\\.property\\.${prop}"[\\s\\S]{0,1200}\\*Default:\\* ${literal.replace(/[.()/]/g, '\\$&')}`));
    expect(holds).toBe(true);
  });

  test('Duration of a drain is a Duration of cdk8s', () => {
    expect(proxy.drainTiming.readyTimeout).toBeInstanceOf(Duration);
  });
});
