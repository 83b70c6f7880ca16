import { isDeepStrictEqual } from 'util';
import { REFUSED_CASES } from './cases';
import { CaseAnswers, RefusalAnswer, Refusals } from './fixture';
import { thrown } from './recorded';
import { RefusedCase } from './refused-case';
import { KubernetesVersion } from '../../../src';
import { differences } from '../checks/compare';
import { namespaceOf } from '../checks/pod-security';
import { Tally } from '../checks/tally';
import { ApiClient } from '../server/client';
import { minorOf } from '../server/versions';
import { synthesized } from '../variants/variant';

/**
 * What the library refuses, this server must not take, in the words of the fixture; and what the
 * server does not take, the library must refuse where it can be asked for it.
 *
 * @returns the fixture with this server's words
 */
export async function checkRefusals(
  client: ApiClient, tally: Tally, release: string, refusals: Refusals, record: boolean,
): Promise<Refusals> {
  const minor = `1.${minorOf(release)}`;
  const cases: { [id: string]: CaseAnswers } = {};
  for (const refused of REFUSED_CASES) {
    const kept = refusals.cases[refused.id]?.answers ?? {};
    cases[refused.id] = { what: refused.what, answers: kept };
    if (!isForMinor(refused, minorOf(release))) continue;
    const answer = await answerTo(client, refused, KubernetesVersion.of(release));
    checkAnswer(tally, `${refused.id} (${refused.what})`, answer, record ? undefined : kept[minor]);
    checkSynthesis(tally, refused, KubernetesVersion.of(release));
    cases[refused.id] = { what: refused.what, answers: inOrder({ ...kept, [minor]: answer }) };
  }
  return { ...refusals, cases };
}

function isForMinor({ firstMinor = 0, lastMinor = Infinity }: RefusedCase, minor: number): boolean {
  return minor >= firstMinor && minor <= lastMinor;
}

async function answerTo(client: ApiClient, refused: RefusedCase, version: KubernetesVersion): Promise<RefusalAnswer> {
  const manifest = refused.manifest(version);
  const namespace = namespaceOf(refused.level ?? 'restricted');
  const { status, warnings, body } = await client.create(manifest, namespace, { dryRun: true });
  const dropped = status === 201 ? differences(manifest, body).map(({ path }) => path) : [];
  return {
    status,
    ...status === 201 ? {} : { message: body.message },
    ...warnings.length === 0 ? {} : { warnings },
    ...dropped.length === 0 ? {} : { dropped },
  };
}

function checkAnswer(tally: Tally, name: string, answer: RefusalAnswer, kept: RefusalAnswer | undefined): void {
  const taken = answer.status === 201 && !answer.dropped && !answer.warnings;
  const faults = taken ? ['the server takes it as it was sent'] : [];
  if (kept && !isDeepStrictEqual(kept, answer)) {
    faults.push(`the fixture has ${JSON.stringify(kept)}`, `the server said ${JSON.stringify(answer)}`);
  }
  if (!taken) tally.count('refusals');
  tally.check(`the server does not take ${name}`, faults);
}

function checkSynthesis(tally: Tally, { id, atSynthesis }: RefusedCase, version: KubernetesVersion): void {
  if (!atSynthesis) return;
  const refusal = thrown(() => synthesized({ name: id, build: atSynthesis }, version));
  tally.check(`the library refuses ${id} for ${version}`, refusal === undefined ? ['it was synthesized'] : []);
}

function inOrder(answers: { readonly [minor: string]: RefusalAnswer }): { [minor: string]: RefusalAnswer } {
  return Object.fromEntries(Object.entries(answers)
    .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true })));
}
