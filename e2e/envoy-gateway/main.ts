import { compared, Comparison } from './compare';
import { rendered } from './gateway';
import { Drain, drains, foreign, KINDS, patchOf, withoutPatch } from './samples';
import { HazardReport, HazardSeverity, TerminationTimeline } from '../../src';
import { envoyProxyWorkload } from '../../src/pod/envoy-proxy';
import { Manifest } from '../../src/pod/manifest';
import { strategicMerge } from '../../src/pod/strategic-merge';
import { Tally } from '../api/checks/tally';

const USAGE = `Has Envoy Gateway's own code render the library's EnvoyProxy resources, and compares the workloads.

  npx ts-node -T -P tsconfig.dev.json e2e/envoy-gateway/main.ts 1.9.0 1.8.3

  Needs Go and its module proxy; the first run of a release compiles it, for minutes.
  E2E_CACHE  folder of the copied modules (default ~/.cache/cdk8s-envoy-proxy)`;

const tally = new Tally();

/** Says what was found either way; a fault has a line of its own. */
function report(name: string, found: string, faults: readonly string[]): void {
  tally.check(name, faults);
  if (faults.length === 0) console.log(`${name}: ${found}`);
}

function reportComparison(name: string, { fields, faults }: Comparison): void {
  report(name, `${fields} fields as modelled`, faults);
}

/** Everything of a release is rendered in one run of Go. */
function checkRelease(version: string): void {
  const patched = drains(version);
  const unpatched = new Map([
    ...patched.map(({ name, resource }) => [name, withoutPatch(resource)] as const),
    ...KINDS.flatMap((kind) => [...foreign(version, kind)]),
  ]);
  const made = rendered(version, new Map([
    ...patched.map(({ name, resource }) => [`patched ${name}`, resource] as const), ...unpatched,
  ]));
  for (const [name, resource] of unpatched) {
    reportComparison(`${version}, ${name}, without a patch`, compared(modelled(resource, version), made.get(name)!));
  }
  for (const drain of patched) checkDrain(version, drain, made.get(`patched ${drain.name}`)!);
}

function checkDrain(version: string, { name, kubernetesVersion, resource }: Drain, made: Manifest): void {
  const meant = strategicMerge(modelled(withoutPatch(resource), version), patchOf(resource));
  reportComparison(`${version}, ${name}, with our patch`, compared(meant, made));

  const findings = HazardReport.of([made], { kubernetesVersion }).findings
    .filter(({ severity }) => severity !== HazardSeverity.INFO);
  const { outcome } = TerminationTimeline.simulate(made, { kubernetesVersion });
  report(`${version}, ${name}, its end`, 'no error or warning, no request lost', [
    ...findings.map(({ rule, message }) => `${rule}: ${message}`), ...outcome.losesRequests ? ['loses requests'] : [],
  ]);
}

function modelled(resource: Manifest, version: string): Manifest {
  return envoyProxyWorkload({ value: resource, pointer: '' }, version)!.workload;
}

function main(versions: readonly string[]): void {
  if (versions.length === 0 || !versions.every((version) => /^\d+\.\d+\.\d+$/.test(version))) throw new Error(USAGE);
  for (const version of versions) {
    try {
      checkRelease(version);
    } catch (error) {
      tally.check(version, [(error as Error).message]);
    }
  }
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  if (tally.failed > 0) process.exitCode = 1;
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(`e2e:envoy-gateway: ${(error as Error).message}`);
  process.exitCode = 1;
}
