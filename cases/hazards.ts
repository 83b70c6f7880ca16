import { Duration } from 'cdk8s';
import { CaseFile } from './case-file';
import { HazardReport } from '../src';
import { HazardOptions } from '../src/hazard-report';
import { KubernetesVersion } from '../src/kubernetes-version';
import { durationMillis } from '../src/upstream/arguments';

/** What the rules say otherwise than a case. */
export function hazardDisagreements(testCase: CaseFile): string[] {
  const { findings } = HazardReport.of([...testCase.manifests], optionsOf(testCase));
  const reported = new Set(findings.map(({ rule }) => rule));
  const allowed = [...testCase.expect, ...testCase.may];
  const loud = findings.filter(({ severity }) => testCase.source === 'own' && String(severity) !== 'info');
  return [
    ...testCase.expect.filter((id) => !reported.has(id)).map((id) => `${id} is not reported`),
    ...[...reported].filter((id) => !allowed.includes(id))
      .map((id) => `${id} is reported: ${findings.find(({ rule }) => rule === id)!.message}`),
    ...loud.filter(({ rule }) => testCase.may.includes(rule))
      .map(({ rule, severity }) => `${rule} is reported with severity ${severity} though all is well`),
  ];
}

function optionsOf({ name, kubernetes, options }: CaseFile): HazardOptions {
  const facts = Object.fromEntries(Object.entries(options).map(([option, value]) => {
    const field = FIELDS[option];
    if (field === undefined) throw new Error(`${name}: the option ${option} is not known`);
    return [field, field === 'envoyGatewayVersion' ? value : durationOf(name, value)];
  }));
  return { ...facts, ...kubernetes === 'unknown' ? {} : { kubernetesVersion: KubernetesVersion.of(kubernetes) } };
}

const FIELDS: { readonly [option: string]: keyof HazardOptions } = {
  'load-balancer-detection': 'loadBalancerDetection',
  'grace-ceiling': 'graceCeiling',
  'longest-request': 'longestRequest',
  'envoy-gateway-version': 'envoyGatewayVersion',
};

function durationOf(name: string, text: string): Duration {
  const millis = durationMillis(text);
  if (millis === undefined) throw new Error(`${name}: ${text} is no duration`);
  return Duration.millis(millis);
}
