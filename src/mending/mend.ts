import { Mended, MendRequest, NewManager } from './mend-request';
import { MENDS } from './mends';
import { HazardFinding, HazardSeverity } from '../hazard-finding';
import { declaredOn } from '../hazards/declarations';
import { createJudge } from '../hazards/judge';
import { createPodStory } from '../hazards/pod-story';
import { Manifest } from '../pod/manifest';
import { readPods } from '../pod/read';

/** An object as mended as can be. */
export interface MendedObject {
  readonly object: Manifest;
  /** Errors and warnings that were there and are not any more. */
  readonly mended: readonly HazardFinding[];
  readonly notes: readonly string[];
  /** Errors and warnings that are left, with the reason where a mend was tried. */
  readonly left: readonly LeftFinding[];
  readonly newManager?: NewManager;
}

export interface LeftFinding extends HazardFinding {
  readonly reason?: string;
}

/** More rounds than there are rules that build upon each other. */
const MOST_ROUNDS = 12;

/**
 * Mends an object with one pod: judges, mends one thing, judges again, until nothing changes any more. A mend
 * that brings an error which was not there before is done without.
 */
function mendOnce(
  object: Manifest, request: MendRequest, without: ReadonlyMap<string, string> = new Map(),
): MendedObject {
  const before = findingsOf(object, request);
  const reasons = new Map(without);
  const rounds: Round[] = [];
  let [current, findings] = [object, before];
  while (rounds.length < MOST_ROUNDS) {
    const result = mendOne(current, findings, request, reasons, without);
    if (!result) break;
    findings = findingsOf(result.object, request);
    rounds.push({ ...result, findings });
    current = result.object;
  }
  if (rounds.length === MOST_ROUNDS) {
    const { mending } = rounds[MOST_ROUNDS - 1];
    return mendOnce(object, request, new Map([...without, [mending, 'what mends it is undone by another mend']]));
  }
  const worse = errorsOf(findings).find(({ rule }) => !errorsOf(before).some((finding) => finding.rule === rule));
  if (worse) {
    const culprit = rounds.find((round) => round.findings.some(({ rule }) => rule === worse.rule))!;
    return mendOnce(object, request, new Map([...without, [culprit.mending, `mending it would bring ${worse.rule}`]]));
  }
  return {
    object: current,
    mended: rounds.length === 0 ? [] : before.filter(({ severity }) => severity !== HazardSeverity.INFO)
      .filter((finding) => !findings.some((other) => keyOf(other) === keyOf(finding))),
    notes: [...new Set(rounds.flatMap(({ notes }) => notes))],
    left: findings.filter(({ severity }) => severity !== HazardSeverity.INFO)
      .map((finding) => ({ ...finding, reason: reasons.get(keyOf(finding)) })),
    newManager: rounds.map(({ newManager }) => newManager).find((manager) => manager !== undefined),
  };
}

/** As often as it takes: what one mend stood in the way of may be possible after another one. */
export function mend(object: Manifest, request: MendRequest): MendedObject {
  let result = mendOnce(object, request);
  for (let times = 1; times < MOST_TIMES; times++) {
    const next = mendOnce(result.object, request);
    if (isUnchanged(next.object, result.object)) break;
    result = {
      ...next, mended: [...result.mended, ...next.mended], notes: [...new Set([...result.notes, ...next.notes])],
      newManager: next.newManager ?? result.newManager,
    };
  }
  return result;
}

/** Once more than anybody has seen it take. */
const MOST_TIMES = 4;

interface MendedOne extends Mended {
  /** The finding that was mended, by its key. */
  readonly mending: string;
}

interface Round extends MendedOne {
  readonly findings: readonly HazardFinding[];
}

/** The first mend that changes something. */
function mendOne(
  object: Manifest, findings: readonly HazardFinding[], request: MendRequest,
  reasons: Map<string, string>, without: ReadonlyMap<string, string>,
): MendedOne | undefined {
  const cases = findings.filter((finding) => finding.severity !== HazardSeverity.INFO && !without.has(keyOf(finding)));
  if (cases.length === 0) return undefined;
  const [pod] = readPods(object);
  const story = createPodStory(pod);
  const declared = declaredOn(pod, request.declared);
  for (const [rule, mending] of MENDS) {
    for (const finding of cases.filter((candidate) => candidate.rule === rule)) {
      const result = mending({ object, finding, story, declared, request });
      if (!result) continue;
      if ('reason' in result) reasons.set(keyOf(finding), result.reason);
      else if (!isUnchanged(object, result.object)) return { ...result, mending: keyOf(finding) };
    }
  }
  return undefined;
}

function keyOf({ rule, container = '' }: HazardFinding): string {
  return `${rule} ${container}`;
}

export function findingsOf(object: Manifest, { declared }: MendRequest): readonly HazardFinding[] {
  return createJudge(declared).add(object);
}

export function errorsOf(findings: readonly HazardFinding[]): readonly HazardFinding[] {
  return findings.filter(({ severity }) => severity === HazardSeverity.ERROR);
}

/** Mends leave alone what they do not change, but may write fields in another order. */
function isUnchanged(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([first], [second]) => (first < second ? -1 : 1))) : part));
}
