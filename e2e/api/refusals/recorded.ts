import { Chart } from 'cdk8s';
import { RecordedAnswer, Refusals } from './fixture';
import { KubernetesVersion, ShutdownManagerSidecar } from '../../../src';
import { podTemplateOf } from '../checks/accepted';
import { Tally } from '../checks/tally';
import { Manifest } from '../server/client';
import { drainOptions, FLAVOURS, NATIVE } from '../variants/flavours';
import { matrix } from '../variants/matrix';
import { rawWorkload } from '../variants/raw-workloads';
import { synthesized } from '../variants/variant';

/**
 * Servers that do not build unmodified any more: what they answered to a native sidecar is in the
 * fixture. The library must refuse it for them, and make nothing else that they refused or dropped.
 */
export function checkRecorded(tally: Tally, { recorded }: Refusals): void {
  for (const [release, answers] of Object.entries(recorded)) {
    const version = KubernetesVersion.of(release);
    for (const answer of answers) checkNotTaken(tally, release, answer);
    checkNativeRefused(tally, release, version);
    checkNothingOfIt(tally, release, version);
  }
}

/** The fixture itself says that this server did not take a native sidecar as it was sent. */
function checkNotTaken(tally: Tally, release: string, answer: RecordedAnswer): void {
  const taken = answer.status === 201 && !answer.dropped;
  tally.check(`recorded ${release}: ${answer.what}`, taken ? ['it was taken as it was sent'] : []);
  if (!taken) tally.count('refusals');
}

function checkNativeRefused(tally: Tally, release: string, version: KubernetesVersion): void {
  for (const flavour of FLAVOURS) {
    const build = (chart: Chart) => {
      const workload = rawWorkload(chart, 'Deployment');
      new ShutdownManagerSidecar(chart, 'Drain', { workload, ...drainOptions(flavour, NATIVE) });
    };
    const refusal = thrown(() => synthesized({ name: 'native', build }, version));
    const name = `${release}: ${flavour.name}, native is refused at synthesis`;
    tally.check(name, refusal === undefined ? ['it was synthesized'] : []);
  }
}

/** Every variant that the library makes for that server is without the fields that it does not know. */
function checkNothingOfIt(tally: Tally, release: string, version: KubernetesVersion): void {
  for (const variant of matrix(version)) {
    const unknown = synthesized(variant, version)
      .flatMap((manifest) => podTemplateOf(manifest)?.spec ?? [])
      .flatMap((podSpec: Manifest) => [...podSpec.initContainers ?? [], ...podSpec.containers])
      .filter((container: Manifest) => container.restartPolicy !== undefined || container.lifecycle?.preStop?.sleep)
      .map((container: Manifest) => `container '${container.name}' has a field that ${release} does not know`);
    tally.check(`${release}: ${variant.name} has no field that this server drops`, unknown);
  }
}

/** The library's words, if it refuses. */
export function thrown(build: () => unknown): string | undefined {
  try {
    build();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
